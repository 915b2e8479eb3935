import ArgumentParser
import Client

struct ClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Empty the queue.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { try $0.ask("clear") }
  }
}
