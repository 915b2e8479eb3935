import CALSA

/// Why a PCM can't be used.
struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  let name: String
  let call: String
  /// A negative error number, as ALSA gives it.
  let code: Int32

  var description: String {
    let text = unsafe snd_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return "sound device \(name): \(text) (\(call))"
  }
}
