import Linux
import Media

/// The decode thread's work without its thread: opens entries, decodes, mixes to stereo, resamples, fills the ring.
/// One step does a bounded piece of work, of which only opening, seeking and reading may block on storage.
///
/// A run is what goes through one resampler: consecutive entries of one rate. Its segments say which of its frames
/// belong to which entry; a chunk never holds frames of two.
@safe final class Feeder {
  enum Step {
    /// There may be more to do.
    case worked
    /// The ring is full.
    case full
    /// Nothing to do before an order comes, or for a while.
    case idle
  }

  enum Phase {
    /// Nothing to play, or what was to be played failed.
    case idle
    case decoding
    /// An entry is decoded to its end; what follows is to be begun.
    case joint
    /// The run is ended: the resampler gives what it still holds, then this track begins a run of its own or, where
    /// there is none, the stream ends (`true`) or waits at the joint (`false`).
    case draining(FeedTrack?, endsStream: Bool)
    /// The end of the stream is announced.
    case ended
  }

  /// Frames decoded at a time while little lies in the ring, so that the first of them sound soon.
  static let hungryFrames = 1024
  /// Below this the ring is hungry, in milliseconds.
  static let hungryMilliseconds = 250
  /// How long nothing is said of what follows before the stream ends, once the ring is hungry, in steps of
  /// `Feeder.idleMilliseconds`.
  static let patience = 5
  /// How long the decode thread sleeps while it waits to be told what follows.
  static let idleMilliseconds: Int32 = 50
  /// Frames of an entry ahead of a seek that go into the resampler first: the reach of its filter.
  static let primingFrames: Int64 = 4096

  var ring: RingProducer
  let link: EngineLink
  private let orders: FeederOrders
  private let openDecoder: (consuming Descriptor) throws(MediaError) -> any Decoder
  private let report: (FeederReport) -> Void

  var phase = Phase.idle
  private var generation: UInt32 = 0
  /// Of the device.
  private(set) var rate: Int
  var track: FeedTrack?
  private var next = FeederOrder.Next.unknown
  private var hasAsked = false
  private var waits = 0

  // The run.
  /// 0: there is none.
  private(set) var runRate = 0
  /// nil in a run of the device's own rate.
  private var resampler: Resampler?
  private var segments: [Segment] = []
  /// Source frames that went in, and device frames that came out, of the run.
  private var runIn: Int64 = 0
  private var runOut: Int64 = 0
  /// Device frames to be dropped first: what primed the resampler.
  private var skip: Int64 = 0
  /// The open chunk.
  private var filled = 0
  private var chunkStart: Int64 = 0

  /// Decoded frames on their way into the resampler.
  private let scratch: UnsafeMutablePointer<Float>
  private static let scratchFrames = 4096
  private var pendingStart = 0
  private var pendingCount = 0
  private var history = SourceHistory()
  /// The last two entries' ends: what follows an entry may be replaced after it was decoded as well.
  private var firstJoint = Joint()
  private var secondJoint = Joint()
  /// The entry that was decoded to its end last.
  private var decodedOrdinal: UInt32?
  /// What a revived resampler is primed with: frames of the first or second joint's history.
  private var replay: Range<Int64> = 0..<0
  private var replaysFirst = false

  init(
    ring: consuming RingProducer, link: EngineLink, orders: FeederOrders, rate: Int,
    openDecoder: @escaping (consuming Descriptor) throws(MediaError) -> any Decoder,
    report: @escaping (FeederReport) -> Void
  ) {
    self.ring = ring
    self.link = link
    self.orders = orders
    self.rate = rate
    self.openDecoder = openDecoder
    self.report = report
    unsafe scratch = .allocate(capacity: Self.scratchFrames * 8)
    unsafe scratch.initialize(repeating: 0, count: Self.scratchFrames * 8)
    segments.reserveCapacity(8)
  }

  deinit { unsafe scratch.deallocate() }

  var hasOrders: Bool { !orders.isEmpty }

  /// One chunk for frames, two for marks.
  var hasRoom: Bool { ring.freeChunks >= 3 }

  /// Whether it waits to be told what follows.
  var isAtJoint: Bool { if case .joint = phase { true } else { false } }

  private var isHungry: Bool { ring.fillFrames < rate * Self.hungryMilliseconds / 1000 }

  func step() -> Step {
    if let order = orders.take() {
      obey(order)
      return .worked
    }
    switch phase {
    case .idle, .ended: return .idle
    case .decoding, .joint, .draining: break
    }
    guard hasRoom else { return .full }
    do throws(EngineFailure) {
      if !replay.isEmpty {
        try feedReplay()
        return .worked
      }
      switch phase {
      case .idle, .ended: return .idle
      case .decoding: try decode()
      case .joint: return joint()
      case .draining(let track, let endsStream): try drain(then: track, endsStream: endsStream)
      }
    } catch {
      fail(error)
    }
    return .worked
  }

  // MARK: - Orders

  private func obey(_ order: FeederOrder) {
    if let start = order.start {
      next = order.next ?? .unknown
      begin(start)
      return
    }
    guard let next = order.next else { return }
    dropReplaced(by: order.word)
    self.next = next
    hasAsked = false
    waits = 0
    if case .ended = phase, case .entry = next { revive(after: endedOrdinal) }
  }

  private func begin(_ start: FeederOrder.Start) {
    generation = start.generation
    rate = start.rate
    endRun()
    firstJoint.ordinal = nil
    secondJoint.ordinal = nil
    decodedOrdinal = nil
    endedOrdinal = 0
    endedSerial = start.entry?.serial
    hasAsked = false
    waits = 0
    phase = .idle
    guard let entry = start.entry else {
      track = nil
      return
    }
    do throws(EngineFailure) {
      if track?.entry.serial != entry.serial {
        track = nil
        track = try open(entry, ordinal: 0)
      } else if let old = track {
        track = FeedTrack(entry: entry, ordinal: 0, decoder: old.decoder)
      }
      try beginRun(from: start.from)
      phase = .decoding
    } catch {
      track = nil
      report(.failed(entry.serial, generation: generation, error))
    }
  }

  private func open(_ entry: EngineEntry, ordinal: UInt32) throws(EngineFailure) -> FeedTrack {
    let descriptor: Descriptor
    do { descriptor = try entry.open() } catch { throw .open(error) }
    let decoder: any Decoder
    do { decoder = try openDecoder(descriptor) } catch { throw .decode(error) }
    let track = FeedTrack(entry: entry, ordinal: ordinal, decoder: decoder)
    report(.opened(entry.serial, generation: generation, length: track.length))
    return track
  }

  // MARK: - Run

  private func endRun() {
    runRate = 0
    resampler = nil
    segments.removeAll(keepingCapacity: true)
    filled = 0
    pendingCount = 0
    skip = 0
    replay = 0..<0
  }

  /// Begins a run with `track`, at a time since the entry's beginning.
  private func beginRun(from time: Duration) throws(EngineFailure) {
    guard let track else { return }
    let target = track.frame(at: time)
    var prime: Int64 = 0
    if track.format.rate != rate, target > 0 { prime = min(target, priming(from: track.format.rate)) }
    if target > 0 || track.decoder.positionFrames != 0 {
      do { _ = try track.decoder.seek(toFrame: target - prime) } catch { throw .decode(error) }
    }
    let position = track.decoder.positionFrames
    try startRun(rate: track.decoder.format.rate)
    self.track?.change(to: track.decoder.format)
    skip = deviceFrames(prime)
    runOut = skip
    chunkStart = skip
    // Where a seek went by estimate or to the end, what comes is counted from there.
    let start = position == target - prime ? target : position + prime
    appendSegment(runStart: prime, sourceStart: start, flags: start > 0 ? [.first, .midSignal] : .first)
  }

  private func startRun(rate source: Int) throws(EngineFailure) {
    endRun()
    if source != rate { resampler = try makeResampler(from: source) }
    runRate = source
    runIn = 0
    runOut = 0
    chunkStart = 0
    history.reset()
  }

  private func makeResampler(from source: Int) throws(EngineFailure) -> Resampler {
    try Resampler(from: source, to: rate)
  }

  private func appendSegment(runStart: Int64, sourceStart: Int64, flags: ChunkFlags) {
    guard let track else { return }
    segments.append(
      Segment(
        serial: track.entry.serial, ordinal: track.ordinal, runStart: runStart, runEnd: nil,
        sourceStart: sourceStart, sourceRate: track.format.rate, exactBits: track.exactBits(deviceRate: rate),
        firstFlags: flags))
  }

  /// The source frames after which source and device frames coincide again.
  private func unit(from source: Int) -> Int64 {
    var a = source
    var b = rate
    while b != 0 { (a, b) = (b, a % b) }
    return Int64(source / a)
  }

  /// How many frames to prime with: as many as the filter reaches, on the common grid where that is near.
  private func priming(from source: Int) -> Int64 {
    let unit = unit(from: source)
    guard unit <= Self.primingFrames / 2 else { return Self.primingFrames }
    return Self.primingFrames / unit * unit
  }

  /// The device frames before the time of a source frame of the run.
  private func deviceFrames(_ source: Int64) -> Int64 {
    guard runRate != rate, runRate > 0 else { return source }
    let (product, overflow) = source.multipliedReportingOverflow(by: Int64(rate))
    guard !overflow else { return .max }
    return (product + Int64(runRate) - 1) / Int64(runRate)
  }

  /// The source frame of the run at the time of a device frame.
  private func sourceFrames(_ device: Int64) -> Int64 {
    runRate == rate ? device : device * Int64(runRate) / Int64(rate)
  }

  // MARK: - Decoding

  private func decode() throws(EngineFailure) {
    if resampler == nil { try decodeDirectly() } else { try decodeThroughResampler() }
  }

  private func read(into target: UnsafeMutablePointer<Float>, samples: Int) throws(EngineFailure)
    -> ReadResult
  {
    guard let decoder = track?.decoder else { return .end }
    var span = unsafe UnsafeMutableBufferPointer(start: target, count: samples).mutableSpan
    do { return try decoder.read(into: &span) } catch { throw .decode(error) }
  }

  /// Into the ring's own memory.
  private func decodeDirectly() throws(EngineFailure) {
    guard let track else { return }
    let room = ChunkRing.chunkFrames - filled
    let limit = isHungry ? min(room, Self.hungryFrames) : room
    let target = unsafe ring.samples + filled * 2
    let channels = track.format.channels
    let result: ReadResult
    if channels == 2 {
      result = try unsafe read(into: target, samples: limit * 2)
    } else {
      result = try unsafe read(into: scratch, samples: limit * channels)
      if case .frames(let count) = result { unsafe track.mixer.mix(scratch, frames: count, to: target) }
    }
    switch result {
    case .frames(let count):
      runIn += Int64(count)
      advance(by: count)
    case .formatChanged(let format): try change(to: format)
    case .end: endEntry()
    }
  }

  private func decodeThroughResampler() throws(EngineFailure) {
    guard let track else { return }
    if pendingCount == 0 {
      let limit = isHungry ? Self.hungryFrames : Self.scratchFrames
      switch try unsafe read(into: scratch, samples: limit * track.format.channels) {
      case .frames(let count):
        unsafe track.mixer.mix(scratch, frames: count, to: scratch)
        unsafe history.append(scratch, frames: count)
        runIn += Int64(count)
        pendingStart = 0
        pendingCount = count
      case .formatChanged(let format):
        try change(to: format)
        return
      case .end:
        endEntry()
        return
      }
    }
    try resample()
  }

  /// Moves decoded frames through the resampler into the ring.
  private func resample() throws(EngineFailure) {
    let source = unsafe scratch + pendingStart * 2
    let count = pendingCount
    let (taken, given) = try unsafe give { (resampler, target, room) throws(EngineFailure) in
      try unsafe resampler.process(source, frames: count, to: target, room: room)
    }
    pendingStart += taken
    pendingCount -= taken
    take(given)
  }

  /// Calls the resampler with what room there is.
  private func give<Result>(
    _ body: (inout Resampler, UnsafeMutablePointer<Float>, Int) throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    let target = unsafe ring.samples + filled * 2
    let room = skip > 0 ? Int(min(skip, Int64(ChunkRing.chunkFrames - filled))) : roomInSegment
    guard resampler != nil else { throw .resample("there is no run") }
    return try unsafe body(&resampler!, target, room)
  }

  private func take(_ given: Int) {
    if skip > 0 { skip -= Int64(given) } else { advance(by: given) }
  }

  private var roomInSegment: Int {
    let room = ChunkRing.chunkFrames - filled
    guard let end = segments.first?.runEnd else { return room }
    return Int(max(0, min(Int64(room), deviceFrames(end) - runOut)))
  }

  /// The file goes on with another format.
  private func change(to format: StreamFormat) throws(EngineFailure) {
    guard var track else { return }
    let oldRate = track.format.rate
    track.change(to: format)
    let position = track.decoder.positionFrames
    if format.rate != oldRate {
      closeLastSegment(flags: [])
      self.track = nil
      phase = .draining(track, endsStream: false)
      return
    }
    self.track = track
    closeLastSegment(flags: [])
    appendSegment(runStart: runIn, sourceStart: position, flags: [])
    closeDoneSegments()
  }

  // MARK: - Ends and joints

  private func endEntry() {
    closeLastSegment(flags: .last)
    if let track {
      if let decodedOrdinal, firstJoint.ordinal == decodedOrdinal {
        secondJoint.record(track, history, runRate: runRate)
      } else {
        firstJoint.record(track, history, runRate: runRate)
      }
      decodedOrdinal = track.ordinal
    }
    track = nil
    phase = .joint
    closeDoneSegments()
  }

  private func closeLastSegment(flags: ChunkFlags) {
    guard let last = segments.indices.last else { return }
    segments[last].runEnd = runIn
    segments[last].lastFlags = flags
  }

  /// - Parameter error: what ended the decoding of the present entry.
  private func fail(_ error: EngineFailure) {
    guard let track else {
      // Only a resampler fails without a track: its run is over.
      endRun()
      phase = .joint
      return
    }
    report(.failed(track.entry.serial, generation: generation, error))
    closeLastSegment(flags: .last)
    if let last = segments.indices.last { segments[last].isCut = true }
    // What ends in mid-signal is no beginning for a joint.
    decodedOrdinal = track.ordinal
    self.track = nil
    phase = .draining(nil, endsStream: false)
  }

  private func joint() -> Step {
    switch next {
    case .unknown:
      if !hasAsked, let serial = lastSerial {
        hasAsked = true
        report(.wantsNext(after: serial, generation: generation))
      }
      guard isHungry else { return .idle }
      waits += 1
      if waits > Self.patience { phase = .draining(nil, endsStream: true) }
      return waits > Self.patience ? .worked : .idle
    case .nothing:
      next = .unknown
      phase = .draining(nil, endsStream: true)
    case .entry(let entry, let ordinal):
      next = .unknown
      hasAsked = false
      waits = 0
      do throws(EngineFailure) {
        let track = try open(entry, ordinal: ordinal)
        follow(with: track)
      } catch {
        // What follows instead will be said.
        hasAsked = true
        report(.failed(entry.serial, generation: generation, error))
      }
    }
    return .worked
  }

  private var lastSerial: EntrySerial? { segments.last?.serial ?? endedSerial }
  private var endedSerial: EntrySerial?
  private var endedOrdinal: UInt32 = 0

  private func follow(with track: FeedTrack) {
    if runRate == track.format.rate {
      self.track = track
      appendSegment(runStart: runIn, sourceStart: 0, flags: .first)
      phase = .decoding
    } else {
      phase = .draining(track, endsStream: false)
    }
  }

  private func drain(then following: FeedTrack?, endsStream: Bool) throws(EngineFailure) {
    if resampler != nil, !segments.isEmpty {
      if pendingCount > 0 {
        try resample()
        return
      }
      let given = try unsafe give { (resampler, target, room) throws(EngineFailure) in
        try unsafe resampler.drain(to: target, room: room)
      }
      if given > 0 {
        take(given)
        return
      }
    }
    while !segments.isEmpty { closeFirstSegment() }
    endRun()
    if let following {
      track = following
      try startRun(rate: following.format.rate)
      let position = following.decoder.positionFrames
      appendSegment(runStart: 0, sourceStart: position, flags: position == 0 ? .first : [])
      phase = .decoding
    } else if endsStream {
      announceMark(.endOfStream)
      phase = .ended
    } else {
      phase = .joint
    }
  }

  // MARK: - Chunks

  private func advance(by count: Int) {
    filled += count
    runOut += Int64(count)
    closeDoneSegments()
    if filled == ChunkRing.chunkFrames || (filled > 0 && isHungry) { announce(flags: []) }
  }

  private func closeDoneSegments() {
    while let first = segments.first, let end = first.runEnd, skip == 0, runOut >= deviceFrames(end) {
      closeFirstSegment()
    }
  }

  private func closeFirstSegment() {
    guard let first = segments.first else { return }
    if first.isCut {
      if filled > 0 { announce(flags: []) }
      announceMark([.cut, .last])
    } else if filled > 0 || !first.lastFlags.isEmpty {
      announce(flags: first.lastFlags)
    }
    endedSerial = first.serial
    endedOrdinal = first.ordinal
    segments.removeFirst()
  }

  /// Hands the open chunk over; it belongs to the first segment.
  private func announce(flags: ChunkFlags) {
    guard let first = segments.first else { return }
    var header = ChunkHeader()
    header.generation = generation
    header.ordinal = first.ordinal
    header.serial = first.serial
    header.rate = UInt32(rate)
    header.sourceRate = UInt32(first.sourceRate)
    let start = sourceFrames(chunkStart)
    header.sourcePosition = first.sourceStart + max(0, start - first.runStart)
    header.sourceFrames = UInt32(clamping: sourceFrames(chunkStart + Int64(filled)) - start)
    header.frames = UInt32(filled)
    header.exactBits = UInt8(first.exactBits)
    header.flags = flags.union(first.firstFlags)
    segments[0].firstFlags = []
    ring.announce(header)
    filled = 0
    chunkStart = runOut
    link.wakeAudio(fillFrames: ring.fillFrames)
  }

  private func announceMark(_ flags: ChunkFlags) {
    var header = ChunkHeader()
    header.generation = generation
    header.ordinal = segments.first?.ordinal ?? endedOrdinal
    header.serial = segments.first?.serial ?? endedSerial ?? EntrySerial(rawValue: 0)
    header.rate = UInt32(rate)
    header.flags = flags
    if let first = segments.first {
      header.flags.formUnion(first.firstFlags)
      segments[0].firstFlags = []
    }
    ring.announce(header)
    link.wakeAudio(fillFrames: .max)
  }

  // MARK: - Replacing

  /// Drops what was decoded of an entry that is not to follow any more; the run goes on at the joint before it.
  private func dropReplaced(by word: ControlWord) {
    func isDropped(_ ordinal: UInt32) -> Bool { ordinal > word.lastValid && ordinal <= word.lastReplaced }
    var isBegun = segments.contains { isDropped($0.ordinal) }
    if let track, isDropped(track.ordinal) { isBegun = true }
    if let decodedOrdinal, isDropped(decodedOrdinal) { isBegun = true }
    if case .draining(let following?, _) = phase, isDropped(following.ordinal) { isBegun = true }
    guard isBegun else { return }
    track = nil
    if let first = segments.first, isDropped(first.ordinal) {
      filled = 0
      chunkStart = runOut
    }
    segments.removeAll { isDropped($0.ordinal) }
    revive(after: word.lastValid)
  }

  /// Brings the run back to the joint behind an entry that was decoded to its end.
  private func revive(after ordinal: UInt32) {
    phase = .joint
    decodedOrdinal = ordinal
    pendingCount = 0
    let isFirst = firstJoint.ordinal == ordinal
    guard isFirst || secondJoint.ordinal == ordinal else {
      finishTail()
      return
    }
    let source = isFirst ? firstJoint.runRate : secondJoint.runRate
    endedOrdinal = ordinal
    endedSerial = isFirst ? firstJoint.serial : secondJoint.serial
    let end = isFirst ? firstJoint.history.end : secondJoint.history.end
    let oldest = isFirst ? firstJoint.history.start : secondJoint.history.start
    // Frames of the device's own rate need no history.
    guard source != rate, let fresh = try? makeResampler(from: source) else {
      finishTail()
      return
    }
    let isTailLeft = !segments.isEmpty && runRate == source
    if !isTailLeft { endRun() }
    runRate = source
    let unit = unit(from: source)
    var start = max(oldest, end - Self.primingFrames)
    if start > 0, unit <= Self.primingFrames / 2 { start = (start + unit - 1) / unit * unit }
    start = min(start, end)
    // The run is counted from there anew.
    let shift = start * Int64(rate) / Int64(source)
    runOut = (isTailLeft ? runOut : deviceFrames(end)) - shift
    chunkStart = isTailLeft ? chunkStart - shift : runOut
    for index in segments.indices {
      segments[index].runStart -= start
      segments[index].runEnd = segments[index].runEnd.map { $0 - start }
    }
    skip = max(0, runOut)
    runIn = end - start
    resampler = consume fresh
    replaysFirst = isFirst
    replay = start..<end
    history.reset()
  }

  /// Without a joint to go on from: what is left of the run sounds, and what follows begins anew.
  private func finishTail() {
    if segments.isEmpty { endRun() } else { phase = .draining(nil, endsStream: false) }
  }

  private func feedReplay() throws(EngineFailure) {
    var taken = 0
    var given = 0
    let range = replay
    let target = unsafe ring.samples + filled * 2
    let room = skip > 0 ? Int(min(skip, Int64(ChunkRing.chunkFrames - filled))) : roomInSegment
    func feed(_ source: UnsafePointer<Float>, _ count: Int) throws(EngineFailure) {
      guard resampler != nil else { throw .resample("there is no run") }
      (taken, given) = try unsafe resampler!.process(source, frames: count, to: target, room: room)
      unsafe history.append(source, frames: taken)
    }
    if replaysFirst {
      let (source, count) = unsafe firstJoint.history.block(at: range.lowerBound, limit: range.upperBound)
      try unsafe feed(source, count)
    } else {
      let (source, count) = unsafe secondJoint.history.block(at: range.lowerBound, limit: range.upperBound)
      try unsafe feed(source, count)
    }
    replay = range.lowerBound + Int64(taken)..<range.upperBound
    take(given)
  }
}
