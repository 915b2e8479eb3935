import Media
import Signal

/// A run's frames and marks into the ring. Its segments say which frames belong to which entry; a chunk never holds frames
/// of two. At another speed a chunk's header has the number of source frames it represents, so that positions, cues and
/// loops stay in the entry's own time; the stretcher is flushed wherever something begins or ends, so that its place stays
/// exact. Decode thread only.
@safe final class ChunkWriter {
  private var ring: RingProducer
  private let link: EngineLink
  private let report: (FeederReport) -> Void
  /// The run.
  private(set) var source: Source
  private(set) var generation: UInt32 = 0
  var segments: [Segment] = []
  /// The open chunk: how many frames it has, and the run's frame at its beginning.
  private(set) var filled = 0
  private var start: Int64 = 0
  /// Device frames announced in the generation.
  private(set) var givenFrames = 0
  /// Marks of a segment that ended before its first frame: the next segment gets them.
  private var unmarked: ChunkFlags = []
  private(set) var stretch = Stretch()
  /// The entry whose last chunk was announced last.
  var ended: (serial: EntrySerial?, ordinal: UInt32) = (nil, 0)

  /// The least that is worth a chunk: sound does not begin with less.
  static let leastFrames = 240
  /// Below this the ring is hungry, in milliseconds.
  static let hungryMilliseconds = 250

  init(
    ring: consuming RingProducer, link: EngineLink, rate: Int, report: @escaping (FeederReport) -> Void
  ) {
    self.ring = ring
    self.link = link
    self.report = report
    source = Source(rate: rate)
    segments.reserveCapacity(8)
  }

  // MARK: - The ring

  var hasRoom: Bool { ring.freeChunks >= ring.spareChunks }

  var isHungry: Bool { fillFrames < source.rate * Self.hungryMilliseconds / 1000 }

  /// Whether the ring has run dry in this generation since the last call.
  func noticesStarvation() -> Bool { ring.noticesStarvation(in: generation) }

  /// Frames in the ring that can sound: stale frames are dropped soon.
  private var fillFrames: Int { min(ring.fillFrames, givenFrames) }

  /// Number of frames worth a chunk: few while the ring is nearly empty, so that the first sound soon; then more and
  /// more, since the ring has a fixed number of chunks, however short they are.
  private var worthwhileFrames: Int {
    guard isHungry else { return ChunkRing.chunkFrames }
    let fill = fillFrames
    return fill < Source.hungryFrames && !stretch.isOn
      ? Self.leastFrames : min(max(Source.hungryFrames, fill / 2), ChunkRing.chunkFrames)
  }

  // MARK: - The run

  func begin(generation: UInt32, rate: Int, of serial: EntrySerial?) {
    self.generation = generation
    source.rate = rate
    endRun()
    unmarked = []
    givenFrames = 0
    ended = (serial, 0)
  }

  func endRun() {
    resetStretcher()
    source.endRun()
    segments.removeAll(keepingCapacity: true)
    filled = 0
  }

  /// - Parameter primedFrames: the first frames of the run, which are not to be heard.
  func startRun(rate: Int, primedFrames: Int64 = 0) throws(EngineFailure) {
    endRun()
    try source.startRun(rate: rate)
    let primed = source.deviceFrames(primedFrames)
    source.skip = primed
    source.given = primed
    count(from: primed)
  }

  /// Another run takes the place of this one.
  func adopt(_ other: Source) {
    source = other
    count(from: other.given)
  }

  private func count(from frame: Int64) {
    start = frame
    stretch.begin(at: frame)
  }

  /// Nothing of the open chunk is to be heard.
  func dropOpenChunk() {
    filled = 0
    resetStretcher()
    count(from: source.given)
  }

  /// The run continues from a joint in another resampler, and is counted from the first frame that this is primed with.
  /// - Returns: the frames of the joint's history to prime it with; nil where the joint needs none.
  func revive(_ joint: Joints.Place) -> Range<Int64>? {
    let rate = joint.runRate
    guard rate != source.rate, let fresh = try? source.makeResampler(from: rate) else { return nil }
    let end = joint.history.upperBound
    let start = source.primingStart(in: joint.history, from: rate)
    let isTailLeft = !segments.isEmpty && source.runRate == rate
    if !isTailLeft { endRun() }
    let shift = start * Int64(source.rate) / Int64(rate)
    let given = isTailLeft ? source.given : joint.given ?? source.deviceFrames(end, from: rate)
    source.revive(consume fresh, rate: rate, taken: end - start, given: given - shift)
    if isTailLeft {
      self.start -= shift
      stretch.move(by: -shift)
    } else {
      count(from: source.given)
    }
    for index in segments.indices {
      segments[index].runStart -= start
      segments[index].runEnd = segments[index].runEnd.map { $0 - start }
    }
    return start..<end
  }

  // MARK: - Segments

  func appendSegment(runStart: Int64, sourceStart: Int64, flags: ChunkFlags, isExact: Bool = true) {
    guard let track = source.track else { return }
    segments.append(
      Segment(
        serial: track.entry.serial, ordinal: track.ordinal, runStart: runStart, runEnd: nil,
        sourceStart: sourceStart, sourceRate: track.format.rate,
        exactBits: isExact ? track.exactBits(deviceRate: source.rate) : 0, firstFlags: flags.union(unmarked)))
    unmarked = []
  }

  /// The segment that is decoded ends.
  /// - Parameter isCut: whether it ends in mid-signal.
  func closeLastSegment(flags: ChunkFlags, isCut: Bool = false) {
    guard let last = segments.indices.last else { return }
    segments[last].runEnd = source.taken
    segments[last].lastFlags = flags
    if isCut { segments[last].isCut = true }
  }

  /// Nothing is left but the end of an entry, in mid-signal.
  func cutAfter(_ serial: EntrySerial, _ ordinal: UInt32) {
    segments = [
      Segment(
        serial: serial, ordinal: ordinal, runStart: 0, runEnd: 0, sourceStart: 0, sourceRate: 1, exactBits: 0,
        firstFlags: [], lastFlags: .last, isCut: true)
    ]
  }

  /// Whether all of the first segment was given.
  var isFirstSegmentDone: Bool {
    guard let end = segments.first?.runEnd, source.skip == 0 else { return false }
    return source.given >= source.deviceFrames(end)
  }

  /// Announces the end of the first segment.
  /// - Returns: its ordinal.
  func closeFirstSegment() -> UInt32? {
    flushStretcher()
    guard let first = segments.first else { return nil }
    if first.isCut {
      announceRest()
      announceMark([.cut, .last])
    } else if filled > 0 || !first.lastFlags.isEmpty {
      announce(flags: first.lastFlags)
    } else if segments.count > 1 {
      segments[1].firstFlags.formUnion(first.firstFlags)
    } else {
      unmarked.formUnion(first.firstFlags)
    }
    ended = (first.serial, first.ordinal)
    segments.removeFirst()
    return first.ordinal
  }

  /// Device frames up to the end of the entry that is decoded, or up to where it is left.
  func framesToEnd(leavesAt: Duration?) -> Int64? {
    guard let track = source.track, let last = segments.last, source.skip == 0,
      let length = track.decoder.lengthFrames ?? track.decoder.estimatedLengthFrames
    else { return nil }
    let end = min(length, leavesAt.map { track.frame(at: $0) } ?? .max)
    return source.deviceFrames(last.runStart + max(0, end - last.sourceStart)) - source.given
  }

  // MARK: - Frames

  /// Memory for the run's next frames: in the ring or, where they are to be stretched, beside it.
  var target: UnsafeMutablePointer<Float> {
    unsafe stretch.isOn ? stretch.plain : ring.samples + filled * 2
  }

  /// For how many frames there is room.
  var room: Int { stretch.isOn ? Stretch.frames : ChunkRing.chunkFrames - filled }

  /// Takes the frames that are at `target`.
  func add(_ frames: Int) {
    source.given += Int64(frames)
    guard stretch.isOn else {
      filled += frames
      return
    }
    do throws(TimeStretcherError) { try stretch.write(frames: frames) } catch { lacksMemory(error) }
    takeStretched()
  }

  func announceWorthwhile() { if filled >= worthwhileFrames { announce(flags: []) } }

  /// Announces the open chunk, however little it holds.
  func announceRest() { if filled > 0 { announce(flags: []) } }

  /// One past the run's last frame that the open chunk represents.
  private var end: Int64 { stretch.end ?? start + Int64(filled) }

  /// Hands the open chunk over; it belongs to the first segment.
  func announce(flags: ChunkFlags) {
    guard let first = segments.first else { return }
    var header = ChunkHeader()
    header.generation = generation
    header.ordinal = first.ordinal
    header.serial = first.serial
    header.rate = UInt32(source.rate)
    header.sourceRate = UInt32(first.sourceRate)
    let begin = source.sourceFrames(start)
    header.sourcePosition = first.sourceStart + max(0, begin - first.runStart)
    header.sourceFrames = UInt32(clamping: source.sourceFrames(end) - begin)
    header.frames = UInt32(filled)
    header.exactBits = stretch.isOn ? 0 : UInt8(first.exactBits)
    header.flags = flags.union(first.firstFlags)
    if first.isMixed { header.flags.insert(.mixed) }
    segments[0].firstFlags = []
    ring.announce(header)
    givenFrames += filled
    start = end
    filled = 0
    link.wakeAudio(fillFrames: ring.fillFrames)
  }

  func announceMark(_ flags: ChunkFlags) {
    var header = ChunkHeader()
    header.generation = generation
    header.ordinal = segments.first?.ordinal ?? ended.ordinal
    header.serial = segments.first?.serial ?? ended.serial ?? EntrySerial(rawValue: 0)
    header.rate = UInt32(source.rate)
    header.flags = flags
    if let first = segments.first {
      header.flags.formUnion(first.firstFlags)
      segments[0].firstFlags = []
    }
    ring.announce(header)
    link.wakeAudio(fillFrames: .max)
  }

  // MARK: - Speed

  /// Sets the speed from the next run on; where it is not available, sound plays as it was recorded.
  func setSpeed(_ speed: Double) {
    do throws(TimeStretcherError) { try renewStretcher(speed) } catch {
      stretch.turnOff()
      report(.lacksSpeed(generation: generation, EngineFailure(error)))
    }
  }

  private func renewStretcher(_ speed: Double) throws(TimeStretcherError) {
    ring.spareChunks = speed == 1 ? ChunkRing.spareChunks : spareChunks(at: speed)
    try stretch.set(speed, rate: source.rate)
  }

  /// With fewer free chunks nothing is stretched: a step's frames may come out with all that was held back.
  private func spareChunks(at speed: Double) -> Int {
    let frames = Double(Stretch.frames + TimeStretcher.mostHeld(rate: source.rate)) / speed
    return min(ring.chunks - 3, ChunkRing.spareChunks + 1 + Int(frames) / ChunkRing.chunkFrames)
  }

  func flushStretcher() {
    guard stretch.holds(before: source.given) else { return }
    do throws(TimeStretcherError) { try stretch.flush() } catch { lacksMemory(error) }
    takeStretched()
    // The count begins again, so that rounding errors do not add up.
    announceRest()
    count(from: source.given)
  }

  /// Drops the frames that the stretcher holds back.
  private func resetStretcher() {
    stretch.forgetCount()
    guard let speed = stretch.speed else { return }
    do throws(TimeStretcherError) { try renewStretcher(speed) } catch {}
  }

  private func takeStretched() {
    while true {
      if filled == ChunkRing.chunkFrames {
        // Marks need two; there were enough when the step began.
        guard ring.freeChunks > 3 else { return }
        announce(flags: [])
      }
      let count = unsafe stretch.read(into: ring.samples + filled * 2, room: ChunkRing.chunkFrames - filled)
      guard count > 0 else { return }
      filled += count
    }
  }

  private func lacksMemory(_ error: TimeStretcherError) {
    guard let track = source.track else { return }
    report(.failed(track.entry.serial, generation: generation, EngineFailure(error)))
  }
}
