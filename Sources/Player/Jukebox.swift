public import Model

/// A jukebox: the queue, the order in which it plays, the current entry, and the effect of every event on them.
///
/// A value without clock, thread or protocol: events and the time go in, effects come out. The time is a duration since
/// any fixed moment and never decreases.
///
/// The protocol's commands follow MPD 0.24, with these exceptions:
/// - Stopping with random on keeps the order, so that no entry comes again in the same round.
/// - In random mode a new round of `repeat` never begins with the entry that has just played, and `previous` steps back
///   into the round before.
/// - Entries whose volume is absent are skipped without an error.
/// - Deleting the current entry continues with the following one also with `single` and `repeat` on.
public struct Jukebox: Sendable {
  /// How many entries in a row may fail before playback stops.
  public static let failureLimit = 256
  /// How long after an unreadable entry its volume may be announced as gone.
  public static let unreachableGrace = Duration.seconds(1)
  /// How long after power-on the volume of the entry that played last is waited for before another one plays.
  public static let settleTime = Duration.seconds(10)
  /// How often the position is saved while something plays.
  public static let savePeriod = Duration.seconds(4)
  /// From here on the gesture `previous` restarts the entry instead of leaving it.
  public static let restartThreshold = Duration.seconds(3)

  public internal(set) var policy: Policy
  public internal(set) var queue: Queue
  public internal(set) var modes: Modes
  public internal(set) var level: Level
  /// Percent, at most the policy's ceiling; also while muted.
  public var volume: Int { level.volume }
  /// The limit of the volume in percent, for every source of changes.
  public var ceiling: Int { level.ceiling(policy) }
  var trouble = Trouble()
  public var error: String? { trouble.error }
  /// The ids that the last `.add`, `.fill` or `.replaceQueue` gave, in sequence.
  public internal(set) var lastAdded: Range<UInt32> = 0..<0
  public internal(set) var transport = TransportState.stop
  /// The stored playlist that was put into the queue last since that was cleared; empty where none was.
  public internal(set) var lastLoaded: String

  var order: RandomOrder

  // The current entry and its playback.
  var currentSlot: UInt32?
  private var serials: PlaySerials
  public internal(set) var serial: PlaySerial {
    get { serials.current }
    set { serials.current = newValue }
  }
  var queued: StampedEntry?
  var clock = PlayClock()
  var length: Duration? { clock.lengths.exact }
  /// The playing of the current entry, also while playback is interrupted.
  var playing: Playing?
  var folderPoints = FolderPoints()

  var interruption: Interruption?
  var party = Party()
  var limits = FamilyLimits()

  // Volumes and autoplay.
  /// In the sequence of their arrival.
  var presentVolumes: [VolumeID] = []
  var filling = Filling()
  var aside = PutAside()

  var savesPositionAt = Duration.zero
  var turn = Turn()
  var now: Duration { turn.now }

  /// - Parameters:
  ///   - saved: what was kept from the last time.
  ///   - seed: of the random order.
  public init(
    policy: Policy = Policy(), saved: SavedState = SavedState(), seed: UInt64 = .random(in: .min ... .max)
  ) {
    self.policy = policy
    queue = Queue(
      entries: saved.entries, version: saved.settings.queueVersion, nextID: saved.settings.nextID)
    modes = saved.settings.modes
    level = Level(saved.settings, policy)
    modes.shape = saved.settings.shape ?? policy.shape
    modes.speed = 1
    lastLoaded = saved.settings.lastLoaded
    filling.restored = saved.position
    party.ended = saved.position.ended
    order = RandomOrder(seed: seed)
    serials = PlaySerials(seed: ~seed)
    currentSlot = saved.position.entry.flatMap { queue.slot(of: $0) }
    if let playing = saved.position.playing, let slot = currentSlot, queue.id(ofSlot: slot) == playing.entry,
      let position = queue.position(ofSlot: slot)
    {
      self.playing = Playing(playing, of: queue[position])
    }
    if modes.random { order.restore(saved.order, current: currentSlot, queue, albums: modes.randomAlbums) }
  }

  /// Takes in what has happened.
  /// - Parameters:
  ///   - time: since any fixed moment.
  ///   - effects: what is to be done is appended, in order.
  /// - Throws: why a command was refused; nothing has changed then and nothing was appended.
  public mutating func handle(
    _ event: Event, at time: Duration, into effects: inout [Effect]
  ) throws(Refusal) {
    turn = Turn(now: max(now, time), leavesByHand: event.leavesByHand)
    // The caller's array grows in place.
    Swift.swap(&turn.effects, &effects)
    defer { Swift.swap(&turn.effects, &effects) }
    let before = turn.effects.count
    if case .position = event {
      // Other effects of this event are not used.
      try apply(event)
      listen()
      return
    }
    listen()
    countBudget()
    if isRinging, let act = event.alarmAct {
      turn.append(.perform(act))
    } else {
      try carryOut(event)
    }
    followLimits()
    followFade(from: before)
    tellIfPlayed()
    if isRinging { turn.forgetSaves(from: before) }
    if !turn.changed.isEmpty { turn.append(.changed(turn.changed)) }
    assert(turn.effects.count >= before)
  }

  /// Somebody who changes the queue ends an alarm: the old queue is back, then the change is made, or all stays.
  private mutating func carryOut(_ event: Event) throws(Refusal) {
    let before = isRinging && event.takesQueue ? self : nil
    if before != nil { endRinging() }
    do throws(Refusal) {
      if let refusal = refusal(of: event) { throw refusal }
      try apply(event)
    } catch {
      if let before { self = before }
      throw error
    }
  }

  private mutating func apply(_ event: Event) throws(Refusal) {
    switch event {
    case .powerOn: powerOn()
    case .tick: tick()
    case .powerOff: powerOff()
    case .policyChanged(let policy): change(to: policy)

    case .play: play()
    case .playPosition(let position): play(try slot(at: position))
    case .playID(let id): play(try slot(of: id))
    case .setPaused(let paused): setPaused(paused)
    case .togglePause: setPaused(transport == .play || interruption?.state == .play)
    case .stop: stop()
    case .next: try skip()
    case .previous: try previous()
    case .seekPosition(let position, let target):
      seek(try soughtSlot(try slot(at: position)), to: target)
    case .seekID(let id, let target): seek(try soughtSlot(try slot(of: id)), to: target)
    case .seekCurrent(let target): seek(try soughtSlot(try playingSlot()), to: target)
    case .seekCurrentBy(let distance): seek(try soughtSlot(try playingSlot()), by: distance)
    case .setLoop(let section): try setLoop(section)

    case .add(let tracks, let place): try add(tracks.map { QueueItem($0) }, at: place)
    case .addItems(let items, let place): try add(items, at: place)
    case .request(let items, let guest): try request(items, guest: guest)
    case .withdraw(let id, let guest): try withdraw(id, guest: guest)
    case .vote(let id, let guest): try vote(id, guest: guest)
    case .setRegion(let id, let region): try setRegion(region, of: id)
    case .setTags(let id, let tags): try setTags(tags, of: id)
    case .delete(let range): try delete(range)
    case .deleteIDs(let ids): try delete(ids)
    case .clear: clear()
    case .takeBackClear: takeBackClear()
    case .move(let range, let place): try move(range, to: place)
    case .moveID(let id, let place): try move(id, to: place)
    case .swap(let a, let b): try swap(a, b)
    case .swapIDs(let a, let b): try swap(try position(of: a), try position(of: b))
    case .prioritise(let ranges, let priority): try prioritise(ranges, priority)
    case .prioritiseIDs(let ids, let priority): try prioritise(ids, priority)
    case .shuffle(let range): try shuffle(range)
    case .loaded(let playlist): noteLoaded(playlist)
    case .moved(let places): follow(places)
    case .factsChanged(let volume): if queue.touch(volume) { turn.change(.playlist) }

    case .setRandom(let on): setRandom(on)
    case .setRandomAlbums: setRandom(true, albums: true)
    case .setShape(let shape): setShape(shape)
    case .setSpeed(let speed): try askForSpeed(speed)
    case .setSleep(let timer): setSleep(timer)
    case .ring, .fadeRinging, .endRinging: followAlarm(event)
    case .setNight(let on): level.setNight(on, policy, &turn)
    case .setQuiet, .restoreBudget, .setBudget, .setDay, .beginDay, .giveBudget, .allow:
      followFamily(event)
    case .setRepeat(let on): setModes { $0.repeat = on }
    case .setSingle(let mode): setModes { $0.single = mode }
    case .setConsume(let mode): setModes { $0.consume = mode }
    case .setCrossfade(let seconds): setModes { $0.crossfadeSeconds = seconds }
    case .setMixRampDecibels(let level): setModes { $0.mixRampDecibels = level }
    case .setMixRampDelay(let seconds): setModes { $0.mixRampDelaySeconds = seconds }
    case .setReplayGain(let mode): setModes { $0.replayGain = mode }
    case .setVolume(let percent): level.setVolume(percent, policy, &turn)
    case .changeVolume(let percent): level.setVolume(volume.saturatingAdd(percent), policy, &turn)
    case .setMuted(let on): level.setMuted(on, &turn)
    case .clearError: trouble.clearError(&turn)
    case .perform(let action): perform(action)

    case .volumeArrived(let volume): arrived(volume)
    case .volumeLeft(let volume): left(volume)
    case .folders(let rules): learn(rules)
    case .fill(let tracks, let volume): fill(tracks, from: volume)
    case .replaceQueue(let items): replaceQueue(items)

    case .started, .wantsNext: followEngine(event)
    case .position(let serial, let elapsed): report(serial, elapsed)
    case .ended(let serial): ended(serial)
    case .failed(let serial, let kind, let reason): failed(serial, kind, reason)
    case .drained(let serial): drained(serial)
    }
  }

  mutating func newSerial() -> PlaySerial { serials.next() }
  mutating func newPlayingID() -> UInt64 { serials.nextPlaying() }

  private mutating func powerOff() {
    turn.save(.settings)
    turn.save(.position)
    noteFolder()
  }

  private mutating func tick() {
    if trouble.holdsForVolume, let end = trouble.graceEnd, now >= end {
      passOver(reason: error ?? "cannot be read")
    }
    if let settlesAt = filling.settlesAt, now >= settlesAt {
      filling.settlesAt = nil
      for volume in presentVolumes { welcomeStranger(volume) }
    }
    if transport == .play, now >= savesPositionAt { savePosition() }
    followSleep()
  }
}

extension Int {
  /// Outside numbers may be anything; they never trap.
  func saturatingAdd(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
