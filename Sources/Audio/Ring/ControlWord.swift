/// The sound that the loop wants, in one atomic word: it is seen whole or not at all.
///
/// A chunk is valid if its generation is the word's and its entry was not replaced. Entries are numbered within a
/// generation in the order in which they were given. Entries decoded ahead are dropped if their number is after the
/// last valid one and not after the last replaced one. (The last valid serial alone is not enough: the replacement
/// enters the ring while the replaced entry is still there.)
struct ControlWord: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(generation: UInt32 = 0, isPaused: Bool = false, lastValid: UInt32 = 0, lastReplaced: UInt32 = 0) {
    precondition(lastValid <= Self.ordinalLimit && lastReplaced <= Self.ordinalLimit, "ordinals have 22 bits")
    rawValue =
      UInt64(generation & Self.generationMask) << 45 | (isPaused ? 1 << 44 : 0)
      | UInt64(lastValid) << 22 | UInt64(lastReplaced)
  }

  /// The highest number of an entry within a generation.
  static let ordinalLimit: UInt32 = 1 << 22 - 1
  /// Generations wrap around; no chunk stays in the ring for that many skips.
  static let generationMask: UInt32 = 1 << 19 - 1

  /// Counts skips, seeks and stops.
  var generation: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 45) }
  var isPaused: Bool { rawValue >> 44 & 1 == 1 }
  var lastValid: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 22) & Self.ordinalLimit }
  var lastReplaced: UInt32 { UInt32(truncatingIfNeeded: rawValue) & Self.ordinalLimit }

  func admits(_ header: ChunkHeader) -> Bool {
    header.generation == generation && (header.ordinal <= lastValid || header.ordinal > lastReplaced)
  }
}
