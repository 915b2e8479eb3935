import Model

/// Goes through the songs of a selection in their own order: reads keys first, since only they and places are held, in
/// as many passes over all songs as memory needs.
struct SortedSongs<Key> {
  /// Gets the places of one pass, the number of found songs, and the continuation; nil after the last pass, of which
  /// there is at least one.
  typealias Take = (
    _ places: [TrackRow], _ total: Int, _ next: (() throws(CommandError) -> Answer)?
  ) throws(CommandError) -> Answer

  /// Songs that are put in order by one step of an answer.
  private static var part: Int { 50 }

  let call: Call
  let selection: SongSelection
  let window: Range<Int>
  /// Limit of the found songs to look at.
  var most = Int.max
  let key: (Song) -> Key
  let take: Take

  func start(_ sorter: SongSorter<Key>) -> Answer { pass(sorter, from: 0) }

  private func pass(_ sorter: SongSorter<Key>, from rank: Int) -> Answer {
    let key = key
    let search = SongSearch(call, selection, 0..<most) { sorter.add(key($0.song), $0.place) }
    return search.start { () throws(CommandError) in try arrange(sorter, from: rank) }
  }

  private func arrange(_ sorter: SongSorter<Key>, from rank: Int) throws(CommandError) -> Answer {
    guard sorter.arrange(atMost: Self.part) else {
      return call.whenRoom { () throws(CommandError) in try arrange(sorter, from: rank) }
    }
    let places = sorter.takePlaces()
    let end = rank + places.count
    let wanted = Array(places.dropFirst(max(0, window.lowerBound - rank)))
    guard end < window.upperBound, let rest = sorter.following(most: window.upperBound - end) else {
      return try take(wanted, sorter.count, nil)
    }
    return try take(wanted, sorter.count) { () throws(CommandError) in pass(rest, from: end) }
  }
}
