import CSoxr

/// Converts one run of sound from one rate to another (libsoxr, linear phase). Output frame n has the time of source
/// frame n * source rate / target rate; output lags some 10 ms until the run is ended.
@safe package struct Resampler: ~Copyable {
  private let soxr: soxr_t
  /// Source frames for one frame.
  private let ratio: Double

  /// For listening, or for measuring only.
  package enum Quality {
    case listening
    case measuring
  }

  /// - Parameters:
  ///   - channels: interleaved.
  ///   - bends: whether `bend` may change the ratio (SOXR_VR).
  package init(
    from source: Int, to target: Int, channels: Int = 2, quality: Quality = .listening, bends: Bool = false
  ) throws(ResamplerError) {
    self.ratio = Double(source) / Double(target)
    var error: soxr_error_t?
    var input = unsafe soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
    // With SOXR_VR it has one quality, and the ratio that it is made with is the greatest.
    let recipe = bends ? UInt(SOXR_HQ) : UInt(quality == .listening ? SOXR_20_BITQ : SOXR_MQ)
    var settings = unsafe soxr_quality_spec(recipe, bends ? UInt(SOXR_VR) : 0)
    let most = bends ? 1 + Self.mostBend : 1
    var runtime = unsafe soxr_runtime_spec(1)
    guard
      let soxr = unsafe soxr_create(
        Double(source) * most, Double(target), UInt32(channels), &error, &input, &settings, &runtime),
      unsafe error == nil
    else {
      throw ResamplerError(unsafe error.map { unsafe String(cString: $0) } ?? "no reason given")
    }
    unsafe self.soxr = soxr
    if bends { bend(by: 0) }
  }

  /// The most that `bend` takes.
  package static let mostBend = 0.001

  /// Takes source frames faster, or slower where it is negative, from here on: 0.0001 gives 0.01 % fewer frames.
  package func bend(by part: Double) {
    _ = unsafe soxr_set_io_ratio(soxr, ratio * (1 + min(Self.mostBend, max(-Self.mostBend, part))), 0)
  }

  deinit { unsafe soxr_delete(soxr) }

  /// - Returns: how many source frames were taken and how many frames were given.
  package func process(
    _ source: UnsafePointer<Float>, frames: Int, to target: UnsafeMutablePointer<Float>, room: Int
  ) throws(ResamplerError) -> (taken: Int, given: Int) {
    var taken = 0
    var given = 0
    try unsafe check(soxr_process(soxr, source, frames, &taken, target, room, &given))
    return (taken, given)
  }

  /// After the last source frame: returns the remaining output frames, then 0.
  package func drain(to target: UnsafeMutablePointer<Float>, room: Int) throws(ResamplerError) -> Int {
    var given = 0
    try unsafe check(soxr_process(soxr, nil, 0, nil, target, room, &given))
    return given
  }

  private func check(_ error: soxr_error_t?) throws(ResamplerError) {
    if let error = unsafe error { throw ResamplerError(unsafe String(cString: error)) }
  }
}

/// An error that libsoxr reports.
package struct ResamplerError: Error, Hashable, Sendable {
  package let reason: String

  init(_ reason: String) { self.reason = reason }
}
