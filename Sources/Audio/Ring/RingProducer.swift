import Synchronization

/// The half of a ring that fills it. Decode thread only; nothing in it blocks.
struct RingProducer: ~Copyable, Sendable {
  private let ring: ChunkRing
  private var index = 0
  /// As the consumer counted them last.
  private var starvations: UInt64 = 0

  init(_ ring: ChunkRing) { self.ring = ring }

  var freeChunks: Int { ring.chunks - (index - ring.discardedCount()) }
  var chunks: Int { ring.chunks }
  var fillFrames: Int { ring.fillFrames }

  /// With fewer free chunks nothing is begun.
  var spareChunks: Int {
    get { ring.spare.load(ordering: .relaxed) }
    nonmutating set { ring.spare.store(newValue, ordering: .relaxed) }
  }

  /// Whether the ring has run dry in this generation since the last call. Not by its fill: a fade-out's frames stay in it.
  mutating func noticesStarvation(in generation: UInt32) -> Bool {
    let latest = ring.starvations.load(ordering: .relaxed)
    defer { starvations = latest }
    return latest != starvations && latest >> 32 == UInt64(generation)
  }

  /// Memory for the next chunk's frames: room for `ChunkRing.chunkFrames`, interleaved. The producer's own while
  /// `freeChunks` is not 0.
  var samples: UnsafeMutablePointer<Float> { unsafe ring.samples(index) }

  /// Hands the next chunk to the consumer.
  mutating func announce(_ header: ChunkHeader) {
    ring.announce(header, at: index)
    index += 1
  }
}
