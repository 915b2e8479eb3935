import ArgumentParser
import Client

struct PlaylistSetCommand: ConnectedCommand {
  static let help = CommandHelp("set", "Change properties of a playlist.")
  static let discussion = """
    EXAMPLES
      jukebox playlist set Party --notes "Saturday, loud" --colour orange
      jukebox playlist set Party --tempo 124 --folder Evenings
      jukebox playlist set Party --template "{AlbumArtist} – {Album}"
      jukebox playlist set Party --slot 1     `jukebox mix 1` adds songs to it
      jukebox playlist set Party --tempo none
      jukebox playlist set Party --folder ./none     the folder named none

    The values none and off remove a property; an empty text ('') removes notes
    and a template. A new folder is created. A mix slot belongs to one playlist:
    the previous one loses it. If one value is wrong, nothing is changed.
    `jukebox playlist info` shows the properties.
    """

  @Option(help: "Free text of at most 100 lines and 4096 bytes; an empty text removes it.") var notes: String?
  @Option(help: "A colour such as green, or #rrggbb.") var colour: String?
  @Option(help: "Tempo, 1 to 1000 beats per minute.") var tempo: String?
  @Option(help: "Headings for `playlist show --grouped`: tags in braces.") var template: String?
  @Option(help: "Playlist folder that it is in.") var folder: String?
  @Option(help: "Mix slot that adds songs to it: 1, 2 or 3.") var slot: String?
  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String

  /// All fields with their values, in the protocol's words; notes are the last, since they take all that follows.
  var words: [String] {
    let given = [
      ("colour", colour), ("tempo", tempo), ("template", template), ("folder", folder), ("slot", slot),
      ("notes", notes),
    ]
    return given.flatMap { field, value -> [String] in
      guard let value else { return [] }
      let isText = field == "notes" || field == "template"
      if value.isEmpty || !isText && TakenBack.isMeant(by: value) { return [field, ""] }
      switch field {
      case "colour": return [field, ColourName.digits(value) ?? value]
      case "folder": return [field, LiteralName.name(value)]
      case "notes": return [field] + Self.lines(value)
      default: return [field, value]
      }
    }
  }

  /// A line is an argument of its own: the protocol's own lines can't hold more.
  static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  func validate() throws {
    try PlaylistName.check(there: name)
    try require(
      slot.map({ ["1", "2", "3"].contains($0) || TakenBack.isMeant(by: $0) }) ?? true,
      "--slot is 1, 2, 3 or none.")
    try ColourName.check(colour)
    if let tempo, !tempo.isEmpty, !TakenBack.isMeant(by: tempo),
      Double(tempo).map({ !(1...1000).contains($0) }) ?? true
    {
      throw ValidationError("“\(tempo)” is not a tempo; expected 1 to 1000 beats per minute, or none.")
    }
    if let folder, !folder.isEmpty { try PlaylistName.check(LiteralName.name(folder), of: "playlist folder") }
    try NoteText.check(notes, limit: 4096)
    try require(
      !words.isEmpty, "Give a property: --notes, --colour, --tempo, --template, --folder or --slot.")
  }

  func run(_ connection: Connection) throws {
    _ = try connection.asked(["playlistset", name, "fields"] + words)
    Page.print(lines: PlaylistText.facts(Playlist(try connection.ask("playlistget", name))))
  }
}

struct PlaylistEntryCommand: ConnectedCommand {
  static let help = CommandHelp(
    "entry", "Show or change an entry of a playlist: part, gain, crossfade, notes.")
  static let discussion = """
    EXAMPLES
      jukebox playlist entry Party 3                          show the entry
      jukebox playlist entry Party 3 --start 0:30 --end 2:15  play only this part
      jukebox playlist entry Party 3 --gain=-3.5              3.5 dB quieter
      jukebox playlist entry Party 3 --crossfade 8 --notes "fade early"
      jukebox playlist entry Party 3 --end none               play to the end

    The values take effect when the playlist is loaded into the queue. The
    crossfade replaces the general setting.
    """

  @Option(help: "Start of the part: 90, 1:30, 1:02:03.5 or none.") var start: TimeArgument?
  @Option(help: "End of the part, or none.") var end: TimeArgument?
  @Option(help: "Gain, -60 to 20 dB, or none; write --gain=-3 for a negative value.") var gain: String?
  @Option(help: "Crossfade into the next song, 0 to 600 seconds, or none.") var crossfade: TimeArgument?
  @Option(help: "Free text of at most 100 lines and 1024 bytes; an empty text removes it.") var notes: String?
  @Flag(help: "Print a JSON object.") var json = false
  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String
  @Argument(help: "Number of the song, as `jukebox playlist show` shows it.") var number: Int

  /// All fields with their values, in the protocol's words; notes are the last, since they take all that follows.
  var words: [String] {
    var words: [String] = []
    if let start { words += ["start", start.word] }
    if let end { words += ["end", end.word] }
    if let gain { words += ["gain", TakenBack.isMeant(by: gain) ? "" : gain] }
    if let crossfade { words += ["crossfade", crossfade.word] }
    if let notes { words += ["notes"] + PlaylistSetCommand.lines(notes) }
    return words
  }

  func validate() throws {
    try PlaylistName.check(there: name)
    guard (1...Int(Int32.max)).contains(number) else { throw ValidationError("NUMBER is 1 or more.") }
    if let gain, !TakenBack.isMeant(by: gain), Double(gain).map({ !(-60...20).contains($0) }) ?? true {
      throw ValidationError("“\(gain)” is not a gain; expected -60 to 20 dB, or none.")
    }
    if let crossfade, (Double(crossfade.word) ?? 0) > 600 {
      throw ValidationError("--crossfade is 0 to 600 seconds.")
    }
    let begin = start.flatMap { Double($0.word) } ?? 0
    if let end = end.flatMap({ Double($0.word) }), end <= begin {
      throw ValidationError("--end must be after --start; --end none plays to the end of the song.")
    }
    try NoteText.check(notes, limit: 1024)
  }

  /// Refuses a beginning after the present end, and an end before the beginning.
  func require(partOf entry: PlaylistEntry) throws(Failure) {
    let begins = start.map { Double($0.word) ?? 0 } ?? entry.start ?? 0
    guard let ends = end.map({ Double($0.word) }) ?? entry.end, ends <= begins else { return }
    throw .refused(
      start != nil
        ? "--start must be before the end (\(CueText.time(ends))); --end none plays to the end of the song."
        : "--end must be after the start (\(CueText.time(begins))); --start none plays from the start of the song."
    )
  }

  func run(_ connection: Connection) throws {
    let position = String(number - 1)
    let (start, end) = (start.flatMap { Double($0.word) }, end.flatMap { Double($0.word) })
    if start != nil || end != nil,
      let entry = PlaylistEntry.all(try connection.ask("playlistentries", name, position)).first
    {
      if let start { try connection.require(start, within: entry.song.uri) }
      if let end {
        try connection.require(end: end, within: entry.song.uri, remedy: " --end none plays it to the end.")
      }
      try require(partOf: entry)
    }
    if !words.isEmpty { _ = try connection.asked(["playlistentryset", name, position, "fields"] + words) }
    guard let entry = PlaylistEntry.all(try connection.ask("playlistentries", name, position)).first else {
      throw Failure.refused("\(name) has no song \(number). `jukebox playlist show` shows the numbers.")
    }
    let facts = PlaylistText.facts(entry)
    let part = facts.isEmpty ? "the whole song, gain 0 dB" : facts.joined(separator: ", ")
    try Page.show(entry, json: json, lines: [entry.song.name, part] + (entry.notes.map { [$0] } ?? []))
  }
}

struct PlaylistCoverCommand: ConnectedCommand {
  static let help = CommandHelp("cover", "Show, set or save the picture of a playlist.")
  static let discussion = """
    EXAMPLES
      jukebox playlist cover Party                  show type and size
      jukebox playlist cover Party --set party.jpg  set a picture
      jukebox playlist cover Party --off            remove it
      jukebox playlist cover Party -o cover.jpg     save it, and print its type

    A picture is a JPEG, PNG or WebP of at most 512 KiB. If a playlist has none,
    up to four songs of different albums are listed; -o saves a collage of their
    pictures.
    """

  @Option(help: ArgumentHelp("Set this file as the picture.", valueName: "file")) var set: String?
  @Flag(help: "Remove the picture.") var off = false
  @OptionGroup var file: OutputFile
  @Flag(help: "Print the result as JSON.") var json = false
  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String

  /// Bytes of a picture that fit on a line of the protocol together with the longest name.
  static let partBytes = 9000
  private static let mostBytes = 512 << 10

  func validate() throws {
    try PlaylistName.check(there: name)
    try LocalFile.check(set)
    try require(
      [set != nil, off, file.output != nil, json].count(where: { $0 }) <= 1,
      "Give only one of --set, --off, --output and --json.")
  }

  func run(_ connection: Connection) throws {
    if let set { return try upload(set, connection) }
    if off {
      try connection.ask("playlistset", name, "cover")
      return
    }
    try file.check()
    if let output = file.output { return try download(to: output, connection) }
    let answer = try connection.ask("playlistcover", name)
    let cover = PlaylistCover(answer)
    try Page.show(cover, json: json, lines: PlaylistText.lines(cover))
  }

  private func upload(_ path: String, _ connection: Connection) throws {
    let data = try LocalFile.read(path, limit: Self.mostBytes, as: "a picture")
    for offset in stride(from: 0, to: data.count, by: Self.partBytes) {
      let part = data[offset..<min(offset + Self.partBytes, data.count)]
      try connection.ask("playlistcoverset", name, String(offset), String(data.count), Base64.text(of: part))
    }
  }

  private func download(to output: String, _ connection: Connection) throws {
    var bytes: [UInt8] = []
    var size = Int.max
    while bytes.count < size {
      let answer = try connection.ask("playlistcover", name, String(bytes.count))
      guard let whole = answer.integer("size"), !answer.binary.isEmpty,
        size == Int.max || size == whole
      else { throw Failure.refused("The picture changed while it was read. Try again.") }
      size = whole
      bytes += answer.binary
    }
    try LocalFile.write(bytes, to: output)
    if output != "-", let type = PlaylistCover(try connection.ask("playlistcover", name)).type {
      Page.print("\(output): \(PictureText.line(type: type, size: bytes.count))")
    }
  }
}

struct PlaylistFolderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "folder", abstract: "List, make, rename and delete playlist folders.",
    discussion: """
      EXAMPLES
        jukebox playlist folder                        list all folders
        jukebox playlist folder make Evenings
        jukebox playlist set Party --folder Evenings   move a playlist into it
        jukebox playlist folder rename Evenings Nights
        jukebox playlist folder delete Nights          its playlists are kept
      """,
    subcommands: [List.command, Make.command, Rename.command, Delete.command], defaultSubcommand: List.command
  )

  struct List: ConnectedCommand {
    static let help = CommandHelp("list", "List all playlist folders with the number of playlists.")

    @Flag(help: "Print a JSON array.") var json = false

    func run(_ connection: Connection) throws {
      let folders = try connection.ask("playlistfolders").items(beginningWith: "folder")
      try Page.show(
        folders.map { ["name": $0["folder"], "playlists": $0.integer("playlists")] as JSONObject },
        json: json,
        ifEmpty: "There are no playlist folders. `jukebox playlist folder make NAME` makes one.",
        lines: Columns.table(
          folders.map { [$0["folder"] ?? "", StatusText.count($0.integer("playlists") ?? 0, "playlist")] }))
    }
  }

  struct Make: RequestCommand {
    static let help = CommandHelp("make", "Make an empty playlist folder.")

    @Argument(help: "Name of the folder, 1 to 251 bytes without a slash.") var name: String

    func validate() throws { try PlaylistName.check(new: LiteralName.name(name), of: "playlist folder") }

    var request: [String] { ["playlistfolder", "make", LiteralName.name(name)] }
  }

  struct Rename: RequestCommand {
    static let help = CommandHelp("rename", "Rename a playlist folder.")

    @Argument(help: "Name of the folder.") var name: String
    @Argument(help: "New name.") var new: String

    func validate() throws {
      try PlaylistName.check(LiteralName.name(name), of: "playlist folder")
      try PlaylistName.check(new: LiteralName.name(new), of: "playlist folder")
    }

    var request: [String] { ["playlistfolder", "rename", LiteralName.name(name), LiteralName.name(new)] }
  }

  struct Delete: RequestCommand {
    static let help = CommandHelp("delete", "Delete a playlist folder; its playlists are kept.")

    @Argument(help: "Name of the folder.") var name: String

    func validate() throws { try PlaylistName.check(LiteralName.name(name), of: "playlist folder") }

    var request: [String] { ["playlistfolder", "remove", LiteralName.name(name)] }
  }
}
