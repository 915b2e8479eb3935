import Audio
import Control
import Library
import Model
import Player
import Support
import Testing

@testable import Linux
@testable import jukeboxd

@Suite("From an alarm to the output")
struct AlarmTests {
  private static let files = [
    "Momo/1.mp3": "album/1-02 Ratchet Rag.mp3", "Momo/2.flac": "album/2-01 Solder.flac",
    "Birds/3.ogg": "album/1-03 Lamp Oil.ogg",
  ]
  /// 2026-06-01 06:59:50, UTC.
  private static let early: Int64 = 1_780_297_190

  let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.make("Stick", Self.files)
  }

  /// The time on the wall; nil: unknown.
  final class Wall {
    var now: Int64? = AlarmTests.early
  }

  func started(
    _ wall: Wall, state: TemporaryFolder? = nil, patience: Duration = .zero
  ) throws -> Box {
    let box = try Box(on: shelf, state: state, autoplay: .off)
    box.core.policies.alarms.startPatience = patience
    let clock = box.core.policies.clock
    clock.zone = LocalZone { _ in 0 }
    clock.read = { wall.now.map { ClockReading(.chip, $0) } ?? ClockReading(.unknown, 0) }
    try box.core.start()
    return box
  }

  func add(_ box: Box, _ content: Alarm.Content?) throws -> Int {
    var alarm = Alarm(id: 0, minute: 420, days: .weekly(Set(Weekday.allCases)))
    (alarm.content, alarm.fadeSeconds, alarm.volume) = (content, 0, 33)
    var result: Result<Int, Refusal>?
    box.core.policies.alarms.add(alarm) { result = $0 }
    try box.turn { result != nil }
    return try #require(result).get()
  }

  func ring(_ box: Box, _ wall: Wall) {
    wall.now = Self.early + 20
    box.core.policies.clock.changed()
  }

  func play(_ box: Box, _ uri: String) throws {
    var isDone = false
    box.core.playing.presets.play(.named(uri)) { _ in isDone = true }
    try box.turn { isDone && box.player.transport == .play }
  }

  @Test func `an alarm plays its music in place of the queue, which is back after the stop`() throws {
    let wall = Wall()
    let box = try started(wall)
    defer { box.stop() }
    try box.read("Stick")
    try play(box, "Stick/Momo")
    _ = try add(box, Alarm.Content(.folder, "Stick/Birds"))
    ring(box, wall)
    try box.turn { box.player.ringingSounds }
    expectEqual(box.paths, ["Birds/3.ogg"])
    expectEqual(box.player.volume, 33)
    #expect(box.core.policies.alarms.alarms[0].isRinging)
    try box.core.policies.alarms.stop()
    try box.turn { !box.player.isRinging }
    expectEqual(box.paths, ["Momo/1.mp3", "Momo/2.flac"])
    expectEqual(box.player.transport, .pause)
    #expect(throws: Refusal.self) { try box.core.policies.alarms.stop() }
  }

  @Test func `an alarm whose stick is absent rings with the piece of the jukebox`() throws {
    let wall = Wall()
    let box = try started(wall)
    defer { box.stop() }
    try box.read("Stick")
    _ = try add(box, Alarm.Content(.folder, "Stick/Birds"))
    box.pull("Stick")
    try box.turn { box.volume("Stick") == nil }
    ring(box, wall)
    try box.turn { box.core.policies.alarms.isSounding }
    #expect(box.player.isRinging && box.player.queue.isEmpty)
    try box.core.policies.alarms.snooze()
    #expect(!box.core.policies.alarms.isRinging && box.core.policies.alarms.isOn)
    try box.turn { !box.player.isRinging }
  }

  @Test func `an alarm that is late at the start waits for its stick, and a stop meanwhile ends it`() throws {
    let wall = Wall()
    let state = try TemporaryFolder()
    let first = try started(wall, state: state)
    try first.read("Stick")
    _ = try add(first, Alarm.Content(.folder, "Stick/Birds"))
    first.stop()
    wall.now = Self.early + 20
    let box = try started(wall, state: state, patience: .seconds(1))
    defer { box.stop() }
    // The time is said again, which looks for alarms as well.
    box.core.policies.clock.changed()
    #expect(box.core.policies.alarms.isRinging)
    try box.read("Stick")
    try box.turn { box.player.ringingSounds }
    expectEqual(box.paths, ["Birds/3.ogg"])
    try box.core.policies.alarms.stop()
  }

  @Test func `it rings once, also after a restart, and continues if the power went as it began`() throws {
    let wall = Wall()
    let state = try TemporaryFolder()
    var box = try started(wall, state: state)
    _ = try add(box, nil)
    ring(box, wall)
    try box.turn { box.core.policies.alarms.isSounding }
    // The power goes.
    box.close()
    box = try started(wall, state: state)
    try box.turn { box.core.policies.alarms.isSounding }
    try box.core.policies.alarms.stop()
    try box.turn { !box.player.isRinging }
    box.stop()
    box = try started(wall, state: state)
    defer { box.stop() }
    wall.now = Self.early + 60
    box.core.policies.clock.changed()
    #expect(!box.core.policies.alarms.isOn)
    #expect(box.core.policies.alarms.alarms[0].next == Self.early + 10 + 86_400)
  }

  @Test func `a button snoozes, stop ends, and the volume stays a volume`() throws {
    let wall = Wall()
    let box = try started(wall)
    defer { box.stop() }
    let alarms = box.core.policies.alarms
    #expect(!alarms.takes(.next))
    _ = try add(box, nil)
    ring(box, wall)
    try box.turn { alarms.isSounding }
    #expect(!alarms.takes(.volume(percent: 5)) && alarms.isRinging)
    #expect(alarms.takes(.next) && !alarms.isRinging && alarms.isOn)
    #expect(!alarms.takes(.stop) && !alarms.takesCard())
    #expect(alarms.takes(.alarmStop) && !alarms.isOn)
    #expect(!alarms.takes(.alarmStop))
  }

  @Test func `the sound card is kept from five seconds before an alarm until it has ended`() throws {
    let wall = Wall()
    let box = try started(wall)
    defer { box.stop() }
    let (alarms, engine) = (box.core.policies.alarms, box.core.engine)
    _ = try add(box, nil)
    #expect(!engine.isDeviceNeeded)
    wall.now = Self.early + 6
    box.core.policies.clock.changed()
    #expect(engine.isDeviceNeeded && !alarms.isRinging)
    engine.isOutputEnabled = false
    ring(box, wall)
    try box.turn { alarms.isSounding }
    #expect(engine.isDeviceNeeded && engine.isOutputEnabled)
    try alarms.snooze()
    try box.turn { !box.player.isRinging }
    #expect(!engine.isDeviceNeeded && !engine.isOutputEnabled)
    try alarms.stop()
    #expect(!engine.isDeviceNeeded)
  }

  @Test func `clients end the piece of the jukebox: by a pause, a stop, and by other music`() throws {
    let wall = Wall()
    let box = try started(wall)
    defer { box.stop() }
    let alarms = box.core.policies.alarms
    try box.read("Stick")
    for act in [Event.setPaused(true), .stop] {
      _ = try add(box, nil)
      ring(box, wall)
      try box.turn { alarms.isSounding }
      try box.core.controller.handle(act)
      try box.turn { !box.player.isRinging }
      expectEqual(alarms.isOn, act == .setPaused(true))
      wall.now = Self.early
    }
    _ = try add(box, nil)
    ring(box, wall)
    try box.turn { alarms.isSounding }
    try play(box, "Stick/Momo")
    #expect(!alarms.isOn && !alarms.isSounding)
    expectEqual(box.paths, ["Momo/1.mp3", "Momo/2.flac"])
  }

  @Test func `the machine stays on for 14 hours before an alarm, and while nobody knows the time`() throws {
    let wall = Wall()
    let box = try started(wall)
    defer { box.stop() }
    let (alarms, clock) = (box.core.policies.alarms, box.core.policies.clock)
    #expect(!alarms.isDue(within: IdleOff.alarmTime))
    _ = try add(box, nil)
    // Seven in the morning.
    let due = Self.early + 10
    let rows: [(words: String, now: Int64?, offset: Int64, isDue: Bool)] = [
      ("unknown", nil, 0, true), ("a chip, 13:59 before", due - 50_340, 0, true),
      ("14:01 before", due - 50_460, 0, false), ("another zone", due - 50_460, 7200, true),
      ("and back", due - 50_460, 0, false), ("set late", due + 700, 0, false),
      ("one hour back", due - 2900, 0, true), ("forward over the alarm", due + 3600, 0, false),
    ]
    for row in rows {
      wall.now = row.now
      clock.zone = LocalZone { _ in row.offset }
      clock.changed()
      #expect(alarms.isDue(within: IdleOff.alarmTime) == row.isDue, "\(row.words)")
    }
  }

  @Test func `an announcement sounds over an alarm, and a stick that is pulled does not silence it`() throws {
    let wall = Wall()
    let box = try started(wall)
    defer { box.stop() }
    let alarms = box.core.policies.alarms
    try box.read("Stick")
    _ = try add(box, Alarm.Content(.folder, "Stick/Birds"))
    ring(box, wall)
    try box.turn { box.player.ringingSounds }
    var isTold = false
    box.core.services.announcer.announce("Stick/Momo/1.mp3", volume: nil, duck: nil) { _ in isTold = true }
    try box.turn { isTold }
    #expect(alarms.isRinging && box.player.transport == .play)
    box.pull("Stick")
    try box.turn { box.player.queue.isEmpty && alarms.isSounding }
    #expect(alarms.isRinging && box.player.isRinging)
  }

  @Test func `an alarm for a date that has passed is refused, and only changes are stored`() throws {
    let wall = Wall()
    let box = try started(wall)
    defer { box.stop() }
    let alarms = box.core.policies.alarms
    let id = try add(box, nil)
    let seen = alarms.alarms[0].alarm
    var (first, second, past) = (seen, seen, seen)
    (first.volume, second.minute) = (44, 421)
    past.days = .once(try #require(CalendarDay("2026-05-31")))
    var refusals: [Refusal?] = []
    for alarm in [first, second, past] { alarms.set(alarm) { refusals.append($0) } }
    try box.turn { refusals.count == 3 }
    expectEqual(refusals.compactMap { $0?.key }, [.outOfRange])
    expectEqual(alarms.alarms[0].alarm.minute, 421)
    alarms.remove(id) { _ in }
    alarms.set(first) { refusals.append($0) }
    try box.turn { refusals.count == 4 }
    expectEqual(refusals[3]?.key, .noSuchAlarm)
  }

  @Test func `rows of the box that make no sense do no harm`() throws {
    let (least, most) = (Int64.min, Int64.max)
    let days = "mon,tue,wed,thu,fri,sat,sun"
    var values: [String: BoxValue] = [
      "alarm \(Int.max)": .text("420\t\(days)\t\t\t30\t30\t60\t1\t\t\t\t\t")
    ]
    for (id, time) in [(1, least), (2, most)] {
      let row =
        "420\t\(days)\t\t\t\(time)\t\(time)\t\(time)\t1\t\(time)\t9999-12-31\t\(time)\t\(time)\t\(time)"
      values["alarm \(id)"] = .text(row)
    }
    for text in ["1 \(least) \(most)", "1 \(most) \(least)", "\(most) 0 \(most)", "1 2"] {
      values[AlarmRows.ringing] = .text(text)
      expectEqual(AlarmRows.saved(in: values), nil)
    }
    let rows = AlarmRows.all(in: values)
    expectEqual(rows.map(\.alarm.id).sorted(), [1, 2])
    var rules = AlarmRules(rows)
    var effects: [AlarmRules.Effect] = []
    rules.look(at: Self.early, LocalZone { _ in 0 }, .zero, into: &effects)
    expectEqual(rules.rows[1]?.since, Self.early)
    for time in [least, most] { #expect((0..<86_400).contains(LocalZone { _ in 0 }.local(time).second)) }
  }

  @Test func `an alarm for music that is not there is refused`() throws {
    let box = try started(Wall())
    defer { box.stop() }
    var result: Result<Int, Refusal>?
    var alarm = Alarm(id: 0, minute: 420, days: .weekly([.mon]))
    alarm.content = Alarm.Content(.playlist, "Nothing")
    box.core.policies.alarms.add(alarm) { result = $0 }
    try box.turn { result != nil }
    expectEqual(result, .failure(.noSuchPlaylist))
    #expect(box.core.policies.alarms.alarms.isEmpty)
  }
}
