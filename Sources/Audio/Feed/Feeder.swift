import Linux
import Media
import Signal

/// The decode thread's work without its thread: opens entries, decodes, mixes to stereo, resamples, fills the ring.
/// One step does a bounded piece of work, of which only opening, seeking and reading may block on storage.
final class Feeder {
  enum Step {
    /// There may be more to do.
    case worked
    /// The ring is full.
    case full
    /// Nothing to do before an order comes, or for a while.
    case idle
  }

  /// A stream that has no frames now.
  private struct StreamWait {
    /// It wakes the thread.
    var isOn = false
    /// The one that has given frames.
    var serial: EntrySerial?
  }

  /// Sleep of the decode thread while it waits for the next entry.
  static let idleMilliseconds: Int32 = 50

  private let orders: FeederOrders
  private let opener: EntryOpener
  private let report: (FeederReport) -> Void
  private(set) var phase = FeederPhase.idle
  let chunks: ChunkWriter
  private var successor: Successor
  private var joints = Joints()
  private(set) var ahead = LookAhead()
  private var indexing = FileIndexing()
  private var loop = LoopedPart()
  private let crossfade: Crossfade
  private var stream = StreamWait()

  /// - Parameter patience: number of sleeps of the decode thread, with a hungry ring and no known next entry, before the
  ///   stream ends.
  init(
    ring: consuming RingProducer, link: EngineLink, orders: FeederOrders, rate: Int, patience: Int,
    openDecoder: @escaping (consuming Descriptor, SeekIndex?) throws(MediaError) -> any Decoder,
    report: @escaping (FeederReport) -> Void
  ) {
    self.orders = orders
    self.report = report
    opener = EntryOpener(link: link, openDecoder: openDecoder)
    chunks = ChunkWriter(ring: ring, link: link, rate: rate, report: report)
    successor = Successor(patience: patience)
    crossfade = Crossfade(chunks: chunks, link: link)
  }

  var track: OpenEntry? { source.track }
  private var source: Source { chunks.source }

  var hasOrders: Bool { !orders.isEmpty }

  var hasRoom: Bool { chunks.hasRoom }

  /// Whether decoding is urgent: an order has come, or the ring is nearly empty.
  var isUrgent: Bool {
    switch phase {
    case .decoding, .draining: chunks.isHungry
    case .idle, .joint, .ended: hasOrders
    }
  }

  /// Whether it waits for the next entry.
  var isAtJoint: Bool {
    if case .joint = phase { true } else { holdsForNext }
  }

  func step() -> Step {
    if let order = orders.take() {
      obey(order)
      return .worked
    }
    switch phase {
    case .idle, .ended: return .idle
    case .decoding, .joint, .draining: break
    }
    guard hasRoom else {
      let hasWorked = openAhead() || indexing.lengthen(track, with: opener, report: report)
      return hasWorked ? .worked : .full
    }
    do throws(EngineFailure) {
      if !joints.replay.isEmpty {
        let (target, room) = unsafe place
        take(try unsafe joints.replay(through: source, to: target, room: room))
        return .worked
      }
      switch phase {
      case .idle, .ended: return .idle
      case .decoding:
        if holdsForNext { return .idle }
        noteDryStream()
        if !followTransition() { try decode() }
        if stream.isOn {
          // The stream has no more now: all decoded frames may sound.
          chunks.announceRest()
          return .idle
        }
      case .joint: return joint()
      case .draining(let track, let endsStream): try drain(then: track, endsStream: endsStream)
      }
    } catch {
      fail(error)
    }
    return .worked
  }

  /// Lets a stream that came too late for the ring gather more before it continues.
  private func noteDryStream() {
    let isDry = chunks.noticesStarvation()
    guard stream.isOn else { return }
    stream.isOn = false
    guard isDry, let track, stream.serial == track.entry.serial else { return }
    track.decoder.ranDry()
  }

  /// The current entry comes first: nothing is opened before enough of it is decoded.
  private func openAhead() -> Bool {
    guard !chunks.isHungry, case .decoding = phase, case .entry(let entry, _) = successor.next
    else { return false }
    return ahead.open(entry, with: opener, headFrames: Source.hungryFrames)
  }

  // MARK: - Orders

  private func obey(_ order: FeederOrder) {
    defer {
      if order.endsHere { endHere() }
      ahead.drop(unless: successor.next)
    }
    if let start = order.start {
      successor.set(order.next ?? .unknown)
      crossfade.transition = order.transition ?? nil
      begin(start)
      return
    }
    if let loop = order.loop { self.loop.set(loop, of: track) }
    if let transition = order.transition { crossfade.transition = transition }
    if order.next != nil || order.transition != nil { forgetWaiting() }
    guard let next = order.next else { return }
    dropReplaced(by: order.word, endsHere: order.endsHere)
    successor.set(next)
    if case .ended = phase, case .entry = next { revive(after: chunks.ended.ordinal) }
  }

  private func begin(_ start: FeederOrder.Start) {
    let incoming = crossfade.overlap?.source.track
    chunks.begin(generation: start.generation, rate: start.rate, of: start.entry?.serial)
    joints.endReplay()
    joints.forgetAll()
    crossfade.overlap = nil
    crossfade.mixedOrdinal = nil
    loop.reset()
    indexing.estimated = nil
    stream = StreamWait()
    phase = .idle
    if track?.entry.serial != start.entry?.serial { tellIndex(isLast: true) }
    guard let entry = start.entry else {
      source.track = nil
      return
    }
    do throws(EngineFailure) {
      if let old = track, old.entry.serial == entry.serial || old.entry.serial == entry.repeated {
        if let index = entry.index { old.decoder.adopt(index) }
        let track = OpenEntry(entry: entry, ordinal: 0, decoder: old.decoder)
        source.track = track
        // It was decoded ahead as what follows.
        if old.entry.serial != entry.serial { tellOpened(track) }
      } else {
        source.track = nil
        if let incoming, incoming.entry.serial == entry.repeated, ahead.held == nil { ahead.keep(incoming) }
        source.track = try open(entry, ordinal: 0)
      }
      chunks.setSpeed(start.speed)
      try beginRun(from: start.from)
      loop.set(start.loop, of: track)
      phase = .decoding
    } catch {
      source.track = nil
      report(.failed(entry.serial, generation: start.generation, error))
    }
  }

  private func open(_ entry: EngineEntry, ordinal: UInt32) throws(EngineFailure) -> OpenEntry {
    let decoder = if let ahead = try ahead.take(for: entry) { ahead } else { try opener.open(entry) }
    let track = OpenEntry(entry: entry, ordinal: ordinal, decoder: decoder)
    tellOpened(track)
    return track
  }

  private func tellOpened(_ track: OpenEntry) {
    indexing.reportedAt = 0
    report(.opened(track.entry.serial, generation: chunks.generation, length: track.length))
  }

  /// Reports the offsets of the file's frames, now and then and when the file is left.
  /// - Parameter isLast: whether nothing more of the file is read.
  private func tellIndex(isLast: Bool = false) {
    guard let track, let index = indexing.due(of: track, isLast: isLast) else { return }
    report(.indexed(track.entry.serial, index))
  }

  // MARK: - The run

  private func endRun() {
    chunks.endRun()
    joints.endReplay()
  }

  /// Begins a run with the track, at a time since the entry's beginning.
  private func beginRun(from time: Duration) throws(EngineFailure) {
    guard let track else { return }
    let target = track.frame(at: time)
    var prime: Int64 = 0
    if track.format.rate != source.rate, target > 0 {
      prime = min(target, source.priming(from: track.format.rate))
    }
    let isEstimated: Bool
    if target > 0 || track.decoder.positionFrames != 0 {
      isEstimated = try track.seek(toFrame: target - prime) == .estimated
    } else {
      isEstimated = track.decoder.isEstimated
    }
    if isEstimated {
      report(.estimated(track.entry.serial, generation: chunks.generation))
      indexing.estimated = track.entry.serial
    }
    let position = track.decoder.positionFrames
    joints.endReplay()
    try chunks.startRun(rate: track.decoder.format.rate, primedFrames: prime)
    source.track?.change(to: track.decoder.format)
    // After a seek by estimate or to the end, frames are counted from where it led.
    let start = position == target - prime ? target : position + prime
    chunks.appendSegment(
      runStart: prime, sourceStart: start,
      flags: start > 0 || track.decoder.beginsInside ? [.first, .midSignal] : .first)
  }

  // MARK: - From the decoder into the ring

  /// Into the ring's own memory or, in a run with a resampler, through its.
  private func decode() throws(EngineFailure) {
    guard track != nil else { return }
    if !source.hasPending {
      if try goBackInLoop() { return }
      let isResampled = source.isResampled
      let room = isResampled ? Source.mostFrames : withinOverlap(chunks.room)
      let limit = loop.within(chunks.isHungry ? min(room, Source.hungryFrames) : room, of: track)
      let target = unsafe isResampled ? source.pending : chunks.target
      switch try unsafe source.decode(into: target, room: limit) {
      case .frames(let count):
        stream.serial = source.track?.entry.serial
        unsafe loop.blend(target, frames: count)
        source.accept(count)
        tellIndex()
        if !isResampled { return advance(by: count) }
      case .formatChanged(let format): return try change(to: format)
      case .pending:
        stream.isOn = true
        return
      case .end:
        if try !goBackInLoop(isEnd: true) { endEntry() }
        return
      }
    }
    try resample()
  }

  private func resample() throws(EngineFailure) {
    let (target, room) = unsafe place
    take(try unsafe source.resample(to: target, room: room))
  }

  /// Memory for the resampler's frames, and number of frames that fit.
  private var place: (UnsafeMutablePointer<Float>, room: Int) {
    let skip = source.skip
    return unsafe (chunks.target, skip > 0 ? Int(min(skip, Int64(chunks.room))) : roomInSegment)
  }

  private var roomInSegment: Int {
    let room = withinOverlap(chunks.room)
    guard !crossfade.isMixing, let end = chunks.segments.first?.runEnd else { return room }
    return Int(max(0, min(Int64(room), source.deviceFrames(end) - source.given)))
  }

  private func take(_ given: Int) {
    if source.skip > 0 { source.skip -= Int64(given) } else { advance(by: given) }
  }

  /// Frames of the run are at the writer's target.
  private func advance(by count: Int) {
    if crossfade.overlap != nil {
      do throws(EngineFailure) { try unsafe crossfade.mix(over: chunks.target, frames: count) } catch {
        return loseOverlap(error)
      }
    }
    chunks.add(count)
    if crossfade.follow() { takeIncoming() }
    if !crossfade.isMixing { closeDoneSegments() }
    chunks.announceWorthwhile()
  }

  private func closeDoneSegments() {
    while chunks.isFirstSegmentDone { closeFirstSegment() }
  }

  private func closeFirstSegment() {
    if let ordinal = chunks.closeFirstSegment() { joints.close(ordinal, at: source.given) }
  }

  /// The file continues with another format.
  private func change(to format: StreamFormat) throws(EngineFailure) {
    guard var track else { return }
    if crossfade.isMixing { return takeIncoming() }
    let oldRate = track.format.rate
    track.change(to: format)
    // The length of a file on a server is known now.
    if track.entry.stream != nil { tellOpened(track) }
    let position = track.decoder.positionFrames
    chunks.closeLastSegment(flags: [])
    if format.rate != oldRate {
      // It was reckoned in frames of the old rate.
      loop.forget()
      source.track = nil
      phase = .draining(track, endsStream: false)
      return
    }
    source.track = track
    chunks.appendSegment(runStart: source.taken, sourceStart: position, flags: [])
    closeDoneSegments()
  }

  /// Seeks to the looped part's beginning once its end is reached.
  /// - Parameter isEnd: the file has no more.
  /// - Returns: whether decoding continues there.
  private func goBackInLoop(isEnd: Bool = false) throws(EngineFailure) -> Bool {
    guard let track, let start = loop.start(of: track, isEnd: isEnd) else { return false }
    try loop.readTail(source)
    chunks.closeLastSegment(flags: [])
    do {
      let precision = try track.decoder.seek(toFrame: start)
      if precision == .estimated { report(.estimated(track.entry.serial, generation: chunks.generation)) }
    } catch {
      throw .decode(error)
    }
    // Blended frames are no longer exact, and a round is one segment.
    chunks.appendSegment(
      runStart: source.taken, sourceStart: track.decoder.positionFrames, flags: [], isExact: false)
    closeDoneSegments()
    loop.goneBack()
    return true
  }

  // MARK: - Where an entry ends and another follows, or not

  private func endEntry() {
    guard !crossfade.isMixing else { return endOutgoing() }
    forgetWaiting()
    tellIndex(isLast: true)
    // An entry that stops within its sound and has no successor fades out.
    var isCut = false
    if case .nothing = successor.next, let track { isCut = track.decoder.endsInside }
    chunks.closeLastSegment(flags: .last, isCut: isCut)
    if let track { joints.record(track, source) }
    source.track = nil
    phase = .joint
    closeDoneSegments()
  }

  /// - Parameter error: what ended the decoding of the present entry.
  private func fail(_ error: EngineFailure) {
    if crossfade.isMixing { return failMixing(error) }
    guard let track else {
      // Only a resampler fails without a track: its run is over.
      endRun()
      phase = .joint
      return
    }
    // A stick that was pulled may come back.
    tellIndex(isLast: true)
    report(.failed(track.entry.serial, generation: chunks.generation, error))
    cut(track, endsStream: false)
  }

  /// The entry ends in mid-signal, which is no beginning for a joint.
  private func cut(_ track: OpenEntry, endsStream: Bool) {
    chunks.closeLastSegment(flags: .last, isCut: true)
    joints.decodedOrdinal = track.ordinal
    source.track = nil
    phase = .draining(nil, endsStream: endsStream)
  }

  /// Reads no further: the files are closed, and what is decoded ends the stream.
  private func endHere() {
    successor.endsStream()
    crossfade.transition = nil
    if crossfade.isMixing { return endMixing() }
    crossfade.overlap = nil
    switch phase {
    case .idle, .ended: source.track = nil
    case .joint: break
    case .draining: phase = .draining(nil, endsStream: true)
    case .decoding:
      guard let track else { return }
      tellIndex(isLast: true)
      cut(track, endsStream: true)
    }
  }

  private func joint() -> Step {
    switch successor.next {
    case .unknown:
      if let serial = chunks.segments.last?.serial ?? chunks.ended.serial, successor.ask() {
        report(.wantsNext(after: serial, generation: chunks.generation))
      }
      guard chunks.isHungry else { return .idle }
      // Decode first while the output waits for sound.
      chunks.announceRest()
      if successor.wait() { return .idle }
      phase = .draining(nil, endsStream: true)
    case .nothing:
      successor.end()
      phase = .draining(nil, endsStream: true)
    case .entry(let entry, let ordinal):
      successor.set(.unknown)
      do throws(EngineFailure) {
        follow(with: try open(entry, ordinal: ordinal))
      } catch {
        successor.fail()
        report(.failed(entry.serial, generation: chunks.generation, error))
      }
    }
    return .worked
  }

  private func follow(with track: OpenEntry) {
    if source.runRate == track.format.rate {
      source.track = track
      chunks.appendSegment(runStart: source.taken, sourceStart: 0, flags: .first)
      phase = .decoding
    } else {
      phase = .draining(track, endsStream: false)
    }
  }

  private func drain(then following: OpenEntry?, endsStream: Bool) throws(EngineFailure) {
    if source.isResampled, !chunks.segments.isEmpty {
      if source.hasPending { return try resample() }
      let (target, room) = unsafe place
      let given = try unsafe source.drain(to: target, room: room)
      if given > 0 { return take(given) }
    }
    if crossfade.isMixing { return takeIncoming() }
    while !chunks.segments.isEmpty { closeFirstSegment() }
    endRun()
    if let following {
      source.track = following
      try chunks.startRun(rate: following.format.rate)
      let position = following.decoder.positionFrames
      chunks.appendSegment(runStart: 0, sourceStart: position, flags: position == 0 ? .first : [])
      phase = .decoding
    } else if endsStream {
      chunks.announceMark(.endOfStream)
      phase = .ended
    } else {
      phase = .joint
    }
  }

  // MARK: - What was to follow is replaced after it was decoded ahead

  /// Drops the decoded frames of an entry that no longer follows; the run continues at the joint before it.
  private func dropReplaced(by word: ControlWord, endsHere: Bool) {
    func isDropped(_ ordinal: UInt32) -> Bool { ordinal > word.lastValid && ordinal <= word.lastReplaced }
    if let mixed = crossfade.mixedOrdinal, isDropped(mixed) { return loseOverlap(endsHere: endsHere) }
    var isBegun = chunks.segments.contains { isDropped($0.ordinal) }
    if let track, isDropped(track.ordinal) { isBegun = true }
    if let decoded = joints.decodedOrdinal, isDropped(decoded) { isBegun = true }
    if case .draining(let following?, _) = phase, isDropped(following.ordinal) { isBegun = true }
    guard isBegun else { return }
    source.track = nil
    if let first = chunks.segments.first, isDropped(first.ordinal) { chunks.dropOpenChunk() }
    chunks.segments.removeAll { isDropped($0.ordinal) }
    revive(after: word.lastValid)
  }

  /// Brings the run back to the joint after an entry that was decoded to its end.
  private func revive(after ordinal: UInt32) {
    phase = .joint
    joints.decodedOrdinal = ordinal
    source.dropPending()
    guard let place = joints.place(after: ordinal) else { return finishTail() }
    chunks.ended = (place.serial, ordinal)
    guard let primed = chunks.revive(place) else { return finishTail() }
    joints.beginReplay(primed, after: ordinal)
  }

  /// Without a joint: the rest of the run sounds, and the next entry starts a new run.
  private func finishTail() {
    if chunks.segments.isEmpty { endRun() } else { phase = .draining(nil, endsStream: false) }
  }

  // MARK: - An entry goes over into the next one while it still sounds

  /// Whether the entry that sounds is read on to its end.
  private var isSteady: Bool {
    guard case .decoding = phase else { return false }
    return joints.replay.isEmpty && loop.frames(of: track) == nil
  }

  private var holdsForNext: Bool { crossfade.holds(for: successor.next, isSteady: isSteady) }

  private func withinOverlap(_ room: Int) -> Int {
    crossfade.within(room, next: successor.next, isSteady: isSteady)
  }

  /// Opens what comes and begins to mix it in, each when it is due.
  /// - Returns: whether there was something to do.
  private func followTransition() -> Bool {
    switch crossfade.due(successor.next, isSteady: isSteady) {
    case .nothing: return false
    case .begin: if crossfade.begin() { successor.set(.unknown) } else { forgetWaiting() }
    case .open(let entry, let ordinal, let left):
      do throws(EngineFailure) {
        let track = try open(entry, ordinal: ordinal)
        if try !crossfade.prepare(track, left: left) { ahead.keep(track) }
      } catch {
        successor.fail()
        report(.failed(entry.serial, generation: chunks.generation, error))
      }
    }
    return true
  }

  /// An overlap that has not begun is not to begin: what was opened for it serves what follows, if it still does.
  private func forgetWaiting() {
    guard crossfade.isWaiting, let track = crossfade.overlap?.source.track else { return }
    ahead.keep(track)
    crossfade.overlap = nil
  }

  /// The outgoing entry has reached its end, or the place where it is left: the run is the other's from here on.
  private func takeIncoming() {
    tellIndex(isLast: true)
    joints.endReplay()
    crossfade.takeIncoming()
    phase = .decoding
    indexing.reportedAt = 0
  }

  /// The entry that goes has no more.
  private func endOutgoing() {
    tellIndex(isLast: true)
    source.track = nil
    if source.isResampled { phase = .draining(nil, endsStream: false) } else { takeIncoming() }
  }

  /// The entry that goes can't be read any more.
  private func failMixing(_ error: EngineFailure) {
    if let track { report(.failed(track.entry.serial, generation: chunks.generation, error)) }
    chunks.announceRest()
    chunks.announceMark(.cut)
    takeIncoming()
    chunks.segments[0].firstFlags.insert(.midSignal)
  }

  /// Nothing more is read of either entry: what is mixed ends the stream.
  private func endMixing() {
    tellIndex(isLast: true)
    source.track = nil
    crossfade.cut()
    phase = .draining(nil, endsStream: true)
  }

  /// The mixed frames are useless: the loop reports where to continue.
  /// - Parameters:
  ///   - failure: of the incoming entry.
  ///   - endsHere: nothing more is read; the frames before the overlap end the stream.
  private func loseOverlap(_ failure: EngineFailure? = nil, endsHere: Bool = false) {
    crossfade.overlap = nil
    crossfade.mixedOrdinal = nil
    source.track = nil
    endRun()
    successor.end()
    guard endsHere, let serial = chunks.ended.serial else {
      phase = .idle
      report(.lostOverlap(generation: chunks.generation, failure: failure))
      return
    }
    chunks.cutAfter(serial, chunks.ended.ordinal)
    phase = .draining(nil, endsStream: true)
  }
}
