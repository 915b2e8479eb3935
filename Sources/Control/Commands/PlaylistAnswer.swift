import Player

/// The songs of a stored playlist, gone through a window at a time, as the client takes the answer.
struct PlaylistAnswer {
  typealias Row = (_ position: Int, _ song: Song) -> Void

  private let call: Call
  private let name: String
  private var after: Listing.Cursor?
  /// The places that are still to come.
  private var range: Range<Int>
  private var isFirst = true
  /// Whether there are more rows to come after one.
  private let goesOn: () -> Bool
  private let row: Row

  /// - Parameters:
  ///   - range: of the entries' places; what is behind the end is left out.
  ///   - goesOn: asked before each window.
  init(
    _ call: Call, _ name: String, in range: Range<Int> = 0..<Int.max,
    while goesOn: @escaping () -> Bool = { true }, row: @escaping Row
  ) {
    self.call = call
    self.name = name
    // A list has no more: what a stick may have behind that is passed over.
    self.range = range.clamped(to: 0..<Queue.limit)
    self.goesOn = goesOn
    self.row = row
  }

  /// - Parameter then: what to do after the last song.
  func start(then: @escaping () throws(CommandError) -> Answer = { .done }) -> Answer {
    if isAtEnd || !isFirst && !goesOn() { return call.whenRoom(then) }
    return window { (tracks, next) throws(CommandError) in
      if tracks.isEmpty { return call.whenRoom(then) }
      return call.wait(
        for: { call.backend.catalogue.songs(of: tracks, completion: $0) },
        then: { (songs) throws(CommandError) in
          let first = range.lowerBound
          return call.writeAll(
            Array(songs.enumerated())[...], then: { () throws(CommandError) in next.start(then: then) },
            { row(first + $0.offset, $0.element) })
        })
    }
  }

  /// The tracks alone; `.queueFull` where they are more than the queue takes.
  static func tracks(
    _ call: Call, _ name: String, in range: Range<Int>,
    then: @escaping ([TrackReference]) throws(CommandError) -> Answer
  ) -> Answer {
    var found: [TrackReference] = []
    var bytes = 0
    func gather(_ rest: PlaylistAnswer) -> Answer {
      rest.window(of: call.hub.limits.windowEntries) { (tracks, next) throws(CommandError) in
        found += tracks
        bytes += tracks.reduce(0) { $0 + $1.path.count }
        guard bytes <= Queue.mostPathBytes else { throw Refusal.queueFull.commandError }
        if next.isAtEnd { return try then(found) }
        return gather(next)
      }
    }
    return gather(PlaylistAnswer(call, name, in: range) { _, _ in })
  }

  private var isAtEnd: Bool { !isFirst && (range.isEmpty || after == nil) }

  /// Asks for the next entries.
  /// - Parameter then: gets them and what is to come behind them.
  private func window(
    of limit: Int? = nil, then: @escaping ([TrackReference], PlaylistAnswer) throws(CommandError) -> Answer
  ) -> Answer {
    let limit = min(limit ?? call.hub.limits.windowSongs, max(1, range.count))
    return call.wait(
      for: {
        call.backend.playlists.entries(
          of: name, after: after, skipping: isFirst ? range.lowerBound : 0, limit: limit, completion: $0)
      },
      then: { (page) throws(CommandError) in
        let tracks = Array(page.tracks.prefix(range.count))
        var next = self
        next.isFirst = false
        next.after = page.next
        next.range = range.dropFirst(tracks.count)
        return try then(tracks, next)
      })
  }
}
