import Model
import Player
import Support
import Testing

/// Quiet hours and the day's budget, as the player follows them.
@Suite struct LimitTests {
  private static let silent = PresentQuiet("Bedtime until 07:00", .silent)
  private static let finish = PresentQuiet("Bedtime until 07:00", .finish)
  private static let monday = CalendarDay(days: 20_787)

  private func playing(_ count: Int = 3, length: Duration = .seconds(10_000)) throws -> Rig {
    var rig = try Rig(count)
    try rig.send(.play)
    if let serial = rig.status.serial { try rig.send(.started(serial, length: length)) }
    return rig
  }

  /// Lets time pass, with all that is due in it.
  private func pass(_ rig: inout Rig, _ duration: Duration) throws -> [String] {
    let end = rig.time + duration
    var words: [String] = []
    while let deadline = rig.jukebox.deadline, deadline <= end {
      rig.time = max(rig.time, deadline)
      words += Rig.words(try rig.send(.tick))
    }
    rig.time = end
    return words + Rig.words(try rig.send(.tick))
  }

  private func budget(_ minutes: Int, counts: Bool = true) -> BudgetRules {
    Self.budget(minutes, counts: counts)
  }

  private static func budget(_ minutes: Int, counts: Bool = true) -> BudgetRules {
    BudgetRules(
      minutes: Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, minutes) }), countsSpeech: counts)
  }

  private func isRefused(_ rig: inout Rig, _ event: Event) -> Bool {
    do throws(Refusal) {
      try rig.send(event)
      return false
    } catch {
      if case .failed(.notNow, _, _) = error { return true }
      return false
    }
  }

  // MARK: Quiet hours

  @Test func `silence fades out within 30 seconds, pauses and keeps the place`() throws {
    var rig = try playing()
    _ = try pass(&rig, .seconds(100))
    try rig.send(.setQuiet(Self.silent))
    let words = try pass(&rig, .seconds(29))
    #expect(rig.status.state == .play && words.count { $0.hasPrefix("fade ") } > 200)
    #expect(rig.status.sleep == nil, "no sleep timer is shown")
    _ = try pass(&rig, .seconds(2))
    #expect(rig.status.state == .pause && rig.currentID == 1)
    #expect(abs(try #require(rig.status.elapsed) / .seconds(1) - 100) < 0.2)
    expectEqual(rig.status.family.closed, .quiet)
    try rig.send(.setQuiet(nil))
    #expect(try rig.acts(.play).hasPrefix("fade 1.0, resume"))
  }

  @Test func `a song may end, and the next one waits`() throws {
    var rig = try playing(length: .seconds(200))
    try expectEqual(rig.acts(.setQuiet(Self.finish)), "next -, changed player+family")
    _ = try pass(&rig, .seconds(200))
    try rig.ends()
    #expect(rig.status.state == .pause && rig.currentID == 2)
  }

  @Test func `a song that does not end fades out after ten minutes`() throws {
    var rig = try playing()
    try rig.send(.setQuiet(Self.finish))
    #expect(try pass(&rig, .seconds(599)).isEmpty && rig.status.state == .play)
    _ = try pass(&rig, .seconds(32))
    #expect(rig.status.state == .pause)
  }

  @Test(arguments: [
    Event.play, .playPosition(1), .playID(EntryID(rawValue: 2)), .setPaused(false), .togglePause, .next,
    .previous, .replaceQueue([QueueItem(Rig.track(1))]),
  ])
  func `no command of a client begins music`(event: Event) throws {
    var rig = try playing()
    try rig.send(.setPaused(true))
    try rig.send(.setQuiet(Self.silent))
    #expect(isRefused(&rig, event))
    #expect(rig.status.state == .pause && rig.currentID == 1)
    try rig.send(.setQuiet(nil))
    try rig.send(event)
    expectEqual(rig.status.state, .play)
  }

  @Test(arguments: [
    Action.play, .toggle, .next, .previous, .nextFolder, .previousFolder, .preset(1), .playNamed("a"),
    .pad("a"),
  ])
  func `a press that would begin music gets a tone`(action: Action) throws {
    var rig = try playing()
    try rig.send(.setPaused(true))
    try rig.send(.setQuiet(Self.silent))
    try expectEqual(rig.acts(.perform(action)), "tone limit")
    expectEqual(rig.status.state, .pause)
  }

  @Test func `volume, pause and stop work in quiet hours`() throws {
    var rig = try playing()
    try rig.send(.setQuiet(Self.finish))
    #expect(try rig.acts(.perform(.volume(percent: -5))).hasPrefix("volume 45"))
    try expectEqual(rig.acts(.perform(.toggle)), "pause, changed player")
    try expectEqual(rig.acts(.perform(.toggle)), "resume, changed player")
    try rig.send(.perform(.stop))
    expectEqual(rig.status.state, .stop)
    try expectEqual(rig.acts(.perform(.toggle)), "tone limit")
  }

  @Test func `paused music may be resumed only while the song may continue`() throws {
    var rig = try playing()
    try rig.send(.setQuiet(Self.finish))
    try rig.send(.setPaused(true))
    _ = try pass(&rig, .seconds(601))
    #expect(isRefused(&rig, .setPaused(false)))
  }

  @Test func `a stick that comes in quiet hours waits, paused at its place`() throws {
    var rig = try playing()
    _ = try pass(&rig, .seconds(40))
    let saved = rig.saved()
    rig = try Rig(restoring: saved, arrived: false)
    try rig.send(.setQuiet(Self.silent))
    #expect(try rig.acts(.volumeArrived(Rig.stick)).contains("start 1 at 40.0 paused"))
  }

  @Test func `softer hours begin nothing and end nothing`() throws {
    var rig = try playing()
    try expectEqual(rig.acts(.setQuiet(PresentQuiet("Rest until 15:00", .softer))), "changed family")
    #expect(rig.status.family.closed == nil && rig.status.state == .play)
  }

  @Test func `music is allowed for some minutes, then it fades out`() throws {
    var rig = try playing()
    try rig.send(.setPaused(true))
    try rig.send(.setQuiet(Self.silent))
    try rig.send(.perform(.allow(minutes: 10)))
    try rig.send(.play)
    expectEqual(rig.status.family.allowed, .seconds(600))
    _ = try pass(&rig, .seconds(599))
    #expect(rig.status.state == .play && rig.status.family.closed == nil)
    _ = try pass(&rig, .seconds(32))
    #expect(rig.status.state == .pause && rig.status.family.allowed == nil)
    try rig.send(.allow(minutes: 5))
    try rig.send(.allow(minutes: 0))
    #expect(isRefused(&rig, .play))
  }

  @Test func `a sleep timer does not make the end of quiet hours later`() throws {
    var rig = try playing()
    try rig.send(.setQuiet(Self.silent))
    for _ in 0..<4 {
      _ = try pass(&rig, .seconds(10))
      try rig.send(.setSleep(.minutes(60)))
    }
    expectEqual(rig.status.state, .pause)
  }

  @Test func `an alarm plays in quiet hours, and does not count`() throws {
    var rig = try playing()
    try rig.send(.setBudget(budget(60)))
    try rig.send(.setDay(Self.monday))
    try rig.send(.setQuiet(Self.silent))
    let used = rig.jukebox.budgetCount.used
    try rig.send(.ring([QueueItem(Rig.track(9))], volume: 30, fade: .zero))
    try rig.sounds()
    _ = try pass(&rig, .seconds(90))
    #expect(rig.status.state == .play && rig.jukebox.budgetCount.used == used)
    try rig.send(.endRinging)
    _ = try pass(&rig, .seconds(31))
    #expect(rig.status.state == .pause && rig.status.family.closed == .quiet)
  }

  // MARK: Budget

  @Test func `the budget warns twice, ends, and the song has five minutes`() throws {
    var rig = try playing()
    try rig.send(.setBudget(budget(15)))
    try rig.send(.setDay(Self.monday))
    #expect(try !pass(&rig, .seconds(299)).contains("tone soon"))
    #expect(try pass(&rig, .seconds(2)).contains("tone soon"))
    #expect(try !pass(&rig, .seconds(478)).contains("tone soon"))
    #expect(try pass(&rig, .seconds(2)).contains("tone soon"))
    expectEqual(rig.status.family.rest, .seconds(119))
    _ = try pass(&rig, .seconds(120))
    #expect(rig.status.family.closed == .budget && rig.status.state == .play)
    _ = try pass(&rig, .seconds(297))
    expectEqual(rig.status.state, .play)
    _ = try pass(&rig, .seconds(34))
    #expect(rig.status.state == .pause)
    #expect(isRefused(&rig, .play))
    try rig.send(.perform(.giveBudget(minutes: 15)))
    try rig.send(.play)
    expectEqual(rig.status.state, .play)
  }

  @Test func `a day without minutes lets the song of midnight end`() throws {
    var rig = try playing()
    let tuesday = CalendarDay(days: Self.monday.days + 1)
    try rig.send(.setDay(Self.monday))
    try rig.send(.setBudget(BudgetRules(minutes: [tuesday.weekday: 0])))
    _ = try pass(&rig, .seconds(60))
    try rig.send(.setDay(tuesday))
    _ = try pass(&rig, .seconds(297))
    expectEqual(rig.status.state, .play)
    _ = try pass(&rig, .seconds(34))
    expectEqual(rig.status.state, .pause)
  }

  @Test func `pauses do not count`() throws {
    var rig = try playing()
    try rig.send(.setBudget(budget(60)))
    try rig.send(.setDay(Self.monday))
    _ = try pass(&rig, .seconds(60))
    try rig.send(.setPaused(true))
    _ = try pass(&rig, .seconds(600))
    expectEqual(rig.status.family.rest, .seconds(59 * 60))
    try rig.send(.setPaused(false))
    try rig.send(.setSpeed(2))
    _ = try pass(&rig, .seconds(60))
    expectEqual(rig.status.family.rest, .seconds(58 * 60))
  }

  @Test func `audiobooks are left out where music alone counts`() throws {
    for (counts, used) in [(true, Duration.seconds(60)), (false, .zero)] {
      var rig = try playing()
      try rig.send(.folders([FolderRule(folder: FolderReference(of: Rig.track(1)), resumes: true)]))
      try rig.send(.setBudget(budget(60, counts: counts)))
      try rig.send(.setDay(Self.monday))
      let before = rig.jukebox.budgetCount.used
      _ = try pass(&rig, .seconds(60))
      expectEqual(rig.jukebox.budgetCount.used - before, used)
    }
  }

  // MARK: Days of the budget

  private static func day(_ number: Int64) -> CalendarDay { CalendarDay(days: monday.days + number) }

  /// What the clock does: the day that counts then, and what is used of the day.
  private static let clocks: [(name: String, events: [Event], used: Int)] = [
    ("the same day", [.setDay(day(0))], 30),
    ("a later day", [.setDay(day(1))], 0),
    ("no clock after a restart of the daemon", [.beginDay(boot: "a")], 30),
    ("no clock after a new start", [.beginDay(boot: "b")], 0),
    ("no clock, and two starts of the daemon", [.beginDay(boot: "b"), .beginDay(boot: "b")], 0),
    ("a clock that is set late, on the same day", [.beginDay(boot: "b"), .setDay(day(0))], 30),
    ("a clock that is set late, on a later day", [.beginDay(boot: "b"), .setDay(day(1))], 0),
    ("a clock that is known before the patience ends", [.setDay(day(0)), .beginDay(boot: "b")], 30),
    ("a clock that steps back by a day", [.setDay(day(-1))], 30),
    ("a clock that steps back and is right again the next day", [.setDay(day(-1)), .setDay(day(1))], 0),
    ("a clock that steps back and is right again", [.setDay(day(-1)), .setDay(day(0))], 30),
    (
      "a clock that steps back by two days, and then goes",
      [.setDay(day(-2)), .setDay(day(-1)), .setDay(day(0))], 30
    ),
    ("a clock that steps forward and back", [.setDay(day(5)), .setDay(day(0))], 30),
    ("a clock that was years ahead", [.setDay(day(5000)), .setDay(day(0)), .setDay(day(1))], 0),
    (
      "a clock that is set late and too early", [.beginDay(boot: "b"), .setDay(day(-1)), .setDay(day(0))], 30
    ),
    ("a clock that is lost and found", [.setDay(nil), .setDay(day(0))], 30),
  ]

  @Test(arguments: clocks.indices)
  func `a new day begins by the clock, or once at a start without one`(index: Int) throws {
    let row = Self.clocks[index]
    var rig = try Rig(1)
    try rig.send(
      .restoreBudget(BudgetCount(day: Self.day(0), used: .seconds(1800), extra: 0, boot: "a")))
    try rig.send(.setBudget(budget(60)))
    for event in row.events { try rig.send(event) }
    #expect(rig.jukebox.budgetCount.used == .seconds(Int64(row.used) * 60), "\(row.name)")
  }

  @Test func `a place that a power cut paused gets no minutes more`() throws {
    var rig = try playing()
    _ = try pass(&rig, .seconds(40))
    try rig.send(.setPaused(true))
    let saved = rig.saved()
    for limit in [Event.setBudget(budget(0)), .setQuiet(Self.finish)] {
      rig = try Rig(restoring: saved, arrived: false)
      try rig.send(limit)
      try rig.send(.volumeArrived(Rig.stick))
      try expectEqual(rig.acts(.perform(.toggle)), "tone limit")
      #expect(isRefused(&rig, .setPaused(false)) && rig.status.state == .pause)
    }
  }

  /// What ends the music while a song plays, and for how many seconds the song goes on: until then, 30 s to fade.
  private static let ends: [(name: String, events: [Event], seconds: Int64)] = [
    ("quiet hours that begin now", [.setQuiet(finish)], 600),
    ("a clock that is known 1 minute after their beginning", [.setQuiet(finish, passed: .seconds(60))], 540),
    ("a clock that is known 9 minutes after", [.setQuiet(finish, passed: .seconds(540))], 60),
    ("a clock that is known 10 minutes after", [.setQuiet(finish, passed: .seconds(600))], 0),
    ("a clock that is known hours after", [.setQuiet(finish, passed: .seconds(20_000))], 0),
    (
      "another name within the grace",
      [.setQuiet(finish, passed: .seconds(540)), .setQuiet(PresentQuiet("Night", .finish))], 60
    ),
    (
      "music that was allowed late at night, until now",
      [.setQuiet(finish, passed: .seconds(5000)), .allow(minutes: 1)], 660
    ),
    ("a parent who takes the minutes", [.giveBudget(minutes: -60)], 300),
    ("a parent who lowers the minutes", [.setBudget(LimitTests.budget(30))], 300),
    ("a day that was used up before the time was known", [.setDay(day(0))], 0),
    ("that day, and more minutes, used up again", [.setDay(day(0)), .giveBudget(minutes: 31)], 360),
    (
      "that day, then quiet hours", [.setDay(day(0)), .setQuiet(finish, passed: .seconds(300))], 0
    ),
  ]

  @Test(arguments: ends.indices)
  func `a time that is known late gives no second grace`(index: Int) throws {
    let row = Self.ends[index]
    var rig = try Rig(2)
    try rig.send(
      .restoreBudget(BudgetCount(day: Self.day(0), used: .seconds(3600), extra: 0, boot: "a")))
    try rig.send(.setBudget(budget(60)))
    // No clock says yet that it is the same day.
    try rig.send(.beginDay(boot: "b"))
    try rig.send(.play)
    try rig.send(.started(try #require(rig.status.serial), length: .seconds(10_000)))
    _ = try pass(&rig, .seconds(1800))
    for event in row.events { try rig.send(event) }
    _ = try pass(&rig, .seconds(row.seconds + 28))
    #expect(rig.status.state == .play, "\(row.name)")
    _ = try pass(&rig, .seconds(4))
    #expect(rig.status.state == .pause, "\(row.name)")
  }

  @Test func `a child that pulls the plug all evening hears a song to its end once`() throws {
    let hours = QuietHours(from: 1170, to: 420, name: "Bedtime", grade: .finish)
    let (plugs, unknown) = (40, Duration.seconds(20))
    var heard = Duration.zero
    for plug in 0..<plugs as Range<Int> {
      // Every minute from 19:30 on; the network says the time 20 s after the start.
      var rig = try playing()
      _ = try pass(&rig, unknown)
      let known = Int64(hours.from * 60 + plug * 60 + 20)
      try rig.send(.setQuiet(Self.finish, passed: hours.passed(at: known)))
      let start = rig.time
      // The last one is left in peace.
      let end = start + (plug == plugs - 1 ? .seconds(3600) : .seconds(40))
      while let deadline = rig.jukebox.deadline, deadline <= end, rig.status.state == .play {
        rig.time = max(rig.time, deadline)
        try rig.send(.tick)
      }
      heard += (rig.status.state == .play ? end : rig.time) - start
    }
    let fade = Duration.seconds(30)
    #expect(heard <= .seconds(600) + fade * plugs, "\(heard)")
  }

  @Test func `without a clock the strictest day counts`() throws {
    var rig = try Rig(1)
    try rig.send(.setBudget(BudgetRules(minutes: [.mon: 60, .sat: 20])))
    expectEqual(rig.status.family.rest, .seconds(1200))
    try rig.send(.setDay(Self.monday))
    expectEqual(rig.status.family.rest, .seconds(3600))
    try rig.send(.setDay(Self.day(1)))
    #expect(rig.status.family.rest == nil)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a week with ten power cuts a day never has more than allowed and 4 s a cut`(seed: UInt64) throws {
    var chance = SeededChance(seed)
    let allowed = 45
    var kept = BudgetCount()
    var paused = try playing(2)
    _ = try pass(&paused, .seconds(40))
    try paused.send(.setPaused(true))
    var saved = paused.saved()
    for day in 0..<7 as Range<Int64> {
      var heard = Duration.zero
      var cuts = 0
      while cuts <= 10 {
        var rig = try Rig(restoring: saved, arrived: false)
        let boot = "\(day) \(cuts)"
        try rig.send(.restoreBudget(kept))
        try rig.send(.setBudget(budget(allowed)))
        // Sometimes the network takes its time.
        let late = chance.next(below: 3) == 0
        if !late { try rig.send(.setDay(Self.day(day))) }
        try rig.send(.volumeArrived(Rig.stick))
        if rig.status.state != .play { _ = try? rig.send(.perform(.toggle)) }
        if rig.status.state != .play { _ = try? rig.send(.play) }
        if let serial = rig.status.serial { try rig.send(.started(serial, length: .seconds(100_000))) }
        let end = rig.time + .milliseconds(Int64(chance.next(below: 1_500_000)))
        var isSet = !late
        while let deadline = rig.jukebox.deadline, deadline <= end {
          if !isSet, deadline > .seconds(40) {
            isSet = true
            try rig.send(.setDay(Self.day(day)))
            continue
          }
          if rig.status.state == .play { heard += max(.zero, deadline - rig.time) }
          rig.time = max(rig.time, deadline)
          let effects = try rig.send(.tick)
          if effects.contains(.save(.position)) { (kept, saved) = (rig.jukebox.budgetCount, rig.saved()) }
          if rig.status.state != .play { break }
          if cuts == 10 { _ = try? rig.send(.beginDay(boot: boot)) }
        }
        if rig.status.state == .play { heard += max(.zero, end - rig.time) }
        cuts += 1
      }
      let most = Duration.seconds(Int64(allowed) * 60) + .seconds(4 * 10)
      // The last song has five minutes, and 30 s to fade out.
      // A start before the time is known counts for the day before, until it is: here at most 44 s.
      #expect(heard <= most + .seconds(330 + 44), "day \(day): \(heard)")
    }
  }
}

/// Random numbers, the same for each seed.
private struct SeededChance {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next(below limit: UInt64) -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state % limit
  }
}
