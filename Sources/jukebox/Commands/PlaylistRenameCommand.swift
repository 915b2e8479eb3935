import ArgumentParser
import Client

struct PlaylistRenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a playlist another name.",
    discussion: "EXAMPLE: jukebox playlist rename Party \"New Year\"")

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The playlist's name.") var name: String
  @Argument(help: "Its name from now on: anything without a slash.") var new: String

  func validate() throws {
    try PlaylistName.check(there: name)
    try PlaylistName.check(new: new)
  }

  func run() throws {
    try connection.withConnection { try rename($0) }
  }

  func rename(_ connection: Connection) throws(Failure) {
    // To say it twice is no mistake; that it is there still has to be.
    if name == new {
      try connection.ask("playlistlength", name)
    } else {
      try connection.ask("rename", name, new)
    }
  }
}
