import Glibc

/// An equaliser of three bands: low shelf at 100 Hz, peak at 1 kHz (Q 0.7) and high shelf at 6 kHz (both shelves of slope 1),
/// by Robert Bristow-Johnson's Audio EQ Cookbook. A value: a copy continues as the original would.
package struct Equaliser {
  /// In Hz. A band above 0.45 of the rate moves down to that.
  package static let hertz = SIMD3<Double>(100, 1000, 6000)
  /// Quality factor of the peak.
  package static let q = 0.7
  /// A gain moves by this at most, in dB per second: 24 dB in a tenth of one.
  private static let decibelsPerSecond = 240.0
  /// While a gain moves, coefficients are recomputed each time this number of frames has passed.
  private static let step = 16

  /// In dB, as they are now.
  private var gains = SIMD3<Double>()
  private var target = SIMD3<Double>()
  private let rate: Double
  private var bands: (Biquad, Biquad, Biquad)
  /// Frames until the next computation of coefficients.
  private var untilStep = 0

  package init(rate: Int) {
    self.rate = Double(rate)
    bands = (Biquad(), Biquad(), Biquad())
  }

  /// Sets the gains to ramp to, in dB.
  package mutating func ramp(to gains: SIMD3<Double>) { target = gains }

  /// The gains are there at once: nothing sounds.
  package mutating func setImmediately(to gains: SIMD3<Double>) {
    target = gains
    self.gains = gains
    follow()
    clear()
  }

  /// Forgets what sounded.
  package mutating func clear() {
    bands.0.state = .zero
    bands.1.state = .zero
    bands.2.state = .zero
  }

  /// Whether it changes anything. A band of 0 dB gives out what goes in once what it was has died away: then it is left
  /// without a jump.
  package var isActive: Bool {
    gains != .zero || target != .zero || !bands.0.isAtRest || !bands.1.isAtRest || !bands.2.isAtRest
  }

  /// - Parameter samples: stereo, interleaved; changed in place.
  package mutating func process(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    var done = 0
    while done < frames {
      if untilStep == 0 {
        untilStep = Self.step
        if gains != target { move() }
      }
      let count = min(untilStep, frames - done)
      unsafe bands.0.process(samples + 2 * done, frames: count)
      unsafe bands.1.process(samples + 2 * done, frames: count)
      unsafe bands.2.process(samples + 2 * done, frames: count)
      done += count
      untilStep -= count
    }
  }

  private mutating func move() {
    let most = Self.decibelsPerSecond * Double(Self.step) / rate
    let way = target - gains
    gains = pointwiseMax(pointwiseMin(way, SIMD3(repeating: most)), SIMD3(repeating: -most)) + gains
    // The remainder of a subtraction is no gain.
    gains.replace(with: target, where: (target - gains) .< 1e-9 .& (gains - target) .< 1e-9)
    follow()
  }

  private mutating func follow() {
    bands.0.coefficients = Self.lowShelf(gains.x, rate)
    bands.1.coefficients = Self.peak(gains.y, rate)
    bands.2.coefficients = Self.highShelf(gains.z, rate)
  }

  // MARK: - The cookbook

  private static func angle(_ hertz: Double, _ rate: Double) -> Double {
    2 * Double.pi * min(hertz / rate, 0.45)
  }

  private static func lowShelf(_ gain: Double, _ rate: Double) -> Coefficients {
    let a = pow(10, gain / 40)
    let w = angle(hertz.x, rate)
    let (c, alpha) = (cos(w), sin(w) / 2 * 2.0.squareRoot())
    let root = 2 * a.squareRoot() * alpha
    return Coefficients(
      b0: a * ((a + 1) - (a - 1) * c + root), b1: 2 * a * ((a - 1) - (a + 1) * c),
      b2: a * ((a + 1) - (a - 1) * c - root), a0: (a + 1) + (a - 1) * c + root,
      a1: -2 * ((a - 1) + (a + 1) * c), a2: (a + 1) + (a - 1) * c - root)
  }

  private static func peak(_ gain: Double, _ rate: Double) -> Coefficients {
    let a = pow(10, gain / 40)
    let w = angle(hertz.y, rate)
    let (c, alpha) = (cos(w), sin(w) / (2 * q))
    return Coefficients(
      b0: 1 + alpha * a, b1: -2 * c, b2: 1 - alpha * a, a0: 1 + alpha / a, a1: -2 * c, a2: 1 - alpha / a)
  }

  private static func highShelf(_ gain: Double, _ rate: Double) -> Coefficients {
    let a = pow(10, gain / 40)
    let w = angle(hertz.z, rate)
    let (c, alpha) = (cos(w), sin(w) / 2 * 2.0.squareRoot())
    let root = 2 * a.squareRoot() * alpha
    return Coefficients(
      b0: a * ((a + 1) + (a - 1) * c + root), b1: -2 * a * ((a - 1) + (a + 1) * c),
      b2: a * ((a + 1) + (a - 1) * c - root), a0: (a + 1) - (a - 1) * c + root,
      a1: 2 * ((a - 1) - (a + 1) * c), a2: (a + 1) - (a - 1) * c - root)
  }

  private struct Coefficients {
    var b0, b1, b2, a1, a2: Double

    init(b0: Double, b1: Double, b2: Double, a0: Double, a1: Double, a2: Double) {
      (self.b0, self.b1, self.b2) = (b0 / a0, b1 / a0, b2 / a0)
      (self.a1, self.a2) = (a1 / a0, a2 / a0)
    }
  }

  /// A second-order filter of two channels in direct form I: its state is the sound itself, so that other coefficients make
  /// no jump, and at 0 dB (b equal to a) what comes out becomes what goes in.
  private struct Biquad {
    struct State {
      var x1 = SIMD2<Double>()
      var x2 = SIMD2<Double>()
      var y1 = SIMD2<Double>()
      var y2 = SIMD2<Double>()

      static let zero = State()
    }

    var state = State()
    var coefficients = Coefficients(b0: 1, b1: 0, b2: 0, a0: 1, a1: 0, a2: 0)

    /// Whether what came out last is what went in, to within -160 dB.
    var isAtRest: Bool {
      let way = pointwiseMax(state.x1 - state.y1, state.y1 - state.x1)
      let before = pointwiseMax(state.x2 - state.y2, state.y2 - state.x2)
      return (way + before).max() < 1e-8
    }

    /// Denormal numbers are slow on some processors; samples below this level become silence.
    private static let leastState = 1e-30

    mutating func process(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
      let c = coefficients
      var s = state
      for index in 0..<frames {
        let x = unsafe SIMD2(Double(samples[2 &* index]), Double(samples[2 &* index &+ 1]))
        let y = x * c.b0 + s.x1 * c.b1 + s.x2 * c.b2 - s.y1 * c.a1 - s.y2 * c.a2
        (s.x2, s.x1, s.y2, s.y1) = (s.x1, x, s.y1, y)
        unsafe samples[2 &* index] = Float(y.x)
        unsafe samples[2 &* index &+ 1] = Float(y.y)
      }
      if abs(s.y1.x) + abs(s.y1.y) + abs(s.y2.x) + abs(s.y2.y) < Self.leastState {
        (s.y1, s.y2) = (.zero, .zero)
      }
      // An infinite or undefined state, which only a broken decoder causes, must not ring on.
      if !(s.y1.x.isFinite && s.y1.y.isFinite) { s = State() }
      state = s
    }
  }
}
