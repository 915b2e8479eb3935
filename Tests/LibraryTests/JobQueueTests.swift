import Linux
import Support
import Testing

@testable import Library
@testable import LibrarySupport

struct JobQueueTests {
  @Test func `an idle job comes last, is one at a time, and is dropped when the queue closes`() {
    let queue = JobQueue<Int>()
    let done = Guarded<[String]>([])
    func job(_ name: String) -> JobQueue<Int>.Job { { _ in done.withLock { $0.append(name) } } }
    #expect(queue.send(job("idle"), .idle))
    #expect(!queue.send(job("another"), .idle))
    #expect(queue.send(job("background"), .background) && queue.send(job("asked"), .asked))
    for _ in 0..<3 { queue.receive()?(nil) }
    #expect(done.withLock { $0 } == ["asked", "background", "idle"])
    #expect(queue.send(job("late"), .idle) && queue.send(job("last"), .background))
    queue.close()
    queue.receive()?(nil)
    #expect(done.withLock { $0.last } == "last")
    #expect(queue.receive() == nil)
  }

  @Test func `a queue is quiet some time after the last request, also when its work is done`() {
    let queue = JobQueue<Int>()
    func isQuiet(for duration: Duration) -> Bool { queue.isQuiet(for: duration) }
    #expect(isQuiet(for: .seconds(3600)), "nobody has ever asked")
    let job: JobQueue<Int>.Job = { _ in }
    #expect(queue.send(job, .background) && queue.send(job, .idle))
    #expect(isQuiet(for: .seconds(3600)), "nobody waits for those")
    #expect(queue.send(job, .asked))
    #expect(!isQuiet(for: .seconds(3600)) && isQuiet(for: .zero))
    while queue.hasAsked { queue.receive()?(nil) }
    #expect(!isQuiet(for: .seconds(3600)), "who types asks again soon")
    #expect(isQuiet(for: .zero))
  }

  @Test func `a receiver without work rests once`() {
    let queue = JobQueue<Int>()
    let job: JobQueue<Int>.Job = { _ in }
    var rests = 0
    func isReceived(resting: () -> Void = {}) -> Bool {
      let received = queue.receive(restingAfter: .zero) {
        rests += 1
        resting()
        return true
      }
      return received != nil
    }
    #expect(isReceived { _ = queue.send(job, .asked) })
    expectEqual(rests, 1)
    #expect(queue.send(job, .background))
    #expect(isReceived())
    queue.close()
    #expect(!isReceived())
    expectEqual(rests, 1)
  }

  @Test func `the wait ends at the first rest where that is wanted`() {
    let queue = JobQueue<Int>()
    #expect(queue.receive(restingAfter: .zero) { false } == nil)
    #expect(queue.isEmpty && queue.send({ _ in }, .background) && !queue.isEmpty)
    queue.clear()
    #expect(queue.isEmpty)
  }

  @Test func `too many jobs of a class are refused`() {
    let queue = JobQueue<Int>(capacity: 2)
    #expect((0..<3).map { _ in queue.send({ _ in }, .asked) } == [true, true, false])
  }
}
