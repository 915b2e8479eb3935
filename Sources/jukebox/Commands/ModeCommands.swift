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

struct RandomCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "random", abstract: "Play the queue in an order by chance; the queue stays as it is.",
    discussion: """
      EXAMPLES
        jukebox random          whether it is on
        jukebox random on
        jukebox random albums   whole albums, each in its order
        jukebox shuffle         puts the queue itself into an order by chance
      """)

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "on, off or albums; without, it is told.") var mode: RandomSwitch?

  func run() throws {
    try connection.withConnection { connection in
      switch mode {
      case .albums: _ = try connection.asked(["random", "albums"])
      case .on, .off: _ = try connection.mode("random", mode == .on ? Switch.on : .off)
      case nil: break
      }
      let status = try connection.ask("status")
      Page.print(status["randomalbums"] == "1" ? "albums" : status["random"] == "1" ? "on" : "off")
    }
  }
}

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
