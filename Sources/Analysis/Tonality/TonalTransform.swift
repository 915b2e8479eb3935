import Glibc

/// The spectrum of a frame with three bins to a semitone, by two transforms: a long one for low notes, one of half its length
/// for the others.
@safe final class TonalTransform {
  /// Samples of a frame.
  let span: Int
  /// Start of the short transform in a frame.
  private let shortStart: Int
  private let long: RealTransform
  private let short: RealTransform
  private let longWindow: [Float]
  private let shortWindow: [Float]
  private let lowKernels: PitchKernels
  private let highKernels: PitchKernels
  private var windowed: [Float]
  private var magnitudes: [Float]

  /// - Parameter shortStart: a quarter of the span for the same centre.
  init(span: Int, shortStart: Int) {
    (self.span, self.shortStart) = (span, shortStart)
    long = RealTransform(span)
    short = RealTransform(span / 2)
    (longWindow, shortWindow) = (Self.window(span), Self.window(span / 2))
    lowKernels = PitchKernels(span: span, bins: 0..<PitchKernels.split)
    highKernels = PitchKernels(span: span / 2, bins: PitchKernels.split..<PitchKernels.count)
    windowed = [Float](repeating: 0, count: span)
    magnitudes = [Float](repeating: 0, count: span / 2 + 1)
  }

  /// Hann's, so that a sine of amplitude 1 has a peak of 1.
  private static func window(_ count: Int) -> [Float] {
    (0..<count).map { index in
      Float((1 - cos(2 * Double.pi * (Double(index) + 0.5) / Double(count))) * 2 / Double(count))
    }
  }

  /// Appends the magnitudes of a frame to `held`.
  /// - Parameter samples: `span` of them.
  func append(_ samples: [Float], to held: inout [Float], tuning: inout TuningMeter) {
    let base = held.count
    held.append(contentsOf: repeatElement(0, count: PitchKernels.count))
    transform(samples, short, window: shortWindow, from: shortStart)
    tuning.add(magnitudes)
    highKernels.apply(magnitudes, into: &held, at: base)
    transform(samples, long, window: longWindow, from: 0)
    lowKernels.apply(magnitudes, into: &held, at: base)
  }

  private func transform(
    _ samples: [Float], _ transform: borrowing RealTransform, window: [Float], from first: Int
  ) {
    unsafe windowed.withUnsafeMutableBufferPointer { windowed in
      unsafe samples.withUnsafeBufferPointer { samples in
        unsafe window.withUnsafeBufferPointer { window in
          for index in 0..<window.count { unsafe windowed[index] = samples[first + index] * window[index] }
        }
      }
      unsafe magnitudes.withUnsafeMutableBufferPointer { magnitudes in
        guard let source = windowed.baseAddress, let target = magnitudes.baseAddress else { return }
        unsafe transform.magnitudes(of: source, into: target)
      }
    }
  }
}
