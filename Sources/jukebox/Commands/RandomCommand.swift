import ArgumentParser
import Client

struct RandomCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "random", abstract: "Play the queue in an order by chance; the queue stays as it is.",
    discussion: """
      EXAMPLES
        jukebox random          whether it is on
        jukebox random on
        jukebox shuffle         puts the queue itself into an order by chance
      """)

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "on or off; without, it is told.") var mode: Switch?

  func run() throws {
    try connection.withConnection { Page.print(try $0.mode("random", mode).rawValue) }
  }
}
