import Library
import Model
import Support
import Testing

@testable import jukeboxd

@Suite struct AnalysisQueueTests {
  private let first = VolumeID(high: 1, low: 1)
  private let second = VolumeID(high: 1, low: 2)

  private func track(_ volume: VolumeID) -> TrackReference { TrackReference(volume: volume, path: [97]) }

  @Test func `requests come in their order and count until they are done`() {
    var queue = AnalysisQueue()
    #expect(queue.add([track(first), track(second)], isForced: false) == true)
    queue.isHurrying = true
    expectEqual(queue.next()?.track, track(first))
    expectEqual(queue.count, 3)
    queue.isServing = false
    queue.cancel(on: second)
    #expect(queue.next() == nil)
    expectEqual(queue.count, 1)
    queue.cancel()
    expectEqual(queue.count, 0)
    let many = Array(repeating: track(first), count: AnalysisQueue.mostAsked)
    #expect(queue.add(many, isForced: true) == true)
    #expect(queue.add([track(first)], isForced: true) == false)
  }

  @Test func `a volume is searched to its end once, and again after a change`() {
    var queue = AnalysisQueue()
    queue.begin(on: first)
    queue.begin(on: second)
    let searched = { (queue: AnalysisQueue, depth: AnalysisDepth) in
      queue.places(in: [first, second], depth).map(\.volume)
    }
    queue.advance(first, .first, to: nil)
    expectEqual(searched(queue, .first), [second])
    expectEqual(searched(queue, .chords), [first, second])
    queue.suspend(second)
    #expect(searched(queue, .first).isEmpty == true)
    expectEqual(searched(queue, .chords), [first])
    #expect(queue.takesResults(second) == false)
    queue.begin(on: second)
    expectEqual(searched(queue, .first), [second])
    #expect(queue.takesResults(second) == true)
  }
}
