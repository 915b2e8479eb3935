import Linux
import Support
import Testing

@testable import Inputs

@Suite struct QuadratureTests {
  /// A knob in the hand of the test: it turns by changes of its two contacts, which may bounce.
  private struct Knob {
    var decoder: QuadratureDecoder
    /// Where it really is, in changes.
    var place = 0
    var time = Instant(nanoseconds: 0)
    var steps: [Int] = []

    init(_ changesPerStep: Int, at place: Int = 0) {
      self.place = place
      let (a, b) = Self.levels(place)
      decoder = QuadratureDecoder(changesPerStep: changesPerStep, a: a, b: b)
    }

    /// Clockwise, A closes first.
    static func levels(_ place: Int) -> (a: Bool, b: Bool) {
      let phase = ((place % 4) + 4) % 4
      return (phase == 1 || phase == 2, phase == 2 || phase == 3)
    }

    /// One change in this direction, each so many times there and back before it stays.
    mutating func turn(
      _ direction: Int, after milliseconds: Double = 10, bounces: Int = 0, apart: Double = 0.2
    ) {
      time = time + .nanoseconds(Int64(milliseconds * 1_000_000))
      let old = Self.levels(place)
      place += direction
      let new = Self.levels(place)
      let line: QuadratureDecoder.Line = old.a != new.a ? .a : .b
      let level = line == .a ? new.a : new.b
      feed(line, level)
      for _ in 0..<bounces {
        for back in [true, false] {
          time = time + .nanoseconds(Int64(apart * 1_000_000))
          feed(line, back ? !level : level)
        }
      }
    }

    private mutating func feed(_ line: QuadratureDecoder.Line, _ level: Bool) {
      note(decoder.edge(line, isActive: level, at: time))
    }

    mutating func rest() {
      while let deadline = decoder.deadline {
        let (a, b) = Self.levels(place)
        time = max(time, deadline)
        note(decoder.settle(a: a, b: b, at: time))
      }
    }

    private mutating func note(_ count: Int) { if count != 0 { steps.append(count) } }

    var sum: Int { steps.reduce(0, +) }
  }

  @Test(arguments: [1, 2, 4]) func `each click is one step, either way`(changes: Int) {
    var knob = Knob(changes)
    for _ in 0..<(5 * changes) { knob.turn(1) }
    expectEqual(knob.steps, Array(repeating: 1, count: 5))
    for _ in 0..<(7 * changes) { knob.turn(-1) }
    expectEqual(knob.steps, Array(repeating: 1, count: 5) + Array(repeating: -1, count: 7))
  }

  @Test(arguments: [1, 2, 4]) func `bounces of every contact make no step more`(changes: Int) {
    for apart in [0.01, 0.2, 1, 4] {
      var knob = Knob(changes)
      for _ in 0..<(3 * changes) { knob.turn(1, bounces: 10, apart: apart) }
      knob.rest()
      #expect(knob.steps == [1, 1, 1], "\(apart) ms apart")
      for _ in 0..<(3 * changes) { knob.turn(-1, bounces: 10, apart: apart) }
      knob.rest()
      #expect(knob.steps == [1, 1, 1, -1, -1, -1], "\(apart) ms apart")
    }
  }

  @Test func `a knob that trembles in its rest makes no steps`() {
    var knob = Knob(4)
    for _ in 0..<100 {
      knob.turn(1)
      knob.turn(-1)
      knob.turn(-1)
      knob.turn(1)
    }
    expectEqual(knob.steps, [])
  }

  @Test func `a knob that stops just short of its rest steps once per click all the same`() {
    // In many cheap ones the last contact is on the edge where the click holds the knob.
    var knob = Knob(4)
    for _ in 0..<3 { knob.turn(1) }
    expectEqual(knob.steps, [1])
    for _ in 0..<4 { knob.turn(1) }
    expectEqual(knob.steps, [1, 1])
    for _ in 0..<3 { knob.turn(-1) }
    expectEqual(knob.steps, [1, 1, -1])
  }

  @Test func `a turn back with a step per change is reported once it cannot be a bounce`() {
    var knob = Knob(1)
    knob.turn(1)
    knob.turn(-1, after: 2)
    expectEqual(knob.steps, [1])
    knob.rest()
    expectEqual(knob.steps, [1, -1])
    // Two changes back are no contact's bounce.
    knob.turn(1, after: 100)
    knob.turn(-1, after: 2)
    knob.turn(-1, after: 2)
    expectEqual(knob.steps, [1, -1, 1, -2])
  }

  @Test(arguments: [1, 2, 4], [0, 1, 2, 3])
  func `a knob may stand anywhere at the start`(changes: Int, place: Int) {
    var knob = Knob(changes, at: place)
    knob.rest()
    expectEqual(knob.steps, [])
    // Four clicks one way, four the other, and back: whatever the first was worth, the rest is exact.
    for _ in 0..<16 { knob.turn(1) }
    for _ in 0..<16 { knob.turn(-1) }
    for _ in 0..<16 { knob.turn(1) }
    #expect(
      abs(knob.sum - 16 / changes) <= (place % changes * 2 == changes ? 1 : 0), "halfway it may lie in either"
    )
  }

  @Test func `lost edges cost the steps they hid and nothing more`() {
    var knob = Knob(4)
    for _ in 0..<8 { knob.turn(1) }
    expectEqual(knob.sum, 2)
    // One whole period unseen, then a change of which the same level is told again.
    knob.place += 4
    for _ in 0..<8 { knob.turn(1) }
    expectEqual(knob.sum, 4)
    // Half a period unseen: the levels that are read afterwards bring it in phase.
    knob.turn(1)
    knob.place += 2
    knob.rest()
    knob.turn(1)
    for _ in 0..<8 { knob.turn(1) }
    #expect(abs(knob.sum - 7) <= 1)
    let before = knob.sum
    for _ in 0..<40 { knob.turn(1) }
    expectEqual(knob.sum, before + 10)
  }

  @Test func `the count at rest is that of a knob that is only watched at rest`() {
    var state: UInt64 = 3
    func roll(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for round in 0..<300 {
      let changes = [1, 2, 4][round % 3]
      var knob = Knob(changes)
      for _ in 0..<60 {
        let direction = roll(2) * 2 - 1
        for _ in 0..<(1 + roll(9)) {
          knob.turn(
            direction, after: Double(1 + roll(40)), bounces: roll(3), apart: 0.05 * Double(1 + roll(10)))
        }
        if roll(4) == 0 { knob.rest() }
      }
      // To the nearest rest.
      while knob.place % changes != 0 { knob.turn(knob.place > 0 ? -1 : 1) }
      knob.rest()
      #expect(knob.sum * changes == knob.place, "\(changes) changes per click")
      #expect(knob.decoder.deadline == nil)
    }
  }

  @Test func `a decoder survives any edges`() {
    var state: UInt64 = 5
    func roll(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for changes in [1, 2, 4] {
      var decoder = QuadratureDecoder(changesPerStep: changes, a: roll(2) == 0, b: roll(2) == 0)
      var (sum, edges) = (0, 0)
      for _ in 0..<100_000 {
        // Times go anywhere, as far as they go.
        let time = Instant(
          nanoseconds: roll(50) == 0 ? [.min, .max, 0][roll(3)] : Int64(roll(1_000_000_000)))
        if roll(10) == 0 {
          sum += abs(decoder.settle(a: roll(2) == 0, b: roll(2) == 0, at: time))
        } else {
          sum += abs(decoder.edge(roll(2) == 0 ? .a : .b, isActive: roll(2) == 0, at: time))
        }
        edges += 1
      }
      #expect(sum <= edges)
    }
  }
}
