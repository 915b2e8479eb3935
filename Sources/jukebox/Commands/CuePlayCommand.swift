import ArgumentParser
import Client

struct CuePlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play from a cue.",
    discussion: """
      EXAMPLES
        jukebox cue play 2                            of the current song
        jukebox cue play 2 --song "Mixes/One.mp3"     of another; it is put into
                                                      the queue if it isn't there
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: ArgumentHelp("A song; the current one where none is given.", valueName: "path")) var song:
    String?
  @Argument(help: "The cue's number, as `jukebox cue` shows it.") var number: Int

  func validate() throws {
    try SongArgument.check(song)
    guard number > 0 else { throw ValidationError("NUMBER is 1 or more.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      let uri = try SongArgument.uri(song, connection, example: "jukebox cue play 2 --song PATH")
      try connection.ask("cueplay", uri, String(number))
    }
  }
}
