import ArgumentParser
import Client

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
