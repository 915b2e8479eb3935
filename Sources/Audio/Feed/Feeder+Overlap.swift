import Linux
import Media
import Signal

/// An entry that goes over into the next one while it still sounds. The one that goes stays the run, and the one that comes
/// is mixed over its frames; at the end the run is given up for the other's. What is mixed belongs to the entry that goes
/// up to the middle, then to the one that comes; all of it is dropped with the latter.
extension Feeder {
  /// Shorter ones would be heard as a stumble: the entries join without a gap instead.
  static let leastOverlapMilliseconds = 20

  /// At most `room` frames, and none beyond what the overlap does next.
  func withinOverlap(_ room: Int) -> Int {
    guard let overlap else {
      guard let (left, most) = leftBeforeOverlap else { return room }
      // Up to where the next entry is opened.
      return left > Int64(most) ? Int(min(Int64(room), left - Int64(most))) : room
    }
    guard case .waiting = overlap.phase else { return min(room, overlap.limit) }
    guard let left = framesToEnd, left > Int64(overlap.frames) else { return room }
    return Int(min(Int64(room), left - Int64(overlap.frames)))
  }

  /// Device frames to the end, and of the overlap that comes, or would come if the next entry were known by then.
  private var leftBeforeOverlap: (left: Int64, most: Int)? {
    if let left = framesToEnd, let most = transitionFrames { return (left, most) }
    guard latestOverlap > .zero, case .decoding = phase, case .unknown = next, loopFrames == nil,
      let most = frames(of: latestOverlap), let left = framesToEnd(leavesAt: nil)
    else { return nil }
    return (left, most)
  }

  /// Device frames up to where the entry that sounds ends or is left; nil where that is not known, or nothing to go by.
  private var framesToEnd: Int64? {
    guard let transition, case .decoding = phase, case .entry = next, loopFrames == nil else { return nil }
    return framesToEnd(leavesAt: transition.leavesAt)
  }

  private func framesToEnd(leavesAt: Duration?) -> Int64? {
    guard let track, let last = segments.last, replay.isEmpty, skip == 0,
      let length = track.decoder.lengthFrames ?? track.decoder.estimatedLengthFrames
    else { return nil }
    let end = min(length, leavesAt.map { track.frame(at: $0) } ?? .max)
    return deviceFrames(last.runStart + max(0, end - last.sourceStart)) - runOut
  }

  /// The overlap as it is wished for, within the entry that sounds, in device frames.
  private var transitionFrames: Int? { transition.flatMap { frames(of: $0.overlap) } }

  private func frames(of overlap: Duration) -> Int? {
    guard let track,
      let length = track.decoder.lengthFrames ?? track.decoder.estimatedLengthFrames
    else { return nil }
    let half = length / 2 * Int64(rate) / Int64(max(1, track.format.rate))
    let frames = min(rate.frame(at: overlap), half)
    return frames >= Int64(rate * Self.leastOverlapMilliseconds / 1000) ? Int(clamping: frames) : nil
  }

  /// Whether the next entry may have to be mixed in from here on, and is not known yet: short songs were decoded to
  /// their ends before they are heard.
  var holdsForNext: Bool {
    guard overlap == nil, case .unknown = next, !isHungry, let (left, most) = leftBeforeOverlap else {
      return false
    }
    return left <= Int64(most)
  }

  /// Opens what comes and begins to mix it in, each when it is due.
  /// - Returns: whether there was something to do.
  func followTransition() -> Bool {
    if let overlap {
      guard case .waiting = overlap.phase, let left = framesToEnd, left <= Int64(overlap.frames)
      else { return false }
      beginOverlap()
      return true
    }
    guard let left = framesToEnd, let most = transitionFrames, let transition, left <= Int64(most),
      case .entry(let entry, let ordinal) = next
    else { return false }
    do throws(EngineFailure) {
      let source = try Source(try open(entry, ordinal: ordinal), rate: rate)
      let half = (source.likelyFrames ?? 0) / 2
      let frames = min(left, half)
      guard frames >= Int64(rate * Self.leastOverlapMilliseconds / 1000) else {
        self.transition = nil
        ahead = (entry.serial, source.track.decoder)
        return true
      }
      overlap = Overlap(source: source, curve: transition.curve, frames: Int(frames))
    } catch {
      next = .unknown
      hasAsked = true
      report(.failed(entry.serial, generation: generation, error))
    }
    return true
  }

  /// An overlap that has not begun is not to begin: what was opened for it serves what follows, if it still does.
  func forgetWaiting() {
    guard case .waiting? = overlap?.phase, let track = overlap?.source.track else { return }
    ahead = (track.entry.serial, track.decoder)
    overlap = nil
  }

  private func beginOverlap() {
    latestOverlap = transition?.overlap ?? .zero
    // It is used up, as `next` is: the overlap into the entry after it comes while this one is still mixed.
    transition = nil
    guard segments.count == 1, let track, var overlap else { return forgetWaiting() }
    flushStretcher()
    if filled > 0 { announce(flags: []) }
    overlap.phase = .mixing
    overlap.gains = [
      link.gains.gain(of: track.entry.serial), link.gains.gain(of: overlap.source.track.entry.serial),
    ]
    self.overlap = overlap
    mixedOrdinal = overlap.source.track.ordinal
    next = .unknown
    hasAsked = false
    waits = 0
    endedOrdinal = track.ordinal
    endedSerial = track.entry.serial
    segments[0].ordinal = overlap.source.track.ordinal
    segments[0].exactBits = 0
  }

  /// Frames of the entry that goes have been made: the one that comes is mixed over them.
  func mixOverlap(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    guard var overlap else { return }
    switch overlap.phase {
    case .waiting: return
    case .alone: unsafe overlap.bringUp(samples, frames: frames)
    case .mixing:
      do throws(EngineFailure) {
        try unsafe overlap.source.read(into: incoming, frames: frames)
      } catch {
        return loseOverlap(error)
      }
      unsafe overlap.mix(incoming, over: samples, frames: frames)
    }
    self.overlap = overlap
  }

  /// What was made and mixed is counted: the next entry becomes the current one at the middle, and the run at the end.
  func followOverlap() {
    guard let overlap else { return }
    switch overlap.phase {
    case .waiting: break
    case .alone: if overlap.done >= overlap.frames { endOverlap() }
    case .mixing:
      if overlap.done == overlap.middle { handOver(overlap) }
      if overlap.done >= overlap.frames { takeIncoming() }
    }
  }

  /// The next entry is the current one from here on.
  private func handOver(_ overlap: Overlap) {
    flushStretcher()
    announce(flags: .last)
    let track = overlap.source.track
    segments[0] = Segment(
      serial: track.entry.serial, ordinal: track.ordinal, runStart: sourceFrames(runOut),
      sourceStart: sourceFrames(Int64(overlap.done)), sourceRate: max(1, runRate), exactBits: 0,
      firstFlags: .first)
  }

  /// The outgoing entry has reached its end, or the place where it is left: the run is the other's from here on.
  func takeIncoming() {
    guard var overlap else { return }
    tellIndex(isLast: true)
    flushStretcher()
    if filled > 0 { announce(flags: []) }
    let source = overlap.source
    var flags: ChunkFlags = []
    if overlap.done < overlap.middle {
      announceMark(.last)
      flags = .first
    }
    endRun()
    track = source.track
    runRate = source.track.format.rate
    resampler = source.resampler.take()
    runIn = source.taken
    runOut = source.given
    chunkStart = runOut
    stretchStart = runOut
    history.copy(source.history)
    unsafe scratch.update(from: source.pending, count: (source.pendingStart + source.pendingCount) * 2)
    pendingStart = source.pendingStart
    pendingCount = source.pendingCount
    appendSegment(runStart: 0, sourceStart: 0, flags: flags)
    phase = .decoding
    indexTold = 0
    guard overlap.done < overlap.frames else {
      self.overlap = nil
      return
    }
    segments[0].exactBits = 0
    overlap.phase = .alone
    self.overlap = overlap
  }

  /// The entry that goes has no more.
  func endOutgoing() {
    tellIndex(isLast: true)
    track = nil
    if resampler == nil { takeIncoming() } else { phase = .draining(nil, endsStream: false) }
  }

  /// The entry that goes can't be read any more.
  func failMixing(_ error: EngineFailure) {
    if let track { report(.failed(track.entry.serial, generation: generation, error)) }
    if filled > 0 { announce(flags: []) }
    announceMark(.cut)
    takeIncoming()
    segments[0].firstFlags.insert(.midSignal)
  }

  /// Nothing more is read of either entry: what is mixed ends the stream.
  func endMixing() {
    tellIndex(isLast: true)
    track = nil
    overlap = nil
    // What it still holds is of the entry that goes alone.
    resampler = nil
    segments[0].lastFlags = .last
    segments[0].isCut = true
    phase = .draining(nil, endsStream: true)
  }

  private func endOverlap() {
    flushStretcher()
    if filled > 0 { announce(flags: []) }
    overlap = nil
  }

  /// The mixed frames are useless: the loop reports where to continue.
  /// - Parameters:
  /// - failure: of the incoming entry.
  /// - endsHere: nothing more is read; the frames before the overlap end the stream.
  func loseOverlap(_ failure: EngineFailure? = nil, endsHere: Bool = false) {
    overlap = nil
    mixedOrdinal = nil
    track = nil
    endRun()
    next = .unknown
    guard endsHere, let endedSerial else {
      phase = .idle
      report(.lostOverlap(generation: generation, failure: failure))
      return
    }
    segments = [
      Segment(
        serial: endedSerial, ordinal: endedOrdinal, runStart: 0, runEnd: 0, sourceStart: 0, sourceRate: 1,
        exactBits: 0, firstFlags: [], lastFlags: .last, isCut: true)
    ]
    phase = .draining(nil, endsStream: true)
  }

  var isMixing: Bool { if case .mixing? = overlap?.phase { true } else { false } }
}
