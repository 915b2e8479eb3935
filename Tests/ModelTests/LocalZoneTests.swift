import Support
import Testing

@testable import Model

@Suite("Local zone")
struct LocalZoneTests {
  /// Seconds since 1970 of a day and a time in UTC.
  private static func utc(_ day: String, _ time: String) throws -> Int64 {
    let (day, minute) = (try #require(CalendarDay(day)), try #require(TimeOfDay.minute(reading: time)))
    return day.days * LocalZone.secondsOfDay + Int64(minute) * 60
  }

  /// - Parameter changes: from when on which offset holds, in minutes.
  private static func zone(_ first: Int64, _ changes: [(Int64, Int64)]) -> LocalZone {
    LocalZone { time in (changes.last { $0.0 <= time }?.1 ?? first) * 60 }
  }

  private static func berlin() throws -> LocalZone {
    zone(60, [(try utc("2026-03-29", "01:00"), 120), (try utc("2026-10-25", "01:00"), 60)])
  }

  private static func lordHowe() throws -> LocalZone {
    zone(660, [(try utc("2026-04-04", "15:00"), 630), (try utc("2026-10-03", "15:30"), 660)])
  }

  @Test(arguments: [
    ("2026-03-28", "02:30", "2026-03-28", "01:30"), ("2026-03-29", "01:59", "2026-03-29", "00:59"),
    // From 02:00 to 03:00 there is no time.
    ("2026-03-29", "02:00", "2026-03-29", "01:00"), ("2026-03-29", "02:30", "2026-03-29", "01:00"),
    ("2026-03-29", "03:00", "2026-03-29", "01:00"), ("2026-03-29", "03:01", "2026-03-29", "01:01"),
    // From 02:00 to 03:00 each time comes twice.
    ("2026-10-25", "01:59", "2026-10-24", "23:59"), ("2026-10-25", "02:30", "2026-10-25", "00:30"),
    ("2026-10-25", "03:00", "2026-10-25", "02:00"),
  ])
  func `a time of a day in Berlin is a point in time, also as clocks are set`(
    day: String, time: String, utcDay: String, utcTime: String
  ) throws {
    let found = try Self.berlin().time(
      of: try #require(CalendarDay(day)), minute: try #require(TimeOfDay.minute(reading: time)))
    expectEqual(found, try Self.utc(utcDay, utcTime))
  }

  @Test(arguments: [
    ("2026-10-04", "02:10", "2026-10-03", "15:30"), ("2026-10-04", "02:30", "2026-10-03", "15:30"),
    ("2026-10-04", "02:31", "2026-10-03", "15:31"), ("2026-04-05", "01:45", "2026-04-04", "14:45"),
    ("2026-04-05", "02:00", "2026-04-04", "15:30"),
  ])
  func `Lord Howe's clocks are set by half an hour`(
    day: String, time: String, utcDay: String, utcTime: String
  ) throws {
    let found = try Self.lordHowe().time(
      of: try #require(CalendarDay(day)), minute: try #require(TimeOfDay.minute(reading: time)))
    expectEqual(found, try Self.utc(utcDay, utcTime))
  }

  @Test func `the next and the latest time are on the days that fit`() throws {
    let zone = try Self.berlin()
    let noon = try Self.utc("2026-06-03", "10:00")
    expectEqual(zone.minute(noon), 720)
    expectEqual(zone.next(minute: 720, after: noon)?.time, noon + 86_400)
    expectEqual(zone.next(minute: 721, after: noon)?.time, noon + 60)
    let sunday = zone.next(minute: 0, after: noon, days: 7) { $0.weekday == .sun }
    expectEqual(sunday?.day.description, "2026-06-07")
    expectEqual(zone.latest(minute: 720, until: noon) { _ in true }?.time, noon)
    expectEqual(zone.latest(minute: 720, until: noon) { $0.weekday == .tue }?.day.description, "2026-06-02")
    #expect(zone.next(minute: 0, after: noon, days: 7) { _ in false } == nil)
  }

  @Test(arguments: [
    ("1970-01-01", 0, Weekday.thu), ("2000-02-29", 11_016, .tue), ("2026-11-30", 20_787, .mon),
    ("1969-12-31", -1, .wed), ("0001-01-01", -719_162, .mon), ("9999-12-31", 2_932_896, .fri),
  ])
  func `a day has a number and a weekday`(text: String, days: Int64, weekday: Weekday) throws {
    let day = try #require(CalendarDay(text))
    expectEqual(day.days, days)
    expectEqual(day.weekday, weekday)
    expectEqual(CalendarDay(days: days).description, text)
  }

  @Test func `a text that is no day, time or weekday is refused`() {
    for text in [
      "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-01", "26-01-01", "+026-01-01", "", "a-b-c",
    ] {
      #expect(CalendarDay(text) == nil, "\(text)")
    }
    for text in ["24:00", "7:5", "7:60", ":30", "7", "+7:00", "007:00", ""] {
      #expect(TimeOfDay.minute(reading: text) == nil, "\(text)")
    }
    for text in ["", "mon,", "monday", "mon tue"] { #expect(Weekday.days(reading: text) == nil, "\(text)") }
  }

  @Test func `days of the week have short forms`() {
    expectEqual(Weekday.days(reading: "Fri,mon"), [.mon, .fri])
    expectEqual(Weekday.days(reading: "weekdays").map(Weekday.text), "mon,tue,wed,thu,fri")
    expectEqual(Weekday.days(reading: "weekend").map(Weekday.text), "sat,sun")
    expectEqual(Weekday.days(reading: "all")?.count, 7)
    for text in ["all", "weekdays", "weekend", "mon,sat", "sun"] {
      expectEqual(Weekday.days(reading: text).map(Weekday.shortText), text)
    }
  }
}
