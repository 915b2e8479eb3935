import ArgumentParser

struct QuietDeleteCommand: RequestCommand {
  static let help = CommandHelp("delete", "Delete quiet hours.")

  @Argument(help: "Their number in the list.") var number: Int

  var request: [String] { ["quiethours", "delete", String(number)] }
  var done: String? { "quiet hours \(number) deleted" }
}
