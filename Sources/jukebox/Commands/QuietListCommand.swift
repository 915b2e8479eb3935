import ArgumentParser
import Client

struct QuietListCommand: ConnectedCommand {
  static let help = CommandHelp("list", "List the quiet hours.")

  @Flag(help: "Print them as JSON.") var json = false

  func run(_ connection: Connection) throws {
    let all = QuietTime.all(try connection.ask("quiethours"))
    try Page.show(
      all, json: json, ifEmpty: "No quiet hours. `jukebox quiet add 19:30 07:00` makes some.",
      lines: all.map(\.line))
  }
}
