/// State of a device and its frames.
enum DeviceState: Hashable, Sendable {
  /// `queued` frames have not been played; the frame written next can be heard after `delay` frames.
  case playing(queued: Int, delay: Int)
  /// It has run dry; it is ready to begin again.
  case underrun
  /// The machine sleeps or has just woken up: ask again.
  case suspended
  /// It takes nothing any more; the error number.
  case failed(Int32)
}
