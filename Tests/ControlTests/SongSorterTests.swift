import Player
import Testing

@testable import Control

/// Songs in an order, of which only the first may be wanted.
@Suite struct SongSorterTests {
  private func place(_ number: Int) -> SongPlace {
    SongPlace(volume: FakeBackend.volume, number: Int64(number))
  }

  /// Some numbers up to 100 in no order, many of them several times.
  private let keys = (0..<5000).map { $0 * 7919 % 5003 % 101 }

  @Test(arguments: [0..<0, 0..<1, 0..<50, 700..<800, 4990..<5010, 0..<Int.max, 6000..<7000])
  func `a window has what the whole has there, of equals the first that was found`(window: Range<Int>) throws
  {
    let sorter = SongSorter<Int>(most: window.upperBound, size: { _ in 8 }, isBefore: <)
    for (number, key) in keys.enumerated() { sorter.add(key, place(number)) }
    let sorted = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    #expect(try sorter.places(in: window) == sorted[window.clamped(to: 0..<5000)].map(place))
    #expect(sorter.count == 5000)
  }

  @Test func `what is too much to be kept is refused, unless the window is small`() throws {
    for (most, isRefused) in [(Int.max, true), (20, false)] {
      let sorter = SongSorter<Int>(most: most, size: { _ in 1 << 20 }, isBefore: <)
      for number in 0..<2000 { sorter.add(-number, place(number)) }
      #expect(sorter.count == 2000)
      if isRefused {
        #expect(throws: ShelfSearch.tooMuch) { try sorter.places(in: 0..<10) }
      } else {
        #expect(try sorter.places(in: 0..<10) == (1990..<2000).reversed().map(place))
      }
    }
  }
}
