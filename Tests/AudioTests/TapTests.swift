import SignalSupport
import Support
import Testing

@testable import Audio
@testable import Signal

/// What further outputs get of what goes to the device.
@Suite struct TapTests {
  /// Plays, skips, pauses and changes the volume at random.
  /// - Returns: the device, and what a reader of the tap got.
  private static func play(tap: TapRing?, seed: UInt64) throws -> (
    device: FakeDevice, tapped: [Float]
  ) {
    var generator = Numbers(seed: seed)
    let bench = try PumpBench(tap: tap)
    let device = FakeDevice(recordFrames: 200_000)
    var reader = tap.map { TapReader($0) }
    var tapped: [Float] = []
    var buffer = [Float](repeating: 0, count: 2 * 4096)
    bench.hand(device)
    for serial in UInt32(1)...40 {
      bench.play(SyntheticDecoder.Plan(serial: serial, frames: 100_000))
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bench.rig.engine.pause()
        case 1: bench.rig.engine.volume = .random(in: 20...100, using: &generator)
        default: bench.rig.engine.resume()
        }
        for _ in 0..<Int.random(in: 1...30, using: &generator) {
          bench.run(1, device)
          let count =
            unsafe buffer.withUnsafeMutableBufferPointer { buffer in
              guard let base = buffer.baseAddress else { return 0 }
              return unsafe reader?.read(into: base, room: 4096) ?? 0
            }
          tapped += buffer[..<(2 * count)]
        }
      }
    }
    return (device, tapped)
  }

  @Test(arguments: 1...8)
  func `a reader gets what the device has played, frame by frame, whatever it gave back`(seed: Int) throws {
    let (device, tapped) = try Self.play(tap: TapRing(rate: 44_100), seed: UInt64(seed))
    #expect(device.takings >= 20)
    let played = Samples.floats(device.bytes, .s32)
    #expect(tapped.count / 2 > device.playedFrames - 2 * device.rate / 1000)
    #expect(tapped.count / 2 <= device.playedFrames)
    // A small float has more bits than 32 below full scale.
    let difference = zip(tapped, played).enumerated().first { abs($0.element.0 - $0.element.1) > 0x1p-30 }
    #expect(difference == nil)
    #expect(tapped.contains { $0 != 0 })
  }

  @Test(arguments: 1...3)
  func `the device gets the same with and without a tap`(seed: Int) throws {
    let (with, _) = try Self.play(tap: TapRing(rate: 44_100), seed: UInt64(seed))
    let (without, _) = try Self.play(tap: nil, seed: UInt64(seed))
    expectEqual(with.writtenFrames, without.writtenFrames)
    expectEqual(with.takings, without.takings)
    #expect(zip(with.bytes, without.bytes).enumerated().first { $0.element.0 != $0.element.1 } == nil)
  }

  @Test func `the reader continues after a lost device with the unheard sound`() throws {
    let tap = TapRing(rate: 44_100)
    let bench = try PumpBench(tap: tap)
    let device = FakeDevice(recordFrames: 60_000)
    bench.hand(device)
    bench.play(SyntheticDecoder.Plan(serial: 5, frames: 200_000))
    bench.run(200, device)
    let heard = tap.settled
    #expect(heard <= device.playedFrames)
    device.fault = .failed(19)
    bench.run(3, device)
    bench.rig.feed()
    let other = FakeDevice(rate: 48_000, recordFrames: 60_000)
    bench.hand(other)
    bench.run(100, other)
    expectEqual(tap.deviceRate, 48_000)
    #expect(tap.settled > heard)
    #expect(tap.settled <= heard + other.playedFrames)
  }

  @Test func `a reader that comes too late continues with the newest frames`() throws {
    let tap = TapRing(rate: 8000)
    var reader = TapReader(tap)
    var frames = [Float](repeating: 0, count: 2 * 8000)
    func append(_ value: Float, _ count: Int) {
      unsafe [Float](repeating: value, count: 2 * count).withUnsafeBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        unsafe tap.append(base, frames: count)
      }
      tap.settle(held: 0)
    }
    func read() -> Int {
      unsafe frames.withUnsafeMutableBufferPointer { frames in
        guard let base = frames.baseAddress else { return 0 }
        return unsafe reader.read(into: base, room: 8000)
      }
    }
    append(0.25, 8000)
    expectEqual(read(), 8000)
    #expect(frames.allSatisfy { $0 == 0.25 })
    append(0.25, 5000)
    append(0.5, 5000)
    expectEqual(read(), 0)
    append(0.75, 100)
    expectEqual(read(), 100)
    #expect(frames[..<200].allSatisfy { $0 == 0.75 })
  }
}
