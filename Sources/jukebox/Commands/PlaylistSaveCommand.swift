import ArgumentParser

struct PlaylistSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Keep what is in the queue as a playlist.",
    discussion: """
      EXAMPLES
        jukebox playlist save Tonight             a new one
        jukebox playlist save Tonight --append    behind what it holds
        jukebox playlist save Tonight --replace   instead of what it holds
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Add to a playlist that is there.") var append = false
  @Flag(help: "Replace what a playlist that is there holds.") var replace = false
  @Argument(help: "The playlist's name.") var name: String

  func validate() throws {
    guard !(append && replace) else { throw ValidationError("--append and --replace don't go together.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      let known = Playlist.all(try connection.ask("listplaylists"))
      let isThere = !append && !replace && known.contains { $0.name == name }
      if isThere {
        throw Failure.refused(
          "There is a playlist \(name): --append adds to it, --replace takes the place of what it holds.")
      }
      try connection.ask("save", name, append ? "append" : replace ? "replace" : "create")
      let count = try connection.ask("playlistlength", name).integer("songs") ?? 0
      print("\(name) holds \(StatusText.count(count, "song")) now")
    }
  }
}
