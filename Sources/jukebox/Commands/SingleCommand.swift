import ArgumentParser
import Client

struct SingleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "single", abstract: "Stop behind each song, or with repeat, play it over and over.",
    discussion: """
      EXAMPLES
        jukebox single          whether it is on
        jukebox single on
        jukebox single oneshot  stop behind this song, and go on as before then
      """)

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "on, off, or oneshot: until it was done once; without, it is told.") var mode: OnceSwitch?

  func run() throws {
    try connection.withConnection { Page.print(try $0.mode("single", mode).rawValue) }
  }
}
