import ArgumentParser
import Client

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "What is playing, and how.",
    discussion: "EXAMPLE: jukebox status --json | jq -r .song.title")

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print one line of JSON.") var json = false

  func run() throws {
    try connection.withConnection { connection in
      let status = try connection.status()
      if json {
        Page.print(try JSON.line(status))
      } else {
        for line in StatusText.lines(status) { Page.print(line) }
      }
    }
  }
}
