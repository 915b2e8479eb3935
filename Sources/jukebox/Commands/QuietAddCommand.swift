import ArgumentParser
import Client

struct QuietAddCommand: ConnectedCommand {
  static let help = CommandHelp("add", "Add quiet hours.")

  @Argument(help: "The time when they begin, such as 19:30.") var from: String
  @Argument(help: "The time when they end, also on the next day.") var to: String
  @OptionGroup var options: QuietOptions

  func validate() throws { try QuietSetCommand.check([from, to]) }

  func run(_ connection: Connection) throws {
    let id = try connection.asked(["quiethours", "add", from, to] + options.words)["quiet"] ?? ""
    Page.print("quiet hours \(id): \(from)-\(to)")
  }
}
