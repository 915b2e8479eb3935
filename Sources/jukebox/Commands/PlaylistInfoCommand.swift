import ArgumentParser
import Client

struct PlaylistInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "What is said of a playlist: notes, colour, tempo, folder, dates and more.",
    discussion: """
      EXAMPLES
        jukebox playlist info Party
        jukebox playlist info Party --json | jq .duration

      `jukebox playlist set` changes it.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON object.") var json = false
  @Argument(help: "The playlist's name.") var name: String

  func validate() throws { try PlaylistName.check(there: name) }

  func run() throws {
    try connection.withConnection { connection in
      let playlist = Playlist(try connection.ask("playlistget", name))
      if json { return Page.print(try JSON.line(playlist)) }
      for line in PlaylistText.facts(playlist) { Page.print(line) }
    }
  }
}
