import ArgumentParser

struct PlaylistListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "All playlists, with the day of their last change.",
    discussion: "EXAMPLE: jukebox playlist list --json | jq -r '.[].name'")

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON array.") var json = false

  func run() throws {
    try connection.withConnection { connection in
      let playlists = Playlist.all(try connection.ask("playlists"))
      if json { return print(try JSON.line(playlists)) }
      if playlists.isEmpty {
        print("There are no playlists. Make one with `jukebox playlist add NAME FOLDER`.")
      }
      for line in PlaylistText.lines(playlists) { print(line) }
    }
  }
}
