import Glibc
import Support
import Testing

@testable import Signal

@Suite struct LimiterTests {
  /// Sends a sound through it in blocks of random size, with what follows.
  private static func run(
    _ limiter: inout Limiter, _ samples: [Float], rate: Int, _ generator: inout Numbers, mostBlock: Int = 512
  ) -> (samples: [Float], gains: [Float]) {
    let ahead = Limiter.lookAhead(rate: rate)
    var out = samples
    var gains = [Float](repeating: 0, count: samples.count / 2)
    unsafe out.withUnsafeMutableBufferPointer { out in
      unsafe gains.withUnsafeMutableBufferPointer { gains in
        guard let to = out.baseAddress, let into = gains.baseAddress else { return }
        var done = 0
        while done < gains.count {
          let frames = min(.random(in: 1...mostBlock, using: &generator), gains.count - done)
          unsafe limiter.process(
            to + done * 2, frames: frames, ahead: min(ahead, gains.count - done - frames), gains: into + done)
          done += frames
        }
      }
    }
    return (out, gains)
  }

  @Test func `no sample of a thousand loud mixes is above the ceiling, and no gain jumps`() {
    var generator = Numbers(seed: 1)
    var lowest: Float = 1
    for number in 0..<1000 {
      let rate = [8000, 44_100, 48_000, 96_000][number % 4]
      let frames = 700
      let level = Float(pow(10, Double.random(in: -6...24, using: &generator) / 20))
      let (f, g) = (
        Float.random(in: 0.001...0.4, using: &generator), Float.random(in: 0.001...0.4, using: &generator)
      )
      var samples = (0..<frames * 2).map { index in
        level
          * (0.5 * sin(f * Float(index / 2)) + 0.4 * sin(g * Float(index))
            + .random(in: -0.1...0.1, using: &generator))
      }
      // Quiet at first, so that it is seen coming; and single peaks.
      for index in 0..<400 { samples[index] *= 0.05 / level }
      for _ in 0..<3 {
        samples[.random(in: 500..<1400, using: &generator)] = .random(in: -16...16, using: &generator)
      }
      var limiter = Limiter(rate: rate)
      let (out, gains) = Self.run(&limiter, samples, rate: rate, &generator)
      #expect(out.allSatisfy { abs($0) <= Limiter.ceiling })
      // What the gain makes stays below by itself: nothing is cut off.
      for index in 0..<frames {
        let peak = max(abs(samples[2 * index]), abs(samples[2 * index + 1]))
        #expect(peak * gains[index] <= Limiter.ceiling * 1.00001, "\(number): frame \(index)")
        if index > 0 { #expect(abs(gains[index] - gains[index - 1]) < 1.01 / Float(max(8, rate / 1500))) }
        lowest = min(lowest, gains[index])
      }
    }
    #expect(lowest < 0.1)
  }

  @Test func `below the ceiling every sample stays as it is`() {
    var generator = Numbers(seed: 2)
    let samples = (0..<20_000).map { _ in Float.random(in: -0.98...0.98, using: &generator) }
    var limiter = Limiter(rate: 44_100)
    let out = Self.run(&limiter, samples, rate: 44_100, &generator).samples
    expectEqual(out, samples)
    #expect(!limiter.isActive)
  }

  @Test func `the gain after a peak returns to exactly 1`() {
    var generator = Numbers(seed: 2)
    var samples = [Float](repeating: 0.5, count: 2 * 88_200)
    samples[2 * 10_000] = 2
    var limiter = Limiter(rate: 44_100)
    let (out, gains) = Self.run(&limiter, samples, rate: 44_100, &generator)
    #expect(gains[10_000] < 0.5)
    #expect(!limiter.isActive)
    #expect(out.suffix(1000).allSatisfy { $0 == 0.5 })
  }

  @Test func `the size of the blocks doesn't matter, and a copy continues as the original`() {
    var generator = Numbers(seed: 8)
    let samples = (0..<20_000).map { _ in Float.random(in: -3...3, using: &generator) }
    var (one, other) = (Limiter(rate: 48_000), Limiter(rate: 48_000))
    let a = Self.run(&one, samples, rate: 48_000, &generator, mostBlock: 1024)
    let b = Self.run(&other, samples, rate: 48_000, &generator, mostBlock: 9)
    expectEqual(a.samples, b.samples)
    var copy = one
    expectEqual(
      Self.run(&one, samples, rate: 48_000, &generator).samples,
      Self.run(&copy, samples, rate: 48_000, &generator).samples)
  }

  @Test func `samples that are no numbers become silence, and the next ones are unaffected`() {
    var generator = Numbers(seed: 8)
    var samples = [Float](repeating: 0.25, count: 2 * 100_000)
    samples[1000] = .nan
    samples[1101] = .infinity
    samples[1202] = -.infinity
    var limiter = Limiter(rate: 44_100)
    let out = Self.run(&limiter, samples, rate: 44_100, &generator).samples
    #expect(out.allSatisfy { abs($0) <= Limiter.ceiling })
    expectEqual(out.last, 0.25)
  }
}
