import Model

/// Goes through the songs of a selection in their own order: reads keys first, since only they and places are held, in
/// as many passes over all songs as memory needs.
struct SortedSongs<Key: Sendable> {
  /// Gets the places of one pass, the number of found songs, and the continuation; nil after the last pass, of which
  /// there is at least one.
  typealias Take = (
    _ places: [TrackRow], _ total: Int, _ next: (() throws(CommandError) -> Answer)?
  ) throws(CommandError) -> Answer

  let call: Call
  let selection: SongSelection
  let window: Range<Int>
  /// Limit of the found songs to look at.
  var most = Int.max
  /// The tags that keys are made of; nil if more than tags and times are looked at.
  let tags: TagSet?
  /// Whether the names of their files are looked at, too.
  var named = false
  /// Makes what makes the keys; called on other threads.
  let key: @Sendable () -> (Song) -> Key
  let take: Take

  func start(_ sorter: SongSorter<Key>) -> Answer { pass(sorter, from: 0) }

  private func pass(_ sorter: SongSorter<Key>, from rank: Int) -> Answer {
    let make = key
    let places = PlaceSearch<(key: Key, place: TrackRow)>(
      call, selection, reading: tags, named: named, most: most,
      look: {
        let key = make()
        return { (key($0), $1) }
      },
      take: { sorter.add($0.key, $0.place) })
    if let places { return places.start { () throws(CommandError) in try list(sorter, from: rank) } }
    let key = make()
    let search = SongSearch(call, selection, 0..<most) { sorter.add(key($0.song), $0.place) }
    return search.start { () throws(CommandError) in try list(sorter, from: rank) }
  }

  private func list(_ sorter: SongSorter<Key>, from rank: Int) throws(CommandError) -> Answer {
    let places = sorter.takePlaces()
    let end = rank + places.count
    let wanted = Array(places.dropFirst(max(0, window.lowerBound - rank)))
    guard end < window.upperBound, let rest = sorter.following(most: window.upperBound - end) else {
      return try take(wanted, sorter.count, nil)
    }
    return try take(wanted, sorter.count) { () throws(CommandError) in pass(rest, from: end) }
  }
}
