/// Which periods an onset envelope repeats with: the generalised autocorrelation (Tolonen & Karjalainen 2000)
/// of windows of some seconds, and their spectrum.
@safe final class Periodicity {
  /// Frames of a window and from one to the next.
  static let window = 2048
  static let step = 1024
  private static let size = 4096

  /// By lag in frames; 1 at lag 0.
  private(set) var correlation = [Float](repeating: 0, count: window)
  /// The square root of it, by frequency in steps of the frame rate / `size`; the mean of its square is 1.
  private(set) var spectrum = [Float](repeating: 0, count: size / 2 + 1)
  /// The correlation of the last window alone.
  private(set) var latest = [Float](repeating: 0, count: window)
  private(set) var windows = 0
  private let transform = RealTransform(size)
  private var buffer = [Float](repeating: 0, count: size)
  private var magnitudes = [Float](repeating: 0, count: size / 2 + 1)

  init() {}

  /// - Parameter envelope: of a window; a shorter one where the song is.
  func add(_ envelope: [Float]) {
    let count = min(envelope.count, Self.window)
    guard count > 64 else { return }
    let mean = envelope.prefix(count).reduce(0, +) / Float(count)
    for index in 0..<count { buffer[index] = envelope[index] - mean }
    for index in count..<Self.size { buffer[index] = 0 }
    measure()
    for bin in spectrum.indices { spectrum[bin] += magnitudes[bin] }
    // The spectrum is even and never negative, so its forward transform is the correlation; a large constant part makes
    // all of it positive, since the transform gives magnitudes only.
    var total: Float = 0
    for bin in magnitudes.indices { total += 2 * magnitudes[bin] }
    buffer[0] = magnitudes[0] + total
    for bin in 1...Self.size / 2 {
      buffer[bin] = magnitudes[bin]
      buffer[Self.size - bin] = magnitudes[bin]
    }
    measure()
    for lag in 0..<Self.window {
      // Longer lags have fewer products.
      let part = max(1 - Float(lag) / Float(count), 0.25)
      latest[lag] = lag < count ? (magnitudes[lag] - total) / part : 0
      correlation[lag] += latest[lag]
    }
    windows += 1
  }

  /// Makes means of the sums. To be called once, at the end.
  func close() {
    let whole = correlation[0]
    guard whole > 0 else { return }
    for lag in correlation.indices { correlation[lag] /= whole }
    let mean = spectrum.reduce(0, +) / Float(spectrum.count)
    for bin in spectrum.indices { spectrum[bin] = (spectrum[bin] / mean).squareRoot() }
  }

  /// Calls for each window of a song.
  static func forEachWindow(of frames: Int, _ body: (Range<Int>) -> Void) {
    var start = 0
    repeat {
      body(start..<min(start + window, frames))
      start += step
    } while start + step < frames
  }

  /// The correlation at a lag in frames, or the largest one near it; 0 beyond the longest lag.
  func correlation(at lag: Float) -> Float {
    let reach = max(1, lag * Self.tolerance)
    let (first, last) = (Int((lag - reach).rounded(.up)), Int(lag + reach))
    guard first > 0, last < Self.window * 3 / 4 else { return 0 }
    return correlation[first...last].reduce(correlation[first]) { max($0, $1) }
  }

  /// The spectrum at a frequency in periods per frame, or the largest value near it.
  func spectrum(at frequency: Float) -> Float {
    let bin = frequency * Float(Self.size)
    let reach = max(1, bin * Self.tolerance)
    let (first, last) = (max(Int((bin - reach).rounded(.up)), 1), Int(bin + reach))
    guard last <= Self.size / 2 else { return 0 }
    return spectrum[first...last].reduce(spectrum[first]) { max($0, $1) }
  }

  /// How far off a period may be.
  private static let tolerance: Float = 0.015

  private func measure() {
    unsafe buffer.withUnsafeBufferPointer { buffer in
      unsafe magnitudes.withUnsafeMutableBufferPointer { magnitudes in
        guard let buffer = buffer.baseAddress, let magnitudes = magnitudes.baseAddress else { return }
        unsafe transform.magnitudes(of: buffer, into: magnitudes)
      }
    }
  }
}
