import Model
import Support
import Testing

@testable import Control

@Suite struct FamilyCommandTests {
  private let fake = FakeBackend()

  @Test func `quiet hours are added, listed, changed and deleted`() {
    let conversation = Conversation(fake)
    expectEqual(
      conversation.ask("quiethours add 19:30 07:00 days sun,mon name Bedtime grade finish"),
      ["quiet: 1", "OK"])
    expectEqual(conversation.ask("quiethours add 13:00 14:00"), ["quiet: 2", "OK"])
    expectEqual(conversation.ask("quiethours set 1 from 20:00 grade silent"), ["OK"])
    expectEqual(conversation.ask("quiethours delete 2"), ["OK"])
    fake.family.quietHours[0].isActive = true
    expectEqual(
      conversation.ask("quiethours"),
      [
        "quiet: 1", "name: Bedtime", "days: mon,sun", "from: 20:00", "to: 07:00", "grade: silent",
        "active: 1", "OK",
      ])
  }

  @Test(arguments: [
    "quiethours add 19:30", "quiethours add 19:30 25:00", "quiethours add 19:30 07:00 days never",
    "quiethours add 19:30 07:00 grade loud", "quiethours add 19:30 07:00 colour red", "quiethours set 1",
    "quiethours set 1 from", "quiethours delete", "quiethours forget 1", "budget 15", "budget set mon",
    "budget set never 60", "budget set mon 1441", "budget +0", "allow 721", "allow -1", "allow soon",
    "lock maybe",
  ])
  func `wrong arguments change nothing`(line: String) {
    let conversation = Conversation(fake)
    fake.family.quietHours = [(QuietHours(id: 1, from: 60, to: 120), false)]
    #expect(conversation.ask(line).first?.hasPrefix("ACK [2@0]") == true, "\(line)")
    #expect(fake.family.quietHours.map(\.hours) == [QuietHours(id: 1, from: 60, to: 120)])
    #expect(fake.family.budget.rules.minutes.isEmpty)
  }

  @Test func `quiet hours that do not exist are refused with their number`() {
    let conversation = Conversation(fake)
    expectEqual(
      conversation.ask("quiethours delete 7"),
      ["ACK [50@0] {quiethours} No quiet hours have the number 7"])
  }

  @Test func `the budget is set by days and listed`() {
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("budget set weekend 120"), ["OK"])
    expectEqual(conversation.ask("budget set mon,sun 60"), ["OK"])
    expectEqual(conversation.ask("budget set sat off"), ["OK"])
    fake.family.budget.count = BudgetCount(
      day: CalendarDay(year: 2026, month: 11, day: 30), used: .seconds(90), extra: 15)
    expectEqual(
      conversation.ask("budget"),
      [
        "used: 90", "extra: 15", "today: mon", "day: mon", "minutes: 60", "day: sun", "minutes: 60", "OK",
      ])
  }

  @Test func `allow, today's minutes and the lock are passed on`() {
    let conversation = Conversation(fake)
    for line in ["allow 30", "allow 0", "budget +15", "budget -5", "lock on"] {
      expectEqual(conversation.ask(line), ["OK"])
    }
    expectEqual(
      fake.performed,
      [
        .allow(minutes: 30), .allow(minutes: 0), .giveBudget(minutes: 15), .giveBudget(minutes: -5),
      ])
    #expect(fake.family.isLocked)
  }

  @Test func `the status shows what limits the music`() {
    let conversation = Conversation(fake)
    var family = FamilyStatus()
    (family.quiet, family.closed) = (PresentQuiet("Bedtime until 07:00", .silent), .quiet)
    (family.allowed, family.rest, family.isLocked) = (.seconds(5), .seconds(61), true)
    fake.status.family = family
    let lines = conversation.ask("status")
    for line in [
      "quiet: Bedtime until 07:00", "quietgrade: silent", "closed: quiet", "allowed: 5", "budget: 61",
      "locked: 1",
    ] { #expect(lines.contains(line), "\(line)") }
  }

  @Test func `while no music may begin no pad and no song between begins, but an announcement`() {
    fake.status.family.closed = .budget
    fake.pads.announceable = ["say:Dinner"]
    let conversation = Conversation(fake, access: Access(local: [.read, .player]))
    let refusal =
      "Today's minutes of music are used up. With the permission admin, allow MINUTES lets music play"
    for line in ["pad 1", "announce Sounds/bell.mp3"] {
      #expect(conversation.ask(line).last?.hasSuffix(refusal) == true, "\(line)")
    }
    expectEqual(conversation.ask("announce say:Dinner"), ["OK"])
    fake.status.family.closed = nil
    expectEqual(conversation.ask("announce Sounds/bell.mp3"), ["OK"])
  }

  @Test func `commands that only ask are no use of the jukebox`() {
    let conversation = Conversation(fake)
    for line in ["status", "budget", "quiethours", "clock"] { _ = conversation.ask(line) }
    expectEqual(fake.uses, 0)
    for line in ["setvol 20", "budget +15", "pause 1"] { _ = conversation.ask(line) }
    #expect(fake.uses >= 3)
  }

  @Test func `a client without the permission admin only reads`() {
    let conversation = Conversation(fake, access: Access(local: [.read, .player, .control]))
    for line in [
      "quiethours add 19:30 07:00", "budget set mon 60", "budget +15", "allow 30", "lock off",
    ] { #expect(conversation.ask(line).first?.hasPrefix("ACK [4@0]") == true, "\(line)") }
    expectEqual(conversation.ask("quiethours"), ["OK"])
  }
}
