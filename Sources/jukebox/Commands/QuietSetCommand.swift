import ArgumentParser
import Model

struct QuietSetCommand: RequestCommand {
  static let help = CommandHelp("set", "Change quiet hours.")

  @Argument(help: "Their number in the list.") var number: Int
  @Option(help: "The time when they begin.") var from: String?
  @Option(help: "The time when they end.") var to: String?
  @OptionGroup var options: QuietOptions

  static func check(_ times: [String?]) throws {
    for time in times.compactMap({ $0 }) where TimeOfDay.minute(reading: time) == nil {
      throw ValidationError("“\(time)” is not a time; expected HH:MM, such as 19:30.")
    }
  }

  func validate() throws {
    try Self.check([from, to])
    try require(
      from != nil || to != nil || !options.words.isEmpty,
      "Give what to change: `jukebox quiet set 1 --to 06:30`.")
  }

  var request: [String] {
    let times = [("from", from), ("to", to)].flatMap { key, value in value.map { [key, $0] } ?? [] }
    return ["quiethours", "set", String(number)] + times + options.words
  }
  var done: String? { nil }
}
