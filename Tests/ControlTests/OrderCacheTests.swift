import Model
import Support
import Testing

@testable import Control

@Suite struct OrderCacheTests {
  private func question(_ tag: Control.Tag, _ value: String = "") -> OrderCache.Question {
    OrderCache.Question(
      filter: .tag(tag, StringTest(.equals, value, foldsCase: false)), order: .shelf(nil))
  }

  private func places(_ count: Int) -> [TrackRow] {
    (0..<count).map { TrackRow(volume: FakeBackend.volume, row: Int64($0)) }
  }

  @Test func `a window is there if the order is that long, or whole`() {
    let cache = OrderCache()
    let question = question(.title)
    #expect(cache.window(0..<1, of: question, version: [1]) == nil)
    cache.store(places(100), total: 1000, of: question, version: [1])
    expectEqual(cache.window(90..<100, of: question, version: [1])?.places, Array(places(100)[90...]))
    expectEqual(cache.window(90..<100, of: question, version: [1])?.total, 1000)
    #expect(cache.window(90..<101, of: question, version: [1]) == nil)
    #expect(cache.window(0..<1, of: self.question(.album), version: [1]) == nil)
    #expect(cache.window(0..<1, of: question, version: [2]) == nil)
    cache.store(places(100), total: 100, of: question, version: [1])
    expectEqual(cache.window(90..<Int.max, of: question, version: [1])?.places.count, 10)
    expectEqual(cache.window(200..<300, of: question, version: [1])?.places, [])
    // What was kept of another state of the library is of no use any more.
    cache.store(places(1), total: 1, of: self.question(.album), version: [2])
    #expect(cache.window(0..<1, of: question, version: [1]) == nil)
  }

  @Test func `the orders that were used last are kept, as far as they fit`() {
    let cache = OrderCache()
    func isKept(_ name: String) -> Bool {
      cache.window(0..<1, of: question(.genre, name), version: []) != nil
    }
    for name in ["a", "b", "c", "d"] {
      cache.store(places(10_000), total: 10_000, of: question(.genre, name), version: [])
    }
    #expect(["a", "b", "c", "d"].allSatisfy(isKept) && isKept("a"))
    cache.store(places(1), total: 1, of: question(.genre, "e"), version: [])
    #expect(!isKept("b") && ["c", "d", "a", "e"].allSatisfy(isKept))
    // A very long one is kept in part.
    cache.store(places(100_000), total: 100_000, of: question(.genre, "f"), version: [])
    #expect(["a", "c", "d", "e"].allSatisfy { !isKept($0) })
    let long = question(.genre, "f")
    expectEqual(cache.window(39_999..<40_000, of: long, version: [])?.places.count, 1)
    #expect(cache.window(39_999..<40_001, of: long, version: []) == nil)
  }

  @Test(arguments: [
    (0..<50, 1000), (0..<0, 1000), (9000..<9050, 18_100), (0..<30_000, 30_000), (0..<Int.max, .max),
  ])
  func `more is sorted than one window needs`(window: Range<Int>, count: Int) {
    expectEqual(OrderCache().sortedCount(for: window), count)
  }
}
