import Glibc
import Support
import Testing

@testable import Signal

@Suite struct EqualiserTests {
  /// What the cookbook's filters do at a frequency, in dB: from its analogue prototypes by the bilinear transform.
  private static func formula(_ gains: SIMD3<Double>, at hertz: Double, rate: Double) -> Double {
    func warped(_ hertz: Double) -> Double { tan(Double.pi * hertz / rate) }
    func decibels(_ gain: Double, _ centre: Double, _ h: (Double, Double) -> (Double, Double, Double, Double))
      -> Double
    {
      let s = warped(hertz) / warped(centre)
      let (nr, ni, dr, di) = h(pow(10, gain / 40), s)
      return 10 * log10((nr * nr + ni * ni) / (dr * dr + di * di))
    }
    let q = 0.5.squareRoot()
    // H(s) with s = j·w, as real and imaginary parts of numerator and denominator.
    let low = decibels(gains.x, 100) { a, w in
      (a * (a - w * w), a * a.squareRoot() / q * w, 1 - a * w * w, a.squareRoot() / q * w)
    }
    let peak = decibels(gains.y, 1000) { a, w in (1 - w * w, a / 0.7 * w, 1 - w * w, w / (0.7 * a)) }
    let high = decibels(gains.z, 6000) { a, w in
      (a * (1 - a * w * w), a * a.squareRoot() / q * w, a - w * w, a.squareRoot() / q * w)
    }
    return low + peak + high
  }

  private static func run(_ equaliser: inout Equaliser, _ samples: inout [Float], block: Int = 1024) {
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      for start in stride(from: 0, to: samples.count / 2, by: block) {
        unsafe equaliser.process(base + start * 2, frames: min(block, samples.count / 2 - start))
      }
    }
  }

  private static func sine(_ hertz: Double, rate: Int, frames: Int, level: Double = 0.25) -> [Float] {
    (0..<frames * 2).map { Float(level * sin(2 * Double.pi * hertz * Double($0 / 2) / Double(rate))) }
  }

  /// The level of a frequency in the left channel, and of what is left without it, in dB.
  private static func levels(_ samples: ArraySlice<Float>, _ hertz: Double, rate: Int) -> (
    Double, rest: Double
  ) {
    let values = stride(from: samples.startIndex, to: samples.endIndex, by: 2).map { Double(samples[$0]) }
    var (ss, sc, cc, ys, yc) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (index, value) in values.enumerated() {
      let angle = 2 * Double.pi * hertz * Double(index) / Double(rate)
      let (s, c) = (sin(angle), cos(angle))
      (ss, sc, cc, ys, yc) = (ss + s * s, sc + s * c, cc + c * c, ys + value * s, yc + value * c)
    }
    let determinant = ss * cc - sc * sc
    let (a, b) = ((ys * cc - yc * sc) / determinant, (yc * ss - ys * sc) / determinant)
    var rest = 0.0
    for (index, value) in values.enumerated() {
      let angle = 2 * Double.pi * hertz * Double(index) / Double(rate)
      let error = value - a * sin(angle) - b * cos(angle)
      rest += error * error
    }
    let power = (a * a + b * b) / 2
    return (10 * log10(power), 10 * log10(rest / Double(values.count)))
  }

  @Test(
    arguments: zip(
      [44_100, 48_000, 96_000], [SIMD3<Double>(12, -12, 12), SIMD3(-7, 5, -3), SIMD3(3, 0, -2)]))
  func `the response is the formula's at thirty frequencies`(rate: Int, gains: SIMD3<Double>) {
    for number in 0..<30 {
      let hertz = 25 * pow(18_000.0 / 25, Double(number) / 29)
      var equaliser = Equaliser(rate: rate)
      equaliser.setImmediately(to: gains)
      var samples = Self.sine(hertz, rate: rate, frames: rate / 4)
      Self.run(&equaliser, &samples)
      let heard =
        Self.levels(samples[(samples.count / 2 & ~1)...], hertz, rate: rate).0 - 20 * log10(0.25) + 3.0103
      #expect(abs(heard - Self.formula(gains, at: hertz, rate: Double(rate))) < 0.1, "\(hertz) Hz")
    }
  }

  @Test func `distortion of a sine is below -110 dB`() {
    for hertz in [60.0, 997, 5003] {
      var equaliser = Equaliser(rate: 48_000)
      equaliser.setImmediately(to: SIMD3(9, -6, 6))
      var samples = Self.sine(hertz, rate: 48_000, frames: 48_000)
      Self.run(&equaliser, &samples)
      let (level, rest) = Self.levels(samples[48_000...], hertz, rate: 48_000)
      #expect(rest - level < -110, "\(hertz) Hz: \(rest - level) dB")
    }
  }

  @Test func `a moving knob makes no step above the signal's own slope`() {
    var generator = Numbers(seed: 3)
    var equaliser = Equaliser(rate: 48_000)
    let hertz = 200.0
    var samples = Self.sine(hertz, rate: 48_000, frames: 96_000)
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      for start in stride(from: 0, to: 96_000, by: 240) {
        if start % 2400 == 0 {
          equaliser.ramp(
            to: SIMD3(
              .random(in: -12...12, using: &generator), .random(in: -12...12, using: &generator),
              .random(in: -12...12, using: &generator)))
        }
        unsafe equaliser.process(base + start * 2, frames: 240)
      }
    }
    // The steepest slope of the sine at the highest gain of all bands at its frequency.
    let slope =
      2 * Double.pi * hertz / 48_000 * 0.25
      * pow(10, Self.formula(SIMD3(12, 12, 12), at: hertz, rate: 48_000) / 20)
    // What bends more than the sine at its loudest would be heard as a click.
    let bend = slope * 2 * Double.pi * hertz / 48_000
    var steepest = 0.0
    var sharpest = 0.0
    for index in 2..<96_000 {
      let (a, b, c) = (
        Double(samples[2 * index - 4]), Double(samples[2 * index - 2]), Double(samples[2 * index])
      )
      steepest = max(steepest, abs(c - b))
      sharpest = max(sharpest, abs(c - 2 * b + a))
    }
    #expect(steepest <= slope)
    #expect(sharpest <= bend * 4)
  }

  @Test func `off, it leaves every sample as it is, also once it was on`() {
    var generator = Numbers(seed: 9)
    let noise = (0..<20_000).map { _ in Float.random(in: -1...1, using: &generator) }
    var equaliser = Equaliser(rate: 44_100)
    #expect(!equaliser.isActive)
    equaliser.ramp(to: SIMD3(6, 6, 6))
    #expect(equaliser.isActive)
    var heard = noise
    Self.run(&equaliser, &heard)
    equaliser.ramp(to: .zero)
    var rounds = 0
    var step: Float = 0
    while equaliser.isActive, rounds < 100 {
      heard = noise
      Self.run(&equaliser, &heard, block: 100)
      step = abs(heard[19_998] - noise[19_998])
      rounds += 1
    }
    #expect(!equaliser.isActive)
    #expect(step < 1e-6)
  }

  @Test func `a copy continues as the original, in blocks of any size`() {
    var generator = Numbers(seed: 4)
    var first = Equaliser(rate: 44_100)
    first.ramp(to: SIMD3(10, -8, 4))
    var samples = (0..<4000).map { _ in Float.random(in: -1...1, using: &generator) }
    Self.run(&first, &samples, block: 333)
    var second = first
    var (a, b) = (samples, samples)
    Self.run(&first, &a, block: 1000)
    Self.run(&second, &b, block: 7)
    expectEqual(a, b)
  }
}
