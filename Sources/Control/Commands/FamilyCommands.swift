import Model

/// Further commands for quiet hours, the day's budget and the lock.
enum FamilyCommands {
  static let list: [Command] = [
    Command("quiethours", .read, 0...Command.any, quietHours),
    Command("budget", .read, 0...3, budget),
    Command("allow", .admin, 1...1) { call throws(CommandError) in
      let limits = 0...Action.allowances.upperBound
      return try call.perform(.allow(minutes: try call.arguments.number(0, in: limits, "Minutes")))
    },
    Command("lock", .admin, 1...1) { call throws(CommandError) in
      guard let isLocked = ["on": true, "off": false][call.arguments[0].lowercased()] else {
        throw .argument("lock \(call.arguments[0]), expected: on or off")
      }
      return call.whenDone { call.backend.family.setLocked(isLocked, completion: $0) }
    },
  ]

  /// Writes what limits the music now.
  static func write(_ status: FamilyStatus, _ call: Call) {
    if let quiet = status.quiet {
      call.client.output.pair("quiet", quiet.label)
      call.client.output.pair("quietgrade", quiet.grade.rawValue)
    }
    if let closed = status.closed { call.client.output.pair("closed", closed.rawValue) }
    if let allowed = status.allowed { call.client.output.pair("allowed", Int(allowed.components.seconds)) }
    if let rest = status.rest { call.client.output.pair("budget", Int(rest.components.seconds)) }
    if status.isLocked { call.client.output.pair("locked", true) }
  }

  /// Refuses a sound while no music may begin.
  static func requireOpen(_ call: Call) throws(CommandError) {
    if let refusal = call.backend.playback.status.family.refusal { throw refusal.commandError }
  }

  // MARK: Quiet hours

  private static func quietHours(_ call: Call) throws(CommandError) -> Answer {
    guard let verb = call.arguments.optional(0)?.lowercased() else { return listQuietHours(call) }
    try call.require(.admin)
    let count = call.arguments.count
    switch verb {
    case "add" where count >= 3 && count % 2 == 1:
      var hours = QuietHours(from: try minute(call.arguments[1]), to: try minute(call.arguments[2]))
      try read(call, from: 3, into: &hours)
      return call.wait(
        for: { completion in
          call.backend.family.add(hours, completion: completion)
          return .done
        },
        then: { (id: Int) throws(CommandError) in
          call.client.output.pair("quiet", id)
          return .done
        })
    case "set" where count >= 4 && count % 2 == 0:
      var hours = try known(call)
      try read(call, from: 2, into: &hours)
      return call.whenDone { call.backend.family.change(hours, completion: $0) }
    case "delete" where count == 2:
      let id = try known(call).id
      return call.whenDone { call.backend.family.removeQuietHours(id, completion: $0) }
    default:
      throw .argument(
        "expected: quiethours, quiethours add FROM TO [days LIST] [name NAME] [grade GRADE], "
          + "quiethours set ID KEY VALUE, quiethours delete ID")
    }
  }

  private static func listQuietHours(_ call: Call) -> Answer {
    for (hours, isActive) in call.backend.family.quietHours {
      call.client.output.pair("quiet", hours.id)
      if !hours.name.isEmpty { call.client.output.pair("name", hours.name) }
      call.client.output.pair("days", Weekday.text(of: hours.days))
      call.client.output.pair("from", TimeOfDay.text(hours.from))
      call.client.output.pair("to", TimeOfDay.text(hours.to))
      call.client.output.pair("grade", hours.grade.rawValue)
      if isActive { call.client.output.pair("active", true) }
    }
    return .done
  }

  private static func known(_ call: Call) throws(CommandError) -> QuietHours {
    let word = call.arguments[1]
    guard let id = Int(word), let found = call.backend.family.quietHours.first(where: { $0.hours.id == id })
    else { throw CommandError(key: .noSuchQuietHours, "No quiet hours have the number \(word)", about: word) }
    return found.hours
  }

  private static func read(
    _ call: Call, from start: Int, into hours: inout QuietHours
  ) throws(CommandError) {
    for index in stride(from: start, to: call.arguments.count, by: 2) {
      let (key, value) = (call.arguments[index].lowercased(), call.arguments[index + 1])
      switch key {
      case "from": hours.from = try minute(value)
      case "to": hours.to = try minute(value)
      case "days": hours.days = try days(value)
      case "name" where value.isEmpty: hours.name = ""
      case "name" where Pad.isName(value) && value.utf8.count <= QuietHours.mostNameBytes: hours.name = value
      case "grade":
        guard let grade = QuietGrade(rawValue: value.lowercased()) else {
          let words = QuietGrade.allCases.map(\.rawValue).joined(separator: ", ")
          throw .argument("grade \(value), expected: one of \(words)")
        }
        hours.grade = grade
      default: throw .argument("\(key) \(value), expected: from, to, days, name or grade and its value")
      }
    }
  }

  private static func minute(_ text: String) throws(CommandError) -> Int {
    guard let minute = TimeOfDay.minute(reading: text) else { throw .argument("\(text), expected: HH:MM") }
    return minute
  }

  private static func days(_ text: String) throws(CommandError) -> Set<Weekday> {
    guard let days = Weekday.days(reading: text) else {
      throw .argument("\(text), expected: all, weekdays, weekend, or some of mon,tue,wed,thu,fri,sat,sun")
    }
    return days
  }

  // MARK: Budget

  private static func budget(_ call: Call) throws(CommandError) -> Answer {
    guard let word = call.arguments.optional(0) else { return listBudget(call) }
    try call.require(.admin)
    if call.arguments.count == 1, case .giveBudget(let minutes)? = Action("budget \(word)") {
      return try call.perform(.giveBudget(minutes: minutes))
    }
    guard call.arguments.count == 3, word.lowercased() == "set" else {
      throw .argument("expected: budget, budget set DAYS MINUTES, budget set DAYS off, budget +MINUTES")
    }
    let days = try days(call.arguments[1])
    let minutes =
      call.arguments[2].lowercased() == "off"
      ? nil : try call.arguments.number(2, in: BudgetRules.limits, "Minutes")
    return call.whenDone { call.backend.family.setBudget(minutes, on: days, completion: $0) }
  }

  private static func listBudget(_ call: Call) -> Answer {
    let (rules, count) = call.backend.family.budget
    call.client.output.pair("used", Int(count.used.components.seconds))
    if let rest = call.backend.playback.status.family.rest {
      call.client.output.pair("rest", Int(rest.components.seconds))
    }
    if count.extra != 0 { call.client.output.pair("extra", count.extra) }
    if let day = count.day { call.client.output.pair("today", day.weekday.rawValue) }
    for day in Weekday.allCases {
      guard let minutes = rules.minutes[day] else { continue }
      call.client.output.pair("day", day.rawValue)
      call.client.output.pair("minutes", minutes)
    }
    return .done
  }
}
