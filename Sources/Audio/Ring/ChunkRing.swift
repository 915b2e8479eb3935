import Synchronization

/// The memory between the decode thread and the audio thread: a fixed number of chunks of stereo float frames, each
/// with its header. All of it is made and touched once. Each index has one writer: the producer announces, the
/// consumer discards.
@safe final class ChunkRing: @unchecked Sendable {
  // Unchecked: a chunk belongs to the producer until it is announced and to the consumer until it is discarded.

  /// Frames in a full chunk; most decoders' blocks fit whole.
  static let chunkFrames = 4096

  /// The producer begins nothing with fewer free chunks: one is for frames, two for marks.
  static let spareChunks = 3

  let chunks: Int
  /// Producer: with fewer free chunks it begins nothing now.
  let spare = Atomic<Int>(ChunkRing.spareChunks)
  private let frames: UnsafeMutablePointer<Float>
  private let headers: UnsafeMutablePointer<ChunkHeader>
  /// Chunks since the beginning; written by the producer only.
  private let announced = Atomic<Int>(0)
  /// Chunks since the beginning; written by the consumer only.
  private let discarded = Atomic<Int>(0)
  /// Frames in announced chunks since the beginning; written by the producer only.
  private let announcedFrames = Atomic<Int>(0)
  /// Frames in discarded chunks since the beginning; written by the consumer only.
  private let discardedFrames = Atomic<Int>(0)

  /// Consumer: how often it ran dry in mid-entry, in the lower half, and in which generation last.
  let starvations = Atomic<UInt64>(0)

  /// - Parameter chunks: at least 4.
  init(chunks: Int) {
    precondition(chunks >= 4, "the ring holds at least four chunks")
    self.chunks = chunks
    unsafe frames = .allocate(capacity: chunks * Self.chunkFrames * 2)
    unsafe frames.initialize(repeating: 0, count: chunks * Self.chunkFrames * 2)
    unsafe headers = .allocate(capacity: chunks)
    unsafe headers.initialize(repeating: ChunkHeader(), count: chunks)
  }

  deinit {
    unsafe frames.deallocate()
    unsafe headers.deallocate()
  }

  /// Frames announced and not discarded yet; from any thread, as of some moment in the last few microseconds.
  var fillFrames: Int {
    max(0, announcedFrames.load(ordering: .relaxed) - discardedFrames.load(ordering: .relaxed))
  }

  var capacityFrames: Int { chunks * Self.chunkFrames }

  // For the halves.

  func samples(_ index: Int) -> UnsafeMutablePointer<Float> {
    unsafe frames + (index % chunks) * Self.chunkFrames * 2
  }

  func header(_ index: Int) -> ChunkHeader { unsafe headers[index % chunks] }

  // Each side looks at the other's index after it has said that it sleeps, hence the strong ordering.

  func announcedCount() -> Int { announced.load(ordering: .sequentiallyConsistent) }

  func discardedCount() -> Int { discarded.load(ordering: .sequentiallyConsistent) }

  func announce(_ header: ChunkHeader, at index: Int) {
    unsafe headers[index % chunks] = header
    let total = announcedFrames.load(ordering: .relaxed)
    announcedFrames.store(total + Int(header.frames), ordering: .relaxed)
    announced.store(index + 1, ordering: .sequentiallyConsistent)
  }

  func discard(at index: Int) {
    let total = discardedFrames.load(ordering: .relaxed)
    discardedFrames.store(total + Int(header(index).frames), ordering: .relaxed)
    discarded.store(index + 1, ordering: .sequentiallyConsistent)
  }
}
