/// Description of a chunk's frames.
struct ChunkHeader: Sendable, BitwiseCopyable {
  /// Generation of the control word for which they were made.
  var generation: UInt32 = 0
  /// The entry's place in the order in which entries were given within the generation.
  var ordinal: UInt32 = 0
  /// The entry.
  var serial = EntrySerial(rawValue: 0)
  /// Device frames per second.
  var rate: UInt32 = 0
  /// Source frames per second.
  var sourceRate: UInt32 = 1
  /// Position of the first frame, in source frames since the entry's beginning.
  var sourcePosition: Int64 = 0
  /// The length in source frames.
  var sourceFrames: UInt32 = 0
  /// The length in device frames.
  var frames: UInt32 = 0
  /// How many bits reach a device exactly: 16, 24, or 0 where there is nothing to keep exact.
  var exactBits: UInt8 = 0
  var flags: ChunkFlags = []

  /// The longest time that is reported, 146 years: leaves room for additions.
  static let longest: Int64 = 1 << 62

  /// The time of the frame `offset` since the entry's beginning, in nanoseconds. A broken file may say of a frame at a
  /// low rate that it comes after centuries.
  func nanoseconds(at offset: Int) -> Int64 {
    var position = Double(sourcePosition)
    if frames > 0 { position += Double(offset) * Double(sourceFrames) / Double(frames) }
    return Int64(min(position / Double(max(1, sourceRate)) * 1e9, Double(Self.longest)))
  }
}
