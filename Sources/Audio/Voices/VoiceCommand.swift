/// The loop's command to the voices.
@safe struct VoiceCommand: Sendable, BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    case start, stop, stopAll, hold, resume, gain, loops
    /// Plays another sound from the same place: what was changed of it.
    case replace
  }

  var kind: Kind
  /// 0 where all are meant.
  var voice: UInt32 = 0
  /// The memory that it plays: reported back once nothing reads it any more.
  var sound: UInt32 = 0
  // Nobody writes what it points to.
  nonisolated(unsafe) var samples: UnsafePointer<Float>?
  var frames = 0
  var exactBits = 0
  /// A `SoundStream`; the loop holds it.
  // One thread writes it, one reads it.
  nonisolated(unsafe) var stream: UnsafeRawPointer?
  /// How loud it is; 1 leaves its samples as they are.
  var gain: Float = 1
  /// How loud the music is meanwhile.
  var duck: Float = 1
  /// Frames of silence before it.
  var delayFrames: Int64 = 0
  /// When it is to be heard, in place of that; 0 where nothing is said.
  var audibleNanoseconds: Int64 = 0
  /// How often it is played again; below 0: without end.
  var loops = 0
  /// How many frames of the new sound are one of the old one.
  var ratio = 1.0

  init(_ kind: Kind, voice: UInt32 = 0) {
    self.kind = kind
    self.voice = voice
  }
}
