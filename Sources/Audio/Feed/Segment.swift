/// A part of a resampler's run that belongs to one entry.
struct Segment {
  var serial: EntrySerial
  var ordinal: UInt32
  /// First source frame of the segment in the run; never below 0.
  var runStart: Int64
  /// One past the segment's last; nil while it is being decoded.
  var runEnd: Int64?
  /// The entry's own source frame at `runStart`.
  var sourceStart: Int64
  var sourceRate: Int
  /// 0 where there is nothing to keep exact.
  var exactBits: Int
  /// For the segment's first chunk.
  var firstFlags: ChunkFlags
  /// For the chunk that ends the segment.
  var lastFlags: ChunkFlags = []
  /// Whether the failure cut it off.
  var isCut = false
  /// Whether two entries sound in it.
  var isMixed = false
}
