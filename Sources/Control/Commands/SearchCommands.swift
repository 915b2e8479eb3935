import Player

/// Looking for songs in the library, and adding those found.
enum SearchCommands {
  static let list: [Command] = [
    Command("find", .read, 1...Command.any) { call throws(CommandError) in try find(call, foldsCase: false) },
    Command("findadd", .add, 1...Command.any) { call throws(CommandError) in
      try findAdd(call, foldsCase: false)
    },
    Command("search", .read, 1...Command.any) { call throws(CommandError) in
      try find(call, foldsCase: true)
    },
    Command("searchadd", .add, 1...Command.any) { call throws(CommandError) in
      try findAdd(call, foldsCase: true)
    },
  ]

  private static func find(_ call: Call, foldsCase: Bool) throws(CommandError) -> Answer {
    let query = try SongQuery(call.arguments.words[...], call.arguments, foldsCase: foldsCase)
    guard let order = query.order else {
      return SongSearch(call, SongSelection(query.filter), query.window) { call.write($0.song) }.start()
    }
    return ordered(query, by: order, call) { (tracks) throws(CommandError) in write(tracks[...], call) }
  }

  /// Looks for keys first, since only they are kept of all songs.
  private static func ordered(
    _ query: SongQuery, by order: SongOrder, _ call: Call,
    then: @escaping ([TrackReference]) throws(CommandError) -> Answer
  ) -> Answer {
    var found: [(key: SongOrder.Key, track: TrackReference)] = []
    let search = SongSearch(call, SongSelection(query.filter)) {
      found.append((order.key(of: $0.song, priority: 0), $0.track))
    }
    return search.start { () throws(CommandError) in
      let places = found.indices.sorted {
        order.isBefore(found[$0].key, found[$1].key) || found[$0].key == found[$1].key && $0 < $1
      }
      return try then(places[query.window.clamped(to: 0..<places.count)].map { found[$0].track })
    }
  }

  private static func write(_ tracks: ArraySlice<TrackReference>, _ call: Call) -> Answer {
    if tracks.isEmpty { return .done }
    let window = Array(tracks.prefix(call.hub.limits.windowSongs))
    return call.wait(
      for: { call.backend.catalogue.songs(of: window, completion: $0) },
      then: { (songs) throws(CommandError) in
        call.writeAll(
          songs[...], then: { () throws(CommandError) in write(tracks.dropFirst(window.count), call) },
          { call.write($0) })
      })
  }

  /// `FILTER… [sort [-]TAG] [window A:B] [position [+-]N]`; without `sort`, in the order of a shelf.
  private static func findAdd(_ call: Call, foldsCase: Bool) throws(CommandError) -> Answer {
    var words = call.arguments.words[...]
    var position: Int?
    if words.count >= 3, words[words.endIndex - 2] == "position" {
      position = words.endIndex - 1
      words = words.dropLast(2)
    }
    let query = try SongQuery(words, call.arguments, foldsCase: foldsCase)
    _ = try call.insertPosition(position)
    return tracks(query, call) { (tracks) throws(CommandError) in
      if tracks.isEmpty { return .done }
      guard tracks.count <= Queue.limit else { throw Refusal.queueFull.commandError }
      return try call.edit(.add(tracks, at: call.insertPosition(position)))
    }
  }

  /// The songs of a query; without `sort`, in the order of a shelf.
  static func tracks(
    _ query: SongQuery, _ call: Call, then: @escaping ([TrackReference]) throws(CommandError) -> Answer
  ) -> Answer {
    if let order = query.order { return ordered(query, by: order, call, then: then) }
    // One more than the queue takes tells that there are too many.
    let most = query.window == 0..<Int.max ? Queue.limit + 1 : Int.max
    return ShelfSearch.start(call, SongSelection(query.filter), most: most) {
      (tracks) throws(CommandError) in
      try then(Array(tracks[query.window.clamped(to: 0..<tracks.count)]))
    }
  }
}
