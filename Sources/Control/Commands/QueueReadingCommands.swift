import Linux
import Model

/// Reading the queue. Long answers are made from a copy of the queue as it was when the command came.
enum QueueReadingCommands {
  static let list: [Command] = [
    Command("playlist", .read, 0...0) { call throws(CommandError) in
      let entries = call.backend.playback.queue.entries
      let answer = QueueAnswer(
        call, entries,
        row: { position, _, song in
          call.client.output.line("\(position):file: \(song.uri.withoutCredentials)")
        })
      return answer.start()
    },
    Command("playlistfind", .read, 1...Command.any) { call throws(CommandError) in
      try find(call, foldsCase: false)
    },
    Command("playlistid", .read, 0...1, playlistID),
    Command("playlistinfo", .read, 0...1, playlistInfo),
    Command("playlistsearch", .read, 1...Command.any) { call throws(CommandError) in
      try find(call, foldsCase: true)
    },
    Command("plchanges", .read, 1...2) { call throws(CommandError) in
      let (entries, range, isWanted) = try changes(call)
      return QueueAnswer(call, entries, in: range, where: isWanted).start()
    },
    Command("plchangesposid", .read, 1...2) { call throws(CommandError) in
      let (entries, range, isWanted) = try changes(call)
      return writeIDs(of: entries, in: range, where: isWanted, call)
    },
  ]

  private static func playlistInfo(_ call: Call) throws(CommandError) -> Answer {
    let entries = call.backend.playback.queue.entries
    guard call.arguments.count > 0 else { return QueueAnswer(call, entries).start() }
    let range = try call.arguments.queueRange(0, length: entries.count)
    return QueueAnswer(call, entries, in: range).start()
  }

  private static func playlistID(_ call: Call) throws(CommandError) -> Answer {
    let entries = call.backend.playback.queue.entries
    guard call.arguments.count > 0 else { return QueueAnswer(call, entries).start() }
    let number = try call.arguments.unsigned(0)
    guard let raw = UInt32(exactly: number),
      let position = call.backend.playback.position(of: EntryID(rawValue: raw))
    else { throw .noSuchSong }
    return QueueAnswer(call, entries, in: position..<position + 1).start()
  }

  /// The places that changed since a version that the client knows.
  private static func changes(
    _ call: Call
  ) throws(CommandError) -> ([QueueEntry], Range<Int>, (QueueEntry) -> Bool) {
    let queue = call.backend.playback.queue
    let version = try call.arguments.version(0)
    let wanted = call.arguments.count > 1 ? try call.arguments.range(1) : 0..<Int.max
    let range = wanted.clamped(to: 0..<queue.entries.count)
    let isKnown = version >= Int(queue.oldestKnownVersion) && version <= Int(queue.version)
    return (queue.entries, range, { !isKnown || Int($0.changedInVersion) > version })
  }

  private static func writeIDs(
    of entries: [QueueEntry], in range: Range<Int>, where isWanted: @escaping (QueueEntry) -> Bool,
    _ call: Call
  ) -> Answer {
    var next = range.lowerBound
    while next < range.upperBound {
      guard call.client.hasRoom else {
        return call.whenRoom { () throws(CommandError) in
          writeIDs(of: entries, in: next..<range.upperBound, where: isWanted, call)
        }
      }
      if isWanted(entries[next]) {
        call.client.output.pair("cpos", next)
        call.client.output.pair("Id", entries[next].id.rawValue)
      }
      next += 1
    }
    return .done
  }

  // MARK: Searching

  private static func find(_ call: Call, foldsCase: Bool) throws(CommandError) -> Answer {
    let query = try SongQuery(call.arguments.words[...], call.arguments, foldsCase: foldsCase)
    let (filter, window) = (query.filter, query.window)
    let entries = call.backend.playback.queue.entries
    if let order = query.order { return sorted(entries, by: order, filter, window, call) }
    return try narrowed(entries, by: filter, call) { positions in
      QueueAnswer(call, entries, positions: positions, matching: filter, window: window).start {
        () throws(CommandError) in
        try filter.checkPatterns()
        return .done
      }
    }
  }

  /// Shorter queues are looked through song by song.
  private static let longQueue = 64

  /// Limits the positions to look at, if the library finds few songs that match the filter.
  /// - Parameter answer: gets the positions to look at; nil for all.
  private static func narrowed(
    _ entries: [QueueEntry], by filter: Filter, _ call: Call,
    answer: @escaping ([Int]?) throws(CommandError) -> Answer
  ) throws(CommandError) -> Answer {
    let selection = SongSelection(filter)
    if entries.count >= longQueue, let path = filter.wholeURI.flatMap({ MusicPath.normalized($0) }) {
      return call.wait(for: { call.backend.additions.track(at: path, completion: $0) }) {
        (result: Result<TrackReference, Refusal>) throws(CommandError) in
        // The track of an absent volume is unknown: compare all names.
        guard case .success(let track) = result else { return try answer(nil) }
        return try answer(entries.indices.filter { entries[$0].track == track })
      }
    }
    guard entries.count >= longQueue, selection.needle != nil, selection.base.isEmpty, !filter.asksForPriority
    else { return try answer(nil) }
    var found: Set<TrackReference> = []
    let few = entries.count / 32
    return SongSearch(call, selection, 0..<few + 1) { found.insert($0.track) }.start {
      () throws(CommandError) in
      if found.count > few { return try answer(nil) }
      // Tags from a playlist's file belong to its parts alone.
      return try answer(
        entries.indices.filter { !entries[$0].told.isEmpty || found.contains(entries[$0].track) })
    }
  }

  /// Looks through the whole queue for keys first, then writes the songs in their order.
  private static func sorted(
    _ entries: [QueueEntry], by order: SongOrder, _ filter: Filter, _ window: Range<Int>, _ call: Call
  ) -> Answer {
    var found: [(position: Int, key: SongOrder.Key)] = []
    let search = QueueAnswer(
      call, entries,
      row: { position, entry, song in
        if filter.matches(song, priority: entry.priority) {
          found.append((position: position, key: order.key(of: song, priority: entry.priority)))
        }
      })
    return search.start { () throws(CommandError) in
      try filter.checkPatterns()
      found.sort { order.isBefore($0.key, $1.key) || $0.key == $1.key && $0.position < $1.position }
      let positions = found[window.clamped(to: 0..<found.count)].map(\.position)
      return QueueAnswer(call, entries, positions: positions).start()
    }
  }
}
