import ArgumentParser
import Client
import Model

struct AlarmAddCommand: ConnectedCommand {
  static let help = CommandHelp("add", "Add an alarm.")

  @Argument(help: "The time, such as 6:45.") var time: String
  @Argument(
    help: "Playlist, station, URL of a stream, or path of a folder or song.",
    completion: NameCompletion.bindable) var name: String?
  @OptionGroup var options: AlarmOptions

  func validate() throws {
    try require(TimeOfDay.minute(reading: time) != nil, "TIME is from 0:00 to 23:59.")
    try require(name != "", "The name is empty.")
  }

  func run(_ connection: Connection) throws {
    let content = try name.map { ["content"] + (try NamedMusic.target($0, connection)) } ?? []
    let id = try connection.asked(["alarm", "add", time] + content + options.words)["alarm"] ?? ""
    let alarms = try connection.ask("alarms").items(beginningWith: "alarm")
    let offset = try connection.ask("clock").integer("offset") ?? 0
    guard let alarm = alarms.first(where: { $0["alarm"] == id }) else { return }
    Page.print(AlarmListCommand.line(alarm, offset))
  }
}
