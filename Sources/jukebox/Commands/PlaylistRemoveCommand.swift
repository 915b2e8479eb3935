import ArgumentParser

struct PlaylistRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take songs out of a playlist.",
    discussion: """
      EXAMPLES
        jukebox playlist remove Party 3     the third song
        jukebox playlist remove Party 3-5   the third to the fifth
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The playlist's name.") var name: String
  @Argument(help: "Numbers as `jukebox playlist show` has them: 3 or 3-5.") var songs: SongRange

  func run() throws {
    try connection.withConnection { connection in
      try connection.ask("playlistdelete", name, songs.words)
    }
  }
}
