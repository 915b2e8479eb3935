/// Why a recording ended; what was recorded by then is there.
public enum RecordingEnd: Hashable, Sendable {
  case stopped
  /// It has become as long as it was to be.
  case limit
  /// The microphone has gone, or could not be had; a sentence.
  case device(String)
  /// The place for the take is full, but for what is kept free.
  case full
  /// The take could not be written on; a sentence.
  case unwritable(String)
}
