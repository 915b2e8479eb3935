import Model
import Support
import Testing

@testable import Control

@Suite struct ListRunTests {
  private let hub: Hub

  init() {
    var limits = Limits()
    (limits.listBytes, limits.uploadBytes) = (10, 4)
    hub = Conversation(limits: limits).hub
  }

  @Test func `a list counts its lines and keeps its first failure`() {
    var run = ListRun()
    expectEqual(run.index, 0)
    #expect(run.separatesAnswers == false)
    run.begin(separatesAnswers: true)
    #expect(run.append(Array("next".utf8)[...], hub) == true)
    #expect(run.append(Array("stop".utf8)[...], hub) == true)
    #expect(run.append(Array("x".utf8)[...], hub) == false)
    expectEqual(hub.held.lists, 10)
    #expect(run.next().map { Array($0) } == Array("next".utf8))
    #expect(run.next().map { Array($0) } == Array("stop".utf8))
    expectEqual(run.index, 1)
    #expect(run.next() == nil)
    run.fail(nil)
    run.fail(.noSuchSong)
    run.fail(.notPlaying)
    run.release(hub)
    expectEqual(hub.held.lists, 0)
    expectEqual(run.takeFailure(), .noSuchSong)
    #expect(run.takeFailure() == nil)
  }

  @Test func `the parts of an upload become one file, as far as there is room`() {
    var upload = Upload()
    #expect(upload.add([1, 2], hub) == true)
    #expect(upload.add([3], hub) == true)
    #expect(upload.add([4, 5], hub) == false)
    expectEqual(hub.held.files, 3)
    expectEqual(upload.take(hub), [1, 2, 3])
    #expect(upload.take(hub).isEmpty == true)
    expectEqual(hub.held.files, 0)
  }
}
