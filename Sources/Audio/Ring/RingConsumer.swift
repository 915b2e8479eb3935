import Synchronization

/// The half of a ring that empties it. Audio thread only; nothing in it blocks or allocates.
struct RingConsumer: ~Copyable, Sendable {
  private let ring: ChunkRing
  /// The oldest chunk that is not discarded.
  private(set) var index = 0

  init(_ ring: ChunkRing) { self.ring = ring }

  /// One past the newest chunk.
  var end: Int { ring.announcedCount() }

  /// Whether there is room enough again to wake a producer that sleeps: a quarter.
  var isWorthRefilling: Bool { (end - index) * 4 <= ring.chunks * 3 }

  /// Whether the producer waits for room: no more chunks come.
  var isFull: Bool { ring.chunks - (end - index) < ring.spare.load(ordering: .relaxed) }

  /// - Parameter index: from `index` up to, but not, `end`.
  func header(_ index: Int) -> ChunkHeader { ring.header(index) }
  func samples(_ index: Int) -> UnsafePointer<Float> { unsafe UnsafePointer(ring.samples(index)) }

  /// Counts an underrun of the ring in this generation.
  func countStarvation(in generation: UInt32) {
    let count = UInt32(truncatingIfNeeded: ring.starvations.load(ordering: .relaxed)) &+ 1
    ring.starvations.store(UInt64(generation) << 32 | UInt64(count), ordering: .relaxed)
  }

  /// Gives the oldest chunk back to the producer.
  mutating func discard() {
    ring.discard(at: index)
    index += 1
  }
}
