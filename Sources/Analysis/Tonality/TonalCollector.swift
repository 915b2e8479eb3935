import Glibc

/// Gathers what keys and chords are found by. Fed with mono samples at 11,025 Hz.
///
/// Each frame is a spectrum of three bins to a semitone, by two transforms around the same centre: a long one for low notes,
/// a short one for the others. The tuning is found on the way; what is kept is one number for a semitone.
@safe final class TonalCollector {
  static let rate = 11_025
  /// Samples between frames.
  static let hop = 1024
  /// Samples of the long transform.
  private static let span = 8192
  /// Frames that are held in thirds of semitones until the tuning is known well enough.
  private static let heldFrames = 512

  private let transform = TonalTransform(span: span, shortStart: span / 4)
  private var tuning = TuningMeter(span: span / 2)

  /// The last samples, the oldest first; silence came before the first.
  private var samples = [Float](repeating: 0, count: span)
  /// How many of `samples` are there for the next frame.
  private var filled = span / 2
  private var total = 0
  private var held: [Float] = []
  private var spectrum = TonalSpectrum()

  /// - Parameter seconds: how long the song is, where that is known.
  init(seconds: Double?) {
    if let seconds { spectrum.reserve(Int(seconds * Double(Self.rate) / Double(Self.hop)) + 2) }
    held.reserveCapacity(Self.heldFrames * PitchKernels.count)
  }

  func add(_ samples: UnsafePointer<Float>, count: Int) {
    total += count
    unsafe take(UnsafeBufferPointer(start: samples, count: count))
  }

  private func take(_ source: UnsafeBufferPointer<Float>) {
    var done = 0
    while done < source.count {
      let some = min(source.count - done, Self.span - filled)
      for index in 0..<some { samples[filled + index] = unsafe source[done + index] }
      filled += some
      done += some
      if filled == Self.span { frame() }
    }
  }

  /// - Returns: what was heard; the collector is empty then.
  func finish() -> TonalSpectrum {
    // Frames have their centre up to the last sample.
    let frames = total == 0 ? 0 : (total - 1) / Self.hop + 1
    let silence = [Float](repeating: 0, count: Self.hop)
    while spectrum.count + held.count / PitchKernels.count < frames {
      unsafe silence.withUnsafeBufferPointer { silence in unsafe take(silence) }
    }
    release()
    spectrum.tuning = tuning.semitones
    return spectrum
  }

  /// Takes the frame that is there.
  private func frame() {
    transform.append(samples, to: &held, tuning: &tuning)
    let left = Self.span - Self.hop
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      guard let start = samples.baseAddress else { return }
      unsafe memmove(start, start + Self.hop, left * MemoryLayout<Float>.stride)
    }
    filled = left
    if held.count == Self.heldFrames * PitchKernels.count { release() }
  }

  /// Makes semitones of the frames that are held, by the tuning of all that was heard so far.
  private func release() {
    spectrum.append(held, tuning: tuning.semitones)
    held.removeAll(keepingCapacity: true)
  }
}
