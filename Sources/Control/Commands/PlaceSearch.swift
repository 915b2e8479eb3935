import Model

/// Looks at some fields of all songs of a selection, in natural order, a window at a time.
struct PlaceSearch<Value: Sendable> {
  private let call: Call
  private let selection: SongSelection
  private let tags: TagSet
  private let named: Bool
  private var most: Int
  private let look: @Sendable () -> (Song, TrackRow) -> Value?
  private let take: (Value) -> Void
  private var after: Cursor?

  /// - Parameters:
  ///   - tags: that are read beside those of the filter; nil if more than tags and times are looked at.
  ///   - named: whether the names of their files are looked at.
  ///   - most: limit of the found songs to look at.
  ///   - look: makes what looks at the songs that are found; called on other threads.
  /// - Returns: nil if the selection needs whole songs: `SongSearch` looks at them.
  init?(
    _ call: Call, _ selection: SongSelection, reading tags: TagSet?, named: Bool = false, most: Int = .max,
    look: @escaping @Sendable () -> (Song, TrackRow) -> Value?, take: @escaping (Value) -> Void
  ) {
    guard selection.base.isEmpty, let tags, let looked = selection.filter.tagsBesideTimes else { return nil }
    // The library finds parts of texts by an index, and reads whole songs.
    guard selection.needle == nil || !selection.values.isEmpty else { return nil }
    self.call = call
    self.selection = selection
    self.tags = tags.union(looked)
    self.named = named
    self.most = most
    self.take = take
    let filter = selection.filter
    self.look = {
      let look = look()
      return { song, place in filter.matches(song) ? look(song, place) : nil }
    }
  }

  func start(then: @escaping () throws(CommandError) -> Answer) -> Answer {
    if most <= 0 { return call.whenRoom(then) }
    return call.wait(
      for: {
        call.backend.catalogue.pick(
          selection, reading: tags, named: named, after: after, limit: most, look: look, completion: $0)
      },
      then: { (page: (values: [Value], next: Cursor?)) throws(CommandError) in
        try selection.filter.checkPatterns()
        page.values.forEach(take)
        guard page.next != nil else { return try then() }
        var rest = self
        rest.after = page.next
        rest.most -= page.values.count
        let following = rest
        return call.whenRoom { () throws(CommandError) in following.start(then: then) }
      })
  }
}
