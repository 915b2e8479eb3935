import Linux
import Support
import Testing

@testable import Inputs

@Suite struct ChordTests {
  private typealias Step = (Int, String)

  private static func at(_ milliseconds: Int) -> Instant {
    Instant(nanoseconds: Int64(milliseconds) * 1_000_000)
  }

  /// Runs "+a" (down), "-a" (up), "!a" (gone), "?a" (back) at milliseconds, letting time pass in between as the loop's timer would,
  /// and tells what was pressed and released: `when:what(its own time)`. Buttons are letters, chords their letters.
  private func run(_ chords: [(String, Int)], _ steps: [Step], until end: Int = 10_000) -> [String] {
    let letters = Array("abcd")
    var gate = ChordGate(
      buttons: letters.count,
      chords: chords.map { members, window in
        .init(
          buttons: members.compactMap { letters.firstIndex(of: $0) }, window: .milliseconds(window))
      })
    for button in letters.indices { gate.attach(button) }
    var told: [String] = []
    var changes: [ChordGate.Change] = []
    func flush(_ now: Int) {
      for change in changes {
        let what =
          switch change.target {
          case .button(let index): String(letters[index])
          case .chord(let index): chords[index].0.uppercased()
          }
        let sign =
          switch change.kind {
          case .down: "+"
          case .up: "-"
          case .letGo: "!"
          }
        let own = Int(change.time.nanoseconds / 1_000_000)
        told.append("\(now):\(sign)\(what)" + (own == now || change.kind == .letGo ? "" : "(\(own))"))
      }
      changes = []
    }
    func elapse(before limit: Int) {
      while let deadline = gate.deadline, deadline < Self.at(limit) {
        gate.advance(to: deadline, into: &changes)
        flush(Int(deadline.nanoseconds / 1_000_000))
      }
    }
    for (time, step) in steps {
      elapse(before: time)
      guard let letter = step.last, let button = letters.firstIndex(of: letter) else { continue }
      switch step.first {
      case "+": gate.press(button, at: Self.at(time), into: &changes)
      case "-": gate.release(button, at: Self.at(time), into: &changes)
      case "?": gate.attach(button)
      default: gate.letGo(button, into: &changes)
      }
      flush(time)
    }
    elapse(before: end)
    return told
  }

  private let two = [("ab", 80)]

  @Test func `two presses within the window are the chord and nothing else`() {
    expectEqual(run(two, [(0, "+a"), (40, "+b"), (200, "-a"), (220, "-b")]), ["40:+AB", "200:-AB"])
    expectEqual(run(two, [(0, "+b"), (79, "+a"), (200, "-a"), (220, "-b")]), ["79:+AB", "200:-AB"])
    expectEqual(run(two, [(0, "+a"), (0, "+b"), (1, "-b"), (1, "-a")]), ["0:+AB", "1:-AB"])
  }

  @Test func `a press alone acts when the window has passed, with its own time`() {
    expectEqual(run(two, [(0, "+a"), (300, "-a")]), ["80:+a(0)", "300:-a"])
  }

  @Test func `a press alone acts at its release where that comes first`() {
    expectEqual(run(two, [(0, "+a"), (30, "-a")]), ["30:+a(0)", "30:-a"])
    expectEqual(
      run(two, [(0, "+a"), (30, "-a"), (50, "+b"), (60, "-b")]), ["30:+a(0)", "30:-a", "60:+b(50)", "60:-b"])
  }

  @Test func `a button pressed after the window is no part of a chord, and does not wait`() {
    expectEqual(
      run(two, [(0, "+a"), (81, "+b"), (100, "-b"), (120, "-a")]), ["80:+a(0)", "81:+b", "100:-b", "120:-a"])
    expectEqual(
      run(two, [(0, "+a"), (500, "+b"), (550, "-b"), (600, "+b"), (900, "-a"), (901, "-b")]),
      ["80:+a(0)", "500:+b", "550:-b", "600:+b", "900:-a", "901:-b"])
  }

  @Test func `buttons of no chord act at once`() {
    expectEqual(
      run(two, [(0, "+a"), (10, "+c"), (20, "-c"), (30, "-a")]), ["10:+c", "20:-c", "30:+a(0)", "30:-a"])
  }

  @Test func `a finger that stays lets the other press the chord again`() {
    expectEqual(
      run(two, [(0, "+a"), (10, "+b"), (100, "-b"), (400, "+b"), (500, "-b"), (600, "-a")]),
      ["10:+AB", "100:-AB", "400:+AB", "500:-AB"])
    // Once both are up, each is itself again.
    expectEqual(
      run(two, [(0, "+a"), (10, "+b"), (100, "-b"), (110, "-a"), (200, "+b"), (210, "-b")]),
      ["10:+AB", "100:-AB", "210:+b(200)", "210:-b"])
  }

  @Test func `the larger of two chords comes first, if it comes in time`() {
    let chords = [("ab", 80), ("abc", 80)]
    expectEqual(run(chords, [(0, "+a"), (10, "+b"), (20, "+c"), (90, "-a")]), ["20:+ABC", "90:-ABC"])
    expectEqual(run(chords, [(0, "+a"), (10, "+b"), (200, "-a")]), ["80:+AB(10)", "200:-AB"])
    expectEqual(run(chords, [(0, "+a"), (10, "+b"), (40, "-a")]), ["40:+AB(10)", "40:-AB"])
    // What comes too late for the larger one doesn't wait for it.
    expectEqual(
      run(chords, [(0, "+a"), (10, "+b"), (85, "+c"), (90, "-c")]), ["80:+AB(10)", "85:+c", "90:-c"])
  }

  @Test func `chords that share a button are distinguished`() {
    let chords = [("ab", 80), ("bc", 80)]
    expectEqual(run(chords, [(0, "+b"), (20, "+c"), (90, "-b"), (95, "-c")]), ["20:+BC", "90:-BC"])
    expectEqual(
      run(chords, [(0, "+a"), (20, "+b"), (30, "+c"), (90, "-b"), (95, "-c"), (99, "-a")]),
      ["20:+AB", "30:+c", "90:-AB", "95:-c"])
  }

  @Test func `windows of different length end each at its own time`() {
    let chords = [("ab", 50), ("ac", 200)]
    expectEqual(
      run(chords, [(0, "+a"), (60, "+b"), (70, "-b"), (300, "-a")]),
      [
        "60:+b", "70:-b", "200:+a(0)", "300:-a",
      ])
    expectEqual(run(chords, [(0, "+a"), (150, "+c"), (300, "-a")]), ["150:+AC", "300:-AC"])
  }

  @Test func `a late loop judges by the kernel's times`() {
    var gate = ChordGate(buttons: 2, chords: [.init(buttons: [0, 1], window: .milliseconds(80))])
    for button in 0..<2 { gate.attach(button) }
    var changes: [ChordGate.Change] = []
    // The lines are read one after the other, so the earlier press may be told later.
    gate.press(1, at: Self.at(70), into: &changes)
    gate.press(0, at: Self.at(0), into: &changes)
    expectEqual(changes, [.init(target: .chord(0), kind: .down, time: Self.at(70))])
    changes = []
    gate.release(1, at: Self.at(200), into: &changes)
    gate.release(0, at: Self.at(200), into: &changes)
    changes = []
    gate.press(1, at: Self.at(500), into: &changes)
    gate.press(0, at: Self.at(400), into: &changes)
    expectEqual(
      changes,
      [
        .init(target: .button(0), kind: .down, time: Self.at(400)),
        .init(target: .button(1), kind: .down, time: Self.at(500)),
      ])
  }

  @Test func `a button whose line is gone is released`() {
    expectEqual(run(two, [(0, "+a"), (10, "+b"), (100, "!a"), (200, "-b")]), ["10:+AB", "100:!AB"])
    expectEqual(run(two, [(0, "+a"), (10, "!a"), (20, "+b"), (30, "-b")]), ["20:+b", "30:-b"])
    expectEqual(
      run(two, [(0, "+a"), (100, "!a"), (150, "?a"), (200, "+a"), (210, "+b")]),
      [
        "80:+a(0)", "100:!a", "210:+AB",
      ])
  }

  @Test func `downs and ups alternate for any presses, and none waits forever`() {
    var state: UInt64 = 11
    func roll(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<2_000 {
      let chords = (0..<roll(4)).map { _ in
        let members = (0..<4).filter { _ in roll(2) == 0 }
        return ChordGate.Chord(
          buttons: members.count >= 2 ? members : [0, 1], window: .milliseconds(10 + roll(200)))
      }
      var gate = ChordGate(buttons: 4, chords: chords)
      for button in 0..<4 where roll(8) != 0 { gate.attach(button) }
      var down: Set<ChordGate.Target> = []
      var physical: Set<Int> = []
      var changes: [ChordGate.Change] = []
      var time = 0
      func check() {
        for change in changes {
          switch change.kind {
          case .down: #expect(down.insert(change.target).inserted, "\(change)")
          case .up, .letGo: #expect(down.remove(change.target) != nil, "\(change)")
          }
        }
        changes = []
      }
      for _ in 0..<30 {
        // Now and then the clock of another line is behind.
        time += roll(120) - (roll(10) == 0 ? 60 : 0)
        let button = roll(4)
        switch roll(8) {
        case 0: gate.advance(to: Self.at(time), into: &changes)
        case 1:
          gate.letGo(button, into: &changes)
          physical.remove(button)
        case 2...4:
          gate.attach(button)
          gate.press(button, at: Self.at(time), into: &changes)
          physical.insert(button)
        default:
          gate.release(button, at: Self.at(time), into: &changes)
          physical.remove(button)
        }
        check()
        // A button that is up holds nothing down.
        for case .button(let index) in down { #expect(physical.contains(index)) }
        for case .chord(let index) in down {
          #expect(chords[index].buttons.allSatisfy(physical.contains))
        }
      }
      gate.advance(to: Self.at(time + 1_000), into: &changes)
      check()
      #expect(gate.deadline == nil)
      // Every button that is down is told of: as itself, in a chord, or it once was in one.
      for button in 0..<4 { gate.release(button, at: Self.at(time + 2_000), into: &changes) }
      check()
      #expect(down.isEmpty)
    }
  }
}
