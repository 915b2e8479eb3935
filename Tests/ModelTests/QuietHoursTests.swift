import Model
import Support
import Testing

@Suite struct QuietHoursTests {
  /// A zone whose offset changes at points in time.
  private static func zone(_ first: Int64, _ changes: (at: String, minute: Int64, offset: Int64)...) throws
    -> LocalZone
  {
    let steps = try changes.map { (time: try utc($0.at, $0.minute), offset: $0.offset) }
    return LocalZone { time in steps.last { time >= $0.time }?.offset ?? first }
  }

  /// - Parameter minute: of the day, UTC.
  private static func utc(_ day: String, _ minute: Int64) throws -> Int64 {
    try #require(CalendarDay(day)).days * 86_400 + minute * 60
  }

  /// 2026: forward on March 29th at 02:00, back on October 25th at 03:00.
  private static func berlin() throws -> LocalZone {
    try zone(3600, ("2026-03-29", 60, 7200), ("2026-10-25", 60, 3600))
  }
  /// 2026: back by half an hour on April 5th at 02:00, forward on October 4th at 02:00.
  private static func lordHowe() throws -> LocalZone {
    try zone(39_600, ("2026-04-04", 15 * 60, 37_800), ("2026-10-03", 15 * 60 + 30, 39_600))
  }

  private static func hours(_ from: String, _ to: String, _ days: String = "all") throws -> QuietHours {
    QuietHours(
      days: try #require(Weekday.days(reading: days)), from: try #require(TimeOfDay.minute(reading: from)),
      to: try #require(TimeOfDay.minute(reading: to)))
  }

  private struct Row: CustomStringConvertible {
    let description: String
    let hours: QuietHours
    let zone: LocalZone
    /// Points in time as UTC, and whether it is quiet then.
    let times: [(day: String, minute: Int64, isQuiet: Bool)]
  }

  private static func rows() throws -> [Row] {
    [
      // Winter: UTC + 1.
      Row(
        description: "over midnight", hours: try hours("19:30", "07:00"), zone: try berlin(),
        times: [
          ("2026-01-05", 1109, false), ("2026-01-05", 1110, true), ("2026-01-05", 1439, true),
          ("2026-01-06", 359, true), ("2026-01-06", 360, false),
        ]),
      Row(
        description: "of one day", hours: try hours("13:00", "14:00", "mon"), zone: try berlin(),
        times: [("2026-01-05", 720, true), ("2026-01-05", 780, false), ("2026-01-06", 720, false)]),
      Row(
        description: "the eve counts", hours: try hours("19:30", "07:00", "sun"), zone: try berlin(),
        times: [
          ("2026-01-04", 300, false), ("2026-01-04", 1200, true), ("2026-01-05", 300, true),
          ("2026-01-05", 1200, false),
        ]),
      Row(
        description: "a whole day", hours: try hours("00:00", "00:00", "sun"), zone: try berlin(),
        times: [("2026-01-03", 1379, false), ("2026-01-03", 1380, true), ("2026-01-04", 1380, false)]),
      Row(
        description: "the same moment in another zone", hours: try hours("19:30", "07:00"),
        zone: try zone(-18_000),
        times: [("2026-01-05", 1110, false), ("2026-01-06", 30, true)]),
      Row(
        description: "Berlin, forward: it begins in the hour that is left out",
        hours: try hours("02:30", "07:00"),
        zone: try berlin(),
        times: [("2026-03-29", 59, false), ("2026-03-29", 60, true), ("2026-03-29", 300, false)]),
      Row(
        description: "Berlin, back: the night is an hour longer", hours: try hours("19:30", "07:00"),
        zone: try berlin(),
        times: [
          ("2026-10-24", 1050, true), ("2026-10-25", 59, true), ("2026-10-25", 61, true),
          ("2026-10-25", 359, true), ("2026-10-25", 360, false),
        ]),
      Row(
        description: "Lord Howe, back by half an hour", hours: try hours("19:30", "07:00"),
        zone: try lordHowe(),
        times: [
          ("2026-04-04", 899, true), ("2026-04-04", 901, true), ("2026-04-04", 1229, true),
          ("2026-04-04", 1230, false),
        ]),
      Row(
        description: "Lord Howe, forward by half an hour", hours: try hours("02:15", "07:00"),
        zone: try lordHowe(),
        times: [("2026-10-03", 929, false), ("2026-10-03", 930, true), ("2026-10-03", 1200, false)]),
    ]
  }

  @Test func `quiet hours hold as clocks on the wall show them`() throws {
    for row in try Self.rows() {
      for (day, minute, isQuiet) in row.times {
        let holding = [row.hours].holding(at: try Self.utc(day, minute), in: row.zone)
        #expect(!holding.isEmpty == isQuiet, "\(row): \(day) \(TimeOfDay.text(Int(minute))) UTC")
      }
    }
  }

  @Test(arguments: [
    ("19:30", "07:00", "19:30", 0), ("19:30", "07:00", "19:41", 11), ("19:30", "07:00", "06:59", 689),
    ("13:00", "14:00", "13:59", 59), ("06:00", "06:00", "05:59", 1439), ("00:00", "00:00", "00:00", 0),
  ])
  func `how long they have held is known, also over midnight`(
    from: String, to: String, now: String, minutes: Int64
  ) throws {
    let second = Int64(try #require(TimeOfDay.minute(reading: now))) * 60
    expectEqual(try Self.hours(from, to).passed(at: second + 5), .seconds(minutes * 60 + 5))
  }

  @Test func `a clock that is not known has no quiet hours`() throws {
    let rows = [try Self.hours("00:00", "00:00")]
    #expect(rows.holding(at: nil, in: try Self.berlin()).isEmpty)
  }

  @Test func `a clock that is set over the end or the beginning is followed at once`() throws {
    let rows = [try Self.hours("19:30", "07:00")]
    let (evening, berlin) = (try Self.utc("2026-01-05", 1100), try Self.berlin())
    for (step, isQuiet) in [(0, false), (3600, true), (-3600, false), (12 * 3600, false)] as [(Int64, Bool)] {
      #expect(!rows.holding(at: evening + step, in: berlin).isEmpty == isQuiet, "\(step)")
    }
  }

  @Test func `the budget's day begins at four in the morning`() throws {
    for (minute, day) in [(179, "2026-01-04"), (180, "2026-01-05"), (1439, "2026-01-05")] as [(Int64, String)]
    {
      let time = try Self.utc("2026-01-05", minute)
      #expect(BudgetCount.day(of: time, in: try Self.berlin()) == CalendarDay(day), "\(minute)")
    }
  }

  @Test func `the budget's day begins once on each day that clocks are set`() throws {
    let (berlin, lordHowe) = (try Self.berlin(), try Self.lordHowe())
    // Minutes of the day in UTC at which it is four in the morning.
    let rows: [(name: String, zone: LocalZone, day: String, four: Int64)] = [
      ("Berlin, forward", berlin, "2026-03-29", 120), ("Berlin, back", berlin, "2026-10-25", 180),
      ("Lord Howe, back", lordHowe, "2026-04-04", 17 * 60 + 30),
      ("Lord Howe, forward", lordHowe, "2026-10-03", 17 * 60),
    ]
    for row in rows {
      let four = try Self.utc(row.day, row.four)
      let days = (-180...180).map { BudgetCount.day(of: four + $0 * 60, in: row.zone).days }
      #expect(days.count { $0 == days[0] } == 180 && days.last == days[0] + 1, "\(row.name)")
      expectEqual(days, days.sorted())
    }
    // The same moment in another zone.
    let (time, london) = (try Self.utc("2026-06-01", 150), try Self.zone(3600))
    #expect(
      BudgetCount.day(of: time, in: berlin).days == BudgetCount.day(of: time, in: london).days + 1)
  }

  @Test func `the label names the end`() throws {
    var hours = try Self.hours("19:30", "07:00")
    expectEqual(hours.label, "Quiet until 07:00")
    hours.name = "Bedtime"
    expectEqual(hours.label, "Bedtime until 07:00")
  }
}
