import Glibc
import Linux
import Support
import Synchronization
import Testing

@testable import Audio

/// The helper on its thread, with devices and an audio thread in the test's hands.
@Suite struct DeviceHelperTests {
  private final class Bench: Sendable {
    let link: EngineLink
    let reports = Guarded<[String]>([])
    let openings = Atomic<Int>(0)
    let refusals: Int

    /// - Parameter refusals: so many openings fail first.
    init(refusals: Int = 0) throws {
      link = try EngineLink(gain: 1, targetBufferMilliseconds: 40)
      self.refusals = refusals
    }

    func note(_ report: HelperReport) {
      let text =
        switch report {
        case .opened: "opened"
        case .refused: "refused"
        case .closed: "closed"
        case .cardGain(let gain): "gives \((20 * log10(Double(gain))).rounded()) dB"
        case .lacksControl: "lacks a control"
        }
      reports.withLock { $0.append(text) }
    }

    func open() throws(DeviceError) -> any OutputDevice {
      let number = openings.add(1, ordering: .relaxed).newValue
      if number <= refusals { throw DeviceError(name: "test", call: "open", code: -16) }
      return NullDevice(rate: 44_100, at: Instant.now().nanoseconds)
    }

    var told: [String] { reports.withLock { $0 } }
  }

  private func run(
    _ bench: Bench, isWanted: Bool = true, control: (@Sendable (String) -> (any VolumeControl)?)? = nil,
    others: OtherCards? = nil,
    _ body: (DeviceHelper) throws -> Void
  ) throws {
    let helper = try DeviceHelper(
      link: bench.link, isWanted: isWanted, control: control,
      open: { () throws(DeviceError) in
        control == nil ? try bench.open() : CardDevice(rate: 44_100, at: Instant.now().nanoseconds)
      },
      others: others,
      report: { bench.note($0) })
    let thread = try Linux.Thread.start(name: "helper", payload: helper) { $0.run() }
    let result = Result { try body(helper) }
    bench.link.isQuitting.store(true, ordering: .releasing)
    helper.end()
    thread.join()
    try result.get()
  }

  /// Half a minute is the end of patience, not a measure.
  private func wait<Value>(_ done: () -> Value?) throws -> Value {
    let loop = try EventLoop()
    let deadline = Instant.now() + .seconds(30)
    while Instant.now() < deadline {
      if let value = done() { return value }
      try loop.turn(waitingAtMost: .milliseconds(1))
    }
    throw DeviceError(name: "test", call: "wait", code: -110)
  }

  /// What the audio thread would have.
  @safe private struct Loan {
    let pointer: Unmanaged<ReadyDevice>
  }

  private func lend(_ helper: DeviceHelper) throws -> Loan {
    try wait { unsafe helper.slot.accept().map { unsafe Loan(pointer: $0) } }
  }

  @Test func `a shutdown still closes a returned device here, and opens no other one`() throws {
    let bench = try Bench()
    try run(bench) { helper in
      let device = try lend(helper)
      bench.link.isQuitting.store(true, ordering: .releasing)
      helper.wakeup.signal()
      unsafe helper.slot.handBack(device.pointer)
      helper.wakeup.signal()
      try wait { bench.told == ["opened", "closed"] ? () : nil }
      helper.want(true)
    }
    expectEqual(bench.openings.load(ordering: .relaxed), 1)
    expectEqual(bench.told, ["opened", "closed"])
  }

  @Test func `an engine whose device blocks at its opening is closed all the same`() throws {
    let mayOpen = WorkQueue<Bool>(capacity: 1)
    let isOpening = WorkQueue<Bool>(capacity: 1)
    let loop = try EventLoop()
    var settings = EngineSettings()
    settings.output = .null
    let engine = try Engine.start(
      on: loop, settings,
      open: { () throws(DeviceError) in
        _ = isOpening.send(true)
        _ = mayOpen.receive()
        throw DeviceError(name: "test", call: "open", code: -110)
      }, report: { _ in })
    #expect(isOpening.receive() == true)
    // Returns, which is all: the driver gives way only behind it.
    engine.close()
    mayOpen.close()
  }

  @Test func `a device that cannot be opened is tried again, and reported once`() throws {
    let bench = try Bench(refusals: 2)
    try run(bench) { helper in
      let device = try lend(helper)
      expectEqual(bench.told, ["refused", "opened"])
      let openings = bench.openings.load(ordering: .relaxed)
      expectEqual(openings, 3)
      unsafe helper.slot.handBack(device.pointer)
    }
  }

  @Test func `a device that fails at once is not opened again at once`() throws {
    let bench = try Bench()
    try run(bench) { helper in
      let begin = Instant.now()
      for _ in 0..<2 {
        let device = try lend(helper)
        unsafe helper.slot.handBack(device.pointer)
        helper.wakeup.signal()
      }
      _ = try wait { bench.told.filter { $0 == "closed" }.count == 2 ? true : nil }
      // One wait lies between the two openings.
      let waited = Instant.now() - begin
      #expect(waited >= .milliseconds(Int64(DeviceHelper.retryMilliseconds) / 2))
    }
  }

  @Test func `a device that is not wanted is recalled, and comes back when it is`() throws {
    let bench = try Bench()
    try run(bench) { helper in
      let first = try lend(helper)
      helper.want(false)
      _ = try wait { helper.slot.isRecalled.load(ordering: .acquiring) ? true : nil }
      unsafe helper.slot.handBack(first.pointer)
      helper.wakeup.signal()
      _ = try wait { bench.told == ["opened", "closed"] ? true : nil }
      #expect(helper.slot.withdraw() == nil)
      helper.want(true)
      let second = try lend(helper)
      expectEqual(bench.told, ["opened", "closed", "opened"])
      let isRecalled = helper.slot.isRecalled.load(ordering: .acquiring)
      #expect(!isRecalled)
      unsafe helper.slot.handBack(second.pointer)
    }
  }

  @Test func `another card is opened only while one is needed, and is closed afterwards`() throws {
    let bench = try Bench(refusals: 3)
    let others = Atomic<Int>(0)
    try run(
      bench,
      others: OtherCards(
        open: { () throws(DeviceError) in
          others.add(1, ordering: .relaxed)
          return NullDevice(rate: 44_100, at: Instant.now().nanoseconds)
        },
        openBetter: { () throws(DeviceError) in throw DeviceError(name: "test", call: "open", code: -16) })
    ) { helper in
      try wait { bench.told == ["refused"] ? () : nil }
      let before = others.load(ordering: .relaxed)
      expectEqual(before, 0)
      helper.need(true)
      let other = try lend(helper)
      expectEqual(bench.told, ["refused", "opened"])
      let opened = others.load(ordering: .relaxed)
      expectEqual(opened, 1)
      helper.need(false)
      try wait { helper.slot.isRecalled.load(ordering: .acquiring) ? () : nil }
      unsafe helper.slot.handBack(other.pointer)
      helper.wakeup.signal()
      // The own one, once it can be had again.
      let own = try lend(helper)
      let after = others.load(ordering: .relaxed)
      expectEqual(after, 1)
      unsafe helper.slot.handBack(own.pointer)
    }
  }

  @Test func `the own card takes over from another one as soon as it can be had`() throws {
    let bench = try Bench(refusals: .max)
    let isThere = Atomic<Bool>(false)
    try run(
      bench,
      others: OtherCards(
        open: { () throws(DeviceError) in NullDevice(rate: 44_100, at: Instant.now().nanoseconds) },
        openBetter: { () throws(DeviceError) in
          guard isThere.load(ordering: .acquiring) else {
            throw DeviceError(name: "test", call: "open", code: -19)
          }
          return NullDevice(rate: 48_000, at: Instant.now().nanoseconds)
        })
    ) { helper in
      helper.need(true)
      let other = try lend(helper)
      isThere.store(true, ordering: .releasing)
      try wait { helper.slot.isRecalled.load(ordering: .acquiring) ? () : nil }
      unsafe helper.slot.handBack(other.pointer)
      helper.wakeup.signal()
      let own = try lend(helper)
      expectEqual(bench.told.suffix(2), ["closed", "opened"])
      // It stays when nothing needs it any more.
      helper.need(false)
      let isRecalled = helper.slot.isRecalled.load(ordering: .acquiring)
      #expect(!isRecalled)
      unsafe helper.slot.handBack(own.pointer)
    }
  }

  /// A control in steps of 6 dB that vanishes.
  private final class Steps: VolumeControl {
    func set(_ decibels: Double) -> Double? {
      decibels < -50 ? nil : (decibels / 6).rounded(.up) * 6
    }
  }

  @Test func `the card's own control gets as near as it can, and the rest is reported`() throws {
    let bench = try Bench()
    bench.link.cardGainBits.store(Float(0.2).bitPattern, ordering: .relaxed)
    try run(bench, control: { $0 == "hw:7" ? Steps() : nil }) { helper in
      let device = try lend(helper)
      _ = try wait { bench.told.count == 2 ? true : nil }
      expectEqual(bench.told, ["opened", "gives -12.0 dB"])
      bench.link.cardGainBits.store(Float(1).bitPattern, ordering: .relaxed)
      helper.wakeup.signal()
      _ = try wait { bench.told.count == 3 ? true : nil }
      expectEqual(bench.told.last, "gives 0.0 dB")
      bench.link.cardGainBits.store(Float(0.001).bitPattern, ordering: .relaxed)
      helper.wakeup.signal()
      // It has gone: the samples are made softer from here on.
      _ = try wait { bench.told.count == 4 ? true : nil }
      expectEqual(bench.told.last, "gives 0.0 dB")
      unsafe helper.slot.handBack(device.pointer)
    }
  }

  @Test func `a card without a control is reported`() throws {
    let bench = try Bench()
    try run(bench, control: { _ in nil }) { helper in
      let device = try lend(helper)
      _ = try wait { bench.told == ["opened", "lacks a control"] ? true : nil }
      unsafe helper.slot.handBack(device.pointer)
    }
  }

  @Test func `an unwanted device is not opened`() throws {
    let bench = try Bench()
    try run(bench, isWanted: false) { helper in
      helper.wakeup.signal()
      let loop = try EventLoop()
      for _ in 0..<20 { try loop.turn(waitingAtMost: .milliseconds(1)) }
      #expect(helper.slot.withdraw() == nil)
      #expect(bench.told.isEmpty)
    }
  }
}
