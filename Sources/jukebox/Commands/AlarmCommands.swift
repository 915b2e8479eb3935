import ArgumentParser
import Client
import Linux
import Model

struct AlarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarm", abstract: "Wake up with music: add, change, snooze and stop alarms.",
    discussion: """
      EXAMPLES
        jukebox alarm                             list the alarms
        jukebox alarm add 6:45 Morning --days weekdays   with the playlist Morning
        jukebox alarm add 8:00 "Radio Example" --volume 40
        jukebox alarm add 5:30 --date 2026-12-24  once, with the alarm folder
        jukebox alarm set 2 --time 6:30           change alarm 2
        jukebox alarm off 2                       keep it, but do not ring
        jukebox alarm snooze                      nine minutes more
        jukebox alarm stop                        end it; the queue is back
        jukebox alarm delete 2

      An alarm grows from silence to its own volume, which is limited by max-volume
      alone. If its music cannot be played, the folder Alarm at the top of a stick
      plays, else a piece of the jukebox. For a button: `press = alarm-snooze`.
      """,
    subcommands: [
      AlarmListCommand.command, AlarmAddCommand.command, AlarmSetCommand.command, AlarmOnCommand.command,
      AlarmOffCommand.command, AlarmDeleteCommand.command, AlarmSnoozeCommand.command,
      AlarmStopCommand.command,
    ],
    defaultSubcommand: AlarmListCommand.command)
}

struct AlarmListCommand: ConnectedCommand {
  static let help = CommandHelp("list", "List the alarms.")

  @Flag(help: "Print the alarms as JSON.") var json = false

  func run(_ connection: Connection) throws {
    let alarms = try connection.ask("alarms").items(beginningWith: "alarm")
    let offset = try connection.ask("clock").integer("offset") ?? 0
    try Page.show(
      alarms.map(Self.object), json: json,
      ifEmpty: "No alarms. `jukebox alarm add 6:45 --days weekdays` adds one.",
      lines: alarms.map { Self.line($0, offset) })
  }

  private static func object(_ alarm: Answer) -> JSONObject {
    [
      "alarm": alarm.integer("alarm"), "time": alarm["time"], "days": alarm["days"], "date": alarm["date"],
      "content": alarm["content"], "volume": alarm.integer("volume"), "fade": alarm.integer("fade"),
      "length": alarm.integer("length"), "enabled": alarm["enabled"] == "1", "next": alarm["next"],
      "missed": alarm["missed"], "missedSeen": alarm["missed_seen"], "ringing": alarm["ringing"] == "1",
      "snoozed": alarm["snoozed"],
    ]
  }

  static func line(_ alarm: Answer, _ offset: Int) -> String {
    let state =
      if alarm["ringing"] == "1" {
        "rings"
      } else if let seconds = alarm.place("snoozed") {
        "rings again in \(SleepText.left(seconds: Int(seconds)))"
      } else if alarm["enabled"] != "1" {
        "off"
      } else {
        alarm["next"].map { "next \(Self.local($0, offset))" } ?? "waits for the clock"
      }
    let missed = alarm["missed"].map { ", missed \(Self.local($0, offset))" } ?? ""
    let days = alarm["days"].map { Weekday.days(reading: $0).map(Weekday.shortText) ?? $0 }
    let words = [
      alarm["alarm"] ?? "", alarm["time"] ?? "", days ?? alarm["date"] ?? "",
      alarm["content"] ?? "", "volume \(alarm["volume"] ?? "")", state + missed,
    ]
    return words.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// A time in UTC as clocks of the jukebox show it now.
  private static func local(_ text: String, _ offset: Int) -> String {
    let parts = text.dropLast().split(separator: "T")
    guard parts.count == 2, let day = CalendarDay(parts[0]),
      let minute = TimeOfDay.minute(reading: parts[1].prefix(5))
    else { return text }
    let zone = LocalZone { _ in Int64(offset) }
    let (shown, second) = zone.local(day.days * LocalZone.secondsOfDay + Int64(minute) * 60)
    return "\(shown) \(TimeOfDay.text(Int(second / 60)))"
  }
}

struct AlarmOnCommand: RequestCommand {
  static let help = CommandHelp("on", "Switch an alarm on.")
  @Argument(help: "The alarm's number, as listed.") var number: Int
  var request: [String] { ["alarm", "on", "\(number)"] }
}

struct AlarmOffCommand: RequestCommand {
  static let help = CommandHelp("off", "Switch an alarm off; it stays in the list.")
  @Argument(help: "The alarm's number, as listed.") var number: Int
  var request: [String] { ["alarm", "off", "\(number)"] }
}

struct AlarmDeleteCommand: RequestCommand {
  static let help = CommandHelp("delete", "Delete an alarm.")
  @Argument(help: "The alarm's number, as listed.") var number: Int
  var request: [String] { ["alarm", "delete", "\(number)"] }
  var done: String? { "alarm \(number) deleted" }
}

struct AlarmSnoozeCommand: RequestCommand {
  static let help = CommandHelp("snooze", "Let the alarm that rings wait for nine minutes.")
  var request: [String] { ["alarm", "snooze"] }
}

struct AlarmStopCommand: RequestCommand {
  static let help = CommandHelp("stop", "End the alarm that rings or waits.")
  var request: [String] { ["alarm", "stop"] }
}
