import Media
import Synchronization

/// The transition from the current entry into the next one, with their overlap. The incoming entry is mixed over the
/// frames of the outgoing one's run; at the end its own run takes over. Mixed frames belong to the outgoing entry up to
/// the middle, then to the incoming one; all of them are dropped with the latter. Decode thread only.
@safe final class Crossfade {
  var transition: Transition?
  var overlap: Overlap?
  /// As the latest one was wished for.
  private var latest = Duration.zero
  private let chunks: ChunkWriter
  private let link: EngineLink
  /// The entry that was mixed into the one before.
  var mixedOrdinal: UInt32? {
    didSet { link.mixedOrdinal.store(mixedOrdinal ?? 0, ordering: .relaxed) }
  }
  /// Frames of the entry that comes.
  private let incoming: UnsafeMutablePointer<Float>

  /// Shorter ones would be heard as a stumble: the entries join without a gap instead.
  static let leastMilliseconds = 20

  /// The action that is due.
  enum Due {
    case nothing
    /// The next entry is opened.
    case open(EngineEntry, ordinal: UInt32, left: Int64)
    /// Both sound from here on.
    case begin
  }

  init(chunks: ChunkWriter, link: EngineLink) {
    self.chunks = chunks
    self.link = link
    unsafe incoming = .allocate(capacity: ChunkRing.chunkFrames * 2)
    unsafe incoming.initialize(repeating: 0, count: ChunkRing.chunkFrames * 2)
  }

  deinit { unsafe incoming.deallocate() }

  var isMixing: Bool { if case .mixing? = overlap?.phase { true } else { false } }
  var isWaiting: Bool { if case .waiting? = overlap?.phase { true } else { false } }
  private var source: Source { chunks.source }

  // MARK: - When

  /// At most `room` frames, and none beyond what the overlap does next.
  /// - Parameter isSteady: whether the entry that sounds is read on to its end.
  func within(_ room: Int, next: FeederOrder.Next, isSteady: Bool) -> Int {
    guard let overlap else {
      guard let (left, most) = leftBefore(next, isSteady: isSteady) else { return room }
      // Up to where the next entry is opened.
      return left > Int64(most) ? Int(min(Int64(room), left - Int64(most))) : room
    }
    guard case .waiting = overlap.phase else { return min(room, overlap.limit) }
    guard let left = framesToEnd(next, isSteady: isSteady), left > Int64(overlap.frames) else { return room }
    return Int(min(Int64(room), left - Int64(overlap.frames)))
  }

  /// Device frames to the end, and of the overlap that comes, or would come if the next entry were known by then.
  private func leftBefore(_ next: FeederOrder.Next, isSteady: Bool) -> (left: Int64, most: Int)? {
    if let left = framesToEnd(next, isSteady: isSteady), let most = transitionFrames { return (left, most) }
    guard latest > .zero, isSteady, case .unknown = next, let most = frames(of: latest),
      let left = chunks.framesToEnd(leavesAt: nil)
    else { return nil }
    return (left, most)
  }

  /// Device frames up to where the entry that sounds ends or is left; nil where that is not known, or nothing to go by.
  private func framesToEnd(_ next: FeederOrder.Next, isSteady: Bool) -> Int64? {
    guard let transition, isSteady, case .entry = next else { return nil }
    return chunks.framesToEnd(leavesAt: transition.leavesAt)
  }

  /// The overlap as it is wished for, within the entry that sounds, in device frames.
  private var transitionFrames: Int? { transition.flatMap { frames(of: $0.overlap) } }

  private func frames(of overlap: Duration) -> Int? {
    guard let track = source.track,
      let length = track.decoder.lengthFrames ?? track.decoder.estimatedLengthFrames
    else { return nil }
    let half = length / 2 * Int64(source.rate) / Int64(max(1, track.format.rate))
    let frames = min(source.rate.frame(at: overlap), half)
    return frames >= leastFrames ? Int(clamping: frames) : nil
  }

  private var leastFrames: Int64 { Int64(source.rate * Self.leastMilliseconds / 1000) }

  /// Whether the next entry may have to be mixed in from here on, and is not known yet, or not how loud it is: short songs
  /// were decoded to their ends before they are heard.
  func holds(for next: FeederOrder.Next, isSteady: Bool) -> Bool {
    guard !chunks.isHungry else { return false }
    if let overlap {
      guard isWaiting, let entry = overlap.source.track?.entry, link.gains.awaited.contains(entry.serial),
        let left = framesToEnd(next, isSteady: isSteady)
      else { return false }
      return left <= Int64(overlap.frames)
    }
    guard case .unknown = next, let (left, most) = leftBefore(next, isSteady: isSteady) else { return false }
    return left <= Int64(most)
  }

  func due(_ next: FeederOrder.Next, isSteady: Bool) -> Due {
    guard overlap == nil || isWaiting, let left = framesToEnd(next, isSteady: isSteady) else {
      return .nothing
    }
    if let overlap { return left <= Int64(overlap.frames) ? .begin : .nothing }
    guard case .entry(let entry, let ordinal) = next, let most = transitionFrames, left <= Int64(most) else {
      return .nothing
    }
    return .open(entry, ordinal: ordinal, left: left)
  }

  // MARK: - What

  /// Makes the overlap with what comes.
  /// - Parameter left: device frames of the entry that sounds.
  /// - Returns: false where it would be too short.
  func prepare(_ next: OpenEntry, left: Int64) throws(EngineFailure) -> Bool {
    guard let transition else { return false }
    let source = try Source(next, rate: source.rate)
    let frames = min(left, (source.likelyFrames ?? 0) / 2)
    guard frames >= leastFrames else {
      self.transition = nil
      return false
    }
    overlap = Overlap(source: source, curve: transition.curve, frames: Int(frames))
    return true
  }

  /// From here on both sound.
  /// - Returns: false where the run has frames of more than one entry.
  func begin() -> Bool {
    // It is used up: the overlap into the entry after the next comes while that one is still mixed.
    latest = transition?.overlap ?? .zero
    transition = nil
    guard chunks.segments.count == 1, let track = source.track, let next = overlap?.source.track else {
      return false
    }
    chunks.flushStretcher()
    chunks.announceRest()
    overlap?.phase = .mixing
    overlap?.gains = [link.gains.gain(of: track.entry.serial), link.gains.gain(of: next.entry.serial)]
    mixedOrdinal = next.ordinal
    chunks.ended = (track.entry.serial, track.ordinal)
    chunks.segments[0].ordinal = next.ordinal
    chunks.segments[0].exactBits = 0
    chunks.segments[0].isMixed = true
    return true
  }

  /// Frames of the entry that goes have been made: the one that comes is mixed over them.
  func mix(over samples: UnsafeMutablePointer<Float>, frames: Int) throws(EngineFailure) {
    guard var overlap else { return }
    switch overlap.phase {
    case .waiting: return
    case .alone: unsafe overlap.bringUp(samples, frames: frames)
    case .mixing:
      try unsafe overlap.source.read(into: incoming, frames: frames)
      unsafe overlap.mix(incoming, over: samples, frames: frames)
    }
    self.overlap = overlap
  }

  /// Counts the frames made and mixed: the next entry becomes the current one at the middle.
  /// - Returns: whether the run is the other's from here on.
  func follow() -> Bool {
    guard let overlap else { return false }
    switch overlap.phase {
    case .waiting: return false
    case .alone: if overlap.done >= overlap.frames { end() }
    case .mixing:
      if overlap.done == overlap.middle { handOver(overlap) }
      return overlap.done >= overlap.frames
    }
    return false
  }

  /// The next entry is the current one from here on.
  private func handOver(_ overlap: Overlap) {
    guard let track = overlap.source.track else { return }
    chunks.flushStretcher()
    chunks.announce(flags: .last)
    chunks.segments[0] = Segment(
      serial: track.entry.serial, ordinal: track.ordinal, runStart: source.sourceFrames(source.given),
      sourceStart: source.sourceFrames(Int64(overlap.done)), sourceRate: max(1, source.runRate), exactBits: 0,
      firstFlags: .first, isMixed: true)
  }

  /// The run is the other's from here on.
  func takeIncoming() {
    guard let overlap else { return }
    chunks.flushStretcher()
    chunks.announceRest()
    let isEarly = overlap.done < overlap.middle
    if isEarly { chunks.announceMark(.last) }
    chunks.endRun()
    chunks.adopt(overlap.source)
    let isOver = overlap.done >= overlap.frames
    chunks.appendSegment(runStart: 0, sourceStart: 0, flags: isEarly ? .first : [], isExact: isOver)
    if isOver { self.overlap = nil } else { self.overlap?.phase = .alone }
  }

  private func end() {
    chunks.flushStretcher()
    chunks.announceRest()
    overlap = nil
  }

  /// Ends the mixed sound in mid-signal.
  func cut() {
    overlap = nil
    // The resampler still holds frames of the outgoing entry alone.
    source.dropResampler()
    chunks.segments[0].lastFlags = .last
    chunks.segments[0].isCut = true
    chunks.segments[0].isMixed = false
  }
}
