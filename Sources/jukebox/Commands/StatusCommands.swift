import ArgumentParser
import Client
import Glibc
import Linux

struct StatusCommand: ConnectedCommand {
  static let help = CommandHelp("status", "Show the current song, its position and the playback settings.")
  static let discussion = "EXAMPLE: jukebox status --json | jq -r .song.title"

  @Flag(help: "Print one line of JSON.") var json = false

  func run(_ connection: Connection) throws {
    let status = try connection.status()
    try Page.show(status, json: json, lines: StatusText.lines(status))
  }
}

struct WatchCommand: ConnectedCommand {
  static let help = CommandHelp("watch", "Show the status live; Ctrl-C ends it.")
  static let discussion = """
    In a terminal, one line is updated every second and at each change. Otherwise
    each change prints a new line.

    EXAMPLE: jukebox watch --json | jq --unbuffered -r '.state + " " + .song.title'
    """

  @Flag(help: "Print a line of JSON at each change.") var json = false

  func run(_ connection: Connection) throws {
    let isLive = !json && Terminal.isInteractive
    let screen = WatchScreen(json: json, isLive: isLive)
    let watch = try StatusWatch(connection, screen)
    try watch.run(ticks: isLive)
    screen.end()
  }
}

struct InputsCommand: ConnectedCommand {
  static let help = CommandHelp("inputs", "List buttons, knobs, keyboards and LEDs, and show their events.")
  static let discussion = """
    EXAMPLES
      jukebox inputs             list each with its place and its last action,
                                 or the reason why it does not work
      jukebox inputs --watch     show each press live, for wiring; Ctrl-C ends it
      jukebox inputs --json
    """

  @Flag(help: "Show events as they happen.") var watch = false
  @Flag(help: "Print a JSON array.") var json = false

  func validate() throws {
    if watch, json { throw ValidationError("Give --watch or --json, not both.") }
  }

  /// How often the inputs are asked, in microseconds.
  private static let pause: UInt32 = 50_000

  func run(_ connection: Connection) throws {
    var inputs = Input.all(try connection.ask("inputs"))
    try Page.show(
      inputs, json: json,
      ifEmpty:
        "There are no inputs. `[button NAME]` in the configuration makes one; see /usr/share/jukebox/pins.",
      lines: InputText.lines(inputs))
    while watch {
      OutputEnd.flush()
      usleep(Self.pause)
      let now = Input.all(try connection.ask("inputs"))
      Page.print(lines: InputText.news(now, since: inputs))
      inputs = now
    }
  }
}
