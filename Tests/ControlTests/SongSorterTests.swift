import Model
import Support
import Testing

@testable import Control

/// Songs in an order, of which only the first may be wanted.
@Suite struct SongSorterTests {
  private func place(_ number: Int) -> TrackRow {
    TrackRow(volume: FakeBackend.volume, row: Int64(number))
  }

  /// Some numbers up to 100 in no order, many of them several times.
  private let keys = (0..<5000).map { $0 * 7919 % 5003 % 101 }

  @Test(arguments: [0..<0, 0..<1, 0..<50, 700..<800, 4990..<5010, 0..<Int.max, 6000..<7000])
  func `a window has what the whole has there, of equals the first that was found`(window: Range<Int>) throws
  {
    let sorter = SongSorter<Int>(most: window.upperBound, size: { _ in 8 }, isBefore: <)
    for (number, key) in keys.enumerated() { sorter.add(key, place(number)) }
    let sorted = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    expectEqual(sorter.takePlaces(), sorted.prefix(window.upperBound).map(place))
    expectEqual(sorter.count, 5000)
    expectEqual((sorter.following(most: 1) == nil), (window.upperBound >= 5000 || window.isEmpty))
  }

  @Test func `songs beyond the memory limit are sorted by further passes`() {
    var sorter: SongSorter<Int>? = SongSorter(most: 4500, room: 1 << 20, size: { _ in 800 }, isBefore: >)
    var told: [TrackRow] = []
    while let pass = sorter, told.count < 4500 {
      for (number, key) in keys.enumerated() { pass.add(key, place(number)) }
      let part = pass.takePlaces()
      #expect(part.count <= 1050 && pass.count == 5000)
      told += part
      sorter = pass.following(most: 4500 - told.count)
    }
    let sorted = keys.indices.sorted { (-keys[$0], $0) < (-keys[$1], $1) }
    expectEqual(told, sorted.prefix(4500).map(place))
  }
}
