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
    return ordered(query, by: order, call) { (places) throws(CommandError) in
      FoundSongs.each(places[...], call) { call.write($0.song) }
    }
  }

  /// Looks for keys first, since only they are kept of all songs.
  private static func ordered(
    _ query: SongQuery, by order: SongOrder, _ call: Call,
    then: @escaping ([SongPlace]) throws(CommandError) -> Answer
  ) -> Answer {
    let sorter = SongSorter<SongOrder.Key>(
      most: query.window.upperBound, size: \.byteCount, isBefore: order.isBefore)
    let search = SongSearch(call, SongSelection(query.filter)) {
      sorter.add(order.key(of: $0.song, priority: 0), $0.place)
    }
    return search.start { () throws(CommandError) in try then(try sorter.places(in: query.window)) }
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
    return tracks(query, call, orRefuse: .queueFull) { (tracks) throws(CommandError) in
      tracks.isEmpty ? .done : try call.edit(.add(tracks, at: call.insertPosition(position)))
    }
  }

  /// The songs of a query, at most as many as a queue takes; without `sort`, in the order of a shelf.
  /// - Parameter refusal: where there are more.
  static func tracks(
    _ query: SongQuery, _ call: Call, orRefuse refusal: Refusal,
    then: @escaping ([TrackReference]) throws(CommandError) -> Answer
  ) -> Answer {
    func read(_ places: [SongPlace]) throws(CommandError) -> Answer {
      guard places.count <= Queue.limit else { throw refusal.commandError }
      var tracks: [TrackReference] = []
      var bytes = 0
      return FoundSongs.each(
        places[...], call,
        then: { () throws(CommandError) in
          guard bytes <= Queue.mostPathBytes else { throw refusal.commandError }
          return try then(tracks)
        },
        {
          bytes += $0.track.path.count
          if bytes <= Queue.mostPathBytes { tracks.append($0.track) }
        })
    }
    if let order = query.order { return ordered(query, by: order, call, then: read) }
    // One more than the queue takes tells that there are too many.
    let most = query.window == 0..<Int.max ? Queue.limit + 1 : Int.max
    return ShelfSearch.start(call, SongSelection(query.filter), query.window, most: most) {
      (places, _) throws(CommandError) in try read(places)
    }
  }
}
