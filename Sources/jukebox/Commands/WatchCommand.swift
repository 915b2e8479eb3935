import ArgumentParser
import Client
import Linux

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "A live line of what is playing; Ctrl-C ends it.",
    discussion: """
      On a terminal one line is redrawn at each change and each second. Otherwise
      each change prints a line.

      EXAMPLE: jukebox watch --json | jq --unbuffered -r '.state + " " + .song.title'
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a line of JSON at each change.") var json = false

  func run() throws {
    try connection.withConnection { connection in
      let isLive = !json && Terminal.isInteractive
      let screen = WatchScreen(json: json, isLive: isLive)
      let watch = try Watch(connection, ticks: isLive) { screen.show($0) }
      try watch.run()
      screen.end()
    }
  }
}
