import Signal

/// Plays frames in real time. Opened and closed on the helper thread, used on the audio thread only; there nothing in
/// it allocates, locks or waits.
protocol OutputDevice: AnyObject, Sendable {
  /// The PCM's name, or what stands for it.
  var name: String { get }
  /// In Hz.
  var rate: Int { get }
  var format: SampleFormat { get }
  var periodFrames: Int { get }
  var bufferFrames: Int { get }
  /// How many of the frames that it holds it may have read already: they are not taken back.
  var unreturnableFrames: Int { get }

  /// The card that it plays on, as ALSA's controls have it; nil where there is none.
  var card: String? { get }

  /// Returns the device's state at this time on the monotonic clock.
  func state(at nanoseconds: Int64) -> DeviceState

  /// - Parameters:
  ///   - bytes: `frames` frames in the device's format.
  /// - Returns: how many frames it took, or what has happened instead.
  func write(_ bytes: UnsafeRawPointer, frames: Int, at nanoseconds: Int64) -> DeviceWrite

  /// Begins to play what was written; harmless where it plays already.
  func start(at nanoseconds: Int64) -> DeviceWrite

  /// Rewinds the frames written last; others are then written in their place.
  /// - Returns: how many: at most `frames`, and none if the device can't rewind.
  func rewind(_ frames: Int) -> Int
}

extension OutputDevice {
  var unreturnableFrames: Int { periodFrames }
  func start(at nanoseconds: Int64) -> DeviceWrite { .taken(0) }
  func rewind(_ frames: Int) -> Int { 0 }
  var card: String? { nil }
}
