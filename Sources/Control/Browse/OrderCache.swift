import Model

/// The last orders of songs that clients asked for. A client that reads a long list window by window gets a further window
/// without another look at all songs.
final class OrderCache {
  /// Songs and their order. Both depend on nothing but tags and times.
  struct Question: Hashable {
    enum Order: Hashable {
      case property(SongOrder)
      case shelf(GroupTemplate?)
      case added
      case tree
    }

    let filter: Filter
    let order: Order
  }

  private struct Entry {
    let question: Question
    /// `Catalogue.version` of its songs.
    let version: [UInt64]
    /// The first ones of the order, or all.
    let places: [TrackRow]
    /// How many songs there are; `Int.max` where that is not known.
    let total: Int

    func holds(_ window: Range<Int>) -> Bool { window.upperBound <= places.count || places.count == total }
  }

  /// The last used one at the end.
  private var entries: [Entry] = []

  /// Limit of places in all entries together; 24 bytes each.
  private static let mostPlaces = 40_000
  private static let mostEntries = 8
  /// A window is sorted with as many songs after it, and together at least twice this number.
  private static let leastSorted = 500

  /// - Returns: nil where they have to be sorted.
  func window(
    _ window: Range<Int>, of question: Question, version: [UInt64]
  ) -> (places: [TrackRow], total: Int)? {
    guard
      let index = entries.firstIndex(where: { $0.question == question && $0.version == version }),
      entries[index].holds(window)
    else { return nil }
    let entry = entries.remove(at: index)
    entries.append(entry)
    return (Array(entry.places[window.clamped(to: entry.places.indices)]), entry.total)
  }

  /// How many songs to sort for a window, so that further windows are known, too. A very long window is sorted alone.
  func sortedCount(for window: Range<Int>) -> Int {
    let (wanted, isTooMuch) = max(window.upperBound, Self.leastSorted).multipliedReportingOverflow(by: 2)
    return isTooMuch || wanted > Self.mostPlaces ? window.upperBound : wanted
  }

  /// - Parameters:
  ///   - places: the first ones of the order.
  ///   - version: of the songs when they were sorted.
  func store(_ places: [TrackRow], total: Int, of question: Question, version: [UInt64]) {
    entries.removeAll { $0.question == question || $0.version != version }
    let most = Self.mostPlaces
    entries.append(
      Entry(
        question: question, version: version,
        places: places.count > most ? Array(places.prefix(most)) : places, total: total))
    while entries.count > Self.mostEntries || entries.reduce(0, { $0 + $1.places.count }) > most {
      entries.removeFirst()
    }
  }
}
