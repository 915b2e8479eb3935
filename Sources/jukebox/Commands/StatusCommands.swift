import ArgumentParser
import Client
import Glibc
import Linux

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "What is playing, and how.",
    discussion: "EXAMPLE: jukebox status --json | jq -r .song.title")

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print one line of JSON.") var json = false

  func run() throws {
    try connection.withConnection { connection in
      let status = try connection.status()
      if json {
        Page.print(try JSON.line(status))
      } else {
        for line in StatusText.lines(status) { Page.print(line) }
      }
    }
  }
}

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

struct InputsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inputs", abstract: "The buttons, knobs, keyboards and LEDs, and what came from them.",
    discussion: """
      EXAMPLES
        jukebox inputs             each with its place, its last action, or why
                                   it can't be had
        jukebox inputs --watch     tells of each press as it happens: for wiring;
                                   Ctrl-C ends it
        jukebox inputs --json
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Tell what comes from them as it happens.") var watch = false
  @Flag(help: "Print a JSON array.") var json = false

  func validate() throws {
    if watch, json { throw ValidationError("Give --watch or --json, not both.") }
  }

  /// How often the inputs are asked, in microseconds.
  private static let pause: UInt32 = 50_000

  func run() throws {
    try connection.withConnection { connection in
      var inputs = Input.all(try connection.ask("inputs"))
      if json {
        Page.print(try JSON.line(inputs))
        return
      }
      if inputs.isEmpty {
        Page.print(
          "There are no inputs. `[button NAME]` in the configuration makes one; see board/system/pins.")
      }
      for line in InputText.lines(inputs) { Page.print(line) }
      while watch {
        OutputEnd.flush()
        usleep(Self.pause)
        let now = Input.all(try connection.ask("inputs"))
        for line in InputText.news(now, since: inputs) { Page.print(line) }
        inputs = now
      }
    }
  }
}
