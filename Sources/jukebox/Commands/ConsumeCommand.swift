import ArgumentParser
import Client

struct ConsumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "consume", abstract: "Take songs out of the queue once they were played.",
    discussion: """
      EXAMPLES
        jukebox consume          whether it is on
        jukebox consume on
        jukebox consume oneshot  this song only
      """)

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "on, off, or oneshot: until it was done once; without, it is told.") var mode: OnceSwitch?

  func run() throws {
    try connection.withConnection { Page.print(try $0.mode("consume", mode).rawValue) }
  }
}
