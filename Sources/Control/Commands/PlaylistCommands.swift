import Model

/// Changing stored playlists, and putting them into the queue.
enum PlaylistCommands {
  static let list: [Command] = [
    Command("load", .add, 1...3, load),
    Command("playlistadd", .control, 2...3, add),
    Command("playlistclear", .control, 1...1) { call throws(CommandError) in change(call, .clear) },
    Command("playlistdelete", .control, 2...2) { call throws(CommandError) in
      change(call, .delete(try call.arguments.range(1)))
    },
    Command("playlistmove", .control, 3...3, move),
    Command("playlistremove", .control, 1...1) { call throws(CommandError) in
      call.whenDone(of: call.arguments[0]) {
        call.backend.playlists.remove(call.arguments[0], completion: $0)
      }
    },
    Command("playlistrestore", .control, 1...1) { call throws(CommandError) in
      call.whenDone(of: call.arguments[0]) {
        call.backend.playlists.restore(call.arguments[0], completion: $0)
      }
    },
    Command("rename", .control, 2...2) { call throws(CommandError) in
      change(call, .rename(call.arguments[1]))
    },
    Command("rm", .control, 1...1) { call throws(CommandError) in change(call, .remove) },
    Command("save", .control, 1...2, save),
    Command("searchaddpl", .control, 2...Command.any, searchAdd),
  ]

  /// Changes the playlist that the first argument names, and continues when that is durable.
  static func change(
    _ call: Call, _ change: PlaylistChange,
    then: @escaping () throws(CommandError) -> Answer = { .done },
    otherwise: @escaping (Refusal) -> CommandError = \.commandError
  ) -> Answer {
    call.wait(
      for: { (completion: @escaping (Refusal?) -> Void) in
        call.backend.playlists.change(call.arguments[0], change, completion: completion)
        return .done
      },
      then: { (refusal: Refusal?) throws(CommandError) in
        if refusal == .playlistExists, case .rename = change {
          throw CommandError(key: .playlistExists, "Playlist exists already")
        }
        if let refusal { throw otherwise(refusal) }
        return try then()
      })
  }

  /// Adds found songs to the playlist that the first argument names, and continues when that is durable.
  static func add(
    _ songs: [TrackRow], _ call: Call, at position: Int?, onlyNew: Bool = false,
    then: @escaping () throws(CommandError) -> Answer = { .done }
  ) -> Answer {
    call.wait(
      for: { (completion: @escaping (Refusal?) -> Void) in
        call.backend.playlists.add(
          songs, to: call.arguments[0], at: position, onlyNew: onlyNew, completion: completion)
        return .done
      },
      then: { (refusal: Refusal?) throws(CommandError) in
        if let refusal { throw refusal.commandError }
        return try then()
      })
  }

  // MARK: To and from the queue

  /// `NAME [RANGE] [POSITION]`
  private static func load(_ call: Call) throws(CommandError) -> Answer {
    let range = call.arguments.count > 1 ? try call.arguments.range(1) : 0..<Int.max
    _ = try call.insertPosition(2)
    if TrackReference(url: call.arguments[0]) != nil {
      return call.wait(
        for: { call.backend.fetching.stations(at: call.arguments[0], completion: $0) },
        then: { (items) throws(CommandError) in
          let items = Array(items[range.clamped(to: 0..<items.count)])
          return try call.edit(.addItems(items, at: .position(call.insertPosition(2))))
        })
    }
    return PlaylistAnswer.entries(call, call.arguments[0], in: range) { (entries) throws(CommandError) in
      func loaded(_ answer: Answer) -> Answer {
        call.backend.playback.noteLoaded(call.arguments[0])
        return answer
      }
      if entries.isEmpty { return loaded(.done) }
      let place = try call.insertPosition(2)
      if entries.allSatisfy({ $0.region == .whole && $0.told.isEmpty }) {
        return loaded(try call.edit(.add(entries.map(\.track), at: .position(place))))
      }
      let items = entries.map { QueueItem($0.track, $0.region, told: $0.told) }
      return loaded(try call.edit(.addItems(items, at: .position(place))))
    }
  }

  /// `NAME [create|append|replace]`
  private static func save(_ call: Call) throws(CommandError) -> Answer {
    let mode: PlaylistChange.SaveMode
    switch call.arguments.optional(1) {
    case nil, "create": mode = .create
    case "append": mode = .append
    case "replace": mode = .replace
    default:
      throw .argument("Unrecognized save mode, expected one of 'create', 'append', 'replace'")
    }
    let entries = call.backend.playback.queue.entries
    if entries.allSatisfy({ $0.region == .whole && $0.told.tags.isEmpty }) {
      return change(call, .save(entries.map(\.track), mode))
    }
    let kept = entries.map { PlaylistEntry($0.track, $0.region, told: $0.told.tags) }
    return change(call, .write(kept, mode, []))
  }

  // MARK: Editing

  /// `NAME URI [POSITION]`
  private static func add(_ call: Call) throws(CommandError) -> Answer {
    let position = call.arguments.count > 2 ? try call.arguments.unsigned(2) : nil
    let uri = call.arguments[1]
    let isStream = TrackReference(url: uri) != nil
    if !isStream, MusicPath.hasScheme(uri) { throw .noStream }
    guard let path = isStream ? uri : MusicPath.normalized(uri) else { throw .noSuchDirectory }
    if position == nil, !isStream, let added = addedTogether(call, path) { return added.start() }
    return call.wait(
      for: { call.backend.additions.tracks(below: path, completion: $0) },
      otherwise: refusal,
      then: { (tracks) throws(CommandError) in change(call, .add(tracks, at: position)) })
  }

  private static func addedTogether(_ call: Call, _ path: String) -> AddedTogether? {
    AddedTogether(call, path, onlySongs: false, explain: refusal) { (tracks, then) throws(CommandError) in
      call.wait(
        for: { (completion: @escaping (Refusal?) -> Void) in
          call.backend.playlists.change(call.arguments[0], .add(tracks, at: nil), completion: completion)
          return .done
        },
        then: { (refusal: Refusal?) throws(CommandError) in
          try then(refusal.map { .failure($0.commandError) } ?? .success([]))
        })
    }
  }

  /// Converts a refusal; `queueFull` means a full playlist here.
  static func refusal(_ refusal: Refusal) -> CommandError {
    (refusal == .queueFull ? .playlistFull : refusal).commandError
  }

  /// `NAME FROM TO` or `NAME START:END TO`
  private static func move(_ call: Call) throws(CommandError) -> Answer {
    let range = try call.arguments.range(1)
    if range.upperBound == Int.max { throw .argument("Open-ended range not supported") }
    let target = try call.arguments.unsigned(2)
    // As with MPD, whatever the playlist.
    if range.isEmpty || range.lowerBound == target { return .done }
    return change(call, .move(range, to: target))
  }

  /// `NAME FILTER… [sort [-]TAG] [window A:B] [position N]`
  private static func searchAdd(_ call: Call) throws(CommandError) -> Answer {
    var words = call.arguments.words.dropFirst()
    let position = try words.takeOption("position", behind: 1).map { (place) throws(CommandError) in
      try call.arguments.unsigned(place)
    }
    let query = try SongQuery(words, call.arguments, foldsCase: true)
    return SearchCommands.places(query, call, orRefuse: .playlistFull) {
      add($0, call, at: position)
    }
  }
}
