import ArgumentParser
import Client
import Model

struct QuietCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quiet", abstract: "List and change the quiet hours, in which less may be heard.",
    discussion: """
      EXAMPLES
        jukebox quiet                          list them
        jukebox quiet add 19:30 07:00          nothing may be heard from 19:30 to 07:00
        jukebox quiet add 19:30 07:00 --days weekdays --name Bedtime --grade finish
        jukebox quiet set 1 --to 06:30
        jukebox quiet delete 1
        jukebox allow 30                       music for 30 minutes all the same

      GRADES
        silent   the current song fades out and pauses; its place is kept
        finish   the current song may end, for at most 10 minutes
        softer   the volume has the limit of the night
      """,
    subcommands: [
      QuietListCommand.command, QuietAddCommand.command, QuietSetCommand.command,
      QuietDeleteCommand.command,
    ],
    defaultSubcommand: QuietListCommand.command)
}

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

/// The properties of quiet hours as options.
struct QuietOptions: ParsableArguments {
  @Option(help: "all, weekdays, weekend, or some of mon,tue,wed,thu,fri,sat,sun.") var days: String?
  @Option(help: ArgumentHelp("A name, such as Bedtime.", valueName: "text")) var name: String?
  @Option(help: "silent, finish or softer.") var grade: String?

  func validate() throws {
    if let days, Weekday.days(reading: days) == nil {
      throw ValidationError("--days is all, weekdays, weekend, or some of mon,tue,wed,thu,fri,sat,sun.")
    }
    if let grade, QuietGrade(rawValue: grade) == nil {
      throw ValidationError("--grade is silent, finish or softer.")
    }
  }

  var words: [String] {
    [("days", days), ("name", name), ("grade", grade)].flatMap { key, value in value.map { [key, $0] } ?? [] }
  }
}

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

struct QuietDeleteCommand: RequestCommand {
  static let help = CommandHelp("delete", "Delete quiet hours.")

  @Argument(help: "Their number in the list.") var number: Int

  var request: [String] { ["quiethours", "delete", String(number)] }
  var done: String? { "quiet hours \(number) deleted" }
}

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
    if !limits.isEmpty {
      Page.print(limits.map { "\($0) \($1) min" }.joined(separator: ", "))
    }
  }
}

struct AllowCommand: RequestCommand {
  static let help = CommandHelp(
    "allow", "Let music play for some minutes in spite of quiet hours and budget.")
  static let discussion = """
    EXAMPLES
      jukebox allow 30
      jukebox allow 0    end it
    """

  @Argument(help: "1 to 720 minutes; 0 ends it.") var minutes: Int

  func validate() throws {
    try require((0...Action.allowances.upperBound).contains(minutes), "Expected 0 to 720 minutes.")
  }

  var request: [String] { ["allow", String(minutes)] }
  var done: String? { nil }
}

struct LockCommand: ConnectedCommand {
  static let help = CommandHelp("lock", "Lock the buttons, keys and cards, or unlock them.")
  static let discussion = """
    EXAMPLES
      jukebox lock        show whether they are locked
      jukebox lock on
      jukebox lock off

    Buttons and keys with `when-locked = yes` in their section of the configuration
    act all the same, so that one can unlock. Apps and the page keep their rights.
    """

  @Argument(help: "on or off; default: show.") var state: String?

  func validate() throws {
    try require(state.map { ["on", "off"].contains($0) } ?? true, "Expected on or off.")
  }

  func run(_ connection: Connection) throws {
    if let state { _ = try connection.asked(["lock", state]) }
    Page.print(try connection.ask("status")["locked"] == "1" ? "on" : "off")
  }
}
