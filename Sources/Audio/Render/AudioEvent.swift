/// The audio thread's events for the loop.
struct AudioEvent: Sendable, BitwiseCopyable {
  enum Kind: UInt8, Sendable, BitwiseCopyable {
    case started, ended, drained, starved, recovered
    /// The first frame of a generation was handed to the device; `value` is how long after the command, in
    /// nanoseconds.
    case fresh
    /// `value` counts them.
    case underrun
    /// `value` is the new amount in frames.
    case widened
    /// The device takes nothing any more; `value` is the error number.
    case deviceFailed
    /// A voice can be heard from `nanoseconds` on, or no more; `value` is its number.
    case voiceStarted, voiceEnded
    /// Nothing reads a sound's memory any more that a voice was given; `value` is its number.
    case soundFreed
  }

  var kind: Kind
  var serial = EntrySerial(rawValue: 0)
  var generation: UInt32 = 0
  /// When it can be heard, on the monotonic clock.
  var nanoseconds: Int64 = 0
  var value: Int64 = 0
}
