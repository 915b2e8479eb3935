import ArgumentParser
import Client

struct RepeatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repeat", abstract: "Begin the queue again at its end.",
    discussion: """
      EXAMPLES
        jukebox repeat          whether it is on
        jukebox repeat on
        jukebox single on       with it, one song over and over
      """)

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "on or off; without, it is told.") var mode: Switch?

  func run() throws {
    try connection.withConnection { Page.print(try $0.mode("repeat", mode).rawValue) }
  }
}
