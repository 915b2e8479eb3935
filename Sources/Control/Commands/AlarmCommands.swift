import Model

/// Further commands for alarms.
enum AlarmCommands {
  static let list: [Command] = [
    Command("alarms", .read, 0...0) { call throws(CommandError) in
      call.writeAll(call.backend.alarms.alarms[...]) { write($0, call) }
    },
    Command("alarm", .player, 1...Command.any) { call throws(CommandError) in
      let verb = call.arguments[0].lowercased()
      if verb != "snooze", verb != "stop" { try call.require(.control) }
      switch (verb, call.arguments.count) {
      case ("snooze", 1):
        try call.trying { () throws(Refusal) in try call.backend.alarms.snooze() }
        return .done
      case ("stop", 1):
        try call.trying { () throws(Refusal) in try call.backend.alarms.stop() }
        return .done
      case ("add", 2...): return try add(call)
      case ("set", 4...): return try set(call)
      case ("on", 2), ("off", 2):
        var alarm = try report(call).alarm
        alarm.isEnabled = verb == "on"
        return store(alarm, call)
      case ("delete", 2): return try delete(call)
      default:
        throw .argument("expected: add TIME, set ID KEY VALUE, on ID, off ID, delete ID, snooze or stop")
      }
    },
  ]

  private static func report(_ call: Call) throws(CommandError) -> AlarmReport {
    let id = try call.arguments.number(1, in: 1...Int(Int32.max), "A number")
    guard let report = call.backend.alarms.alarms.first(where: { $0.alarm.id == id }) else {
      throw Refusal.failed(.noSuchAlarm, "No alarm has the number \(id)", about: "\(id)").commandError
    }
    return report
  }

  private static func add(_ call: Call) throws(CommandError) -> Answer {
    var alarm = Alarm(id: 0, minute: try minute(call.arguments[1]), days: .weekly(Set(Weekday.allCases)))
    try change(&alarm, call, from: 2)
    return call.wait(
      for: {
        call.backend.alarms.add(alarm, completion: $0)
        return .done
      },
      then: { (id: Int) throws(CommandError) in
        call.client.output.pair("alarm", id)
        return .done
      })
  }

  private static func set(_ call: Call) throws(CommandError) -> Answer {
    var alarm = try report(call).alarm
    try change(&alarm, call, from: 2)
    return store(alarm, call)
  }

  private static func store(_ alarm: Alarm, _ call: Call) -> Answer {
    call.whenDone { call.backend.alarms.set(alarm, completion: $0) }
  }

  private static func delete(_ call: Call) throws(CommandError) -> Answer {
    let alarm = try report(call).alarm
    call.client.output.pair("undo", line(alarm))
    return call.whenDone { call.backend.alarms.remove(alarm.id, completion: $0) }
  }

  /// Pairs of keys and values; the content has two.
  private static func change(_ alarm: inout Alarm, _ call: Call, from start: Int) throws(CommandError) {
    var index = start
    while index < call.arguments.count {
      let key = call.arguments[index].lowercased()
      guard let value = call.arguments.optional(index + 1) else { throw .argument("\(key) lacks its value") }
      switch key {
      case "time": alarm.minute = try minute(value)
      case "days":
        guard let days = Weekday.days(reading: value) else {
          throw .argument("Days expected, such as mon,tue, weekdays, weekend or all: \(value)")
        }
        alarm.days = .weekly(days)
      case "date":
        guard let day = CalendarDay(value) else {
          throw .argument("A date expected, such as 2026-12-24: \(value)")
        }
        alarm.days = .once(day)
      case "enabled": alarm.isEnabled = try call.arguments.boolean(index + 1)
      case "volume": alarm.volume = try call.arguments.number(index + 1, in: Alarm.volumes, "A volume")
      case "fade": alarm.fadeSeconds = try call.arguments.number(index + 1, in: Alarm.fades, "A time")
      case "length": alarm.lengthMinutes = try call.arguments.number(index + 1, in: Alarm.lengths, "A time")
      case "content" where value.lowercased() == "none": alarm.content = nil
      case "content":
        alarm.content = try content(value, call.arguments.optional(index + 2))
        index += 1
      default:
        throw .argument(
          "\(key), expected: time, days, date, content, volume, fade, length or enabled and its value")
      }
      // An alarm for a date that has rung rings again for the new time.
      if case .once = alarm.days, key == "date" || key == "time" { alarm.isEnabled = true }
      index += 2
    }
  }

  private static func minute(_ text: String) throws(CommandError) -> Int {
    guard let minute = TimeOfDay.minute(reading: text) else {
      throw .argument("A time from 00:00 to 23:59 expected: \(text)")
    }
    return minute
  }

  private static func content(_ kind: String, _ target: String?) throws(CommandError) -> Alarm.Content {
    guard let known = Alarm.Content.Kind(rawValue: kind.lowercased()) else {
      throw .argument("\(kind), expected: playlist, podcast, folder, song, stream or none")
    }
    guard let target, let content = Alarm.Content(known, target) else {
      throw .argument("content \(kind) lacks its name or path")
    }
    return content
  }

  // MARK: Answers

  private static func write(_ report: AlarmReport, _ call: Call) {
    let alarm = report.alarm
    call.client.output.pair("alarm", alarm.id)
    call.client.output.pair("time", TimeOfDay.text(alarm.minute))
    let (key, days) = days(alarm)
    call.client.output.pair(key, days)
    if let content = alarm.content {
      call.client.output.pair("content", "\(content.kind.rawValue) \(content.target)")
    }
    call.client.output.pair("volume", alarm.volume)
    call.client.output.pair("fade", alarm.fadeSeconds)
    call.client.output.pair("length", alarm.lengthMinutes)
    call.client.output.pair("enabled", alarm.isEnabled)
    if let next = report.next { call.client.output.pair("next", Timestamp.text(next)) }
    if let missed = report.missed { call.client.output.pair("missed", Timestamp.text(missed)) }
    if let seen = report.missedSeen { call.client.output.pair("missed_seen", Timestamp.text(seen)) }
    if report.isRinging { call.client.output.pair("ringing", true) }
    if let snooze = report.snooze { call.client.output.pair("snoozed", Decimal.seconds(snooze)) }
  }

  private static func days(_ alarm: Alarm) -> (key: String, text: String) {
    switch alarm.days {
    case .weekly(let days): ("days", Weekday.text(of: days))
    case .once(let day): ("date", day.description)
    }
  }

  /// The line that makes the alarm again.
  private static func line(_ alarm: Alarm) -> String {
    let (key, days) = days(alarm)
    var words = ["alarm", "add", TimeOfDay.text(alarm.minute), key, days]
    if let content = alarm.content {
      let target = content.target.flatMap { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }
      words += ["content", content.kind.rawValue, "\"\(String(target))\""]
    }
    words += [
      "volume", "\(alarm.volume)", "fade", "\(alarm.fadeSeconds)", "length", "\(alarm.lengthMinutes)",
    ]
    if !alarm.isEnabled { words += ["enabled", "0"] }
    return words.joined(separator: " ")
  }
}
