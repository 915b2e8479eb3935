import Linux
import SignalSupport
import Support
import Synchronization
import Testing

@testable import Audio
@testable import Signal

/// The audio thread's body, stepped by hand against a device in the test's hands.
@Suite struct PumpTests {
  @Test func `exact bits reach devices of every format that holds them`() throws {
    for format in SampleFormat.allCases where format != .s16 {
      let bench = try PumpBench()
      let device = FakeDevice(format: format, recordFrames: 30_000)
      bench.hand(device)
      bench.rig.engine.play(bench.rig.entry(SyntheticDecoder.Plan(serial: 5, frames: 5000)))
      bench.rig.engine.setNext(nil)
      bench.rig.feed()
      bench.run(300, device)
      let samples = Samples.floats(device.bytes, format)
      let first = try #require(samples.firstIndex { $0 != 0 })
      expectEqual(first % 2, 0)
      for frame in 0..<5000 {
        guard samples[first + 2 * frame] == 0.5,
          samples[first + 2 * frame + 1] == SyntheticDecoder.sample(serial: 5, frame: Int64(frame))
        else {
          Issue.record("\(format): frame \(frame) is \(samples[first + 2 * frame + 1])")
          break
        }
      }
      #expect(samples[(first + 10_000)...].allSatisfy { $0 == 0 })
    }
  }

  @Test func `a lost device drops its unplayed sound; the next one continues after the last heard frame`()
    throws
  {
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 60_000)
    bench.hand(device)
    bench.rig.engine.play(bench.rig.entry(SyntheticDecoder.Plan(serial: 5, frames: 200_000)))
    bench.rig.feed()
    bench.run(200, device)
    let lost = device.writtenFrames
    let heard = device.playedFrames
    device.fault = .failed(19)
    bench.run(3, device)
    #expect(bench.rig.reports.contains { if case .deviceLost = $0 { true } else { false } })
    #expect(bench.slot.rewind() != nil)
    expectEqual(bench.calls.count, 1)
    // While there is none, commands still take effect: nothing else does.
    bench.run(100, device)
    expectEqual(device.writtenFrames, lost)
    bench.rig.feed()
    let before = bench.rig.engine.position?.elapsed
    let other = FakeDevice(recordFrames: 60_000)
    bench.hand(other)
    bench.run(200, other)
    let old = Samples.floats(device.bytes, .s32)
    let new = Samples.floats(other.bytes, .s32)
    let last = SyntheticDecoder.place(of: old[heard * 2 - 1]).frame
    let first = try #require(new.firstIndex { $0 != 0 }) / 2
    let shape = FadeShape(rate: 44_100)
    // Behind the fade-in the levels are exact again.
    let place = SyntheticDecoder.place(of: new[(first + shape.frames) * 2 + 1]).frame
    // It is known to a period or two what the device has played.
    #expect(abs(place - (last + 1 + Int64(shape.frames))) <= Int64(2 * device.periodFrames))
    let after = try #require(bench.rig.engine.position?.elapsed)
    #expect(after >= before ?? .zero)
  }

  @Test(arguments: [false, true])
  func `a device that is to go is kept until its fade was heard`(isQuitting: Bool) throws {
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 60_000)
    bench.hand(device)
    bench.rig.engine.play(bench.rig.entry(SyntheticDecoder.Plan(serial: 5, frames: 200_000)))
    bench.rig.feed()
    bench.run(200, device)
    if isQuitting {
      bench.rig.parts.link.isQuitting.store(true, ordering: .releasing)
    } else {
      bench.slot.isRecalled.store(true, ordering: .releasing)
    }
    var milliseconds = 0
    while bench.pump.hasDevice, milliseconds < 400 {
      bench.run(1, device, feeding: false)
      milliseconds += 1
    }
    #expect(milliseconds < 100)
    #expect(bench.slot.rewind() != nil)
    let samples = Samples.floats(device.bytes, .s32)
    let shape = FadeShape(rate: 44_100)
    let lastFull = try #require(samples.lastIndex(of: 0.5)) / 2
    let last = try #require(samples.lastIndex { $0 != 0 }) / 2
    #expect(abs(last - lastFull - shape.frames) <= 1)
    #expect(device.playedFrames > last)
    // The next one goes on from where the fade began.
    bench.slot.isRecalled.store(false, ordering: .releasing)
    bench.rig.parts.link.isQuitting.store(false, ordering: .releasing)
    let other = FakeDevice(recordFrames: 60_000)
    bench.hand(other)
    bench.run(200, other)
    let new = Samples.floats(other.bytes, .s32)
    let begin = try #require(new.firstIndex { $0 != 0 }) / 2
    let place = SyntheticDecoder.place(of: new[(begin + shape.frames) * 2 + 1]).frame
    let held = SyntheticDecoder.place(of: samples[lastFull * 2 + 1]).frame + 1
    #expect(abs(place - held - Int64(shape.frames)) <= 1)
  }

  @Test func `a card that is late is kept until its fade was heard`() throws {
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 60_000)
    bench.hand(device)
    bench.play(SyntheticDecoder.Plan(serial: 5, frames: 200_000))
    bench.run(200, device)
    bench.rig.parts.link.isQuitting.store(true, ordering: .releasing)
    bench.run(20, device, feeding: false)
    // The time passes, and the card plays nothing.
    for _ in 0..<100 {
      _ = bench.pump.step { bench.now }
      bench.now += 1_000_000
    }
    #expect(bench.pump.hasDevice)
    bench.run(100, device, feeding: false)
    #expect(!bench.pump.hasDevice)
    let samples = Samples.floats(device.bytes, .s32)
    let last = try #require(samples.lastIndex { $0 != 0 }) / 2
    // And so much more, which a card may hold unknown to its driver.
    #expect(device.playedFrames - last >= 50 * device.rate / 1000)
  }

  @Test func `a card that stands still is not waited for longer than half a second`() throws {
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 60_000)
    bench.hand(device)
    bench.play(SyntheticDecoder.Plan(serial: 5, frames: 200_000))
    bench.run(200, device)
    bench.slot.isRecalled.store(true, ordering: .releasing)
    var milliseconds = 0
    while bench.pump.hasDevice, milliseconds < 1000 {
      _ = bench.pump.step { bench.now }
      bench.now += 1_000_000
      milliseconds += 1
    }
    #expect(milliseconds > 490 && milliseconds < 510)
  }

  @Test func `a silent card is released at once`() throws {
    let bench = try PumpBench()
    let device = FakeDevice()
    bench.hand(device)
    bench.run(200, device)
    bench.slot.isRecalled.store(true, ordering: .releasing)
    bench.run(1, device)
    #expect(!bench.pump.hasDevice)
  }

  @Test func `repeated underruns widen what is kept, once`() throws {
    let bench = try PumpBench()
    let device = FakeDevice()
    bench.hand(device)
    bench.run(10, device)
    let before = bench.rig.engine.status.targetBufferFrames
    for _ in 0..<3 {
      device.play(100_000)
      bench.run(10, device)
    }
    expectEqual(bench.rig.engine.status.underruns, 3)
    let widened = bench.rig.reports.filter { if case .targetBufferWidened = $0 { true } else { false } }
    expectEqual(widened.count, 1)
    expectEqual(bench.rig.engine.status.targetBufferFrames, before * 3 / 2)
  }

  @Test func `a suspended device is waited for`() throws {
    let bench = try PumpBench()
    let device = FakeDevice()
    bench.hand(device)
    bench.run(10, device)
    let written = device.writtenFrames
    device.fault = .suspended
    bench.run(50, device)
    expectEqual(device.writtenFrames, written)
    let played = device.playedFrames
    device.fault = nil
    bench.run(100, device)
    #expect(device.playedFrames > played + 50 * device.rate / 1000)
  }

  @Test(.enabled(if: AllocationProbe.works))
  func `the audio step allocates nothing, whatever happens`() throws {
    // What the runtime makes once in a process is made before.
    try WarmUp.run()
    let bench = try PumpBench(volume: 70)
    let device = FakeDevice(format: .s16)
    let other = FakeDevice(format: .s24)
    let rig = bench.rig
    var total = AllocationProbe.Count.none
    func run(_ milliseconds: Int, _ device: FakeDevice) {
      for _ in 0..<milliseconds {
        let count = AllocationProbe.count { _ = bench.pump.step { bench.now } }
        total = AllocationProbe.Count(
          allocations: total.allocations + count.allocations, frees: total.frees + count.frees)
        bench.now += 1_000_000
        device.play(device.rate / 1000)
        rig.feed()
      }
    }
    bench.hand(device)
    run(20, device)
    for serial in UInt32(1)...20 {
      rig.engine.play(rig.entry(SyntheticDecoder.Plan(serial: serial, frames: 200_000)))
      run(30, device)
      rig.engine.setNext(rig.entry(SyntheticDecoder.Plan(serial: 100 + serial, frames: 100)))
      rig.engine.pause()
      run(15, device)
      rig.engine.volume = Int(serial) * 5
      rig.engine.resume()
      run(15, device)
      rig.engine.seek(to: .seconds(2))
      run(20, device)
      rig.engine.setNext(rig.entry(SyntheticDecoder.Plan(serial: 200 + serial, frames: 100)))
      rig.engine.isMuted = serial % 2 == 0
      run(20, device)
    }
    device.fault = .failed(19)
    run(10, device)
    let returned = bench.slot.rewind()
    bench.hand(other)
    run(100, other)
    rig.engine.stop()
    run(20, other)
    other.play(100_000)
    run(20, other)
    #expect(returned != nil)
    expectEqual(total, .none)
    #expect(other.writtenFrames > 4000)
  }

  @Test func `a skip hands its first frame to the device within one step of its decoding`() throws {
    let bench = try PumpBench()
    let device = FakeDevice()
    bench.hand(device)
    bench.rig.engine.play(bench.rig.entry(SyntheticDecoder.Plan(serial: 1, frames: 500_000)))
    bench.rig.feed()
    bench.run(100, device)
    for serial in UInt32(2)...40 {
      bench.rig.engine.play(bench.rig.entry(SyntheticDecoder.Plan(serial: serial, frames: 500_000)))
      // The wake-up finds the old sound: its fade goes in at once, above what is kept.
      _ = bench.pump.step { bench.now }
      bench.rig.feed()
      let before = bench.rig.engine.status.commandLatencies.count
      _ = bench.pump.step { bench.now }
      bench.rig.listen()
      expectEqual(bench.rig.engine.status.commandLatencies.count, before + 1)
      bench.run(30, device)
    }
  }

  @Test func `a stall as long as what the device has is not heard`() throws {
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 60_000)
    bench.hand(device)
    bench.rig.engine.play(bench.rig.entry(SyntheticDecoder.Plan(serial: 5, frames: 200_000)))
    for _ in 0..<4 {
      // So little is decoded that the device wants all of it at once.
      while bench.rig.engine.status.ringFrames < 1500 { bench.rig.feed(steps: 1) }
      bench.run(18, device, feeding: false)
    }
    bench.run(200, device)
    #expect(!bench.rig.reports.contains { if case .starved = $0 { true } else { false } })
    let samples = Samples.floats(device.bytes, .s32)
    let begin = try #require(samples.firstIndex { $0 != 0 }) / 2
    for frame in begin..<device.playedFrames
    where SyntheticDecoder.place(of: samples[2 * frame + 1]).frame != Int64(frame - begin) & 0x3FFF {
      Issue.record("frame \(frame - begin) is \(samples[2 * frame]), \(samples[2 * frame + 1])")
      break
    }
  }
}
