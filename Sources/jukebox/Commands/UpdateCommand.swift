import ArgumentParser
import Client
import Glibc
import Linux

struct UpdateCommand: ConnectedCommand {
  static let help = CommandHelp("update", "Update a box with the card image, from a file or an address.")
  static let discussion = """
    The new system is written beside the one that runs; music plays on. It runs at
    the next start. If it does not work in three starts, the system of before runs
    again. Settings, queue and history stay.

    EXAMPLES
      jukebox update                       show the version, and updates on sticks
      jukebox update /media/sda1/jukebox-0.2.0.raucb
      jukebox update https://example.org/jukebox-0.2.0.raucb --restart
      jukebox update --restart             start the box again
      jukebox update --back --restart      run the version of before again

    A file is named as the box sees it. Its signature is checked first. On a
    machine with packages run: sudo apt update && sudo apt install jukebox
    """

  @Flag(help: "Start the box again as soon as the update is installed.") var restart = false
  @Flag(help: "Return to the version of before the last update.") var back = false
  @Flag(help: "Print JSON; without a file, --back and --restart.") var json = false
  @Argument(help: ArgumentHelp("Path on the box or address of a .raucb file.", valueName: "file-or-address"))
  var source: String?

  func validate() throws {
    try require(
      !json || (source == nil && !restart && !back),
      "Give --json without a file, an address, --back and --restart.")
    try require(!back || source == nil, "Give --back without a file and an address.")
    guard let source else { return }
    try require(
      Song.isInNetwork(source) ? source.hasPrefix("http://") || source.hasPrefix("https://") : source != "",
      "Expected a file or an address that begins with http:// or https://")
  }

  /// How often the progress is asked for, in microseconds.
  private static let pause: UInt32 = 200_000

  func run(_ connection: Connection) throws {
    var state = UpgradeState(try connection.ask("upgrade"))
    guard state.hasImage else { throw Failure.refused(UpgradeText.noImage) }
    if let source {
      // A path of this machine may be relative.
      let path = Song.isInNetwork(source) ? source : HostFile.realPath(of: source) ?? source
      _ = try connection.ask("upgrade", "install", path)
      state = try follow(connection)
      guard state.state == .done else { throw Failure.refused(UpgradeText.failure(state)) }
      Page.print(UpgradeText.waiting)
    } else if back {
      let version = try connection.ask("upgrade", "back")["version"] ?? ""
      Page.print("Version \(version) runs at the next start.")
    } else if !restart {
      let found = try connection.ask("upgrade", "find")
      return try Page.show(
        UpgradeText.report(state, found), json: json, lines: UpgradeText.lines(state, found))
    }
    if restart {
      _ = try connection.ask("upgrade", "restart")
      Page.print("The box starts again.")
    }
  }

  /// Shows the progress until the end.
  private func follow(_ connection: Connection) throws -> UpgradeState {
    var last: UpgradeState?
    while true {
      let state = UpgradeState(try connection.ask("upgrade"))
      if state.state != .working {
        if Terminal.isInteractive { Page.redraw("") }
        return state
      }
      if Terminal.isInteractive, state != last { Page.redraw(UpgradeText.line(state)) }
      OutputEnd.flush()
      last = state
      usleep(Self.pause)
    }
  }
}
