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
  let order: OrderCache.Question.Order
  let window: Range<Int>
  /// Limit of the found songs to look at.
  var most = Int.max
  /// The tags that keys are made of; nil if more than tags and times are looked at.
  let tags: TagSet?
  /// Whether the names of their files are looked at, too.
  var named = false
  /// Makes what makes the keys; called on other threads.
  let key: @Sendable () -> (Song) -> Key
  /// Bytes of a key.
  let size: (Key) -> Int
  let isBefore: (Key, Key) -> Bool
  let take: Take

  func start() -> Answer {
    let (cache, version) = (call.hub.orders, call.backend.volumes.version)
    var most = window.upperBound
    if isOfTagsAndTimes {
      if let known = cache.window(window, of: question, version: version) {
        return call.whenRoom { () throws(CommandError) in try take(known.places, known.total, nil) }
      }
      most = cache.sortedCount(for: window)
    }
    let sorter = SongSorter(most: most, size: size, isBefore: isBefore)
    return pass(sorter) { (places) throws(CommandError) in
      if isOfTagsAndTimes { cache.store(places, total: sorter.count, of: question, version: version) }
      return try list(places, of: sorter, from: 0)
    }
  }

  private var question: OrderCache.Question { .init(filter: selection.filter, order: order) }

  /// Whether nothing else decides the order and the selection.
  private var isOfTagsAndTimes: Bool {
    most == .max && tags != nil && selection.filter.tagsBesideTimes != nil
  }

  private func search(_ sorter: SongSorter<Key>) -> PlaceSearch<(key: Key, place: TrackRow)>? {
    let make = key
    return PlaceSearch(
      call, selection, reading: tags, named: named, most: most,
      look: {
        let key = make()
        return { (key($0), $1) }
      },
      take: { sorter.add($0.key, $0.place) })
  }

  /// Looks at all songs once.
  private func pass(
    _ sorter: SongSorter<Key>, then: @escaping ([TrackRow]) throws(CommandError) -> Answer
  ) -> Answer {
    func ended() throws(CommandError) -> Answer { try then(sorter.takePlaces()) }
    if let places = search(sorter) { return places.start(then: ended) }
    let key = key()
    return SongSearch(call, selection, 0..<most) { sorter.add(key($0.song), $0.place) }.start(then: ended)
  }

  private func list(
    _ places: [TrackRow], of sorter: SongSorter<Key>, from rank: Int
  ) throws(CommandError) -> Answer {
    let end = rank + places.count
    let wanted = Array(places.prefix(window.upperBound - rank).dropFirst(max(0, window.lowerBound - rank)))
    guard end < window.upperBound, let rest = sorter.following(most: window.upperBound - end) else {
      return try take(wanted, sorter.count, nil)
    }
    return try take(wanted, sorter.count) { () throws(CommandError) in
      pass(rest) { (places) throws(CommandError) in try list(places, of: rest, from: end) }
    }
  }
}
