import ArgumentParser
import Client

struct StopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Stop playing; the queue stays.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { try $0.ask("stop") }
  }
}
