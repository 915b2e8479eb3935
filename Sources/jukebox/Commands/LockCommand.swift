import ArgumentParser
import Client
import Model

struct LockCommand: ConnectedCommand {
  static let help = CommandHelp("lock", "Lock the buttons, keys and cards, or unlock them.")
  static let discussion = """
    EXAMPLES
      jukebox lock        show whether they are locked
      jukebox lock on
      jukebox lock off

    Buttons and keys with `when-locked = yes` in their section of the configuration
    act all the same, so that one can unlock. Apps and the page keep their rights.
    """

  @Argument(help: "on or off; default: show.") var state: String?

  func validate() throws {
    try require(state.map { ["on", "off"].contains($0) } ?? true, "Expected on or off.")
  }

  func run(_ connection: Connection) throws {
    if let state { _ = try connection.asked(["lock", state]) }
    Page.print(try connection.ask("status")["locked"] == "1" ? "on" : "off")
  }
}
