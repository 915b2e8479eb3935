import Support
import Testing

@testable import Signal

@Suite struct SpeakerMatrixTests {
  private static func heard(_ factors: SIMD4<Float>, _ frame: (Float, Float)) -> [Float] {
    var matrix = SpeakerMatrix(rate: 44_100)
    matrix.setImmediately(to: factors)
    var samples = [frame.0, frame.1]
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      if let base = samples.baseAddress { unsafe matrix.process(base, frames: 1) }
    }
    return samples
  }

  @Test func `each mode mixes its channels for the speakers`() {
    func factors(_ left: SIMD2<Float>, _ right: SIMD2<Float>, _ balance: Float = 0) -> SIMD4<Float> {
      SpeakerMatrix.factors(left: left, right: right, balance: balance)
    }
    expectEqual(Self.heard(factors([0.5, 0.5], [0.5, 0.5]), (0.25, 0.75)), [0.5, 0.5])
    expectEqual(Self.heard(factors([0, 1], [1, 0]), (0.25, 0.75)), [0.75, 0.25])
    expectEqual(Self.heard(factors([1, 0], [0, 1], 0.5), (0.5, 0.5)), [0.25, 0.5])
    expectEqual(Self.heard(factors([1, 0], [0, 1], -1), (0.5, 0.5)), [0.5, 0])
    expectEqual(factors([1, 0], [0, 1]), SpeakerMatrix.identity)
  }

  @Test func `a matrix is active where it changes samples, also without a ramp`() {
    var matrix = SpeakerMatrix(rate: 44_100)
    #expect(!matrix.isActive)
    matrix.setImmediately(to: SIMD4(0, 1, 1, 0))
    #expect(matrix.isActive)
    matrix.ramp(to: SpeakerMatrix.identity)
    #expect(matrix.isActive)
  }

  @Test func `another one comes without a jump, and at rest nothing is changed`() {
    var matrix = SpeakerMatrix(rate: 44_100)
    #expect(!matrix.isActive)
    matrix.ramp(to: SIMD4(0, 1, 1, 0))
    var samples = [Float](repeating: 0, count: 2000)
    for index in 0..<1000 { samples[2 * index] = 0.5 }
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      if let base = samples.baseAddress { unsafe matrix.process(base, frames: 1000) }
    }
    for index in 1..<1000 { #expect(abs(samples[2 * index] - samples[2 * index - 2]) < 0.002) }
    #expect(samples[1998] == 0 && samples[1999] == 0.5)
    matrix.ramp(to: SpeakerMatrix.identity)
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      if let base = samples.baseAddress { unsafe matrix.process(base, frames: 1000) }
    }
    #expect(!matrix.isActive)
  }
}
