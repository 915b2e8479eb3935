import Glibc
import Linux
public import Media
public import Model
import Signal
import Synchronization

/// Plays entries. It knows no tracks: it gets an entry to play and the next one, and reports when each is heard. Loop
/// thread only; nothing in it waits.
///
/// It gets the next entry as soon as that is known (`setNext`), at the latest after `wantsNext`; so there is never more
/// than one entry decoded ahead of the current one.
public final class Engine {
  /// Receiver of the reports; may call the engine.
  private let report: (EngineReport) -> Void

  let link: EngineLink
  private let orders: FeederOrders
  private let ring: ChunkRing
  private var threads: EngineThreads?
  /// Sources of the threads' reports in the event loop.
  private var registrations: [EventLoop.Registration] = []
  private let clock: () -> Int64
  private let schedule: (Int64, @escaping () -> Void) -> Void

  /// Rate of the device in Hz.
  public private(set) var rate: Int
  private var word = ControlWord()
  private var current: ScheduledEntry?
  private var following: ScheduledEntry?
  private var lastOrdinal: UInt32 = 0
  /// The looped part of the current entry.
  private var loop: Range<Duration>?
  /// Position in the current entry at which the present generation began.
  private var begun = Duration.zero
  private var hasStarted = false
  /// Another speed was asked for, and can't be had.
  private var playsPlain = false
  /// Nothing more can be read of the current entry.
  private var hasRunOut = false
  private var lengths: [EntrySerial: EntryLength] = [:]
  /// The latest reported position; the next one is never before it.
  private var told: EnginePosition?
  /// The last anchor of the current entry.
  private var anchor = PositionAnchor.Value()
  private var waiting: [AudioEvent] = []
  /// When what is being reported is heard: on the engine's clock, or in the file's time where it renders.
  public private(set) var reportedNanoseconds: Int64 = 0
  private var isDelivering = false
  private var snapshot = EngineSnapshot()
  /// When the engine was made, on its clock.
  private let made: Int64
  private var latencies: [Duration] = []
  /// How the current entry goes over into the following one.
  private var transition: Transition?
  private let level: OutputLevel
  let lease: DeviceLease
  public let voices: EngineVoices

  /// How many command latencies are remembered.
  static let latencyCount = 4096

  /// Whether a seek of this generation went by estimate.
  private var isEstimated = false
  /// The entry that was started again because its position became exact.
  private var located: EntrySerial?

  /// Makes the parts without threads: the caller steps them.
  init(
    parts: EngineParts, clock: @escaping () -> Int64,
    schedule: @escaping (Int64, @escaping () -> Void) -> Void,
    report: @escaping (EngineReport) -> Void
  ) {
    link = parts.link
    orders = parts.orders
    ring = parts.ring
    rate = parts.settings.rate
    level = OutputLevel(parts)
    lease = DeviceLease(
      parts.helper, isEnabled: parts.settings.isOutputEnabled, idleRelease: parts.settings.idleRelease,
      clock: clock, schedule: schedule, report: report)
    voices = EngineVoices(parts, lease: lease, clock: clock, schedule: schedule, report: report)
    self.clock = clock
    made = clock()
    self.schedule = schedule
    self.report = report
    snapshot.ringCapacityFrames = parts.ring.capacityFrames
    latencies.reserveCapacity(Self.latencyCount)
  }

  func adopt(_ threads: consuming EngineThreads, reportingTo registrations: [EventLoop.Registration]) {
    self.threads = consume threads
    self.registrations = registrations
    voices.hasThreads = true
    level.publish()
    lease.rest()
  }

  /// Ends the threads and closes the output; waits for what storage or the driver keeps them at, but not for long.
  /// Nothing is reported any more.
  public func close() {
    registrations = []
    let deadline = Instant.now() + EngineThreads.patience
    voices.quit()
    if let threads = threads.take() { threads.stop(by: deadline) }
    voices.join(by: deadline)
  }

  // MARK: - Commands

  /// Plays an entry at once in place of whatever sounds; what was to follow is forgotten.
  /// - Parameters:
  ///   - time: since the entry's beginning; beyond its end it ends at once.
  ///   - paused: stays silent at the first frame until `resume`.
  ///   - speed: nil: as before.
  public func play(
    _ entry: EngineEntry, from time: Duration = .zero, paused: Bool = false, speed: Double? = nil
  ) {
    if let speed, speed != self.speed {
      // The current sound is not decoded again for it.
      current = nil
      self.speed = speed
    }
    following = nil
    transition = nil
    restart(entry, from: time, paused: paused)
  }

  /// Sets the entry that follows the current one without a gap, in place of any before. Frames decoded ahead are
  /// dropped only if they are of the replaced entry.
  /// - Parameter entry: nil: nothing follows.
  public func setNext(_ entry: EngineEntry?, transition: Transition? = nil) {
    guard let current else { return }
    self.transition = transition
    if isMixed {
      following = entry.map { ScheduledEntry(entry: $0, ordinal: 0) }
      publishEntryGains()
      restartHere()
      if entry == nil { give(FeederOrder(start: nil, next: .nothing, word: word)) }
      return
    }
    dropFollowing(of: current)
    guard let entry else {
      give(FeederOrder(start: nil, next: .nothing, transition: .some(nil), word: word))
      return
    }
    guard lastOrdinal < ControlWord.ordinalLimit else {
      // After four million edits within one generation a new one begins.
      following = ScheduledEntry(entry: entry, ordinal: 0)
      restartHere()
      return
    }
    lastOrdinal += 1
    following = ScheduledEntry(entry: entry, ordinal: lastOrdinal)
    awaitLoudness(of: entry)
    give(
      FeederOrder(
        start: nil, next: .entry(entry, ordinal: lastOrdinal), transition: .some(transition), word: word))
  }

  /// Says otherwise how the current entry goes over into the next one; what is mixed already stays as it is.
  public func setTransition(_ transition: Transition?) {
    guard following != nil, transition != self.transition else { return }
    self.transition = transition
    if !isMixed { give(FeederOrder(start: nil, next: nil, transition: .some(transition), word: word)) }
  }

  /// How much of an entry sounds in a time.
  private func songTime(_ nanoseconds: Int64) -> Int64 {
    speed == 1 || playsPlain ? nanoseconds : Int64(Double(nanoseconds) * speed)
  }

  /// Whether what follows is mixed into what lies in the ring of the current entry.
  private var isMixed: Bool {
    guard let following, following.ordinal > 0 else { return false }
    return link.mixedOrdinal.load(ordering: .relaxed) == following.ordinal
  }

  /// Restarts the current entry from where it is heard.
  private func restartHere() {
    guard let current else { return }
    restart(current.entry, from: position?.elapsed ?? begun, paused: word.isPaused)
  }

  /// Goes to a time of the current entry; also while paused.
  public func seek(to time: Duration) {
    guard let current else { return }
    restart(current.entry, from: time, paused: word.isPaused)
  }

  /// Loops a part of the current entry, once it is reached: each round is exactly as long as the part. A position after
  /// its end continues there.
  /// - Parameter loop: since the entry's beginning; nil: continues after it.
  public func setLoop(_ loop: Range<Duration>?) {
    guard let current, loop != self.loop else { return }
    let place = position?.elapsed ?? begun
    // The ring may hold another round, or frames after the end.
    let ringful = Int64(ring.capacityFrames) * 1_000_000_000 / Int64(max(1, rate))
    let reach = place + .nanoseconds(songTime(ringful))
    let ends = [self.loop?.upperBound, loop?.upperBound].compactMap { $0 }
    self.loop = loop
    told = nil
    if isMixed || ends.contains(where: { $0 <= reach + .seconds(1) && $0 > place }) {
      restart(current.entry, from: place, paused: word.isPaused)
    } else {
      give(FeederOrder(start: nil, next: nil, loop: .some(loop), word: word))
    }
  }

  /// Takes an index of an entry's frames: later seeks in it are exact. If the entry plays from an estimated position, it
  /// starts again at the position that `position` shows.
  public func learn(_ index: SeekIndex, of serial: EntrySerial) {
    note(index, of: serial)
    guard isEstimated, let current, current.entry.serial == serial, located != serial else { return }
    located = serial
    restartHere()
  }

  private func note(_ index: SeekIndex, of serial: EntrySerial) {
    current?.learn(index, of: serial)
    following?.learn(index, of: serial)
  }

  /// Fades out over 5 ms and holds the frame where the fade began.
  public func pause() { setPaused(true) }

  /// Continues from the held frame with a fade-in over 5 ms.
  public func resume() { setPaused(false) }

  /// Fades out and forgets everything.
  public func stop() {
    lease.rest()
    current = nil
    following = nil
    newGeneration(paused: false)
    give(
      FeederOrder(start: FeederOrder.Start(generation: word.generation, from: .zero, rate: rate), word: word))
  }

  /// Reads no further, since what the entries lie on is gone: their files are closed, what is decoded of the current
  /// one plays to its end, and `ended` and `drained` follow.
  public func runOut() {
    guard let current else { return }
    dropFollowing(of: current)
    hasRunOut = true
    give(FeederOrder(start: nil, next: .nothing, endsHere: true, word: word))
  }

  /// Percent; clipped to 0...100. Every change is a ramp over 10 ms.
  public var volume: Int {
    get { level.volume }
    set { level.volume = newValue }
  }

  public var isMuted: Bool {
    get { level.isMuted }
    set { level.isMuted = newValue }
  }

  /// Share of the level that a fade leaves, 0 to 1.
  public var fade: Float {
    get { level.fade }
    set { level.fade = newValue }
  }

  /// Equaliser, channels and balance; every change is a ramp.
  public var shape: SoundShape {
    get { level.shape }
    set { level.shape = newValue }
  }

  /// One of `Modes.speeds`; the current sound continues at its place with another speed.
  public var speed = 1.0 {
    didSet { if speed != oldValue { restartHere() } }
  }

  /// Which of the entries' gains sounds; every change is a ramp.
  public var replayGain: ReplayGainMode {
    get { level.replayGain }
    set {
      guard newValue != level.replayGain else { return }
      level.replayGain = newValue
      publishEntryGains()
      if isMixed { restartHere() }
    }
  }

  /// Returns the gain that an entry of this loudness gets now, in dB.
  public func gain(of loudness: Loudness) -> Double { 20 * log10(Double(level.gain(of: loudness))) }

  /// Says what has become known of how loud an entry is.
  public func learn(_ loudness: Loudness, of serial: EntrySerial) {
    let isAwaited = lacksLoudness(serial)
    current?.learn(loudness, of: serial)
    following?.learn(loudness, of: serial)
    publishEntryGains()
    if isAwaited { level.wakeThreads() }
  }

  /// Whether it is not known yet how loud an entry is.
  public func lacksLoudness(_ serial: EntrySerial) -> Bool {
    current?.lacksLoudness(serial) == true || following?.lacksLoudness(serial) == true
  }

  /// Before an entry is given to the threads.
  private func awaitLoudness(of entry: EngineEntry) {
    publishEntryGains()
    guard entry.loudness == nil else { return }
    // Not the entry: what opens its file would keep the library.
    schedule(EngineEntry.patienceEnd(from: clock())) { [weak self, serial = entry.serial] in
      if let self, lacksLoudness(serial) { learn(Loudness(), of: serial) }
    }
  }

  private func publishEntryGains() { level.publish(current, following) }

  /// Whether a device is to be open; while it is not, what sounds is held.
  public var isOutputEnabled: Bool {
    get { lease.isEnabled }
    set { lease.isEnabled = newValue }
  }

  /// Whether the device was let go, since nothing has sounded for long.
  public var isReleased: Bool { lease.isReleased }

  /// Whether the device was lost or refused, and is looked for.
  public var isDeviceLost: Bool { lease.isLost }

  // MARK: - State

  /// Position of the current entry that is heard now; while it plays it never goes back. nil while nothing is current.
  public var position: EnginePosition? {
    guard let current else { return nil }
    let latest = link.anchor.read()
    if latest.generation == word.generation, latest.serial == current.entry.serial.rawValue {
      anchor = latest
    }
    var elapsed = begun
    if anchor.generation == word.generation, anchor.serial == current.entry.serial.rawValue {
      var nanoseconds = anchor.positionNanoseconds
      // Once the next entry has taken over in the mixer, this one still sounds out of the device.
      if anchor.isMoving {
        let ahead = songTime(anchor.audibleNanoseconds - clock())
        nanoseconds -= latest == anchor ? max(0, ahead) : ahead
      }
      elapsed = .nanoseconds(nanoseconds)
      if let length = lengths[current.entry.serial]?.exact { elapsed = min(elapsed, length) }
    }
    elapsed = max(elapsed, min(begun, loop?.lowerBound ?? begun))
    // From the end of a loop it goes back to the beginning.
    if let told, told.serial == current.entry.serial, loop == nil { elapsed = max(elapsed, told.elapsed) }
    let position = EnginePosition(serial: current.entry.serial, elapsed: elapsed, isEstimated: isEstimated)
    told = position
    return position
  }

  public var status: EngineSnapshot {
    var status = snapshot.following(link, rate: rate)
    status.ringFrames = ring.fillFrames
    status.generation = word.generation
    status.commandLatencies = latencies
    status.isEnabled = lease.isEnabled
    return status
  }

  // MARK: - Inside

  private func restart(_ entry: EngineEntry, from time: Duration, paused: Bool) {
    newGeneration(paused: paused)
    if current?.entry.serial != entry.serial {
      hasStarted = false
      lengths = [:]
      loop = nil
    }
    current = ScheduledEntry(entry: entry, ordinal: 0)
    if paused { lease.rest() } else { lease.wake() }
    begun = max(.zero, time)
    var next: FeederOrder.Next?
    if let following {
      lastOrdinal = 1
      self.following = ScheduledEntry(entry: following.entry, ordinal: 1)
      next = .entry(following.entry, ordinal: 1)
    }
    awaitLoudness(of: entry)
    if let following { awaitLoudness(of: following.entry) }
    let start = FeederOrder.Start(
      generation: word.generation, entry: entry, from: begun, rate: rate, speed: speed, loop: loop)
    give(FeederOrder(start: start, next: next, transition: .some(transition), word: word))
  }

  private func newGeneration(paused: Bool) {
    hasRunOut = false
    playsPlain = false
    lastOrdinal = 0
    told = nil
    isEstimated = false
    waiting.removeAll(keepingCapacity: true)
    let generation = (word.generation &+ 1) & ControlWord.generationMask
    word = ControlWord(generation: generation, isPaused: paused)
    link.commandNanoseconds.store(clock(), ordering: .releasing)
    publishWord()
  }

  private func setPaused(_ paused: Bool) {
    guard word.isPaused != paused else { return }
    if paused { lease.rest() } else { lease.wake() }
    word = ControlWord(
      generation: word.generation, isPaused: paused, lastValid: word.lastValid,
      lastReplaced: word.lastReplaced)
    publishWord()
  }

  /// Drops the following entry; nothing decoded of it is heard.
  private func dropFollowing(of current: ScheduledEntry) {
    guard following != nil else { return }
    following = nil
    publishEntryGains()
    word = ControlWord(
      generation: word.generation, isPaused: word.isPaused, lastValid: current.ordinal,
      lastReplaced: lastOrdinal)
    publishWord()
  }

  /// Before the order that belongs to it: the audio thread would take chunks of a word that it can't see for stale.
  private func publishWord() {
    link.word.store(word.rawValue, ordering: .sequentiallyConsistent)
    link.toAudio.signal()
  }

  private func give(_ order: FeederOrder) {
    orders.put(order)
    link.toFeeder.signal()
  }

  // MARK: - Reports

  /// From the decode thread.
  func receive(_ message: FeederReport) {
    switch message {
    case .opened(let serial, let generation, let length):
      guard generation == word.generation else { return }
      lengths[serial] = length
    case .estimated(let serial, let generation):
      if generation == word.generation, serial == current?.entry.serial { isEstimated = true }
    case .indexed(let serial, let index):
      note(index, of: serial)
      report(.indexed(serial, index))
    case .located(let serial, let index):
      report(.indexed(serial, index))
      learn(index, of: serial)
    case .wantsNext(let serial, let generation):
      guard generation == word.generation else { return }
      report(.wantsNext(after: serial))
      if serial == current?.entry.serial { settleNext() }
    case .lostOverlap(let generation, let failure):
      guard generation == word.generation else { return }
      let lost = failure == nil ? nil : following?.entry.serial
      if lost != nil { following = nil }
      restartHere()
      if let lost, let failure { report(.failed(lost, failure)) }
    case .lacksSpeed(let generation, let failure):
      guard generation == word.generation else { return }
      playsPlain = true
      report(.lacksSpeed(failure))
    case .failed(let serial, let generation, let failure):
      guard generation == word.generation else { return }
      report(.failed(serial, failure))
    }
  }

  /// Without a known next entry when the current entry begins or is decoded, the stream may end for now. A later one
  /// continues from the same joint.
  private func settleNext() {
    if current != nil, following == nil { give(FeederOrder(start: nil, next: .nothing, word: word)) }
  }

  /// From the device helper.
  func receive(_ message: HelperReport) {
    switch message {
    case .opened(let name, let rate, let format, let periodFrames):
      snapshot.opened(name, rate: rate, format, periodFrames: periodFrames, at: clock(), after: made)
      changeRate(to: rate)
      if lease.isLost { report(.deviceBack(name: name)) }
      lease.isLost = false
      report(.deviceOpened(name: name, rate: rate, format: format.rawValue))
    case .cardGain(let gain):
      level.cardGain = gain
    case .lacksControl(let name):
      level.cardGain = nil
      report(.lacksControl(name: name))
    case .refused(let reason, let isBusy):
      lease.isLost = true
      (snapshot.deviceTrouble, snapshot.isDeviceBusy) = (reason, isBusy)
      report(.deviceLost(reason: reason))
    case .closed:
      (snapshot.device, snapshot.format) = ("", nil)
    }
  }

  /// Everything is converted to the device's rate: frames decoded for another one are decoded again.
  private func changeRate(to rate: Int) {
    guard rate != self.rate else { return }
    let place = position?.elapsed
    self.rate = rate
    voices.reload(at: rate)
    if let current { restart(current.entry, from: place ?? .zero, paused: word.isPaused) }
  }

  /// From the audio thread: takes its events and reports those that can be heard by now.
  func receiveAudioEvents() {
    while let event = link.events.take() {
      switch event.kind {
      case .fresh:
        snapshot.began(at: event.nanoseconds)
        if latencies.count == Self.latencyCount { latencies.removeFirst(Self.latencyCount / 2) }
        if event.generation == word.generation { latencies.append(.nanoseconds(event.value)) }
      case .underrun: report(.underrun(total: UInt64(clamping: event.value)))
      case .widened: report(.targetBufferWidened(to: Int(event.value)))
      case .deviceFailed:
        lease.isLost = true
        // Sounds requested since the failure are not to be heard when the device is back.
        voices.stopVoices()
        returnToHeard(at: event.nanoseconds)
        let reason = Errno(rawValue: Int32(truncatingIfNeeded: event.value)).description
        (snapshot.deviceTrouble, snapshot.isDeviceBusy) = (reason, false)
        report(.deviceLost(reason: reason))
      case .started, .ended, .drained, .starved, .recovered:
        if event.generation == word.generation { waiting.append(event) }
      case .voiceStarted, .voiceEnded, .soundFreed: voices.receive(event)
      }
    }
    deliver()
  }

  /// The device has gone with frames that it had not played at `time`: the current entry is read again from there.
  private func returnToHeard(at time: Int64) {
    guard let current, hasStarted, !hasRunOut else { return }
    let last = link.anchor.read()
    guard last.generation == word.generation, last.serial == current.entry.serial.rawValue else { return }
    let lost = songTime(last.audibleNanoseconds - time)
    guard lost > 0 else { return }
    restart(
      current.entry, from: .nanoseconds(max(0, last.positionNanoseconds - lost)), paused: word.isPaused)
  }

  /// Reports the events that can be heard by now; comes back for the rest.
  private func deliver() {
    // A report may give commands, which may make older events void.
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    while let event = waiting.first {
      let ahead = event.nanoseconds - clock()
      guard ahead <= 0 else {
        schedule(event.nanoseconds) { [weak self] in self?.deliver() }
        return
      }
      waiting.removeFirst()
      reportedNanoseconds = event.nanoseconds
      tell(event)
    }
  }

  private func tell(_ event: AudioEvent) {
    switch event.kind {
    case .started: tellStarted(event.serial)
    case .ended: report(.ended(event.serial))
    case .drained:
      lease.rest()
      report(.drained(after: event.serial))
    case .starved:
      snapshot.starvations += 1
      report(.starved)
    case .recovered: report(.recovered)
    case .fresh, .underrun, .widened, .deviceFailed, .voiceStarted, .voiceEnded, .soundFreed: break
    }
  }

  private func tellStarted(_ serial: EntrySerial) {
    if let following, following.entry.serial == serial {
      let old = current?.entry.serial
      current = following
      isEstimated = false
      loop = nil
      self.following = nil
      transition = nil
      publishEntryGains()
      begun = .zero
      told = nil
      hasStarted = true
      if let old { lengths[old] = nil }
      report(.started(serial, length: lengths[serial] ?? .unknown))
      settleNext()
    } else if serial == current?.entry.serial, !hasStarted {
      hasStarted = true
      report(.started(serial, length: lengths[serial] ?? .unknown))
    }
  }
}
