import ArgumentParser
import Client

struct PlaylistClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Take all songs out of a playlist; it stays, empty.")

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The playlist's name.") var name: String

  func validate() throws { try PlaylistName.check(there: name) }

  func run() throws {
    try connection.withConnection { connection in try connection.ask("playlistclear", name) }
  }
}
