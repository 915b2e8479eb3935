import ArgumentParser
import Client

struct RepeatCommand: ConnectedCommand {
  static let help = CommandHelp(
    "repeat", "Show or set repeat: play the queue again from the start when it ends.")
  static let discussion = """
    EXAMPLES
      jukebox repeat          show whether it is on
      jukebox repeat on
      jukebox single on       together with repeat on: repeat one song
    """

  @Argument(help: "on or off; default: print the current value.") var mode: Switch?

  func run(_ connection: Connection) throws { Page.print(try connection.mode("repeat", mode).rawValue) }
}

struct RandomCommand: ConnectedCommand {
  static let help = CommandHelp("random", "Show or set random order; the queue itself does not change.")
  static let discussion = """
    EXAMPLES
      jukebox random          show whether it is on
      jukebox random on       play songs in random order
      jukebox random albums   play whole albums in random order
      jukebox shuffle         reorder the queue itself
    """

  @Argument(help: "on, off or albums; default: print the current value.") var mode: RandomSwitch?

  func run(_ connection: Connection) throws {
    switch mode {
    case .albums: _ = try connection.asked(["random", "albums"])
    case .on, .off: _ = try connection.mode("random", mode == .on ? Switch.on : .off)
    case nil: break
    }
    let status = try connection.ask("status")
    Page.print(status["randomalbums"] == "1" ? "albums" : status["random"] == "1" ? "on" : "off")
  }
}

struct SingleCommand: ConnectedCommand {
  static let help = CommandHelp(
    "single", "Show or set single: stop after each song, or with repeat, repeat it.")
  static let discussion = """
    EXAMPLES
      jukebox single          show whether it is on
      jukebox single on
      jukebox single oneshot  stop after the current song, then switch off
    """

  @Argument(help: "on, off, or oneshot (once, then off); default: print the current value.") var mode:
    OnceSwitch?

  func run(_ connection: Connection) throws { Page.print(try connection.mode("single", mode).rawValue) }
}

struct ConsumeCommand: ConnectedCommand {
  static let help = CommandHelp(
    "consume", "Show or set consume: remove each song from the queue after it was played.")
  static let discussion = """
    EXAMPLES
      jukebox consume          show whether it is on
      jukebox consume on
      jukebox consume oneshot  for the current song only
    """

  @Argument(help: "on, off, or oneshot (once, then off); default: print the current value.") var mode:
    OnceSwitch?

  func run(_ connection: Connection) throws { Page.print(try connection.mode("consume", mode).rawValue) }
}
