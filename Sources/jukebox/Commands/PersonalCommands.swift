import ArgumentParser
import Client

struct FavouriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favourite", abstract: "Make a favourite of a song, or list the favourites.",
    discussion: """
      EXAMPLES
        jukebox favourite                      the song that plays
        jukebox favourite --off                it is none any more
        jukebox favourite "Miles/So What.flac" another song
        jukebox favourite --list               all favourites that are there
        jukebox favourite --list --json | jq -r '.[]' |
          xargs -d '\\n' jukebox add --
        jukebox note --song "Miles/So What.flac"       is it one? (changes nothing)
        jukebox note --json | jq .favourite            and the song that plays?

      Without --off and --list a song becomes one, also with --json.

      Favourites are kept on the stick or in the folder that the song lies on,
      and stay with it when it is renamed or moved.
      """, aliases: ["favorite"])

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var options: PersonalOptions
  @Flag(help: "List all favourites; with --json an array of paths.") var list = false
  @Argument(help: "A song; the current one where none is given.") var path: String?

  func validate() throws {
    guard !list || path == nil && options.song == nil && !options.off else {
      throw ValidationError("--list takes no song and no --off.")
    }
    guard path == nil || options.song == nil else { throw ValidationError("Name one song.") }
    try SongArgument.check(path ?? options.song)
  }

  func run() throws {
    try connection.withConnection { connection in
      if list { return try listAll(connection) }
      try options.run(
        "favourite", [options.off ? "0" : "1"], of: path ?? options.song, connection,
        example: "jukebox favourite PATH")
    }
  }

  private func listAll(_ connection: Connection) throws {
    let found = try connection.ask("sticker", "find", "song", "", "like", "=", "2", "sort", "uri")
    let paths = found.items(beginningWith: "file").compactMap { $0["file"] }
    if options.json { return Page.print(try JSON.line(paths)) }
    for path in paths { Page.print(path, isPath: true) }
    let absent = try connection.ask("absentfavourites").integer("absent") ?? 0
    guard let line = Self.line(here: paths.count, absent: absent) else { return }
    // What is no path does not stand among paths.
    if paths.isEmpty { Page.print(line) } else { Notice.tell([line]) }
  }

  /// What there is to say beside the paths of those that are here.
  static func line(here: Int, absent: Int) -> String? {
    if absent > 0 {
      return "\(here > 0 ? "… and " : "")\(StatusText.count(absent, "favourite")) not here: "
        + "what was said stays until a scan finds \(absent == 1 ? "its file" : "their files") again."
    }
    return here > 0
      ? nil : "There are no favourites. `jukebox favourite` makes one of the song that plays."
  }
}

struct RateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate", abstract: "Rate a song from 0 to 10, or see its rating.",
    discussion: """
      EXAMPLES
        jukebox rate 8                        the song that plays
        jukebox rate 8 "Miles/So What.flac"   another one
        jukebox rate                          what is said of the song that plays
        jukebox rate --song "Miles/So What.flac"     and of another
        jukebox rate --off                    no rating any more
      """)

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var options: PersonalOptions
  @Argument(
    help: ArgumentHelp("The rating, and a song where it is not the current one.", valueName: "rating> <path"))
  var words: [String] = []

  func validate() throws { _ = try request }

  private var request: PersonalRequest {
    get throws {
      let request = try PersonalRequest(words, options, value: "a rating from 0 to 10")
      if options.off, let word = words.first, Int(word) != nil {
        throw ValidationError("--off takes the rating away; give a song with it, or nothing.")
      }
      if let value = request.value, Int(value).map({ !(0...10).contains($0) }) ?? true {
        throw ValidationError(
          "“\(value)” is no rating; expected a whole number from 0 to 10. \(PersonalRequest.howToAsk("rate"))"
        )
      }
      return request
    }
  }

  func run() throws {
    let request = try request
    try connection.withConnection { connection in
      try options.run(
        request.asks ? "personal" : "rate", request.values, of: request.path, connection,
        example: "jukebox rate 8 PATH")
    }
  }
}

struct ColourCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "colour", abstract: "Give a song a colour, or see it.",
    discussion: """
      EXAMPLES
        jukebox colour green                        the song that plays
        jukebox colour '#ff8000' "Miles/So What.flac"
        jukebox colour                              what is said of the song
        jukebox colour --song "Miles/So What.flac"  and of another
        jukebox colour --off                        no colour any more; so does none

      NAMES
        \(ColourName.all.map(\.name).prefix(6).joined(separator: ", ")),
        \(ColourName.all.map(\.name).dropFirst(6).joined(separator: ", "))
      """, aliases: ["color"])

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var options: PersonalOptions
  @Argument(
    help: ArgumentHelp(
      "A name or #rrggbb, and a song where it is not the current one.", valueName: "colour> <path"))
  var words: [String] = []

  func validate() throws { _ = try request }

  private var request: (asked: PersonalRequest, digits: [String]) {
    get throws {
      let request = try PersonalRequest(words, options, value: "a colour")
      guard let value = request.value, value != "none" else { return (request, []) }
      guard let digits = ColourName.digits(value) else {
        throw ValidationError(
          "\(ColourName.refusal(value)) \(PersonalRequest.howToAsk("colour"))")
      }
      return (request, [digits])
    }
  }

  func run() throws {
    let (request, digits) = try request
    try connection.withConnection { connection in
      try options.run(
        request.asks ? "personal" : "colour", digits, of: request.path, connection,
        example: "jukebox colour green PATH")
    }
  }
}

struct NoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note", abstract: "Write a note about a song, or read it.",
    discussion: """
      EXAMPLES
        jukebox note "Good after the break"             the song that plays
        jukebox note "Too long" "Miles/So What.flac"    another one
        jukebox note                                    what is said of the song
        jukebox note --song "Miles/So What.flac"        and of another
        jukebox note --off                              no note any more

      A note may have several lines, up to 100 of them and 8192 bytes in all. It
      takes the place of the one before. One word or text is always the note, not a
      song: name that behind it, or with --song.
      """)

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var options: PersonalOptions
  @Argument(
    help: ArgumentHelp("The note, and a song where it is not the current one.", valueName: "text> <path"))
  var words: [String] = []

  func validate() throws { try NoteText.check(try request.value, limit: 8192) }

  private var request: PersonalRequest {
    get throws { try PersonalRequest(words, options, value: "a text in quotes") }
  }

  func run() throws {
    let request = try request
    let lines = request.value.map(PlaylistSetCommand.lines) ?? []
    try connection.withConnection { connection in
      try options.run(
        request.asks ? "personal" : "note", lines, of: request.path, connection,
        example: "jukebox note TEXT PATH")
    }
  }
}
