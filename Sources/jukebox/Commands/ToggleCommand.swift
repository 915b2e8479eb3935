import ArgumentParser
import Client

struct ToggleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Pause, or play when paused or stopped.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { connection in
      switch try connection.ask("status")["state"] {
      case "play": try connection.ask("pause", "1")
      case "pause": try connection.ask("pause", "0")
      default: try connection.play()
      }
    }
  }
}
