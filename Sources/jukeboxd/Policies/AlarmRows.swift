import Library
import Model
import Player

/// The alarms as values of the box.
enum AlarmRows {
  static let ringing = "alarm-ringing"
  private static let prefix = "alarm "
  private static let separator: Character = "\t"
  private static let fields = 13
  private static let ids = 1...Int(Int32.max)
  /// Until the year 9999.
  private static let times: ClosedRange<Int64> = 0...253_402_300_799

  static func name(of id: Int) -> String { "\(prefix)\(id)" }

  static func value(of row: AlarmRules.Row) -> BoxValue {
    let alarm = row.alarm
    let days =
      switch alarm.days {
      case .weekly(let days): Weekday.text(of: days)
      case .once(let day): day.description
      }
    func text<Value: CustomStringConvertible>(_ value: Value?) -> String { value?.description ?? "" }
    let fields = [
      "\(alarm.minute)", days, text(alarm.content?.kind.rawValue), text(alarm.content?.target),
      "\(alarm.volume)", "\(alarm.fadeSeconds)", "\(alarm.lengthMinutes)", alarm.isEnabled ? "1" : "0",
      text(row.since), text(row.rung?.day), text(row.rung?.minute), text(row.missed?.time),
      text(row.missed?.seen),
    ]
    return .text(fields.joined(separator: String(separator)))
  }

  /// Reads what the box remembered; what makes no sense is left out.
  static func all(in values: [String: BoxValue]) -> [AlarmRules.Row] {
    values.compactMap { name, value in
      guard name.hasPrefix(prefix), let id = Int(name.dropFirst(prefix.count)), ids.contains(id),
        case .text(let text) = value
      else { return nil }
      return row(id, text.split(separator: separator, omittingEmptySubsequences: false).map(String.init))
    }
  }

  private static func row(_ id: Int, _ fields: [String]) -> AlarmRules.Row? {
    guard fields.count == Self.fields, let minute = Int(fields[0]),
      (0..<LocalZone.minutesOfDay).contains(minute), let days = days(fields[1])
    else { return nil }
    func number(_ text: String, in range: ClosedRange<Int>, usual: Int) -> Int {
      Int(text).flatMap { range.contains($0) ? $0 : nil } ?? usual
    }
    var alarm = Alarm(id: id, minute: minute, days: days)
    alarm.content = Alarm.Content.Kind(rawValue: fields[2]).flatMap { Alarm.Content($0, fields[3]) }
    alarm.volume = number(fields[4], in: Alarm.volumes, usual: Alarm.usualVolume)
    alarm.fadeSeconds = number(fields[5], in: Alarm.fades, usual: Alarm.usualFadeSeconds)
    alarm.lengthMinutes = number(fields[6], in: Alarm.lengths, usual: Alarm.usualLengthMinutes)
    alarm.isEnabled = fields[7] == "1"
    var row = AlarmRules.Row(alarm, since: time(fields[8]))
    if let day = CalendarDay(fields[9]), let minute = Int(fields[10]),
      (0..<LocalZone.minutesOfDay).contains(minute)
    {
      row.rung = .init(day, minute)
    }
    if let missed = time(fields[11]), let seen = time(fields[12]) {
      row.missed = .init(time: missed, seen: seen)
    }
    return row
  }

  private static func time(_ text: some StringProtocol) -> Int64? {
    Int64(text).flatMap { times.contains($0) ? $0 : nil }
  }

  private static func days(_ text: String) -> Alarm.Days? {
    Weekday.days(reading: text).map { .weekly($0) } ?? CalendarDay(text).map { .once($0) }
  }

  static func value(of saved: AlarmRules.Saved?) -> BoxValue? {
    saved.map { .text("\($0.id) \($0.due) \($0.until)") }
  }

  static func saved(in values: [String: BoxValue]) -> AlarmRules.Saved? {
    guard case .text(let text)? = values[ringing] else { return nil }
    let words = text.split(separator: " ")
    guard words.count == 3, let id = Int(words[0]), let due = time(words[1]), let until = time(words[2])
    else { return nil }
    return AlarmRules.Saved(id: id, due: due, until: until)
  }
}
