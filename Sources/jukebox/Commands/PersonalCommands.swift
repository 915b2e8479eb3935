import ArgumentParser
import Client

struct FavouriteCommand: ConnectedCommand {
  static let help = CommandHelp(
    "favourite", "Mark a song as a favourite, or list the favourites.", aliases: ["favorite"])
  static let discussion = """
    EXAMPLES
      jukebox favourite                      mark the current song
      jukebox favourite --off                remove the mark
      jukebox favourite "Miles/So What.flac" mark another song
      jukebox favourite --list               list all available favourites
      jukebox favourite --list --json | jq -r '.[]' |
        xargs -d '\\n' jukebox add --
      jukebox note --song "Miles/So What.flac"       show whether it is a favourite
      jukebox note --json | jq .favourite            the same for the current song

    Without --off and --list, the command marks the song, also with --json.

    Favourites are stored on the volume of the song, and stay with it when the
    file is renamed or moved.
    """

  @OptionGroup var options: PersonalOptions
  @Flag(help: "List all favourites; with --json as an array of paths.") var list = false
  @Argument(help: SongArgument.help, completion: NameCompletion.paths) var path: String?

  func validate() throws {
    try require(
      !list || path == nil && options.song == nil && !options.off, "--list excludes a song and --off.")
    guard path == nil || options.song == nil else { throw ValidationError("Name one song.") }
    try SongArgument.check(path ?? options.song)
  }

  func run(_ connection: Connection) throws {
    if list { return try listAll(connection) }
    try options.run(
      "favourite", [options.off ? "0" : "1"], of: path ?? options.song, connection, isOff: options.off,
      example: "jukebox favourite PATH")
  }

  private func listAll(_ connection: Connection) throws {
    let found = try connection.ask("sticker", "find", "song", "", "like", "=", "2", "sort", "uri")
    let paths = found.items(beginningWith: "file").compactMap { $0["file"] }
    if options.json { return Page.print(try JSON.line(paths)) }
    for path in paths { Page.print(path, isPath: true) }
    let absent = try connection.ask("absentfavourites").integer("absent") ?? 0
    guard let line = Self.line(here: paths.count, absent: absent) else { return }
    // If paths are printed, this line goes to standard error.
    if paths.isEmpty { Page.print(line) } else { Notice.tell([line]) }
  }

  /// The output besides the paths of available songs.
  static func line(here: Int, absent: Int) -> String? {
    if absent > 0 {
      return "\(here > 0 ? "… and " : "")\(StatusText.count(absent, "favourite")) not available: "
        + "kept until a scan finds \(absent == 1 ? "its file" : "their files") again."
    }
    return here > 0
      ? nil : "There are no favourites. `jukebox favourite` marks the current song."
  }
}

/// A command that sets, shows or removes a value of a song.
protocol PersonalValueCommand: ConnectedCommand {
  var options: PersonalOptions { get }
  var words: [String] { get }
  /// Name of the first word, for messages.
  static var thing: String { get }
  /// How another song would be named.
  static var example: String { get }
  /// Whether it is free text, which only `--off` removes.
  static var isText: Bool { get }

  /// The value as the protocol takes it; wrong usage where it is none.
  static func values(of text: String) throws -> [String]
}

extension PersonalValueCommand {
  static var isText: Bool { false }

  private var request: PersonalRequest {
    get throws { try PersonalRequest(words, options, value: Self.thing, isText: Self.isText) }
  }

  fileprivate var values: [String] { get throws { try request.value.map(Self.values) ?? [] } }

  func validate() throws { _ = try values }

  func run(_ connection: Connection) throws {
    let request = try request
    try options.run(
      request.asks ? "personal" : Self.help.name, values, of: request.path, connection,
      isOff: request.isOff, example: Self.example)
  }
}

struct RateCommand: PersonalValueCommand {
  static let help = CommandHelp("rate", "Rate a song from 0 to 10, or show its rating.")
  static let discussion = """
    EXAMPLES
      jukebox rate 8                        rate the current song
      jukebox rate 8 "Miles/So What.flac"   rate another song
      jukebox rate                          show the data of the current song
      jukebox rate --song "Miles/So What.flac"     show the data of another song
      jukebox rate off                      remove the rating; so do none and --off
    """

  @OptionGroup var options: PersonalOptions
  @Argument(
    help: ArgumentHelp(
      "Rating 0 to 10 (default: show it), and a path (default: the current song).", valueName: "rating> <path"
    ))
  var words: [String] = []

  static let thing = "a rating from 0 to 10"
  static let example = "jukebox rate 8 PATH"

  func validate() throws {
    _ = try values
    try require(
      !options.off || words.first.flatMap { Int($0) } == nil,
      "--off removes the rating; it takes only a song.")
  }

  static func values(of text: String) throws -> [String] {
    if let rating = Int(text), (0...10).contains(rating) { return [text] }
    throw ValidationError(
      "“\(text)” is not a rating; expected a whole number from 0 to 10. \(PersonalRequest.howToAsk("rate"))")
  }
}

struct ColourCommand: PersonalValueCommand {
  static let help = CommandHelp("colour", "Set the colour of a song, or show it.", aliases: ["color"])
  static let discussion = """
    EXAMPLES
      jukebox colour green                        current song
      jukebox colour '#ff8000' "Miles/So What.flac"
      jukebox colour                              show the data of the current song
      jukebox colour --song "Miles/So What.flac"  show the data of another song
      jukebox colour off                          remove the colour

    NAMES
      \(ColourName.all.map(\.name).prefix(6).joined(separator: ", ")),
      \(ColourName.all.map(\.name).dropFirst(6).joined(separator: ", "))
    """

  @OptionGroup var options: PersonalOptions
  @Argument(
    help: ArgumentHelp(
      "A name or #rrggbb (default: show it), and a path (default: the current song).",
      valueName: "colour> <path"))
  var words: [String] = []

  static let thing = "a colour"
  static let example = "jukebox colour green PATH"

  static func values(of text: String) throws -> [String] {
    if let digits = ColourName.digits(text) { return [digits] }
    throw ValidationError("\(ColourName.refusal(text)) \(PersonalRequest.howToAsk("colour"))")
  }
}

struct NoteCommand: PersonalValueCommand {
  static let help = CommandHelp("note", "Write a note on a song, or show it.")
  static let discussion = """
    EXAMPLES
      jukebox note "Good after the break"             current song
      jukebox note "Too long" "Miles/So What.flac"    another song
      jukebox note                                    show the current song's data
      jukebox note --song "Miles/So What.flac"        show another song's data
      jukebox note --off                              delete the note

    A note has at most 100 lines and 8192 bytes. It replaces the previous one. A
    single argument is always the note; give the song after it or with --song.
    """

  @OptionGroup var options: PersonalOptions
  @Argument(
    help: ArgumentHelp(
      "Note (default: show it), and a path (default: the current song).", valueName: "text> <path"))
  var words: [String] = []

  static let thing = "a text in quotes"
  static let example = "jukebox note TEXT PATH"
  static let isText = true

  static func values(of text: String) throws -> [String] {
    try NoteText.check(text, limit: 8192)
    return PlaylistSetCommand.lines(text)
  }
}
