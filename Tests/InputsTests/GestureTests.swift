import Linux
import Model
import Support
import Testing

@testable import Inputs

@Suite struct GestureTests {
  /// Runs "down"/"up"/"-" at milliseconds, letting time pass in between as the loop's timer would, and tells what
  /// acted when.
  private func run(_ binding: Binding, _ steps: [(Int, String)], until end: Int = 10_000) -> [String] {
    var recognizer = GestureRecognizer(binding)
    var acted: [String] = []
    var actions: [Action] = []
    func flush(_ time: Int) {
      acted += actions.map { "\($0)@\(time)" }
      actions = []
    }
    func elapse(before limit: Int) {
      while let deadline = recognizer.deadline, deadline.nanoseconds / 1_000_000 < limit {
        recognizer.advance(to: deadline, into: &actions)
        flush(Int(deadline.nanoseconds / 1_000_000))
      }
    }
    for (time, step) in steps {
      elapse(before: time)
      let instant = Instant(nanoseconds: Int64(time) * 1_000_000)
      if step == "down" { recognizer.press(at: instant, into: &actions) }
      if step == "up" { recognizer.release(at: instant, into: &actions) }
      if step == "gone" { recognizer.letGo(into: &actions) }
      flush(time)
    }
    elapse(before: end)
    return acted
  }

  @Test func `a pad is released with its button, and with the device`() {
    let binding = Binding(press: .pad("Bell"))
    expectEqual(run(binding, [(0, "down"), (900, "up")]), ["pad Bell@0", "end of pad Bell@900"])
    expectEqual(run(binding, [(0, "down"), (50, "gone"), (60, "up")]), ["pad Bell@0", "end of pad Bell@50"])
    expectEqual(run(Binding(press: .padStop), [(0, "down"), (90, "up")]), ["pad-stop@0"])
  }

  @Test func `a single press acts at once where nothing else is bound`() {
    let binding = Binding(press: .next)
    expectEqual(run(binding, [(0, "down"), (80, "up")]), ["next@0"])
    expectEqual(run(binding, [(0, "down"), (5_000, "up"), (5_100, "down")]), ["next@0", "next@5100"])
    expectEqual(run(binding, [(0, "down"), (10, "down"), (20, "up"), (30, "up")]), ["next@0"])
  }

  @Test func `a press with a bound hold acts at its release, and a hold after 600 ms`() {
    let binding = Binding(press: .next, hold: .nextFolder)
    expectEqual(run(binding, [(0, "down"), (599, "up")]), ["next@599"])
    expectEqual(run(binding, [(0, "down"), (2_000, "up")]), ["next-folder@600"])
    expectEqual(run(Binding(hold: .shutdown), [(0, "down"), (100, "up")]), [])
  }

  @Test func `a single press with a bound double waits for the second and no longer`() {
    let binding = Binding(press: .toggle, double: .next)
    expectEqual(run(binding, [(0, "down"), (100, "up")]), ["toggle@400"])
    expectEqual(run(binding, [(0, "down"), (100, "up"), (399, "down"), (450, "up")]), ["next@399"])
    expectEqual(
      run(binding, [(0, "down"), (100, "up"), (400, "down"), (450, "up")]), ["toggle@400", "toggle@750"])
    // Held with nothing bound to a hold, it can't become a double: it acts then.
    expectEqual(run(binding, [(0, "down"), (3_000, "up")]), ["toggle@600"])
    // The second press doesn't begin a third.
    expectEqual(
      run(binding, [(0, "down"), (50, "up"), (100, "down"), (150, "up"), (200, "down"), (250, "up")]),
      ["next@100", "toggle@550"])
  }

  @Test func `press, hold and double live together`() {
    let binding = Binding(press: .toggle, hold: .stop, double: .next)
    expectEqual(run(binding, [(0, "down"), (100, "up")]), ["toggle@400"])
    expectEqual(run(binding, [(0, "down"), (700, "up")]), ["stop@600"])
    expectEqual(run(binding, [(0, "down"), (100, "up"), (200, "down"), (2_000, "up")]), ["next@200"])
  }

  @Test func `a repeat acts while held, the press's or the hold's`() {
    let volume = Binding(press: .volume(percent: 2), repeatPeriod: .milliseconds(200))
    expectEqual(
      run(volume, [(0, "down"), (1_000, "up")]),
      ["volume +2@0", "volume +2@500", "volume +2@700", "volume +2@900"])
    expectEqual(run(volume, [(0, "down"), (499, "up")]), ["volume +2@0"])
    let seek = Binding(press: .next, hold: .seek(seconds: 5), repeatPeriod: .milliseconds(300))
    expectEqual(run(seek, [(0, "down"), (1_300, "up")]), ["seek +5@600", "seek +5@900", "seek +5@1200"])
  }

  @Test func `a stall doesn't let repeats pile up`() {
    var recognizer = GestureRecognizer(Binding(press: .mute, repeatPeriod: .milliseconds(100)))
    var actions: [Action] = []
    recognizer.press(at: Instant(nanoseconds: 0), into: &actions)
    recognizer.advance(to: Instant(nanoseconds: 5_000_000_000), into: &actions)
    expectEqual(actions.count, 2)
    expectEqual(recognizer.deadline, Instant(nanoseconds: 5_100_000_000))
  }

  @Test func `a late release counts by its own time`() {
    // The loop was late: no timer ran, and the release of a long press comes at once with the press.
    var recognizer = GestureRecognizer(Binding(press: .next, hold: .stop))
    var actions: [Action] = []
    recognizer.press(at: Instant(nanoseconds: 0), into: &actions)
    recognizer.release(at: Instant(nanoseconds: 900_000_000), into: &actions)
    expectEqual(actions, [.stop])
    #expect(recognizer.deadline == nil)
  }

  @Test func `an unplugged key is released without acting`() {
    let binding = Binding(press: .next, hold: .stop, repeatPeriod: .milliseconds(100))
    expectEqual(run(binding, [(0, "down"), (100, "gone")]), [])
    expectEqual(run(binding, [(0, "down"), (650, "gone")]), ["stop@600"])
    expectEqual(run(binding, [(0, "down"), (100, "gone"), (200, "down"), (250, "up")]), ["next@250"])
  }

  @Test func `a release closes everything, whatever came before`() {
    var state: UInt64 = 7
    for _ in 0..<2_000 {
      func roll(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
      }
      let binding = Binding(
        press: roll(2) == 0 ? .next : nil, hold: roll(2) == 0 ? .stop : nil,
        double: roll(2) == 0 ? .mute : nil,
        repeatPeriod: roll(2) == 0 ? .milliseconds(50) : nil)
      var recognizer = GestureRecognizer(binding)
      var actions: [Action] = []
      var time: Int64 = 0
      for _ in 0..<12 {
        time += Int64(roll(900)) * 1_000_000
        let instant = Instant(nanoseconds: time)
        switch roll(3) {
        case 0: recognizer.press(at: instant, into: &actions)
        case 1: recognizer.release(at: instant, into: &actions)
        default: recognizer.advance(to: instant, into: &actions)
        }
        if let deadline = recognizer.deadline { #expect(deadline > instant) }
      }
      recognizer.release(at: Instant(nanoseconds: time), into: &actions)
      recognizer.advance(to: Instant(nanoseconds: time + 1_000_000_000), into: &actions)
      #expect(recognizer.deadline == nil)
    }
  }

  @Test func `play and pause snoozes an alarm that rings, and held it stops it, whatever it does else`()
    throws
  {
    let loop = try EventLoop()
    var rings = true
    for binding in [Binding(press: .toggle), Binding(press: .play, hold: .shutdown)] {
      var actions: [Action] = []
      let control = GestureControl(binding, loop: loop, alarmRings: { rings }) { action, _ in
        actions.append(action)
      }
      func press(for milliseconds: Int64) {
        let time = loop.now
        control.change(isDown: true, at: time)
        control.change(isDown: false, at: time + .milliseconds(milliseconds))
      }
      rings = true
      press(for: 100)
      press(for: 700)
      expectEqual(actions, [.alarmSnooze, .alarmStop])
      rings = false
      press(for: 700)
      expectEqual(actions.last, binding.hold ?? binding.press)
    }
    var others: [Action] = []
    rings = true
    let next = GestureControl(Binding(press: .next), loop: loop, alarmRings: { rings }) { action, _ in
      others.append(action)
    }
    next.change(isDown: true, at: loop.now)
    expectEqual(others, [.next])
  }
}
