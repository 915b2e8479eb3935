import Model

/// Commands for stickers, which clients keep with songs, playlists, filters and values of tags.
enum StickerCommands {
  static let list: [Command] = [
    Command("sticker", .admin, 3...Command.any, run),
    Command("stickernames", .admin, 0...0, names),
    Command("stickernamestypes", .admin, 0...1, namesAndTypes),
    Command("stickertypes", .admin, 0...0, types),
  ]

  /// `get|set|delete|list|find|inc|dec TYPE URI …`
  private static func run(_ call: Call) throws(CommandError) -> Answer {
    let words = call.arguments
    guard let type = StickerType(named: words[1]) else {
      throw .argument("unknown sticker domain \"\(words[1])\"")
    }
    switch (words[0], words.count) {
    case ("get", 4):
      return try subject(type, call) { (subject) throws(CommandError) in get(words[3], subject, call) }
    case ("list", 3): return try subject(type, call) { (subject) throws(CommandError) in list(subject, call) }
    case ("set", 5):
      try expectName(words[3])
      let change = StickerChange.set(name: words[3], value: words[4])
      return try subject(type, call) { (subject) throws(CommandError) in make(change, subject, call) }
    case ("inc", 5), ("dec", 5):
      try expectName(words[3])
      let number = Int64(try words.integer(4, in: Int(Int32.min)...Int(Int32.max)))
      let change = StickerChange.add(
        name: words[3], words[0] == "inc" ? number : -number, first: number)
      return try subject(type, call) { (subject) throws(CommandError) in make(change, subject, call) }
    case ("delete", 3), ("delete", 4):
      let change = StickerChange.delete(name: words.optional(3))
      return try subject(type, call) { (subject) throws(CommandError) in make(change, subject, call) }
    case ("find", 4...): return try StickerSearch(type, words).start(call)
    default: throw .argument("bad request")
    }
  }

  private static func expectName(_ name: String) throws(CommandError) {
    if name.isEmpty { throw .argument("empty sticker name") }
  }

  // MARK: What a sticker is on

  /// Looks up what the third word names; what has no stickers is refused in MPD's words.
  private static func subject(
    _ type: StickerType, _ call: Call, then: @escaping (StickerSubject) throws(CommandError) -> Answer
  ) throws(CommandError) -> Answer {
    let text = call.arguments[2]
    switch type {
    case .song:
      guard let path = MusicPath.normalized(text) else { throw .noSuchSong }
      return try then(.song(uri: path))
    case .playlist: return try then(.playlist(text))
    case .tag(let tag):
      guard StickerType.tags.contains(tag) else { throw .argument("unsupported tag: \"\(tag.word)\"") }
      return home(
        of: .tag(tag, StringTest(.equals, text, foldsCase: false)), call,
        otherwise: "no such \(tag.word): \"\(text)\""
      ) { (song) throws(CommandError) in
        try then(.text(type: tag.word, text, home: song.track.volume))
      }
    case .filter:
      let filter = try FilterParser.parse([text], foldsCase: false)
      let expression = filter.expression
      return home(of: filter, call, otherwise: "no matches found: \"\(expression)\"") {
        (song) throws(CommandError) in try then(.text(type: "filter", expression, home: song.track.volume))
      }
    }
  }

  /// Finds the first song that a filter takes.
  private static func home(
    of filter: Filter, _ call: Call, after: Cursor? = nil, otherwise message: String,
    then: @escaping (FoundSong) throws(CommandError) -> Answer
  ) -> Answer {
    let selection = SongSelection(filter)
    return call.wait(
      for: { call.backend.catalogue.select(selection, after: after, limit: 1, completion: $0) },
      otherwise: { $0 == .noSuchDirectory ? .argument(message) : $0.commandError },
      then: { (page) throws(CommandError) in
        try filter.checkPatterns()
        if let song = page.found.first { return try then(song) }
        guard let next = page.next else { throw .argument(message) }
        return home(of: filter, call, after: next, otherwise: message, then: then)
      })
  }

  /// As MPD says that something isn't there.
  private static func error(_ refusal: Refusal, _ call: Call) -> CommandError {
    refusal == .noSuchPlaylist
      ? CommandError(.argument, "no such playlist: \"\(call.arguments[2])\"", key: .noSuchPlaylist)
      : refusal.commandError
  }

  // MARK: Reading

  private static func get(_ name: String, _ subject: StickerSubject, _ call: Call) -> Answer {
    call.wait(
      for: { call.backend.stickers.value(name, of: subject, completion: $0) },
      otherwise: { error($0, call) },
      then: { (value) throws(CommandError) in
        // As with MPD, an empty one is none.
        guard let value, !value.isEmpty else {
          throw CommandError(.noExist, "no such sticker: \"\(name)\"")
        }
        call.client.output.pair("sticker", "\(name)=\(value)")
        return .done
      })
  }

  private static func list(_ subject: StickerSubject, _ call: Call) -> Answer {
    call.wait(
      for: { call.backend.stickers.all(of: subject, completion: $0) },
      otherwise: { error($0, call) },
      then: { (stickers) throws(CommandError) in
        call.writeAll(stickers[...]) { call.client.output.pair("sticker", "\($0.name)=\($0.value)") }
      })
  }

  private static func names(_ call: Call) throws(CommandError) -> Answer {
    call.wait(
      for: { call.backend.stickers.names(completion: $0) },
      then: { (found: [StickerName]) throws(CommandError) in
        let names = Set(found.map(\.name)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return call.writeAll(names[...]) { call.client.output.pair("name", $0) }
      })
  }

  /// `[TYPE]`
  private static func namesAndTypes(_ call: Call) throws(CommandError) -> Answer {
    let wanted = call.arguments.optional(0)
    if let wanted {
      // Unlike in `sticker`, MPD minds the case of a tag's name here.
      guard let type = StickerType(named: wanted), type.name == wanted else {
        throw .argument("no such tag \"\(wanted)\"")
      }
      if case .tag(let tag) = type, !StickerType.tags.contains(tag) {
        throw .argument("unsupported tag \"\(wanted)\"")
      }
    }
    return call.wait(
      for: { call.backend.stickers.names(completion: $0) },
      then: { (found: [StickerName]) throws(CommandError) in
        let told = found.filter { wanted == nil || $0.type == wanted }.sorted { a, b in
          a.name != b.name
            ? a.name.utf8.lexicographicallyPrecedes(b.name.utf8)
            : a.type.utf8.lexicographicallyPrecedes(b.type.utf8)
        }
        return call.writeAll(told[...]) {
          call.client.output.pair("name", $0.name)
          call.client.output.pair("type", $0.type)
        }
      })
  }

  private static func types(_ call: Call) throws(CommandError) -> Answer {
    for name in ["filter", "playlist", "song"] { call.client.output.pair("stickertype", name) }
    let told = call.client.tags.intersection(call.backend.system.machine.tags)
    for tag in StickerType.tags where told.contains(tag) {
      call.client.output.pair("stickertype", tag.word)
    }
    return .done
  }

  // MARK: Changing

  private static func make(_ change: StickerChange, _ subject: StickerSubject, _ call: Call) -> Answer {
    call.wait(
      for: { (completion: @escaping Completion<Bool>) in
        call.backend.stickers.change(of: subject, change, completion: completion)
        return .done
      },
      otherwise: { error($0, call) },
      then: { (existed) throws(CommandError) in
        guard case .delete(let name) = change, !existed else { return .done }
        if let name { throw CommandError(.noExist, "no such sticker: \"\(name)\"") }
        throw CommandError(.noExist, "no stickers found: \"\(call.arguments[2])\"")
      })
  }
}
