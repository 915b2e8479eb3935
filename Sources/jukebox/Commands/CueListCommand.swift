import ArgumentParser
import Client

struct CueListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "The cues of a song, by their times, with their numbers.",
    discussion: """
      EXAMPLES
        jukebox cue list                     of the current song; > marks where it is
        jukebox cue list "Mixes/One.mp3"     of another; --song names one, too
        jukebox cue list --json | jq -r '.[] | [.time, .name] | @tsv'
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON array.") var json = false
  @Option(help: ArgumentHelp("A song; the current one where none is given.", valueName: "path")) var song:
    String?
  @Argument(help: "A song; the current one where none is given.") var path: String?

  func validate() throws {
    guard path == nil || song == nil else { throw ValidationError("Name one song.") }
    try SongArgument.check(path ?? song)
  }

  func run() throws {
    try connection.withConnection { connection in
      let uri = try SongArgument.uri(path ?? song, connection, example: "jukebox cue list PATH")
      let cues = Cue.all(try connection.ask("cues", uri))
      if json { return Page.print(try JSON.line(cues)) }
      if cues.isEmpty { Page.print("There are no cues. `jukebox cue add` makes one where the song is.") }
      let elapsed = uri.isEmpty ? try connection.placeInSong() : nil
      for line in CueText.lines(cues, elapsed: elapsed) { Page.print(line) }
    }
  }
}
