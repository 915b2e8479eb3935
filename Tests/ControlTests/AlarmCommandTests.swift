import Model
import Support
import Testing

@testable import Control

@Suite("Alarm commands")
struct AlarmCommandTests {
  private let fake = FakeBackend()

  @Test func `an alarm is added, listed, changed and deleted`() {
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("alarm add 7:05"), ["alarm: 1", "OK"])
    expectEqual(
      conversation.ask(
        "alarm add 06:30 date 2026-12-24 content folder \"A \\\"B\\\"\" volume 40 fade 0 length 5"),
      ["alarm: 2", "OK"])
    fake.alarms.alarms[0].next = 1_600_000_000
    (fake.alarms.alarms[1].missed, fake.alarms.alarms[1].missedSeen) = (1_600_000_000, 1_600_003_600)
    fake.alarms.alarms[1].snooze = .seconds(500)
    expectEqual(
      conversation.ask("alarms"),
      [
        "alarm: 1", "time: 07:05", "days: mon,tue,wed,thu,fri,sat,sun", "volume: 30", "fade: 30",
        "length: 60",
        "enabled: 1", "next: 2020-09-13T12:26:40Z",
        "alarm: 2", "time: 06:30", "date: 2026-12-24", "content: folder A \"B\"", "volume: 40", "fade: 0",
        "length: 5", "enabled: 1", "missed: 2020-09-13T12:26:40Z", "missed_seen: 2020-09-13T13:26:40Z",
        "snoozed: 500.000", "OK",
      ])
    expectEqual(conversation.ask("alarm set 2 days weekend time 8:00 content none"), ["OK"])
    expectEqual(fake.alarms.alarms[1].alarm.days, .weekly([.sat, .sun]))
    expectEqual(fake.alarms.alarms[1].alarm.minute, 480)
    expectEqual(fake.alarms.alarms[1].alarm.content, nil)
    expectEqual(conversation.ask("alarm set 2 enabled 0"), ["OK"])
    expectEqual(conversation.ask("alarm set 2 time 9:00"), ["OK"])
    expectEqual(fake.alarms.alarms[1].alarm.isEnabled, false)
    expectEqual(conversation.ask("alarm set 2 date 2026-12-25"), ["OK"])
    expectEqual(fake.alarms.alarms[1].alarm.isEnabled, true)
    expectEqual(conversation.ask("alarm set 2 days weekend time 8:00 enabled 0"), ["OK"])
    expectEqual(conversation.ask("alarm off 1"), ["OK"])
    expectEqual(fake.alarms.alarms[0].alarm.isEnabled, false)
    expectEqual(conversation.ask("alarm set 2 content stream \"X \\\"Y\\\"\""), ["OK"])
    let deleted = conversation.ask("alarm delete 2")
    expectEqual(
      deleted,
      [
        "undo: alarm add 08:00 days sat,sun content stream \"X \\\"Y\\\"\" volume 40 fade 0 length 5 enabled 0",
        "OK",
      ])
    expectEqual(fake.alarms.alarms.count, 1)
    expectEqual(conversation.ask(String(deleted[0].dropFirst(6))), ["alarm: 2", "OK"])
    expectEqual(fake.alarms.alarms[1].alarm.content, Alarm.Content(.stream, "X \"Y\""))
  }

  @Test func `the status shows that an alarm rings, or when it rings again`() {
    let conversation = Conversation(fake)
    func lines() -> [String] {
      conversation.ask("status").filter { $0.hasPrefix("ringing") || $0.hasPrefix("snoozed") }
    }
    expectEqual(lines(), [])
    fake.alarms.isRinging = true
    expectEqual(lines(), ["ringing: 1"])
    (fake.alarms.isRinging, fake.alarms.snoozeRest) = (false, .milliseconds(539_600))
    expectEqual(lines(), ["snoozed: 539"])
  }

  @Test(arguments: [
    (
      "alarm add",
      "2@0] {alarm} expected: add TIME, set ID KEY VALUE, on ID, off ID, delete ID, snooze or stop"
    ),
    ("alarm add 24:00", "2@0] {alarm} A time from 00:00 to 23:59 expected: 24:00"),
    (
      "alarm add 7:00 days never",
      "2@0] {alarm} Days expected, such as mon,tue, weekdays, weekend or all: never"
    ),
    ("alarm add 7:00 date 2026-02-30", "2@0] {alarm} A date expected, such as 2026-12-24: 2026-02-30"),
    ("alarm add 7:00 content playlist", "2@0] {alarm} content playlist lacks its name or path"),
    (
      "alarm add 7:00 content action x",
      "2@0] {alarm} action, expected: playlist, podcast, folder, song, stream or none"
    ),
    (
      "alarm add 7:00 colour red",
      "2@0] {alarm} colour, expected: time, days, date, content, volume, fade, length or enabled and its value"
    ),
    ("alarm add 7:00 volume", "2@0] {alarm} volume lacks its value"),
    ("alarm on 9", "50@0] {alarm} No alarm has the number 9"),
    ("alarm snooze", "52@0] {alarm} No alarm rings"),
  ])
  func `a command that makes no sense is refused`(line: String, answer: String) {
    expectEqual(Conversation(fake).ask(line), ["ACK [" + answer])
    #expect(fake.alarms.alarms.isEmpty)
  }
}
