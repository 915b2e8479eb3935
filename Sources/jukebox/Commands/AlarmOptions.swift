import ArgumentParser
import Model

/// Options that alarms are made and changed with.
struct AlarmOptions: ParsableArguments {
  @Option(help: "mon,tue and so on, weekdays, weekend or all.") var days: String?
  @Option(help: "A date, 2026-12-24: rings once.") var date: String?
  @Option(help: "1 to 100 percent; never above the maximum.") var volume: Int?
  @Option(help: "Seconds in which it grows from silence, 0 to 600.") var fade: Int?
  @Option(help: "Minutes after which it ends by itself, 1 to 240.") var length: Int?

  func validate() throws {
    func require(_ isTrue: Bool, _ message: String) throws { if !isTrue { throw ValidationError(message) } }
    try require(days == nil || date == nil, "Give --days or --date.")
    try require(
      days.map { Weekday.days(reading: $0) != nil } ?? true, "--days is mon,tue …, weekdays, weekend or all.")
    try require(date.map { CalendarDay($0) != nil } ?? true, "--date is a day such as 2026-12-24.")
    for (name, value, range) in [
      ("--volume", volume, Alarm.volumes), ("--fade", fade, Alarm.fades), ("--length", length, Alarm.lengths),
    ] {
      try require(
        value.map(range.contains) ?? true, "\(name) is \(range.lowerBound) to \(range.upperBound).")
    }
  }

  /// In the words of the protocol.
  var words: [String] {
    let all = [
      ("days", days), ("date", date), ("volume", volume.map { "\($0)" }), ("fade", fade.map { "\($0)" }),
      ("length", length.map { "\($0)" }),
    ]
    return all.flatMap { word, value in value.map { [word, $0] } ?? [] }
  }
}
