import Model

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
      return inTheirOrder(SongSelection(query.filter), query.window, call)
    }
    return ordered(query, query.window, by: order, call) { (places, _, next) throws(CommandError) in
      FoundSongs.each(places[...], call, then: next ?? { .done }) { call.write($0.song) }
    }
  }

  /// More songs than this are read as they are found.
  private static let mostByPlace = 300

  /// The few songs of a window are read where they are, once those before them have been counted.
  private static func inTheirOrder(
    _ selection: SongSelection, _ window: Range<Int>, _ call: Call
  ) -> Answer {
    if window.count <= mostByPlace, selection.filter.tagsBesideTimes != nil {
      let question = OrderCache.Question(filter: selection.filter, order: .tree)
      let (cache, version) = (call.hub.orders, call.backend.volumes.version)
      func write(_ places: [TrackRow]) -> Answer {
        FoundSongs.each(places[...], call) { call.write($0.song) }
      }
      if let known = cache.window(window, of: question, version: version) { return write(known.places) }
      let most = cache.sortedCount(for: window)
      var places: [TrackRow] = []
      let search = PlaceSearch<TrackRow>(
        call, selection, reading: TagSet(), most: most, look: { { $1 } }, take: { places.append($0) })
      if let search {
        return search.start {
          cache.store(
            places, total: places.count < most ? places.count : .max, of: question, version: version)
          return write(Array(places[window.clamped(to: places.indices)]))
        }
      }
    }
    return LineSearch(call, selection, call.wantedTags, window)?.start()
      ?? SongSearch(call, selection, window) { call.write($0.song) }.start()
  }

  private static func ordered(
    _ query: SongQuery, _ window: Range<Int>, by order: SongOrder, _ call: Call,
    take: @escaping SortedSongs<SongOrder.Key>.Take
  ) -> Answer {
    let songs = SortedSongs(
      call: call, selection: SongSelection(query.filter), order: .property(order), window: window,
      tags: order.tags, key: { { order.key(of: $0, priority: 0) } }, size: \.byteCount,
      isBefore: order.isBefore, take: take)
    return songs.start()
  }

  /// `FILTER… [sort [-]TAG] [window A:B] [position [+-]N]`; without `sort`, in the order of a shelf.
  private static func findAdd(_ call: Call, foldsCase: Bool) throws(CommandError) -> Answer {
    var words = call.arguments.words[...]
    let position = words.takeOption("position", behind: 1)
    let query = try SongQuery(words, call.arguments, foldsCase: foldsCase)
    _ = try call.insertPosition(position)
    return tracks(query, call, orRefuse: .queueFull) { (tracks) throws(CommandError) in
      tracks.isEmpty ? .done : try call.edit(.add(tracks, at: .position(call.insertPosition(position))))
    }
  }

  /// The songs of a query, at most as many as a queue takes; without `sort`, in the order of a shelf.
  /// - Parameter refusal: where there are more.
  static func tracks(
    _ query: SongQuery, _ call: Call, orRefuse refusal: Refusal,
    then: @escaping ([TrackReference]) throws(CommandError) -> Answer
  ) -> Answer {
    places(query, call, orRefuse: refusal) { (places) throws(CommandError) in
      var tracks: [TrackReference] = []
      var bytes = 0
      return FoundSongs.eachTrack(
        places[...], call,
        then: { () throws(CommandError) in
          guard bytes <= QueueLimits.pathBytes else { throw refusal.commandError }
          return try then(tracks)
        },
        {
          bytes += $0.path.count
          if bytes <= QueueLimits.pathBytes { tracks.append($0) }
        })
    }
  }

  /// The same, where the songs are.
  static func places(
    _ query: SongQuery, _ call: Call, orRefuse refusal: Refusal,
    then: @escaping ([TrackRow]) throws(CommandError) -> Answer
  ) -> Answer {
    var found: [TrackRow] = []
    func read(
      _ places: [TrackRow], _: Int, _ next: (() throws(CommandError) -> Answer)?
    ) throws(CommandError) -> Answer {
      found += places
      guard found.count <= QueueLimits.entries else { throw refusal.commandError }
      if let next { return try next() }
      return try then(found)
    }
    // One more than the queue takes shows that there are too many.
    let most = QueueLimits.entries + 1
    if let order = query.order {
      let window = query.window
      return ordered(
        query, window.count > most ? window.lowerBound..<window.lowerBound + most : window, by: order, call,
        take: read)
    }
    return ShelfSearch.start(
      call, SongSelection(query.filter), query.window, most: query.window == 0..<Int.max ? most : Int.max,
      take: read)
  }
}
