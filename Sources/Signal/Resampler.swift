import CSoxr

/// Converts one run of sound from one rate to another (libsoxr, linear phase). Output frame n has the time of source
/// frame n * source rate / target rate; output lags some 10 ms until the run is ended.
@safe package struct Resampler: ~Copyable {
  private let soxr: soxr_t

  /// For listening, or for measuring only.
  package enum Quality {
    case listening
    case measuring
  }

  /// - Parameter channels: interleaved.
  package init(from source: Int, to target: Int, channels: Int = 2, quality: Quality = .listening)
    throws(ResamplerError)
  {
    var error: soxr_error_t?
    var input = unsafe soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
    var settings = unsafe soxr_quality_spec(UInt(quality == .listening ? SOXR_20_BITQ : SOXR_MQ), 0)
    var runtime = unsafe soxr_runtime_spec(1)
    guard
      let soxr = unsafe soxr_create(
        Double(source), Double(target), UInt32(channels), &error, &input, &settings, &runtime),
      unsafe error == nil
    else {
      throw ResamplerError(unsafe error.map { unsafe String(cString: $0) } ?? "no reason given")
    }
    unsafe self.soxr = soxr
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

/// What libsoxr says is wrong.
package struct ResamplerError: Error, Hashable, Sendable {
  package let reason: String

  init(_ reason: String) { self.reason = reason }
}
