import ArgumentParser
import Client

struct NextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "The next song.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { try $0.ask("next") }
  }
}
