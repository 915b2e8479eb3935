import Support
import Testing

@testable import Linux

@Suite("The timer queue")
struct TimerQueueTests {
  /// What the heap must be like, done dumbly.
  private struct Model {
    var timers: [(id: UInt64, at: Int64)] = []

    mutating func takeDue(_ now: Int64) -> [UInt64] {
      let due = timers.filter { $0.at <= now }.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
      timers.removeAll { $0.at <= now }
      return due.map(\.id)
    }
  }

  @Test(arguments: 0..<20)
  func `random inserts, removals and takings agree with a sorted list`(seed: Int) {
    var random = Numbers(seed: UInt64(seed))
    var queue = TimerQueue()
    var model = Model()
    var nextID: UInt64 = 1
    var now: Int64 = 0
    for _ in 0..<2000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let at = now + Int64.random(in: -5...50, using: &random)
        queue.insert(id: nextID, at: Instant(nanoseconds: at)) {}
        model.timers.append((nextID, at))
        nextID += 1
      case 5..<8:
        // Also ones that are gone or never were.
        let id = UInt64.random(in: 1...nextID, using: &random)
        queue.remove(id: id)
        model.timers.removeAll { $0.id == id }
      default:
        now += Int64.random(in: 0...20, using: &random)
        var taken: [UInt64] = []
        queue.takeDue(at: Instant(nanoseconds: now)) { id, _ in taken.append(id) }
        expectEqual(taken, model.takeDue(now))
      }
      expectEqual(queue.count, model.timers.count)
      expectEqual(queue.earliest?.nanoseconds, model.timers.map(\.at).min())
    }
  }
}
