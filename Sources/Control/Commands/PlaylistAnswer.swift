import Model

/// The songs of a stored playlist, gone through a window at a time, as the client takes the answer.
struct PlaylistAnswer {
  /// - Parameter place: where the song was found, if that is known.
  typealias Row = (_ position: Int, _ song: Song, _ entry: PlaylistEntry, _ place: TrackRow?) -> Void

  private let call: Call
  private let name: String
  private var after: Cursor?
  /// The places that are still to come.
  private var range: Range<Int>
  private var isFirst = true
  /// Number of a playlist file's entries that match no song, once a window was read.
  private var missing: Int?
  private let texts: Bool
  /// Whether there are more rows to come after one.
  private let goesOn: () -> Bool
  private let row: Row
  /// Writes the lines of a song of the library that is listed as it is; nil where `row` writes each.
  private let plainRow: (([UInt8]) -> Void)?

  /// - Parameters:
  /// - range: of the entries' places; places after the end are left out.
  /// - texts: whether to add the entries' notes, and the source file's tags of absent songs.
  /// - goesOn: asked before each window.
  init(
    _ call: Call, _ name: String, in range: Range<Int> = 0..<Int.max, texts: Bool = false,
    while goesOn: @escaping () -> Bool = { true }, plainRow: (([UInt8]) -> Void)? = nil, row: @escaping Row
  ) {
    self.call = call
    self.name = name
    // The limit of a list: further entries on a stick are ignored.
    self.range = range.clamped(to: 0..<QueueLimits.entries)
    self.texts = texts
    self.goesOn = goesOn
    self.row = row
    self.plainRow = plainRow
  }

  /// - Parameter then: what to do after the last song.
  func start(then: @escaping () throws(CommandError) -> Answer = { .done }) -> Answer {
    if isAtEnd || !isFirst && !goesOn() { return end(then) }
    let limit = plainRow == nil ? call.hub.limits.windowSongs : call.hub.limits.windowLines
    return window(of: limit) { (page, next) throws(CommandError) in
      if page.entries.isEmpty { return next.end(then) }
      let tracks = page.entries.map(\.track)
      let goOn = { () throws(CommandError) in next.start(then: then) }
      guard let plainRow, page.entries.allSatisfy(\.isPlain) else { return write(page, then: goOn) }
      return call.wait(
        for: {
          call.backend.catalogue.lines(
            of: tracks, at: page.places, matching: nil, SongParts(shown: call.wantedTags),
            completion: $0)
        },
        then: { (songs: [[UInt8]?]) throws(CommandError) in
          let known = songs.compactMap(\.self)
          return known.count < songs.count
            ? write(page, then: goOn) : call.writeAll(known[...], then: goOn, plainRow)
        })
    }
  }

  private func write(_ page: PlaylistEntries, then: @escaping () throws(CommandError) -> Answer) -> Answer {
    call.wait(
      for: {
        call.backend.catalogue.songs(of: page.entries.map(\.track), at: page.places, completion: $0)
      },
      then: { (songs) throws(CommandError) in
        let first = range.lowerBound
        return call.writeAll(
          Array(zip(songs, page.entries).enumerated())[...],
          then: then,
          { place, element in
            var song = element.0.or(page.told[place].map { Song($0) }, inWhole: texts).telling(
              element.1.told)
            song.duration = song.duration ?? element.1.episode?.length
            row(first + place, song, element.1, page.places.isEmpty ? nil : page.places[place])
          })
      })
  }

  private func end(_ then: @escaping () throws(CommandError) -> Answer) -> Answer {
    call.whenRoom { () throws(CommandError) in
      if texts, let missing { call.client.output.pair("missing", missing) }
      return try then()
    }
  }

  /// The number of songs, and how long they play.
  /// - Parameter text: the format of a length.
  static func length(of name: String, _ call: Call, text: @escaping (Duration) -> String) -> Answer {
    var songs = 0
    var playtime = Duration.zero
    let answer = PlaylistAnswer(call, name) { _, song, entry, _ in
      songs += 1
      playtime += entry.region.length(of: song.duration) ?? .zero
    }
    return answer.start { () throws(CommandError) in
      call.client.output.pair("songs", songs)
      call.client.output.pair("playtime", text(playtime))
      return .done
    }
  }

  /// The entries alone; `.queueFull` where they are more than the queue takes.
  static func entries(
    _ call: Call, _ name: String, in range: Range<Int>,
    then: @escaping ([PlaylistEntry]) throws(CommandError) -> Answer
  ) -> Answer {
    var found: [PlaylistEntry] = []
    var bytes = 0
    func gather(_ rest: PlaylistAnswer) -> Answer {
      rest.window(of: call.hub.limits.windowEntries) { (page, next) throws(CommandError) in
        found += page.entries
        bytes += page.entries.reduce(0) { $0 + $1.track.path.count + $1.told.bytes }
        guard bytes <= QueueLimits.pathBytes else { throw Refusal.queueFull.commandError }
        if next.isAtEnd { return try then(found) }
        return gather(next)
      }
    }
    return gather(PlaylistAnswer(call, name, in: range) { _, _, _, _ in })
  }

  private var isAtEnd: Bool { !isFirst && (range.isEmpty || after == nil) }

  /// Asks for the next entries.
  /// - Parameter then: gets them and the continuation.
  private func window(
    of limit: Int, then: @escaping (PlaylistEntries, PlaylistAnswer) throws(CommandError) -> Answer
  ) -> Answer {
    let limit = min(limit, max(1, range.count))
    return call.wait(
      for: {
        call.backend.playlists.entries(
          of: name, after: after, skipping: isFirst ? range.lowerBound : 0, limit: limit, texts: texts,
          completion: $0)
      },
      then: { (page) throws(CommandError) in
        var page = page
        page.entries = Array(page.entries.prefix(range.count))
        var next = self
        next.isFirst = false
        next.after = page.next
        next.missing = page.missing
        next.range = range.dropFirst(page.entries.count)
        return try then(page, next)
      })
  }
}

extension PlaylistEntry {
  /// Whether it is a song of the library as it is.
  fileprivate var isPlain: Bool {
    region == .whole && told.isEmpty && episode == nil && track.url == nil
  }
}
