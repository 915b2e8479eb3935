import ClientSupport
import Support
import Testing

@testable import Client
@testable import jukebox

/// Alarms, quiet hours and minutes a day as the command prints them.
@Suite struct FamilyTextTests {
  private func alarm(_ lines: String...) -> String {
    let common = ["alarm: 2", "time: 06:45", "days: mon,tue,wed,thu,fri", "volume: 30"]
    return AlarmListCommand.line(Answer(lines: common + lines), 7200)
  }

  @Test func `an alarm says when it rings next, or rings again`() {
    let common = "2  06:45  weekdays  volume 30  "
    expectEqual(alarm("enabled: 1", "next: 2026-06-01T04:45:00Z"), common + "next 2026-06-01 06:45")
    expectEqual(alarm("enabled: 1", "snoozed: 539.600"), common + "rings again in 8 min 59 s")
    expectEqual(alarm("enabled: 1", "ringing: 1"), common + "rings")
    expectEqual(alarm("enabled: 0"), common + "off")
    expectEqual(alarm("enabled: 1"), common + "waits for the clock")
  }

  @Test func `days that are alike are put together`() {
    expectEqual(BudgetCommand.line([("mon", 60), ("tue", 30), ("wed", 60)]), "mon,wed 60 min, tue 30 min")
    let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    expectEqual(BudgetCommand.line(days.map { ($0, 45) }), "all 45 min")
    expectEqual(
      BudgetCommand.line(days.map { ($0, $0.hasPrefix("s") ? 120 : 60) }), "weekdays 60 min, weekend 120 min")
    let quiet = QuietTime.all(
      Answer(lines: [
        "quiet: 1", "from: 19:30", "to: 07:00", "days: \(days.joined(separator: ","))", "grade: finish",
        "name: Bedtime",
      ]))
    expectEqual(quiet.map(\.line), ["1  19:30-07:00  all  finish  “Bedtime”"])
  }
}
