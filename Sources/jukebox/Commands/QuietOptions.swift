import ArgumentParser
import Model

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
