import ArgumentParser
import Client

struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pause; `play` or `toggle` goes on where it was.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { try $0.ask("pause", "1") }
  }
}
