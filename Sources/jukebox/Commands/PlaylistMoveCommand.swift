import ArgumentParser
import Client

struct PlaylistMoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Put songs of a playlist elsewhere in it.",
    discussion: """
      EXAMPLES
        jukebox playlist move Party 5 1     the fifth song becomes the first
        jukebox playlist move Party 1-3 4   the first three go three places down
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The playlist's name.") var name: String
  @Argument(help: "Numbers as `jukebox playlist show` has them: 3 or 3-5.") var songs: SongRange
  @Argument(help: "The number that the first of them is to have.") var to: Int

  func validate() throws {
    try PlaylistName.check(there: name)
    try songs.check()
    guard (1...Int(Int32.max)).contains(to) else { throw ValidationError("TO is 1 or more.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      try connection.ask("playlistmove", name, songs.words, String(to - 1))
    }
  }
}
