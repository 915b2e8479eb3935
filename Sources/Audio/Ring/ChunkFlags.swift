/// Marks of a chunk, besides its frames.
struct ChunkFlags: OptionSet, Sendable, BitwiseCopyable {
  let rawValue: UInt8

  /// The first of what was asked to play: an entry's beginning or where a seek went.
  static let first = ChunkFlags(rawValue: 1)
  /// The entry's last.
  static let last = ChunkFlags(rawValue: 2)
  /// It begins in mid-signal, so it is faded in.
  static let midSignal = ChunkFlags(rawValue: 4)
  /// Without frames: nothing follows until something new is asked for.
  static let endOfStream = ChunkFlags(rawValue: 8)
  /// Without frames: what came before ends in mid-signal, so it is faded out.
  static let cut = ChunkFlags(rawValue: 16)

  /// Two entries sound, each as loud as it is to be.
  static let mixed = ChunkFlags(rawValue: 32)

  /// All that end what sounds. (A literal of two would be made on the heap in a debug build.)
  static let ends = ChunkFlags(rawValue: endOfStream.rawValue | cut.rawValue)
}
