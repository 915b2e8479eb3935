import Model

/// The files themselves, as they are on the volumes.
enum FileCommands {
  static let list: [Command] = [
    Command("chapters", .read, 1...1, chapters),
    Command("listfiles", .read, 0...1, listFiles),
    Command("lyrics", .read, 1...1, lyrics),
    Command("readcomments", .read, 1...1, readComments),
  ]

  private static func listFiles(_ call: Call) throws(CommandError) -> Answer {
    let uri = call.arguments.optional(0) ?? ""
    if MusicPath.hasScheme(uri) { throw .argument("Unrecognized storage URI") }
    guard let path = MusicPath.normalized(uri) else { throw .noSuchDirectory }
    let listing = try call.trying { () throws(Refusal) in try call.backend.contents.list(path) }
    return window(of: listing, call)
  }

  private static func window(of listing: FileListing, _ call: Call) -> Answer {
    call.wait(
      for: { listing.next(call.hub.limits.windowSongs, completion: $0) },
      then: { (files) throws(CommandError) in
        for file in files { write(file, call) }
        if files.isEmpty { return .done }
        return call.whenRoom { () throws(CommandError) in window(of: listing, call) }
      })
  }

  private static func write(_ file: FileReport, _ call: Call) {
    if let size = file.size {
      call.client.output.pair("file", file.name)
      call.client.output.pair("size", size)
    } else {
      call.client.output.pair("directory", file.name)
    }
    if let modified = file.modified { call.client.output.pair("Last-Modified", Timestamp.text(modified)) }
  }

  private static func readComments(_ call: Call) throws(CommandError) -> Answer {
    let uri = call.arguments[0]
    if MusicPath.hasScheme(uri) { throw .noStream }
    guard let path = MusicPath.normalized(uri) else { throw Refusal.noSuchFile.commandError }
    return call.wait(
      for: { call.backend.tags.comments(of: path, completion: $0) },
      then: { (comments) throws(CommandError) in
        for comment in comments where isPlain(comment.key) && isPlain(text: comment.text) {
          call.client.output.pair(comment.key, comment.text)
        }
        return .done
      })
  }

  /// Further command: the parts that a song's file names.
  private static func chapters(_ call: Call) throws(CommandError) -> Answer {
    let uri = call.arguments[0]
    try call.refuseStream(uri, lacking: "chapters")
    let path = try call.localPath(otherwise: Refusal.noSuchSong.commandError(of: uri))
    return call.wait(
      for: { call.backend.contents.chapters(of: path, completion: $0) },
      otherwise: { call.error($0, of: uri) },
      then: { (chapters) throws(CommandError) in
        call.writeAll(Array(chapters.enumerated())[...]) { write($0.element, number: $0.offset + 1, call) }
      })
  }

  /// Further command: what is sung, line by line.
  private static func lyrics(_ call: Call) throws(CommandError) -> Answer {
    let uri = call.arguments[0]
    try call.refuseStream(uri, lacking: "lyrics")
    let path = try call.localPath(otherwise: Refusal.noSuchSong.commandError(of: uri))
    return call.wait(
      for: { call.backend.tags.lyrics(of: path, completion: $0) },
      otherwise: { call.error($0, of: uri) },
      then: { (lines) throws(CommandError) in
        if lines.isEmpty { throw CommandError(key: .noLyrics, "No lyrics: \(uri)", about: uri) }
        return call.writeAll(lines[...]) { line in
          call.client.output.pair("line", line.text)
          if let time = line.time { call.client.output.pair("time", Decimal.seconds(time)) }
        }
      })
  }

  private static func write(_ chapter: Chapter, number: Int, _ call: Call) {
    call.client.output.pair("chapter", number)
    call.client.output.pair("time", Decimal.seconds(chapter.start))
    if let end = chapter.end { call.client.output.pair("end", Decimal.seconds(end)) }
    if let title = chapter.title { call.client.output.pair("title", title) }
    if let performer = chapter.performer { call.client.output.pair("performer", performer) }
  }

  /// As with MPD, a name with anything but letters, `_` and `-` is left out.
  private static func isPlain(_ key: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    // Clients would take the following bytes for a picture's.
    guard key.lowercased() != "binary", let first = key.utf8.first, isLetter(first) else { return false }
    return key.utf8.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
  }

  /// Nor is a text of several lines.
  private static func isPlain(text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 } }
}
