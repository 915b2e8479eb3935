import ArgumentParser
import Client

struct CueRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take cues of a song away.",
    discussion: "EXAMPLES: jukebox cue remove 2, jukebox cue remove 1 2 --song Mixes/One.mp3")

  @OptionGroup var connection: ConnectionOptions
  @Option(help: ArgumentHelp("A song; the current one where none is given.", valueName: "path")) var song:
    String?
  @Argument(help: "Numbers as `jukebox cue` shows them.") var numbers: [Int]

  func validate() throws {
    try SongArgument.check(song)
    guard numbers.allSatisfy({ $0 > 0 }) else { throw ValidationError("NUMBERS are 1 or more.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      let uri = try SongArgument.uri(song, connection, example: "jukebox cue remove 2 --song PATH")
      let wanted = Set(numbers).sorted()
      // All or none.
      try Cue.require(wanted, of: uri, connection)
      for number in wanted { try connection.ask("cuerm", uri, String(number)) }
    }
  }
}
