/// What the audio thread tells the loop.
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
  }

  var kind: Kind
  var serial = EntrySerial(rawValue: 0)
  var generation: UInt32 = 0
  /// When it can be heard, on the monotonic clock.
  var nanoseconds: Int64 = 0
  var value: Int64 = 0
}
