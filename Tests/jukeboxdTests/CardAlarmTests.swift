import Control
import Inputs
import Library
import Model
import Player
import Support
import Testing

@testable import Linux
@testable import jukeboxd

@Suite("Cards while an alarm rings")
struct CardAlarmTests {
  /// 2026-06-01 06:59:50, UTC.
  private static let early: Int64 = 1_780_297_190

  /// The time on the wall.
  private final class Wall {
    var now = CardAlarmTests.early
  }

  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  private func number(_ text: String) throws -> CardNumber { try #require(CardNumber(text)) }

  private func done(_ box: Box, _ ask: (@escaping (Refusal?) -> Void) -> Void) throws {
    var answer: Refusal??
    ask { answer = .some($0) }
    try box.turn { answer != nil }
    #expect(answer == .some(nil))
  }

  /// A box whose alarm rings, with cards for actions.
  private func ringing(isLocked: Bool = false) throws -> Box {
    let wall = Wall()
    let box = try Box(on: shelf, autoplay: .off)
    box.core.policies.alarms.startPatience = .zero
    let clock = box.core.policies.clock
    clock.zone = LocalZone { _ in 0 }
    clock.read = { ClockReading(.chip, wall.now) }
    try box.core.start()
    for (text, action) in [("1", Action.alarmStop), ("2", .volume(percent: -5)), ("3", .next)] {
      let card = try number(text)
      try done(box) { box.core.services.cards.bind(card, to: .action(action), CardOptions(), completion: $0) }
    }
    var alarm = Alarm(id: 0, minute: 420, days: .weekly(Set(Weekday.allCases)))
    alarm.fadeSeconds = 0
    var added: Result<Int, Refusal>?
    box.core.policies.alarms.add(alarm) { added = $0 }
    try box.turn { added != nil }
    if isLocked { try done(box) { box.core.policies.family.setLocked(true, completion: $0) } }
    wall.now = Self.early + 20
    clock.changed()
    try box.turn { box.core.policies.alarms.isSounding }
    return box
  }

  @Test(arguments: ["404", "3"]) func `a card of any reader snoozes it`(card: String) throws {
    let box = try ringing()
    defer { box.stop() }
    let alarms = box.core.policies.alarms
    try box.core.services.cards.place(number(card), on: "kitchen")
    #expect(!alarms.isRinging && alarms.isOn)
    #expect(box.core.services.cards.unknownCards.isEmpty)
  }

  @Test func `a card lies on a module at the start, and the alarm continues`() throws {
    let box = try ringing()
    defer { box.stop() }
    var reader = ReaderBinding(name: "desk")
    reader.presence = "17"
    box.core.services.cards.set([reader])
    try box.core.services.cards.place(number("404"), on: "desk")
    #expect(box.core.policies.alarms.isRinging)
  }

  @Test(arguments: [false, true]) func `a card with alarm-stop ends it, also while locked`(isLocked: Bool)
    throws
  {
    let box = try ringing(isLocked: isLocked)
    defer { box.stop() }
    let volume = box.player.volume
    try box.core.services.cards.place(number("2"), on: "kitchen")
    expectEqual(box.player.volume < volume, !isLocked)
    #expect(box.core.policies.alarms.isRinging)
    try box.core.services.cards.place(number("1"), on: "kitchen")
    #expect(!box.core.policies.alarms.isOn)
  }
}
