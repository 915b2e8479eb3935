import Control
import Library
import Linux
import Model
import Player
import Support
import Testing

@testable import jukeboxd

@Suite struct FamilyTests {
  // MARK: What the box keeps

  @Test func `rules and counts are read as they were written`() {
    let monday = CalendarDay(days: 20_787)
    let rows = [
      QuietHours(id: 1, from: 1170, to: 420, name: "Bed time, late", grade: .finish),
      QuietHours(id: 7, days: [.sat, .sun], from: 780, to: 840),
    ]
    let rules = BudgetRules(minutes: [.mon: 60, .sun: 0])
    let counts = [
      BudgetCount(), BudgetCount(day: monday, used: .milliseconds(90_500), extra: -15, boot: "b"),
      BudgetCount(
        used: .seconds(3), earlier: .init(day: monday, used: .seconds(60), extra: 5), boot: "c"),
    ]
    for count in counts {
      let state = FamilyState([
        FamilyState.rowsName: .text(FamilyState.text(of: rows)),
        FamilyState.rulesName: .text(FamilyState.text(of: rules)),
        FamilyState.countName: .text(FamilyState.text(of: count)), FamilyState.lockName: .integer(1),
      ])
      #expect(state.rows == rows && state.rules == rules && state.count == count && state.isLocked)
    }
  }

  @Test(arguments: [
    "", "x", "1 mon 0 60", "1 mon 0 1440 silent a", "0 mon 0 60 silent a", "1 never 0 60 silent a",
    "1 mon 0 60 loud a", "99999999999999999999 mon 0 60 silent a",
  ])
  func `rows that make no sense are left out`(text: String) {
    let state = FamilyState([
      FamilyState.rowsName: .text(text), FamilyState.rulesName: .text(text + " mon=9999 tue"),
      FamilyState.countName: .text(text), FamilyState.lockName: .text(text),
    ])
    #expect(state.rows.isEmpty && state.rules == BudgetRules() && state.count == BudgetCount())
    #expect(!state.isLocked)
  }

  @Test func `a count that is too large stays one, and numbers at their end are no fault`() throws {
    func count(_ text: String) -> BudgetCount { FamilyState([FamilyState.countName: .text(text)]).count }
    expectEqual(
      count("20787 60000 2880 b"),
      BudgetCount(
        day: CalendarDay(days: 20_787), used: .seconds(60), extra: 1440, boot: "b"))
    #expect(count("20787 9223372036854775807 -9223372036854775808 b").used > .seconds(86_400))
    let shelf = try Shelf()
    let rows = FamilyState.text(of: [QuietHours(id: .max, from: 0, to: 60)])
    var box = try Box(on: shelf)
    var isSaved = false
    box.core.store.save(.text(rows), as: FamilyState.rowsName) { isSaved = $0 == nil }
    try box.turn { isSaved }
    let state = box.state
    box.stop()
    box = try Box(on: shelf, state: state)
    let family = box.core.policies.family
    var number: Int?
    family.add(QuietHours(from: 1170, to: 420)) { number = try? $0.get() }
    try box.turn { number != nil }
    #expect(number == 1 && family.quietHours.count == 2)
    box.stop()
  }

  @Test func `quiet hours, budget and lock survive a restart`() throws {
    let shelf = try Shelf()
    var box = try Box(on: shelf)
    var family: FamilyHours { box.core.policies.family }
    var done = 0
    family.add(QuietHours(from: 1170, to: 420, name: "Bedtime")) { if case .success(1) = $0 { done += 1 } }
    family.setBudget(60, on: [.mon]) { if $0 == nil { done += 1 } }
    family.setLocked(true) { if $0 == nil { done += 1 } }
    try box.turn { done == 3 }
    #expect(box.core.services.cards.isLimited)
    let state = box.state
    box.stop()
    box = try Box(on: shelf, state: state)
    try box.core.start()
    expectEqual(family.quietHours.map(\.hours.name), ["Bedtime"])
    #expect(family.budget.rules.minutes == [.mon: 60] && family.isLocked)
    #expect(box.core.services.cards.isLimited)
    box.core.controller.report(.perform(.lock))
    #expect(!family.isLocked && !box.core.services.cards.isLimited)
    box.stop()
  }

  // MARK: A time that is known late

  /// A clock that is set after the music has begun, and what it leaves of the ten minutes.
  private static let late: [(words: String, hour: Int64, minute: Int64, isEdited: Bool, goesOn: Bool)] = [
    ("within ten minutes", 19, 35, false, true), ("later", 19, 45, false, false),
    ("after midnight", 3, 0, false, false),
    ("a row that a person adds in the evening", 21, 0, true, true),
  ]

  @Test(arguments: late.indices)
  func `the song has the rest of ten minutes from the beginning of the quiet hours on`(index: Int) throws {
    let row = Self.late[index]
    let shelf = try Shelf()
    try shelf.make("Stick", ["Momo/1.mp3": "album/1-02 Ratchet Rag.mp3"])
    let box = try Box(on: shelf, autoplay: .off)
    defer { box.stop() }
    let (clock, family) = (box.core.policies.clock, box.core.policies.family)
    var now: Int64?
    clock.zone = LocalZone { _ in 0 }
    clock.read = { now.map { ClockReading(.network, $0) } ?? ClockReading(.unknown, 0) }
    try box.core.start()
    try box.read("Stick")
    box.core.playing.presets.play(.named("Stick/Momo")) { _ in }
    try box.turn { box.player.transport == .play }
    let find = {
      // 2026-06-01, UTC.
      now = 1_780_272_000 + row.hour * 3600 + row.minute * 60
      clock.changed()
    }
    if row.isEdited { find() }
    var isAdded = false
    family.add(QuietHours(from: 1170, to: 420, grade: .finish)) { _ in isAdded = true }
    try box.turn { isAdded }
    if !row.isEdited { find() }
    expectEqual(box.player.closing, .quiet)
    box.core.controller.report(.setPaused(true))
    var isResumed = true
    do throws(Refusal) { try box.core.controller.handle(.setPaused(false)) } catch { isResumed = false }
    #expect(isResumed == row.goesOn, "\(row.words)")
  }

  // MARK: Idle

  @Test func `the machine is switched off after the time without anything, with a warning a minute before`()
    throws
  {
    let loop = try EventLoop()
    var (isBusy, asked, awaitsAlarm) = (false, loop.now, false)
    var acts: [IdleOff.Act] = []
    let idle = IdleOff(
      loop: loop, isBusy: { isBusy }, lastAsked: { asked }, awaitsAlarm: { awaitsAlarm },
      act: { acts.append($0) })
    let start = loop.now
    func look(_ minutes: Double) { idle.look(at: start + .seconds(minutes * 60)) }
    look(500)
    expectEqual(acts, [])
    idle.time = .seconds(30 * 60)
    isBusy = true
    look(20)
    isBusy = false
    look(48)
    expectEqual(acts, [])
    look(49.5)
    look(49.6)
    expectEqual(acts, [.warn])
    // A press.
    asked = start + .seconds(49.7 * 60)
    look(50.1)
    expectEqual(acts, [.warn])
    look(79)
    expectEqual(acts, [.warn, .warn])
    awaitsAlarm = true
    look(90)
    expectEqual(acts, [.warn, .warn])
    awaitsAlarm = false
    // It warns again: somebody may have come for the alarm.
    look(91)
    expectEqual(acts, [.warn, .warn, .warn])
    look(91.9)
    expectEqual(acts.count, 3)
    look(92)
    expectEqual(acts.last, .shutDown)
    idle.time = nil
    look(900)
    expectEqual(acts.count, 4)
  }
}
