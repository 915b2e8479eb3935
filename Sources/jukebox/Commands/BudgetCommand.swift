import ArgumentParser
import Client
import Model

struct BudgetCommand: ConnectedCommand {
  static let help = CommandHelp("budget", "Show or set how many minutes of music a day may have.")
  static let discussion = """
    EXAMPLES
      jukebox budget                   show what is left today
      jukebox budget set weekdays 60   minutes from Monday to Friday
      jukebox budget set sat,sun 120
      jukebox budget set all off       no limit
      jukebox budget +15               today only

    The day begins at 04:00. Days are all, weekdays, weekend, or some of
    mon,tue,wed,thu,fri,sat,sun.
    """

  @Flag(help: "Print a JSON object.") var json = false
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("`set DAYS MINUTES|off`, or a change of today: +15, -15.", valueName: "words"))
  var words: [String] = []

  func validate() throws {
    let words = CommandWords.behindDashes(words)
    let isChange = words.count == 1 && Action("budget \(words[0])") != nil
    let isSet =
      words.count == 3 && words[0] == "set" && Weekday.days(reading: words[1]) != nil
      && (TakenBack.isMeant(by: words[2]) || Int(words[2]).map { BudgetRules.limits.contains($0) } ?? false)
    try require(
      words.isEmpty || isChange || isSet,
      "Expected `set DAYS MINUTES`, such as `set weekdays 60`, or a change of today, such as +15.")
  }

  func run(_ connection: Connection) throws {
    var words = CommandWords.behindDashes(words)
    if let last = words.last, words.count == 3, TakenBack.isMeant(by: last) { words[2] = "off" }
    if !words.isEmpty { _ = try connection.asked(["budget"] + words) }
    let answer = try connection.ask("budget")
    let (used, rest) = (answer.integer("used") ?? 0, answer.integer("rest"))
    let days = answer.items(beginningWith: "day")
    let limits = days.compactMap { day in day["day"].map { ($0, day.integer("minutes") ?? 0) } }
    if json {
      let object: JSONObject = [
        "used": used, "rest": rest, "extra": answer.integer("extra"), "today": answer["today"],
        "minutes": Dictionary(limits) { first, _ in first },
      ]
      return Page.print(try JSON.line(object))
    }
    Page.print(rest.map { "\(SleepText.left(seconds: $0)) left today" } ?? "no limit today")
    if !limits.isEmpty { Page.print(Self.line(limits)) }
  }

  /// Such as `weekdays 60 min, weekend 120 min`: days with the same minutes together.
  static func line(_ limits: [(day: String, minutes: Int)]) -> String {
    var lengths: [Int] = []
    for (_, minutes) in limits where !lengths.contains(minutes) { lengths.append(minutes) }
    return lengths.map { length in
      let days = limits.filter { $0.minutes == length }.compactMap { Weekday(rawValue: $0.day) }
      return "\(Weekday.shortText(of: Set(days))) \(length) min"
    }.joined(separator: ", ")
  }
}
