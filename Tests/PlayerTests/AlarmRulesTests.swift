import Model
import Support
import Testing

@testable import Player

/// Alarms, driven by hand: a clock that is set, and a monotonic one that passes.
private struct Bedroom {
  var rules: AlarmRules
  var zone: LocalZone
  /// nil: nothing vouches for the time.
  var now: Int64?
  var time = Duration.seconds(1000)

  init(_ alarms: [Alarm], at text: String?, zone: LocalZone = Zones.berlin) throws {
    self.zone = zone
    now = try text.map { try Zones.time($0, zone) }
    rules = AlarmRules()
    var effects: [AlarmRules.Effect] = []
    for alarm in alarms { rules.set(alarm, at: now, into: &effects) }
  }

  /// What a look at the clock does: `ring 1`, `missed 1`, `silence`; what is stored is left out.
  mutating func look() -> [String] {
    var effects: [AlarmRules.Effect] = []
    rules.look(at: now, zone, time, into: &effects)
    return Self.words(effects)
  }

  static func words(_ effects: [AlarmRules.Effect]) -> [String] {
    effects.compactMap { effect in
      switch effect {
      case .ring(let id): "ring \(id)"
      case .missed(let id): "missed \(id)"
      case .silence(let fades): fades ? "fade" : "silence"
      case .save, .saveRinging: nil
      }
    }
  }

  /// Somebody sets the clock.
  mutating func set(_ text: String) throws -> [String] {
    now = try Zones.time(text, zone)
    return look()
  }

  /// Time passes on all clocks, looked at each minute; with what happened and when.
  mutating func pass(minutes: Int) -> [String] {
    (0..<minutes).flatMap { _ in
      time += .seconds(60)
      if let now { self.now = now + 60 }
      let shown = now.map { TimeOfDay.text(zone.minute($0)) } ?? "?"
      return look().map { "\(shown) \($0)" }
    }
  }

  mutating func snooze() -> [String] {
    var effects: [AlarmRules.Effect] = []
    rules.snooze(at: time, into: &effects)
    return Self.words(effects)
  }

  mutating func stop() -> [String] {
    var effects: [AlarmRules.Effect] = []
    rules.stop(into: &effects)
    return Self.words(effects)
  }
}

private enum Zones {
  /// - Parameter changes: from when on which offset holds, in minutes.
  static func zone(_ first: Int64, _ changes: [(Int64, Int64)]) -> LocalZone {
    LocalZone { time in (changes.last { $0.0 <= time }?.1 ?? first) * 60 }
  }

  /// From 02:00 to 03:00 on March 29th, back from 03:00 to 02:00 on October 25th.
  static let berlin = zone(60, [(1_774_746_000, 120), (1_792_890_000, 60)])
  /// Back from 02:00 to 01:30 on April 5th, from 02:00 to 02:30 on October 4th.
  static let lordHowe = zone(660, [(1_775_314_800, 630), (1_791_041_400, 660)])
  static let london = zone(0, [(1_774_746_000, 60), (1_792_890_000, 0)])

  static func time(_ text: String, _ zone: LocalZone) throws -> Int64 {
    let words = text.split(separator: " ")
    return zone.time(
      of: try #require(CalendarDay(words[0])), minute: try #require(TimeOfDay.minute(reading: words[1])))
  }
}

@Suite("Alarm rules")
struct AlarmRulesTests {
  private func daily(_ time: String, id: Int = 1) throws -> Alarm {
    Alarm(
      id: id, minute: try #require(TimeOfDay.minute(reading: time)), days: .weekly(Set(Weekday.allCases)))
  }

  private func once(_ day: String, _ time: String) throws -> Alarm {
    Alarm(
      id: 1, minute: try #require(TimeOfDay.minute(reading: time)),
      days: .once(try #require(CalendarDay(day))))
  }

  @Test func `an alarm rings at its minute, on its days, and once`() throws {
    var alarm = try daily("07:00")
    alarm.days = .weekly([.mon, .wed])
    // A Sunday.
    var room = try Bedroom([alarm], at: "2026-05-31 22:00")
    expectEqual(room.look(), [])
    expectEqual(room.pass(minutes: 9 * 60), ["07:00 ring 1"])
    expectEqual(room.pass(minutes: 48 * 60), ["08:00 fade", "07:00 ring 1"])
  }

  @Test func `one for a date rings on it, and is off afterwards`() throws {
    var room = try Bedroom([once("2026-06-02", "07:00")], at: "2026-06-01 06:59")
    expectEqual(room.pass(minutes: 25 * 60), ["07:00 ring 1"])
    expectEqual(room.rules.rows[1]?.alarm.isEnabled, false)
    #expect(room.rules.next(of: 1, after: try #require(room.now), room.zone) == nil)
  }

  @Test func `nothing rings while the clock is unknown, and late by ten minutes at most once it is known`()
    throws
  {
    for (set, expected) in [
      ("2026-06-01 06:50", []), ("2026-06-01 07:10", ["ring 1"]), ("2026-06-01 07:11", ["missed 1"]),
      ("2026-06-01 12:00", ["missed 1"]),
    ] as [(String, [String])] {
      var room = try Bedroom([daily("07:00")], at: "2026-05-31 22:00")
      room.now = nil
      expectEqual(room.pass(minutes: 10 * 60), [])
      let done = try room.set(set)
      #expect(done == expected, "\(set)")
      expectEqual(room.look(), [])
    }
  }

  @Test func `an alarm that is made while the clock is unknown counts from the time that is set`() throws {
    var room = try Bedroom([daily("07:00")], at: nil)
    expectEqual(room.look(), [])
    expectEqual(try room.set("2026-06-01 07:05"), [])
    expectEqual(room.pass(minutes: 24 * 60), ["07:00 ring 1"])
  }

  @Test func `an alarm that is made or changed just after its time waits for the next day`() throws {
    var room = try Bedroom([daily("07:00")], at: "2026-06-01 07:05")
    expectEqual(room.look(), [])
    expectEqual(room.pass(minutes: 24 * 60 - 6), [])
    expectEqual(room.pass(minutes: 1), ["07:00 ring 1"])
  }

  @Test func `a clock that is set back an hour rings no second time, one that is set back a day does`() throws
  {
    var room = try Bedroom([daily("07:00")], at: "2026-06-02 06:59")
    expectEqual(room.pass(minutes: 31), ["07:00 ring 1"])
    expectEqual(room.stop(), ["silence"])
    expectEqual(try room.set("2026-06-02 06:30"), [])
    #expect(
      room.rules.next(of: 1, after: try #require(room.now), room.zone)
        == (try Zones.time("2026-06-03 07:00", room.zone)))
    expectEqual(room.pass(minutes: 24 * 60), [])
    expectEqual(room.pass(minutes: 60), ["07:00 ring 1"])
    expectEqual(room.stop(), ["silence"])
    // It was another day in truth.
    expectEqual(try room.set("2026-05-20 06:59"), [])
    expectEqual(room.pass(minutes: 1), ["07:00 ring 1"])
  }

  @Test func `a clock that is set forward over an alarm rings it up to ten minutes late`() throws {
    for (set, expected) in [
      ("2026-06-01 06:59", []), ("2026-06-01 07:00", ["ring 1"]), ("2026-06-01 07:10", ["ring 1"]),
      ("2026-06-01 07:11", ["missed 1"]), ("2026-06-04 12:00", ["missed 1"]),
    ] as [(String, [String])] {
      var room = try Bedroom([daily("07:00")], at: "2026-06-01 06:00")
      expectEqual(room.look(), [])
      let done = try room.set(set)
      #expect(done == expected, "\(set)")
    }
  }

  @Test func `a missed alarm is noted with the time at which that was seen, until it rings again`() throws {
    var room = try Bedroom([daily("07:00")], at: "2026-06-01 06:00")
    expectEqual(try room.set("2026-06-01 09:00"), ["missed 1"])
    expectEqual(
      room.rules.rows[1]?.missed,
      AlarmRules.Missed(
        time: try Zones.time("2026-06-01 07:00", room.zone),
        seen: try Zones.time("2026-06-01 09:00", room.zone)))
    // It was early in truth.
    expectEqual(try room.set("2026-06-01 06:59"), [])
    expectEqual(room.pass(minutes: 1), ["07:00 ring 1"])
    #expect(room.rules.rows[1]?.missed == nil)
  }

  @Test func `another zone moves the alarm with the clocks on the wall`() throws {
    var room = try Bedroom([daily("07:00")], at: "2026-06-01 06:50")
    room.zone = Zones.london
    expectEqual(room.look(), [])
    expectEqual(room.pass(minutes: 69), [])
    expectEqual(room.pass(minutes: 1), ["07:00 ring 1"])
    // Back over the same time.
    expectEqual(room.stop(), ["silence"])
    room.zone = Zones.berlin
    expectEqual(room.look(), [])
    room.zone = Zones.london
    expectEqual(room.pass(minutes: 60), [])
  }

  @Test(arguments: [
    // The time from 02:00 to 03:00 does not exist.
    ("2026-03-28 22:00", "02:30", ["03:00 ring 1"]), ("2026-03-28 22:00", "03:00", ["03:00 ring 1"]),
    ("2026-03-28 22:00", "01:59", ["01:59 ring 1"]),
    // It exists twice.
    ("2026-10-24 22:00", "02:30", ["02:30 ring 1"]), ("2026-10-24 22:00", "03:00", ["03:00 ring 1"]),
  ])
  func `in Berlin an alarm rings once on both days of summer time`(
    start: String, time: String, expected: [String]
  ) throws {
    var alarm = try daily(time)
    alarm.lengthMinutes = 240
    var room = try Bedroom([alarm], at: start)
    expectEqual(room.look(), [])
    expectEqual(room.pass(minutes: 7 * 60), expected)
  }

  @Test(arguments: [
    ("2026-10-03 23:00", "02:10", ["02:30 ring 1"]), ("2026-04-04 23:00", "01:45", ["01:45 ring 1"]),
    ("2026-04-04 23:00", "02:00", ["02:00 ring 1"]),
  ])
  func `on Lord Howe an alarm rings once where clocks are set by half an hour`(
    start: String, time: String, expected: [String]
  ) throws {
    var alarm = try daily(time)
    alarm.lengthMinutes = 240
    var room = try Bedroom([alarm], at: start, zone: Zones.lordHowe)
    expectEqual(room.look(), [])
    expectEqual(room.pass(minutes: 5 * 60), expected)
  }

  @Test func `a snooze lasts nine minutes of the monotonic clock, and ends with the alarm`() throws {
    var alarm = try daily("07:00")
    alarm.lengthMinutes = 20
    var room = try Bedroom([alarm], at: "2026-06-01 06:59")
    expectEqual(room.pass(minutes: 1), ["07:00 ring 1"])
    expectEqual(room.snooze(), ["silence"])
    expectEqual(room.snooze(), [])
    // Somebody sets the clock meanwhile.
    expectEqual(try room.set("2026-06-01 06:30"), [])
    expectEqual(room.pass(minutes: 9), ["06:39 ring 1"])
    expectEqual(room.snooze(), ["silence"])
    expectEqual(room.pass(minutes: 9), ["06:48 ring 1"])
    // Nine minutes more would be beyond its length.
    expectEqual(room.snooze(), ["silence"])
    #expect(room.rules.ringing == nil)
    expectEqual(room.pass(minutes: 60), [])
  }

  @Test func `nothing rings for ever`() throws {
    var room = try Bedroom([daily("07:00")], at: "2026-06-01 06:59")
    expectEqual(room.pass(minutes: 120), ["07:00 ring 1", "08:00 fade"])
    #expect(room.rules.deadline == nil)
  }

  @Test func `the later alarm takes the place of one that rings`() throws {
    var room = try Bedroom([daily("07:00"), daily("07:05", id: 2)], at: "2026-06-01 06:59")
    expectEqual(room.pass(minutes: 10), ["07:00 ring 1", "07:05 ring 2"])
    expectEqual(room.stop(), ["silence"])
    expectEqual(room.stop(), [])
    expectEqual(room.pass(minutes: 60), [])
  }

  @Test func `that it rings is stored before it sounds`() throws {
    var room = try Bedroom([daily("07:00")], at: "2026-06-01 06:59")
    var effects: [AlarmRules.Effect] = []
    room.rules.look(at: try #require(room.now) + 60, room.zone, room.time, into: &effects)
    expectEqual(effects, [.saveRinging, .save(1), .ring(1)])
  }

  @Test func `after a restart it continues to ring until its end, and a snooze continues`() throws {
    for (seconds, snoozed, expected, later) in [
      (0, false, ["ring 1"], []), (600, false, ["ring 1"], []), (3599, false, ["ring 1"], []),
      (3600, false, [], []),
      (60, true, [], ["07:09 ring 1"]), (900, true, ["ring 1"], []), (3599, true, ["ring 1"], []),
      (3600, true, [], []),
    ] as [(Int64, Bool, [String], [String])] {
      var room = try Bedroom([daily("07:00")], at: "2026-06-01 06:59")
      expectEqual(room.pass(minutes: 1), ["07:00 ring 1"])
      if snoozed { expectEqual(room.snooze(), ["silence"]) }
      let saved = try #require(room.rules.saved(at: room.now, room.time))
      room.rules = AlarmRules(Array(room.rules.rows.values), restored: saved)
      room.time = .seconds(5)
      // The clock is known a little later.
      let now = try #require(room.now) + seconds
      room.now = nil
      expectEqual(room.look(), [])
      room.now = now
      let done = room.look()
      #expect(done == expected, "\(seconds)")
      if snoozed, seconds == 60 { expectEqual(room.pass(minutes: 8), later) }
      if expected.isEmpty, later.isEmpty { #expect(room.rules.ringing == nil, "\(seconds)") }
    }
  }

  @Test func `an alarm that is deleted or switched off is silent at once`() throws {
    for delete in [true, false] {
      var room = try Bedroom([daily("07:00")], at: "2026-06-01 06:59")
      expectEqual(room.pass(minutes: 1), ["07:00 ring 1"])
      var effects: [AlarmRules.Effect] = []
      var alarm = try daily("07:00")
      alarm.isEnabled = false
      if delete {
        room.rules.remove(1, into: &effects)
      } else {
        room.rules.set(alarm, at: room.now, into: &effects)
      }
      expectEqual(Bedroom.words(effects), ["silence"])
      expectEqual(room.pass(minutes: 48 * 60), [])
    }
  }
}
