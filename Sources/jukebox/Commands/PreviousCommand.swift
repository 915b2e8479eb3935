import ArgumentParser
import Client

struct PreviousCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "previous", abstract: "The song before.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { try $0.ask("previous") }
  }
}
