import ArgumentParser
import Client
import Linux
import Model

struct ClockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "Show the jukebox's time of day and what sets it; set it.",
    discussion: """
      EXAMPLES
        jukebox clock                          show the time, and what vouches for it
        jukebox clock set "2026-11-30 7:30"    set it, in local time
        jukebox --host kitchen clock set       set it to the time of this machine

      The network or a clock chip sets the clock of most boards. A board without both
      does not know the time until a person sets it, here or by opening the page; it
      knows it until the power goes. Alarms and the night wait for a known time.
      """,
    subcommands: [ClockShowCommand.command, ClockSetCommand.command],
    defaultSubcommand: ClockShowCommand.command)
}

struct ClockShowCommand: ConnectedCommand {
  static let help = CommandHelp("show", "Show the time and what vouches for it.")

  @Flag(help: "Print it as JSON.") var json = false

  func run(_ connection: Connection) throws {
    let answer = try connection.ask("clock")
    let source = answer["clock"] ?? ""
    let line = [answer["local"] ?? "", Self.meaning(source)].joined(separator: "  ")
    guard json else { return Page.print(line) }
    Page.print(
      try JSON.line(
        [
          "clock": source, "time": answer["time"], "local": answer["local"],
          "offset": answer.integer("offset"),
        ] as JSONObject))
  }

  private static func meaning(_ source: String) -> String {
    switch source {
    case "network": "set by the network"
    case "chip": "from the clock chip"
    case "person": "set by a person, until the power goes"
    default: "not known: alarms and the night wait; `jukebox clock set` sets it"
    }
  }
}

struct ClockSetCommand: ConnectedCommand {
  static let help = CommandHelp("set", "Set the time until the power goes.")

  @Argument(help: "Date and time, \"2026-11-30 7:30\", local; default: this machine's time.") var time:
    String?

  func validate() throws {
    try require(
      time.map { Self.seconds($0) != nil } ?? true,
      "TIME is a date and a time: \"2026-11-30 7:30\".")
  }

  func run(_ connection: Connection) throws {
    let seconds = time.flatMap(Self.seconds) ?? WallClock.now()
    _ = try connection.ask("clock", "set", "\(seconds)")
    Page.print("the clock was set: \(try connection.ask("clock")["local"] ?? "")")
  }

  private static func seconds(_ text: String) -> Int64? {
    let words = text.split { $0 == " " || $0 == "T" }
    guard words.count == 2, let day = CalendarDay(words[0]), let minute = TimeOfDay.minute(reading: words[1])
    else { return nil }
    return LocalZone { WallClock.offset(at: $0) }.time(of: day, minute: minute)
  }
}
