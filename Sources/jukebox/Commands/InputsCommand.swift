import ArgumentParser
import Client
import Glibc

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
