import Model
import SignalSupport
import Support
import Testing

@testable import Audio
@testable import Signal

/// What a command makes useless of the sound in the device is taken back from it.
@Suite struct RewindTests {
  private static let shape = FadeShape(rate: 44_100)

  /// What a device has played: (serial, frame) of each frame at full level, nil in fades and silence.
  private static func places(_ samples: [Float]) -> [(serial: UInt32, frame: Int64)?] {
    stride(from: 0, to: samples.count - 1, by: 2).map {
      samples[$0] == 0.5 ? SyntheticDecoder.place(of: samples[$0 + 1]) : nil
    }
  }

  /// The places of a track's first frame, and of the first that is at its full level.
  private static func beginning(
    of serial: UInt32, after first: Int, in places: [(serial: UInt32, frame: Int64)?]
  ) -> (first: Int, full: Int)? {
    // Tracks that fade into one another may add up to what looks like a frame of either.
    let full = places[first...].indices.first { at in
      let frame = places[at]?.frame ?? 0
      return (0..<50).allSatisfy {
        places[at + $0]?.serial == serial && places[at + $0]?.frame == frame + Int64($0)
      }
    }
    return full.map { ($0 - Int(places[$0]?.frame ?? 0), $0) }
  }

  private static func plan(_ serial: UInt32) -> SyntheticDecoder.Plan {
    SyntheticDecoder.Plan(serial: serial, frames: 500_000)
  }

  @Test func `a skip is heard after a period, gapless: one track fades into the other`() throws {
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 200_000)
    bench.hand(device)
    bench.play(Self.plan(1))
    bench.run(103, device)
    var skips: [Int] = []
    for serial in UInt32(2)...40 {
      skips.append(device.playedFrames)
      bench.rig.engine.play(bench.rig.entry(Self.plan(serial)))
      // The wake-up finds the old sound; the next one finds what was decoded meanwhile.
      _ = bench.pump.step { bench.now }
      bench.rig.feed()
      bench.run(20 + Int(serial), device)
    }
    #expect(device.takings >= skips.count)
    let samples = Samples.floats(device.bytes, .s32)
    let places = Self.places(samples)
    var old = try #require(places.firstIndex { $0 != nil })
    for (skip, serial) in zip(skips, UInt32(2)...) {
      let new = try #require(Self.beginning(of: serial, after: skip, in: places))
      #expect(new.first - skip <= device.periodFrames + 1)
      expectEqual(new.full - new.first, Self.shape.frames - 1)
      // The one before is whole up to there; then both are as loud as one together.
      #expect(
        places[skip..<new.first].enumerated().allSatisfy { $1?.frame == Int64(skip - old + $0) & 0x3FFF })
      for frame in new.first..<new.full {
        let gain = Self.shape.gains[frame - new.first]
        let from = SyntheticDecoder.sample(serial: serial - 1, frame: Int64(frame - old))
        let to = SyntheticDecoder.sample(serial: serial, frame: Int64(frame - new.first))
        #expect(abs(samples[2 * frame] - 0.5) < 1e-6)
        #expect(abs(samples[2 * frame + 1] - (from * (1 - gain) + to * gain)) < 1e-6)
      }
      old = new.first
    }
  }

  /// Skips from low serials to high ones and back, and tells after how many frames each is half there, with what the left
  /// channel did.
  private static func skips(_ gains: EqualiserGains) throws -> (waits: [Int], left: [Float]) {
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 200_000)
    var shape = SoundShape()
    shape.equaliser = gains
    bench.rig.engine.shape = shape
    bench.hand(device)
    bench.play(plan(1))
    bench.run(400, device)
    var skips: [Int] = []
    for number in UInt32(1)...20 {
      skips.append(device.playedFrames)
      bench.rig.engine.play(bench.rig.entry(plan(number % 2 == 1 ? 40 + number : number)))
      _ = bench.pump.step { bench.now }
      bench.rig.feed()
      bench.run(120 + Int(number), device)
    }
    let samples = Samples.floats(device.bytes, .s32)
    let waits = try skips.enumerated().map { number, skip in
      func isHigh(_ frame: Int) -> Bool { samples[2 * frame + 1] > 0.35 }
      let target = number % 2 == 0
      return try #require((skip..<skip + 10_000).first { isHigh($0) == target }) - skip
    }
    let left = stride(from: 2 * 10_000, to: 2 * device.playedFrames, by: 2).map { samples[$0] }
    return (waits, left)
  }

  @Test(arguments: [0, 1, 3, 8, 20])
  func `a volume that was set in silence holds from the first frame on`(milliseconds: Int) throws {
    let bench = try PumpBench(volume: 30)
    let device = FakeDevice(recordFrames: 60_000)
    bench.hand(device)
    bench.run(300, device)
    bench.rig.engine.volume = 100
    bench.run(milliseconds, device)
    bench.play(Self.plan(1))
    bench.run(200, device)
    let samples = Samples.floats(device.bytes, .s32)
    let first = try #require(samples.firstIndex { $0 != 0 }) / 2
    #expect(samples[2 * first] == 0.5 && samples[2 * first + 2000] == 0.5)
  }

  @Test func `a skip with the equaliser on is heard as soon, and nothing jumps`() throws {
    let plain = try Self.skips(.flat)
    let shaped = try Self.skips(EqualiserGains(mid: 6, treble: -9))
    for (off, on) in zip(plain.waits, shaped.waits) { #expect(abs(off - on) <= 20) }
    // A steady sound stays steady through every rewind: what the filters hold is put back as it was.
    #expect(shaped.left.allSatisfy { abs($0 - 0.5) < 0.002 })
  }

  @Test func `a skip with the limiter at work is heard as soon, and its gain doesn't jump`() throws {
    let plain = try Self.skips(.flat)
    let loud = try Self.skips(EqualiserGains(bass: 12))
    #expect(plain.waits.max() ?? 0 < 2000)
    #expect(loud.left.allSatisfy { $0 <= Limiter.ceiling && $0 > 0.5 })
    #expect(zip(loud.left, loud.left.dropFirst()).allSatisfy { abs($0 - $1) < 0.02 })
  }

  @Test(arguments: [64, 220, 512, 1024, 2048])
  func `a start with little decoded does not starve, with periods of any length`(period: Int) throws {
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 200_000, periodFrames: period)
    bench.hand(device)
    bench.play(Self.plan(1))
    bench.run(150, device)
    for serial in UInt32(2)...12 {
      bench.rig.engine.play(bench.rig.entry(Self.plan(serial)))
      _ = bench.pump.step { bench.now }
      // As much as a first block gives.
      bench.rig.feed(steps: 7)
      bench.run(2, device, feeding: false)
      bench.run(150, device)
    }
    #expect(!bench.rig.reports.contains { if case .starved = $0 { true } else { false } })
    let samples = Samples.floats(device.bytes, .s32)
    let steepest: Float = 0.5 * 1.6 / Float(Self.shape.frames)
    let falls = (1..<device.playedFrames).filter { samples[2 * $0 - 2] - samples[2 * $0] > steepest }
    #expect(falls.isEmpty)
  }

  @Test func `a resume is heard after two periods, and continues at the place of the pause`() throws {
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 100_000)
    bench.hand(device)
    bench.play(Self.plan(1))
    bench.run(100, device)
    for _ in 0..<10 {
      bench.rig.engine.pause()
      bench.run(70, device)
      let resumed = device.playedFrames
      bench.rig.engine.resume()
      bench.run(70, device)
      let samples = Samples.floats(device.bytes, .s32)
      let sound = try #require(samples[(2 * resumed)...].firstIndex { $0 != 0 }) / 2
      #expect(sound - resumed <= 2 * device.periodFrames + 1)
      let places = Self.places(samples)
      let before = try #require(places[..<sound].lastIndex { $0 != nil })
      let after = try #require(places[sound...].firstIndex { $0 != nil })
      let lost =
        (Int(places[after]?.frame ?? 0) - Int(places[before]?.frame ?? 0) - (after - sound) - 1 + 8192)
        & 0x3FFF
        - 8192
      // The first frame of the fade-out is at full level still.
      expectEqual(lost, -1)
    }
  }

  @Test(arguments: [0, 1, 100, 300])
  func `a device that gives back nothing, or less than was asked, plays no wrong frame`(most: Int) throws {
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 200_000)
    device.mostGivenBack = most
    bench.hand(device)
    bench.play(Self.plan(1))
    bench.run(100, device)
    for serial in UInt32(2)...20 {
      bench.rig.engine.play(bench.rig.entry(Self.plan(serial)))
      bench.run(90, device)
    }
    let samples = Samples.floats(device.bytes, .s32)
    let places = Self.places(samples)
    var after = 0
    for serial in UInt32(2)...20 {
      let begin = try #require(Self.beginning(of: serial, after: after, in: places))
      #expect([0, Self.shape.frames - 1].contains(begin.full - begin.first))
      // What was before it has faded out, or fades out into it.
      #expect(begin.full > begin.first || samples[2 * begin.first - 2] < 0.01)
      let own = places[begin.full...].prefix { $0?.serial == serial }
      #expect(own.enumerated().allSatisfy { $1?.frame == Int64(begin.full - begin.first + $0) })
      after = begin.full
      #expect(own.count > 70 * 44)
    }
  }

  @Test func `random skips, pauses and seeks leave no step but a beginning's own`() throws {
    var generator = Numbers(seed: 41)
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 300_000)
    bench.hand(device)
    bench.play(Self.plan(1))
    var serial: UInt32 = 1
    for _ in 0..<200 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0, 1:
        serial += 1
        bench.rig.engine.play(bench.rig.entry(Self.plan(serial)))
      case 2: bench.rig.engine.pause()
      case 3, 4: bench.rig.engine.resume()
      default: bench.rig.engine.seek(to: .seconds(Int.random(in: 1...5, using: &generator)))
      }
      bench.run(.random(in: 1...60, using: &generator), device)
    }
    let samples = Samples.floats(device.bytes, .s32)
    // Two fades may fall on one another.
    let steepest: Float = 0.5 * 2 * 1.6 / Float(Self.shape.frames)
    var steps = 0
    var blended = 0
    for frame in 1..<device.playedFrames {
      let (left, right) = (samples[2 * frame], samples[2 * frame + 1])
      let step = left - samples[2 * frame - 2]
      if step > steepest {
        // A track begins at its full level, or at that of the fade which the next command brought.
        steps += 1
        if samples[2 * frame - 2] > 0.001 {
          // Another one fades in there already.
          blended += 1
          continue
        }
        expectEqual(SyntheticDecoder.place(of: right * 0.5 / left).frame, 0)
      }
      if step < -steepest {
        Issue.record("falls by \(-step) at frame \(frame)")
        break
      }
    }
    #expect(steps > 12)
    #expect(blended < 3)
    #expect(device.takings > 60)
  }
}
