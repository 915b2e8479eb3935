import ArgumentParser
import Client
import Model

struct AlarmSetCommand: ConnectedCommand {
  static let help = CommandHelp("set", "Change an alarm.")

  @Argument(help: "The alarm's number, as listed.") var number: Int
  @Option(help: "The time, such as 6:45.") var time: String?
  @Option(help: "Its music: a playlist, station, URL or path; none for the alarm folder.") var music: String?
  @OptionGroup var options: AlarmOptions

  func validate() throws {
    try require(time.map { TimeOfDay.minute(reading: $0) != nil } ?? true, "--time is from 0:00 to 23:59.")
    try require(time != nil || music != nil || !options.words.isEmpty, "Give what to change: --time 6:30.")
  }

  func run(_ connection: Connection) throws {
    var words = (time.map { ["time", $0] } ?? []) + options.words
    if let music {
      words += ["content"] + (music == "none" ? ["none"] : try NamedMusic.target(music, connection))
    }
    _ = try connection.asked(["alarm", "set", "\(number)"] + words)
  }
}
