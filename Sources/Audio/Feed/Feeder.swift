import Linux
import Media
import Signal
import Synchronization

/// The decode thread's work without its thread: opens entries, decodes, mixes to stereo, resamples, fills the ring.
/// One step does a bounded piece of work, of which only opening, seeking and reading may block on storage.
///
/// A run is what goes through one resampler: consecutive entries of one rate. Its segments say which of its frames
/// belong to which entry; a chunk never holds frames of two. (A resampler for each entry leaves errors of -35 dB where
/// two of them join.)
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
    case draining(OpenEntry?, endsStream: Bool)
    /// The end of the stream is announced.
    case ended
  }

  /// Frames decoded at a time while the ring is nearly empty, so that the first of them sound soon.
  static let hungryFrames = 1024
  /// The least that is worth a chunk: sound does not begin with less.
  static let leastFrames = 240
  /// Below this the ring is hungry, in milliseconds.
  static let hungryMilliseconds = 250
  /// Number of sleeps of the decode thread, with a hungry ring and no known next entry, before the stream ends.
  let patience: Int
  /// Sleep of the decode thread while it waits for the next entry.
  static let idleMilliseconds: Int32 = 50
  /// Frames of an entry ahead of a seek that go into the resampler first: the reach of its filter.
  static let primingFrames: Int64 = 4096

  var ring: RingProducer
  let link: EngineLink
  let orders: FeederOrders
  let openDecoder: (consuming Descriptor, SeekIndex?) throws(MediaError) -> any Decoder
  let report: (FeederReport) -> Void

  var phase = Phase.idle
  var generation: UInt32 = 0
  /// Of the device.
  var rate: Int
  var track: OpenEntry?
  var next = FeederOrder.Next.unknown
  var hasAsked = false
  var waits = 0

  // Another speed (Feeder+Speed).
  var stretcher: TimeStretcher?
  /// Frames at the run's own speed on their way into the stretcher.
  let plain: UnsafeMutablePointer<Float>
  /// The run's frame from which on stretched ones are counted, and how many those are.
  var stretchStart: Int64 = 0
  var stretched = 0

  // A stream.
  /// It has no frames now: it wakes the thread.
  var awaitsStream = false
  /// What was there of it has sounded.
  var isDry = false

  // The run.
  /// 0: there is none.
  var runRate = 0
  /// nil in a run of the device's own rate.
  var resampler: Resampler?
  var segments: [Segment] = []
  /// Source frames that went in, and device frames that came out, of the run.
  var runIn: Int64 = 0
  var runOut: Int64 = 0
  /// The source frame at which `indexed` was reported last.
  var indexTold: Int64 = 0
  /// Amount decoded between two reports: a few MB at most, which a later seek reads through.
  static let indexSeconds = 60
  /// Device frames announced in the generation.
  var givenFrames = 0
  /// What a segment that ended before its first frame was to mark: the next one does.
  var unmarked: ChunkFlags = []
  /// Device frames to be dropped first: what primed the resampler.
  var skip: Int64 = 0
  /// The open chunk.
  var filled = 0
  var chunkStart: Int64 = 0

  /// Decoded frames on their way into the resampler.
  let scratch: UnsafeMutablePointer<Float>
  static let scratchFrames = 4096
  var pendingStart = 0
  var pendingCount = 0
  var history = SourceHistory()
  /// The last two entries' ends: what follows an entry may be replaced after it was decoded as well.
  var firstJoint = GaplessTransition()
  var secondJoint = GaplessTransition()
  /// The entry that was decoded to its end last.
  var decodedOrdinal: UInt32?
  /// The entry whose last chunk was announced last.
  var endedSerial: EntrySerial?
  var endedOrdinal: UInt32 = 0
  /// What a revived resampler is primed with: frames of the first or second joint's history.
  var replay: Range<Int64> = 0..<0
  var replaysFirst = false

  /// What follows, opened ahead of its turn (Feeder+Ahead), and the entry for which that was tried last.
  var ahead: (serial: EntrySerial, decoder: any Decoder)?
  var triedAhead: EntrySerial?
  var failedAhead: (serial: EntrySerial, error: EngineFailure)?

  // Indexing a file in which a seek went by estimate (Feeder+Indexing).
  /// The entry whose position is an estimate.
  var estimated: EntrySerial?
  /// A second decoder of its file.
  var indexer: (serial: EntrySerial, decoder: any Decoder)?
  /// The entry whose file was read through.
  var indexedWhole: EntrySerial?

  // How the entry goes over into the next one (Feeder+Overlap).
  var transition: Transition?
  var overlap: Overlap?
  /// As the latest one was wished for.
  var latestOverlap = Duration.zero
  /// The entry that was mixed into the one before.
  var mixedOrdinal: UInt32? {
    didSet { link.mixedOrdinal.store(mixedOrdinal ?? 0, ordering: .relaxed) }
  }
  /// Frames of the entry that comes.
  let incoming: UnsafeMutablePointer<Float>

  // A looped part (Feeder+Loop).
  var loop: (serial: EntrySerial, frames: Range<Int64>)?
  /// Stereo frames after its end.
  let tail: UnsafeMutablePointer<Float>
  /// How many of the frames at its beginning have been blended with them.
  var blended = Feeder.blendFrames
  var readSinceBack = 0
  var hasGoneBack = false

  init(
    ring: consuming RingProducer, link: EngineLink, orders: FeederOrders, rate: Int, patience: Int,
    openDecoder: @escaping (consuming Descriptor, SeekIndex?) throws(MediaError) -> any Decoder,
    report: @escaping (FeederReport) -> Void
  ) {
    self.ring = ring
    self.link = link
    self.orders = orders
    self.rate = rate
    self.patience = patience
    self.openDecoder = openDecoder
    self.report = report
    unsafe scratch = .allocate(capacity: Self.scratchFrames * 8)
    unsafe scratch.initialize(repeating: 0, count: Self.scratchFrames * 8)
    unsafe plain = .allocate(capacity: Self.stretchFrames * 2)
    unsafe plain.initialize(repeating: 0, count: Self.stretchFrames * 2)
    unsafe incoming = .allocate(capacity: ChunkRing.chunkFrames * 2)
    unsafe incoming.initialize(repeating: 0, count: ChunkRing.chunkFrames * 2)
    unsafe tail = .allocate(capacity: Self.blendFrames * 2)
    unsafe tail.initialize(repeating: 0, count: Self.blendFrames * 2)
    segments.reserveCapacity(8)
  }

  deinit {
    unsafe scratch.deallocate()
    unsafe plain.deallocate()
    unsafe incoming.deallocate()
    unsafe tail.deallocate()
  }

  var hasOrders: Bool { !orders.isEmpty }

  var hasRoom: Bool { ring.freeChunks >= ring.spareChunks }

  /// Whether decoding is urgent: an order has come, or the ring is nearly empty.
  var isUrgent: Bool {
    switch phase {
    case .decoding, .draining: isHungry
    case .idle, .joint, .ended: hasOrders
    }
  }

  /// Whether it waits for the next entry.
  var isAtJoint: Bool { if case .joint = phase { true } else { holdsForNext } }

  var isHungry: Bool { fillFrames < rate * Self.hungryMilliseconds / 1000 }

  /// Of the frames in the ring, at most those that can sound: stale frames are dropped soon.
  private var fillFrames: Int { min(ring.fillFrames, givenFrames) }

  /// Number of frames worth a chunk: few while the ring is nearly empty, so that the first sound soon; then more and
  /// more, since the ring has a fixed number of chunks, however short they are.
  var worthwhileFrames: Int {
    guard isHungry else { return ChunkRing.chunkFrames }
    let fill = fillFrames
    return fill < Self.hungryFrames && stretcher == nil
      ? Self.leastFrames : min(max(Self.hungryFrames, fill / 2), ChunkRing.chunkFrames)
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
    guard hasRoom else { return openAhead() || lengthenIndex() ? .worked : .full }
    do throws(EngineFailure) {
      if !replay.isEmpty {
        try feedReplay()
        return .worked
      }
      switch phase {
      case .idle, .ended: return .idle
      case .decoding:
        if holdsForNext { return .idle }
        noteDryStream()
        if !followTransition() { try decode() }
        if awaitsStream {
          // What is there sounds.
          if filled > 0 { announce(flags: []) }
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

  /// Where a stream has nothing more in the ring, it gathers more before it continues.
  private func noteDryStream() {
    guard awaitsStream else { return }
    awaitsStream = false
    guard !isDry, givenFrames > 0, fillFrames == 0, let stream = track?.decoder as? LiveDecoder else {
      return
    }
    isDry = true
    stream.ranDry()
  }

  // MARK: - Orders

  func obey(_ order: FeederOrder) {
    defer {
      if order.endsHere { endHere() }
      dropAhead()
    }
    if let start = order.start {
      next = order.next ?? .unknown
      transition = order.transition ?? nil
      begin(start)
      return
    }
    if let loop = order.loop { take(loop: loop) }
    if let transition = order.transition { self.transition = transition }
    if order.next != nil || order.transition != nil { forgetWaiting() }
    guard let next = order.next else { return }
    dropReplaced(by: order.word, endsHere: order.endsHere)
    self.next = next
    hasAsked = false
    waits = 0
    if case .ended = phase, case .entry = next { revive(after: endedOrdinal) }
  }

  func begin(_ start: FeederOrder.Start) {
    generation = start.generation
    rate = start.rate
    endRun()
    let incoming = overlap?.source.track
    overlap = nil
    mixedOrdinal = nil
    firstJoint.ordinal = nil
    secondJoint.ordinal = nil
    decodedOrdinal = nil
    endedOrdinal = 0
    unmarked = []
    givenFrames = 0
    loop = nil
    blended = Self.blendFrames
    hasGoneBack = false
    estimated = nil
    (awaitsStream, isDry) = (false, false)
    endedSerial = start.entry?.serial
    hasAsked = false
    waits = 0
    phase = .idle
    if track?.entry.serial != start.entry?.serial { tellIndex(isLast: true) }
    guard let entry = start.entry else {
      track = nil
      return
    }
    do throws(EngineFailure) {
      if let old = track, old.entry.serial == entry.serial || old.entry.serial == entry.repeated {
        if let index = entry.index { old.decoder.adopt(index) }
        let track = OpenEntry(entry: entry, ordinal: 0, decoder: old.decoder)
        self.track = track
        // It was decoded ahead as what follows.
        if old.entry.serial != entry.serial { tellOpened(track) }
      } else {
        track = nil
        if let incoming, incoming.entry.serial == entry.repeated, ahead == nil {
          ahead = (incoming.entry.serial, incoming.decoder)
        }
        track = try open(entry, ordinal: 0)
      }
      do throws(EngineFailure) { try setSpeed(start.speed) } catch {
        // It plays as it was recorded.
        stretcher = nil
        report(.lacksSpeed(generation: generation, error))
      }
      try beginRun(from: start.from)
      take(loop: start.loop)
      phase = .decoding
    } catch {
      track = nil
      report(.failed(entry.serial, generation: generation, error))
    }
  }

  func open(_ entry: EngineEntry, ordinal: UInt32) throws(EngineFailure) -> OpenEntry {
    let decoder = if let ahead = try takeAhead(for: entry) { ahead } else { try decoder(of: entry) }
    let track = OpenEntry(entry: entry, ordinal: ordinal, decoder: decoder)
    tellOpened(track)
    return track
  }

  func tellOpened(_ track: OpenEntry) {
    indexTold = 0
    report(.opened(track.entry.serial, generation: generation, length: track.length))
  }
}
