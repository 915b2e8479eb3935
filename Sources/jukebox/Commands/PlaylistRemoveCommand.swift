import ArgumentParser
import Client

struct PlaylistRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take songs out of a playlist.",
    discussion: """
      EXAMPLES
        jukebox playlist remove Party 3     the third song
        jukebox playlist remove Party 3-5   the third to the fifth
        jukebox playlist remove Party 1 4-6 several at once

      The numbers are those that are shown now: none changes on the way. Where one is
      not there, nothing is taken out.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The playlist's name.") var name: String
  @Argument(help: "Numbers as `jukebox playlist show` has them: 3 or 3-5.") var songs: [SongRange]

  func validate() throws {
    try PlaylistName.check(there: name)
    for range in songs { try range.check() }
  }

  func run() throws {
    try connection.withConnection { connection in
      for range in songs {
        try range.require(of: name) { number throws(Failure) in
          try connection.ask("listplaylist", name, "\(number - 1):\(number)")["file"] != nil
        }
      }
      for range in SongRange.fromTheEnd(songs) { try connection.ask("playlistdelete", name, range.words) }
    }
  }
}
