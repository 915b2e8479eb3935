import Model
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
    #expect(run.index == 0)
    #expect(run.separatesAnswers == false)
    run.begin(separatesAnswers: true)
    #expect(run.append(Array("next".utf8)[...], hub) == true)
    #expect(run.append(Array("stop".utf8)[...], hub) == true)
    #expect(run.append(Array("x".utf8)[...], hub) == false)
    #expect(hub.held.lists == 10)
    #expect(run.next().map { Array($0) } == Array("next".utf8))
    #expect(run.next().map { Array($0) } == Array("stop".utf8))
    #expect(run.index == 1)
    #expect(run.next() == nil)
    run.fail(nil)
    run.fail(.noSuchSong)
    run.fail(.notPlaying)
    run.release(hub)
    #expect(hub.held.lists == 0)
    #expect(run.takeFailure() == .noSuchSong)
    #expect(run.takeFailure() == nil)
  }

  @Test func `the parts of an upload become one file, as far as there is room`() {
    var upload = Upload()
    #expect(upload.add([1, 2], hub) == true)
    #expect(upload.add([3], hub) == true)
    #expect(upload.add([4, 5], hub) == false)
    #expect(hub.held.files == 3)
    #expect(upload.take(hub) == [1, 2, 3])
    #expect(upload.take(hub).isEmpty == true)
    #expect(hub.held.files == 0)
  }
}
