import Glibc
import Linux
import Model
import Support
import Testing

@testable import Inputs

/// Buttons, chords, encoders and LEDs on a loop of their own, fed through pipes.
@Suite struct LineControlsTests {
  private final class Rig {
    let loop: EventLoop
    let host = FakeHost()
    let inputs: InputDevices
    private let log = Log()

    final class Log { var actions: [(Action, Instant)] = [] }

    init(_ bindings: InputBindings, busy: Set<String> = []) throws {
      loop = try EventLoop()
      for button in bindings.buttons { host.lines[button.address.line] = PipeLine() }
      for encoder in bindings.encoders {
        for address in encoder.addresses { host.lines[address.line] = PipeLine() }
      }
      for led in bindings.leds { host.outputs[led.address.line] = RecordedOutput() }
      host.busy = busy
      inputs = InputDevices(loop: loop, bindings: bindings, folder: nil, host: host) { [log] in
        log.actions.append(($0, $1))
      }
      inputs.start()
    }

    var actions: [Action] { log.actions.map(\.0) }
    var times: [Instant] { log.actions.map(\.1) }

    func line(_ name: String) -> PipeLine { host.lines[name] ?? PipeLine() }
    func output(_ name: String) -> [Bool] { host.outputs[name]?.levels ?? [] }

    /// Turns until it holds, for at most 5 s.
    func turn(until condition: () -> Bool) throws {
      let limit = Instant.now() + .seconds(5)
      while !condition(), Instant.now() < limit { try loop.turn(waitingAtMost: .seconds(1)) }
      #expect(condition())
    }

    /// What is ready now is dealt with.
    func turn() throws { for _ in 0..<3 { try loop.turn(waitingAtMost: .zero) } }

    func status(_ name: String) throws -> InputReport {
      try #require(inputs.status.map(\.report).first { $0.name == name })
    }
  }

  private func button(_ name: String, _ line: String, _ action: Action?) -> ButtonBinding {
    ButtonBinding(name: name, line: line, binding: Binding(press: action))
  }

  // MARK: Buttons

  @Test func `a train of 20 edges acts once, in the turn that reads it, with the time of the first`() throws {
    let rig = try Rig(InputBindings(keys: [:], buttons: [button("next", "17", .next)]))
    let start = Instant.now()
    for step in 0..<21 { try rig.line("17").edge(step % 2 == 0, at: start + .microseconds(step * 900)) }
    try rig.loop.turn(waitingAtMost: .zero)
    expectEqual(rig.actions, [.next])
    expectEqual(rig.times, [start])
    expectEqual(rig.inputs.latency.count, 1)
    while rig.loop.now < start + .milliseconds(30) { try rig.loop.turn(waitingAtMost: .milliseconds(5)) }
    expectEqual(rig.actions, [.next])
    let status = try rig.status("next")
    #expect(status.actions == 1 && status.lastAction == .next && status.lastNanoseconds == start.nanoseconds)
  }

  @Test(.enabled(if: AllocationProbe.works))
  func `deciding about edges takes nothing from the heap`() {
    var debouncer = Debouncer(.firstEdge(window: .milliseconds(5)), isActive: false)
    var decoder = QuadratureDecoder(changesPerStep: 4, a: false, b: false)
    var told = 0
    func run(_ rounds: Int) {
      for round in 0..<rounds {
        let edge = LineEdge(
          isActive: round % 2 == 0, time: Instant(nanoseconds: Int64(round) * 7_000_000))
        if debouncer.close(before: edge) != nil { told += 1 }
        if debouncer.edge(isActive: edge.isActive, at: edge.time) { told += 1 }
        told += abs(decoder.edge(round % 4 < 2 ? .a : .b, isActive: edge.isActive, at: edge.time))
      }
    }
    // The first round may set up what the language needs.
    run(10)
    let used = AllocationProbe.count { run(1_000) }
    expectEqual(used.allocations, 0)
    #expect(told >= 1_000)
  }

  // MARK: Retry

  @Test func `a busy line is tried again until it can be had, and acts then`() throws {
    let bindings = InputBindings(
      keys: [:], buttons: [button("next", "17", .next), button("stop", "4", .stop)],
      chords: [ChordBinding(name: "both", buttons: ["stop", "next"], binding: Binding(hold: .shutdown))],
      encoders: [EncoderBinding(name: "knob", a: "5", b: "6", clockwise: .next)],
      leds: [LEDBinding(name: "eye", line: "22", steady: [.running])])
    let rig = try Rig(bindings, busy: ["17", "6", "22"])
    rig.inputs.show([.running])
    expectEqual(rig.inputs.buttonCount, 1)
    try expectEqual(rig.status("next").trouble, "gpiochip0 line 17: Device or resource busy (gpiod)")
    #expect(try rig.status("knob").trouble != nil)
    #expect(try rig.status("stop").trouble == nil)
    try expectEqual(rig.status("both").trouble, "its button next")
    try expectEqual(rig.status("eye").look, "dark")
    rig.host.busy = []
    try rig.turn { rig.inputs.status.allSatisfy { $0.report.trouble == nil } }
    expectEqual(rig.inputs.buttonCount, 2)
    expectEqual(rig.output("22"), [true])
    try rig.line("17").edge(true, at: .now())
    try rig.turn { rig.actions == [.next] }
  }

  @Test func `a line that is lost is taken again`() throws {
    let rig = try Rig(InputBindings(keys: [:], buttons: [button("next", "17", .next)]))
    rig.line("17").pipe.closeWriter()
    rig.host.lines["17"] = PipeLine()
    try rig.turn()
    expectEqual(rig.inputs.buttonCount, 0)
    try rig.turn { rig.inputs.buttonCount == 1 }
    try rig.line("17").edge(true, at: .now())
    try rig.turn { rig.actions == [.next] }
  }

  @Test func `lines are not tried again after a stop`() throws {
    let rig = try Rig(InputBindings(keys: [:], buttons: [button("next", "17", .next)]), busy: ["17"])
    rig.inputs.stop()
    rig.host.busy = []
    let tries = rig.host.opened.count
    let limit = Instant.now() + .milliseconds(300)
    while rig.loop.now < limit { try rig.loop.turn(waitingAtMost: .milliseconds(50)) }
    expectEqual(rig.host.opened.count, tries)
  }

  // MARK: Chords

  private var chorded: InputBindings {
    InputBindings(
      keys: [:],
      buttons: [button("a", "1", .previous), button("b", "2", .next), button("c", "3", .mute)],
      chords: [
        ChordBinding(
          name: "both", buttons: ["a", "b"], window: .milliseconds(40), binding: Binding(press: .shuffle))
      ])
  }

  @Test func `a chord acts in the turn of its last press, and its buttons don't`() throws {
    let rig = try Rig(chorded)
    let start = rig.loop.now
    try rig.line("1").edge(true, at: start)
    try rig.line("2").edge(true, at: start + .milliseconds(20))
    try rig.loop.turn(waitingAtMost: .zero)
    expectEqual(rig.actions, [.shuffle])
    expectEqual(rig.times, [start + .milliseconds(20)])
    try rig.line("1").edge(false, at: start + .milliseconds(60))
    try rig.line("2").edge(false, at: start + .milliseconds(70))
    while rig.loop.now < start + .milliseconds(150) { try rig.loop.turn(waitingAtMost: .milliseconds(10)) }
    expectEqual(rig.actions, [.shuffle])
    try expectEqual(rig.status("both").actions, 1)
    try expectEqual(rig.status("both").place, "a, b")
    try expectEqual(rig.status("a").actions, 0)
  }

  @Test func `a chord's button alone acts after the window, one of no chord at once`() throws {
    let rig = try Rig(chorded)
    let start = rig.loop.now
    try rig.line("1").edge(true, at: start)
    try rig.line("3").edge(true, at: start)
    try rig.loop.turn(waitingAtMost: .zero)
    expectEqual(rig.actions, [.mute])
    try rig.turn { rig.actions == [.mute, .previous] }
    #expect(rig.loop.now >= start + .milliseconds(40))
    expectEqual(rig.times.last, start)
    // What had to wait is no latency.
    expectEqual(rig.inputs.latency.count, 1)
  }

  @Test func `a chord held for long has its own action`() throws {
    var bindings = chorded
    bindings.chords[0].binding = Binding(hold: .shutdown)
    let rig = try Rig(bindings)
    // Pressed a while ago, so that the hold is near.
    let start = rig.loop.now + .milliseconds(-590)
    try rig.line("1").edge(true, at: start)
    try rig.line("2").edge(true, at: start)
    try rig.turn { rig.actions == [.shutdown] }
  }

  @Test func `a chord's button acts at once while another of the chord is unavailable`() throws {
    // Longer than the slowest machine takes for a turn.
    var bindings = chorded
    bindings.chords[0].window = .seconds(5)
    let rig = try Rig(bindings, busy: ["2"])
    let start = rig.loop.now
    try rig.line("1").edge(true, at: start)
    try rig.loop.turn(waitingAtMost: .zero)
    expectEqual(rig.actions, [.previous])
    // Once it can be had, it is waited for again.
    try rig.line("1").edge(false, at: start + .milliseconds(20))
    rig.host.busy = []
    try rig.turn { rig.inputs.buttonCount == 3 }
    let later = rig.loop.now
    try rig.line("1").edge(true, at: later)
    try rig.loop.turn(waitingAtMost: .zero)
    expectEqual(rig.actions, [.previous])
    try rig.line("2").edge(true, at: later + .milliseconds(10))
    try rig.loop.turn(waitingAtMost: .zero)
    expectEqual(rig.actions, [.previous, .shuffle])
  }

  // MARK: Encoders

  private func turn(_ rig: Rig, _ clicks: Int, from start: Instant) throws {
    var time = start
    for _ in 0..<abs(clicks) {
      for (line, level) in [(0, true), (1, true), (0, false), (1, false)] {
        time = time + .milliseconds(3)
        let name = ["5", "6"][clicks > 0 ? line : 1 - line]
        // Each contact bounces.
        try rig.line(name).edge(level, at: time)
        try rig.line(name).edge(!level, at: time + .microseconds(80))
        try rig.line(name).edge(level, at: time + .microseconds(160))
      }
    }
  }

  @Test func `a knob's clicks act in the turn that reads them, in the order of the kernel's times`() throws {
    let encoder = EncoderBinding(
      name: "volume", a: "5", b: "6", clockwise: .volume(percent: 2), counterclockwise: .volume(percent: -2))
    let rig = try Rig(InputBindings(keys: [:], encoders: [encoder]))
    let start = Instant.now()
    try turn(rig, 3, from: start)
    try rig.loop.turn(waitingAtMost: .zero)
    expectEqual(rig.actions, Array(repeating: .volume(percent: 2), count: 3))
    try turn(rig, -2, from: start + .milliseconds(200))
    try rig.loop.turn(waitingAtMost: .zero)
    expectEqual(rig.actions.suffix(2), [.volume(percent: -2), .volume(percent: -2)])
    try expectEqual(rig.status("volume").actions, 5)
    try expectEqual(rig.status("volume").place, "gpiochip0 lines 5, 6")
    expectEqual(rig.times, rig.times.sorted())
    expectEqual(rig.inputs.latency.count, 5)
  }

  @Test func `edges of a contact wait for those of the other that came before them`() throws {
    let encoder = EncoderBinding(name: "k", a: "5", b: "6", clockwise: .next, counterclockwise: .previous)
    let rig = try Rig(InputBindings(keys: [:], encoders: [encoder]))
    // Far fewer than a turn of the knob makes, so that the other line is ahead.
    rig.line("5").edgesPerRead = 2
    try turn(rig, 20, from: .now())
    try rig.turn { rig.actions.count >= 20 }
    try rig.turn()
    expectEqual(rig.actions, Array(repeating: .next, count: 20))
    expectEqual(rig.times, rig.times.sorted())
  }

  @Test func `levels that the kernel's queue hid are read when the knob is still`() throws {
    let encoder = EncoderBinding(name: "k", a: "5", b: "6", changesPerStep: 2, clockwise: .next)
    let rig = try Rig(InputBindings(keys: [:], encoders: [encoder]))
    try rig.line("5").edge(true, at: .now())
    // The other contact has closed too, and no edge told so.
    rig.line("6").level = true
    try rig.turn { rig.actions == [.next] }
  }

  @Test func `a knob with one way bound does nothing the other way`() throws {
    let encoder = EncoderBinding(name: "k", a: "5", b: "6", clockwise: .next)
    let rig = try Rig(InputBindings(keys: [:], encoders: [encoder]))
    try turn(rig, -3, from: .now())
    try rig.turn()
    expectEqual(rig.actions, [])
    expectEqual(rig.inputs.latency.count, 0)
  }

  // MARK: LEDs

  private let eye = LEDBinding(
    name: "eye", line: "22", steady: [.playing], blink: [.scanning], blinkTime: .milliseconds(50))

  @Test func `a LED follows the signs, and is dark at the end`() throws {
    let rig = try Rig(InputBindings(keys: [:], leds: [eye]))
    expectEqual(rig.output("22"), [])
    rig.inputs.show([.running, .playing])
    rig.inputs.show([.running, .playing, .muted])
    expectEqual(rig.output("22"), [true])
    try expectEqual(rig.status("eye").look, "lit")
    rig.inputs.stop()
    expectEqual(rig.output("22"), [true, false])
  }

  @Test func `a LED blinks by the loop's timer`() throws {
    let rig = try Rig(InputBindings(keys: [:], leds: [eye]))
    rig.inputs.show([.scanning])
    try expectEqual(rig.status("eye").look, "blinking")
    try rig.turn { rig.output("22").count >= 4 }
    expectEqual(rig.output("22").prefix(4), [true, false, true, false])
    rig.inputs.show([])
    let count = rig.output("22").count
    #expect(rig.output("22").last == false)
    let limit = Instant.now() + .milliseconds(120)
    while rig.loop.now < limit { try rig.loop.turn(waitingAtMost: .milliseconds(20)) }
    expectEqual(rig.output("22").count, count)
  }

  @Test func `a LED that is lost is taken again, as it should be`() throws {
    let rig = try Rig(InputBindings(keys: [:], leds: [eye]))
    rig.host.outputs["22"]?.isGone = true
    rig.inputs.show([.playing])
    #expect(try rig.status("eye").trouble != nil)
    rig.host.outputs["22"] = RecordedOutput()
    try rig.turn { rig.output("22") == [true] }
    #expect(try rig.status("eye").trouble == nil)
  }

  @Test func `a new configuration releases all lines before it takes one`() throws {
    let rig = try Rig(InputBindings(keys: [:], leds: [eye]))
    rig.inputs.show([.playing])
    rig.host.lines["22"] = PipeLine()
    rig.inputs.apply(InputBindings(keys: [:], buttons: [button("next", "22", .next)]))
    expectEqual(rig.output("22"), [true, false])
    expectEqual(rig.inputs.buttonCount, 1)
    expectEqual(rig.inputs.status.map(\.report.name), ["next"])
    try rig.line("22").edge(true, at: .now())
    try rig.turn { rig.actions == [.next] }
  }

  @Test func `the sink may take everything down in the middle of a turn of the knob`() throws {
    let loop = try EventLoop()
    let host = FakeHost()
    host.lines = ["5": PipeLine(), "6": PipeLine()]
    var inputs: InputDevices?
    var count = 0
    let encoder = EncoderBinding(name: "k", a: "5", b: "6", changesPerStep: 1, clockwise: .next)
    inputs = InputDevices(
      loop: loop, bindings: InputBindings(keys: [:], encoders: [encoder]), folder: nil, host: host
    ) { _, _ in
      count += 1
      inputs?.stop()
      inputs = nil
    }
    inputs?.start()
    let start = Instant.now()
    for (index, step) in [("5", true), ("6", true), ("5", false), ("6", false)].enumerated() {
      try host.lines[step.0]?.edge(step.1, at: start + .milliseconds(index * 10))
    }
    for _ in 0..<3 { try loop.turn(waitingAtMost: .zero) }
    expectEqual(count, 1)
  }
}
