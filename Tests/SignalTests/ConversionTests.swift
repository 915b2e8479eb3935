import Glibc
import Linux
import SignalSupport
import Support
import Testing

@testable import Signal

@Suite struct ConversionTests {
  @Test(
    arguments: [
      ([0, -1, 0x1p-15, 0.5], 16), ([0, 0x1p-16, 0, 0], 24), ([0, 0, 0.5, 3 * 0x1p-23], 24),
      ([0, 0x1p-24, 0, 0], 0),
      ([0x1p-20, 0, 0, 0x1p-25], 0), ([], 16),
    ] as [([Float], Int)])
  func `the bits in use are 16, 24 or unknown`(_ samples: [Float], _ bits: Int) {
    let found = unsafe (samples + [0, 0]).withUnsafeBufferPointer { samples in
      unsafe samples.baseAddress.map { unsafe SampleConverter.exactBits(of: $0, frames: samples.count / 2) }
    }
    expectEqual(found, bits)
  }

  private func converted(_ samples: [Float], _ format: SampleFormat, exactBits: Int) -> [Float] {
    var converter = SampleConverter(format: format)
    var bytes = [UInt8](repeating: 0xAA, count: samples.count / 2 * format.bytesPerFrame)
    unsafe bytes.withUnsafeMutableBytes { to in
      unsafe samples.withUnsafeBufferPointer { from in
        guard let from = from.baseAddress, let to = to.baseAddress else { return }
        unsafe converter.convert(from, frames: samples.count / 2, exactBits: exactBits, to: to)
      }
    }
    return Samples.floats(bytes, format)
  }

  /// Odd counts of frames have rests behind the vectors.
  @Test(arguments: SampleFormat.allCases, [1, 3, 4, 221])
  func `samples of 16 bits come out bit for bit`(_ format: SampleFormat, _ frames: Int) {
    let samples = (0..<frames * 2).map { Float(Int16(truncatingIfNeeded: $0 &* 7919 &- 32768)) * 0x1p-15 }
    expectEqual(converted(samples, format, exactBits: 16), samples)
  }

  @Test(arguments: SampleFormat.allCases.filter { $0.bits == 24 })
  func `samples of 24 bits come out bit for bit`(_ format: SampleFormat) {
    let steps: [Int32] = [-8_388_608, -8_388_607, -1, 0, 1, 2, 8_388_606, 8_388_607, 123_457, -765_431]
    let samples = steps.map { Float($0) * 0x1p-23 }
    expectEqual(converted(samples, format, exactBits: 24), samples)
  }

  @Test(arguments: SampleFormat.allCases)
  func `silence is never dithered`(_ format: SampleFormat) {
    let samples = [Float](repeating: -0, count: 442)
    #expect(converted(samples, format, exactBits: 0).allSatisfy { $0 == 0 })
  }

  @Test(arguments: SampleFormat.allCases.filter { $0 != .float })
  func `samples beyond full scale are held at its ends`(_ format: SampleFormat) {
    let samples: [Float] = [1.5, -1.5, 1, -1, .infinity, -.infinity, .nan, 0.5]
    for bits in [0, 16] {
      let out = converted(samples, format, exactBits: bits)
      for (given, got) in zip(samples, out) where given.isFinite {
        #expect(abs(got - max(-1, min(1, given))) < 0x1p-13)
      }
      #expect(out[4] > 0.999 && out[5] < -0.999)
      #expect(abs(out[6]) < 0x1p-13)
    }
  }

  @Test func `dither makes the error independent of the sound, triangular and within its bounds`() {
    // A level between two steps: without dither always the same error.
    let level = Float(1000.25) * 0x1p-15
    let out = converted([Float](repeating: level, count: 200_000), .s16, exactBits: 0)
    var sum = 0.0
    var square = 0.0
    for sample in out {
      let error = Double(sample - level) * 0x1p15
      #expect(abs(error) <= 1.5)
      sum += error
      square += error * error
    }
    let count = Double(out.count)
    #expect(abs(sum / count) < 0.01)
    // Rounding has 1/12 of a step squared, the triangle 1/6.
    #expect(abs(square / count - 0.25) < 0.01)
  }

  @Test func `the volume's curve is cubic, and 100 is exactly 1`() {
    expectEqual(VolumeRamp.gain(percent: 100), 1)
    expectEqual(VolumeRamp.gain(percent: 0), 0)
    expectEqual(VolumeRamp.gain(percent: 50), 0.125)
    expectEqual(VolumeRamp.gain(percent: 1000), 1)
  }

  @Test func `a new volume comes without a jump`() {
    var ramp = VolumeRamp(gain: 1, rate: 48_000)
    var samples = [Float](repeating: 1, count: 2000)
    ramp.ramp(to: 0.125)
    unsafe samples.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe ramp.apply(to: base, frames: 1000)
    }
    let left = stride(from: 0, to: 2000, by: 2).map { samples[$0] }
    #expect(zip(left, left.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.003 })
    expectEqual(left[479], 0.125)
    expectEqual(left.last, 0.125)
  }

  @Test func `no channel count clips, and mono goes to both sides as it is`() {
    for channels in 1...8 {
      let mixer = ChannelMixer(channels: channels)
      let source = [Float](repeating: 1, count: channels * 5)
      var target = [Float](repeating: 0, count: 10)
      unsafe target.withUnsafeMutableBufferPointer { to in
        unsafe source.withUnsafeBufferPointer { from in
          guard let from = from.baseAddress, let to = to.baseAddress else { return }
          unsafe mixer.mix(from, frames: 5, to: to)
        }
      }
      #expect(target.allSatisfy { $0 <= 1.000_001 && $0 > 0.99 }, "\(channels) channels")
    }
    expectEqual(ChannelMixer.gains(channels: 1), [SIMD2(1, 1)])
    let surround = ChannelMixer.gains(channels: 6)
    expectEqual(surround[3], SIMD2())
    #expect(abs(surround[2].x / surround[0].x - Float(0.5).squareRoot()) < 1e-6)
  }
}
