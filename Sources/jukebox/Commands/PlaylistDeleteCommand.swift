import ArgumentParser
import Client

struct PlaylistDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a playlist. Its songs stay where they are.")

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The playlist's name.") var name: String

  func validate() throws { try PlaylistName.check(there: name) }

  func run() throws {
    try connection.withConnection { connection in try connection.ask("rm", name) }
  }
}
