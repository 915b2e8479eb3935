import Audio
import Control
import Library
import Linux
import Media
import Model
import Player

/// Where everything that happens becomes a decision and every decision an act: events go into the player, its effects
/// go to the engine, the store, the library and the clients. Loop thread only.
final class PlaybackController {
  private(set) var player: Jukebox
  /// When somebody last pressed something, or a client changed something.
  private(set) var lastAsked: Instant
  private let loop: EventLoop
  private let engine: Engine
  private let store: BoxStore
  private let library: MusicLibrary
  /// Called with the change, for `idle`.
  var announce: (Subsystems) -> Void = { _ in }
  /// Runs the configured command.
  var shutDown: () -> Void = {}
  /// Counts what was heard of a playing.
  var count: (HeardReport) -> Void = { _ in }
  /// Keeps where listening to a folder that resumes has come to.
  var keep: (FolderPoint, FolderReference) -> Void = { _, _ in }
  /// Called with the current entry, whenever something of it may have changed.
  var follow: (QueueEntry) -> Void = { _ in }
  /// Hands over a volume's tracks as `.fill` events.
  var fill: (VolumeID) -> Void = { _ in }
  /// Whether songs whose tags say no ReplayGain get what their analysis measured.
  var usesMeasuredLoudness = true
  let playTime = PlayTime()
  let indexes: SeekIndexes
  let presetsAndMixSlots: PresetsAndMixSlots
  let streams: Streams
  private var streamTick: EventLoop.Timer?
  /// As clients saw the current stream last.
  private var shownStream: StreamStatus?

  /// A button is pressed for a pad, or is up again.
  var pressPad: (String, Bool) -> Void = { _, _ in }
  var stopPads: () -> Void = {}
  var makeAnnouncement: (String) -> Void = { _ in }
  /// A button is pressed for a recording.
  var record: (Action) -> Void = { _ in }
  /// Has the jukebox itself be heard.
  var sound: (Tone) -> Void = { _ in }

  /// Called with a volume that can't be played any more.
  var volumeLeft: (VolumeID) -> Void = { _ in }
  /// Called with a volume on which an entry of the queue is to sound otherwise.
  var noteRegion: (VolumeID) -> Void = { _ in }

  /// The engine's next entry.
  private var following: StampedEntry?
  private var waiting: [(event: Event, whenDurable: ((Refusal?) -> Void)?)] = []
  private var isHandling = false
  /// Counts what people want to be played: the latest wish is the one that counts, whichever is read first.
  private(set) var wishes: UInt64 = 0
  /// Counts what clients change in the queue.
  private(set) var edits: UInt64 = 0
  private var tick: EventLoop.Timer?
  private var tickAt: Instant?
  /// The songs of the current entry and the one that follows, kept so that `currentsong` asks nobody.
  private var songs: [EntryID: (song: Song, bitrate: Int)] = [:]
  /// What says how they sound and go over into each other.
  private var facts: [EntryID: PlaybackInfo] = [:]
  /// Entries whose songs are being read, and who waits for the current one's.
  private var asked: Set<EntryID> = []
  private var songWaiters: [() -> Void] = []
  private var patienceEnd: EventLoop.Timer?
  private var isFollowingStream = false

  /// - Parameters:
  ///   - hint: what was saved with the position.
  ///   - presets: those that are bound to a playlist.
  init(
    player: Jukebox, hint: [UInt8]? = nil, presets: [Int: PresetBinding] = [:], loop: EventLoop,
    engine: Engine, store: BoxStore,
    library: MusicLibrary, streams: Streams
  ) {
    self.streams = streams
    presetsAndMixSlots = PresetsAndMixSlots(library: library, store: store, presets: presets)
    indexes = SeekIndexes(library: library, engine: engine, hint: hint, of: player.current?.id)
    self.player = player
    lastAsked = loop.now
    self.loop = loop
    self.engine = engine
    self.store = store
    self.library = library
    followModes()
    streams.changed = { [weak self] in self?.followStream() }
  }

  /// The player's clock: the loop's, since its origin.
  private var now: Duration { .nanoseconds(loop.now.nanoseconds) }

  /// What is, at this moment: the engine is asked for the audible position first.
  var status: PlaybackStatus {
    followEngine()
    return player.status(at: now)
  }

  /// The position in the current entry; also while it waits for its volume, when no status gives it.
  var elapsedToSave: Duration {
    followEngine()
    return player.savedPosition(at: now).elapsed
  }

  /// The player reckons on from what the engine said last, while a device or the storage may stand still: before
  /// anything rests on the position, it is brought up to date.
  private func followEngine() {
    guard let position = engine.position else { return }
    var effects: [Effect] = []
    // No report is refused, and a position has no effects.
    try? player.handle(.position(PlaySerial(position.serial), position.elapsed), at: now, into: &effects)
  }

  var queue: Queue { player.queue }
  var canTakeBackClear: Bool { player.canTakeBackClear(at: now) }

  var currentSong: Song? {
    player.current.flatMap { songs[$0.id]?.song }
  }

  /// In kbit/s; 0 where unknown.
  var currentBitrate: Int {
    player.current.flatMap { songs[$0.id]?.bitrate } ?? 0
  }

  /// Takes an event and carries out what the player makes of it.
  /// - Parameter whenDurable: called once what the event changed in the queue would survive a power cut, with nil, or
  ///   with what went wrong; at once where it changed nothing.
  func handle(_ event: Event, whenDurable: ((Refusal?) -> Void)? = nil) throws(Refusal) {
    precondition(!isHandling, "an event inside of an effect goes through `report`")
    lastAsked = loop.now
    isHandling = true
    defer {
      isHandling = false
      runWaiting()
    }
    let before = player.queue.version
    try take(event, whenDurable: whenDurable)
    if player.queue.version != before { edits += 1 }
  }

  /// Takes an event that nobody waits for. One that comes up while another is carried out waits for its end.
  func report(_ event: Event) {
    switch event {
    case .perform: lastAsked = loop.now
    case .volumeLeft(let volume): volumeLeft(volume)
    default: break
    }
    report(event, whenDurable: nil)
  }

  private func report(_ event: Event, whenDurable: ((Refusal?) -> Void)?) {
    waiting.append((event, whenDurable))
    if !isHandling { runWaiting() }
  }

  private func runWaiting() {
    guard !isHandling else { return }
    isHandling = true
    defer { isHandling = false }
    while !waiting.isEmpty {
      let (event, whenDurable) = waiting.removeFirst()
      do throws(Refusal) {
        try take(event, whenDurable: whenDurable)
      } catch {
        Log.repeatable(.info, "not done: \(error.message)")
        whenDurable?(error)
      }
    }
  }

  private func take(_ event: Event, whenDurable: ((Refusal?) -> Void)?) throws(Refusal) {
    followEngine()
    var effects: [Effect] = []
    try player.handle(event, at: now, into: &effects)
    if event.isWish { wishes += 1 }
    saveQueue(effects, whenDurable: whenDurable)
    for effect in effects { carryOut(effect) }
    if case .powerOff = event { indexes.keep() }
    followDeadline()
  }

  /// Stores the changes of the queue; the caller is notified once all of them are durable.
  private func saveQueue(_ effects: [Effect], whenDurable: ((Refusal?) -> Void)?) {
    let changes = effects.compactMap { if case .save(.queue(let change)) = $0 { change } else { nil } }
    guard !changes.isEmpty else {
      whenDurable?(nil)
      return
    }
    for case .setRegion(let id, _) in changes {
      if let entry = player.queue.entry(of: id) { noteRegion(entry.track.volume) }
    }
    store.save(changes, version: player.queue.version, nextID: player.queue.nextID) { error in
      whenDurable?(error.map { .system("\($0)") })
    }
  }

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .start(let stamped, let time, let paused):
      var entry = engineEntry(stamped)
      if let following, following.entry.soundsAs(stamped.entry) {
        entry.repeated = EntrySerial(rawValue: following.serial.rawValue)
      }
      following = nil
      streams.stopWaiting()
      engine.play(entry, from: time, paused: paused, speed: player.modes.speed)
      if paused { streams.pause(stamped.serial) }
    case .setNext(let stamped):
      var entry = stamped.map(engineEntry)
      // Elsewhere it may be waited for, and a part that begins within its file may take long to find.
      let isFile = entry?.stream == nil
      entry?.opensAhead =
        stamped?.entry.track.volume == player.current?.track.volume && stamped?.entry.region.start == .zero
        && isFile
      following = stamped
      engine.setNext(entry, transition: transition)
      if let stamped { lookUp(stamped.entry) }
    case .pause:
      engine.pause()
      streams.pause(player.serial)
      moveLogs()
    case .resume:
      if streams.resume(player.serial), let current = player.current {
        let again = engineEntry(StampedEntry(serial: player.serial, entry: current))
        engine.play(
          again, from: engine.position?.elapsed ?? .zero, paused: false, speed: player.modes.speed)
        return
      }
      engine.resume()
    case .stop:
      streams.stopWaiting()
      following = nil
      engine.stop()
      moveLogs()
    case .runOut:
      following = nil
      engine.runOut()
    case .seek(_, let time): engine.seek(to: time)
    case .setLoop(_, let section): engine.setLoop(section.map { $0.start..<$0.end })
    case .setVolume(let percent): engine.volume = percent
    case .setMuted(let muted): engine.isMuted = muted
    case .setFade(let level): engine.fade = level
    case .save(.queue): break
    case .save(.order): store.save(order: player.savedOrder)
    case .save(.settings): store.save(player.savedSettings)
    case .save(.folder(let folder, let point)): keep(point, folder)
    case .heard(let report): count(report)
    case .save(.position):
      let position = player.savedPosition(at: now)
      store.save(position, hint: indexes.hint(of: position.entry))
    case .changed(let subsystems):
      playTime.note(isSounding: player.transport == .play)
      if subsystems.contains(.options) { followModes() }
      if !subsystems.isDisjoint(with: [.options, .player]) { followSongs() }
      if let current = player.current {
        lookUp(current)
        follow(current)
      }
      announce(subsystems)
    case .fillQueue(let volume): fill(volume)
    case .loadPreset(let number):
      play(.preset(number)) { if let refusal = $0 { Log.notice("preset \(number): \(refusal.message)") } }
    case .loadNamed(let name):
      play(.named(name)) { if let refusal = $0 { Log.notice("play \(name): \(refusal.message)") } }
    case .mix(let slot, let track): presetsAndMixSlots.mix(track, slot: slot)
    case .toggleFavourite(let track): change(track, .toggleFavourite)
    case .rate(let track, let rating): change(track, .rate(rating))
    case .stepCue(let entry, let elapsed, let forward): stepCue(of: entry, from: elapsed, forward: forward)
    case .atLimit: sound(.limit)
    case .pressPad(let name, let isDown): pressPad(name, isDown)
    case .announce(let name): makeAnnouncement(name)
    case .stopPads: stopPads()
    case .record(let action): record(action)
    case .shutDown: shutDown()
    case .nothingPlays(let action): Log.notice("\(action): no song is playing; nothing done")
    case .skipped(let entry, let reason):
      sound(.error)
      Log.repeatable(.warning, "skipped \(uri(of: entry.track)): \(reason)")
    case .gaveUp(let reason):
      sound(.error)
      Log.repeatable(.error, "stopped: \(reason)")
    }
  }

  /// While nothing sounds the databases become one whole file each: the stick may be pulled next.
  private func moveLogs() {
    indexes.keep()
    store.checkpoint()
    library.checkpoint()
  }

  private func engineEntry(_ stamped: StampedEntry) -> EngineEntry {
    let track = stamped.entry.track
    let serial = EntrySerial(rawValue: stamped.serial.rawValue)
    if let url = track.url {
      do throws(SystemError) {
        return try streams.entry(url, as: stamped.serial, beside: player.serial)
      } catch {
        return EngineEntry(serial: serial) { () throws(SystemError) in throw error }
      }
    }
    let index = indexes.index(of: stamped.entry.id)
    let storedIndex = indexes.give(stamped.entry, as: serial)
    let region = stamped.entry.region
    var entry = EngineEntry(
      serial: serial, index: index, start: region.start, end: region.end, gain: region.gain,
      open: library.opener(of: track))
    entry.storedIndex = storedIndex
    entry.loudness = facts[stamped.entry.id]?.loudness ?? Loudness()
    return entry
  }

  /// How the current entry goes over into the following one, as far as their songs are known.
  private var transition: Transition? {
    guard let current = player.current, let following, current.track.url == nil,
      following.entry.track.url == nil
    else { return nil }
    let (first, second) = (facts[current.id] ?? PlaybackInfo(), facts[following.entry.id] ?? PlaybackInfo())
    return Transition(
      from: (current.region, first), to: (following.entry.region, second), modes: player.modes,
      crossfadesAlbums: player.policy.crossfadesAlbums,
      gains: (engine.gain(of: first.loudness), engine.gain(of: second.loudness)))
  }

  /// What the modes say of how it sounds.
  func followModes() {
    let modes = player.modes
    engine.shape = modes.shape
    engine.speed = modes.speed
    engine.replayGain = modes.replayGain == .auto ? modes.random ? .track : .album : modes.replayGain
  }

  /// The songs' facts, or what is made of them, may have changed.
  private func followSongs() {
    if let current = player.current, let facts = facts[current.id] {
      engine.learn(facts.loudness, of: EntrySerial(rawValue: player.serial.rawValue))
    }
    guard let following else { return }
    if let facts = facts[following.entry.id] {
      engine.learn(facts.loudness, of: EntrySerial(rawValue: following.serial.rawValue))
    }
    engine.setTransition(transition)
  }

  /// Plays it in place of the queue, once what it holds has been read, if nothing else is wanted by then.
  /// - Parameter completion: gets nil when that would survive a power cut, otherwise why nothing was changed.
  func play(_ wanted: PresetsAndMixSlots.Wanted, completion: @escaping (Refusal?) -> Void) {
    wishes += 1
    let wish = wishes
    presetsAndMixSlots.load(wanted, while: { [weak self] in self?.wishes == wish }) { [weak self] result in
      switch result {
      case .failure(let refusal): completion(refusal)
      case .success(let (items, playlist)):
        guard let self, wishes == wish else { return completion(.overtaken) }
        report(.replaceQueue(items), whenDurable: completion)
        if let playlist { report(.loaded(playlist)) }
      }
    }
  }

  /// What a button or key says of a track.
  private func change(_ track: TrackReference, _ edit: PersonalEdit) {
    let uri = uri(of: track)
    library.change(personalOf: track, [edit]) { result in
      switch (result, edit) {
      case (.success(let values), .toggleFavourite):
        Log.notice("\(uri): \(values.isFavourite ? "marked as favourite" : "favourite removed")")
      case (.success(let values), _): Log.notice("\(uri): rated \(values.rating ?? 0)")
      case (.failure(let refusal), _): Log.warning("\(uri): not changed: \(refusal.message)")
      }
    }
  }

  /// To the cue of a button or key, if the entry still plays when the library has answered with its cues.
  private func stepCue(of entry: QueueEntry, from elapsed: Duration, forward: Bool) {
    library.cues(of: entry.track) { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let refusal): Log.warning("\(uri(of: entry.track)): no cues: \(refusal.message)")
      case .success(let cues):
        guard player.current?.id == entry.id, player.transport != .stop else { return }
        // Cues are of the track; the entry may be a part of it.
        let (start, end) = (entry.region.start, entry.region.end ?? .seconds(Int64.max))
        let within = cues.filter { $0.start >= start && $0.start < end }
        guard let target = CueStep.target(in: within.map(\.start), from: elapsed + start, forward: forward)
        else { return }
        report(.seekCurrent(to: max(.zero, target - start)))
      }
    }
  }

  private func uri(of track: TrackReference) -> String {
    library.uri(of: track) ?? EscapedName.text(for: track.path)
  }

  /// Looks up the song of an entry that sounds or is to follow.
  private func lookUp(_ entry: QueueEntry) {
    if entry.track.url != nil { return followStream() }
    if songs[entry.id] == nil { ask(for: entry) }
  }

  /// So long a command waits for the current song at most: its stick may be dying.
  private static let patience = Duration.milliseconds(100)

  /// Continues once the current song is known; at once if there is none, or if it is not being read.
  func whenSongIsKnown(_ proceed: @escaping () -> Void) {
    guard let current = player.current, songs[current.id] == nil, asked.contains(current.id) else {
      return proceed()
    }
    songWaiters.append(proceed)
    guard songWaiters.count == 1 else { return }
    patienceEnd = loop.schedule(at: .now() + Self.patience) { [weak self] in
      self?.patienceEnd = nil
      self?.releaseSongWaiters()
    }
  }

  private func releaseSongWaiters() {
    if let patienceEnd { loop.cancel(patienceEnd) }
    patienceEnd = nil
    let waiters = songWaiters
    songWaiters = []
    for proceed in waiters { proceed() }
  }

  private func ask(for entry: QueueEntry) {
    asked.insert(entry.id)
    library.catalogue.tracks([entry.track]) { [weak self] tracks in
      guard let self else { return }
      asked.remove(entry.id)
      defer { if player.current?.id == entry.id { releaseSongWaiters() } }
      guard let track = tracks.first ?? nil else { return }
      forgetOtherSongs()
      let song = Song(track, uri: uri(of: entry.track))
      learn(track, of: entry)
      let isNew = songs[entry.id]?.song != song
      songs[entry.id] = (song, track.bitrate)
      if isNew, player.current?.id == entry.id { announce(.player) }
    }
  }

  /// Takes what tags say of how an entry sounds, and asks which of its cues say how it goes over into others.
  private func learn(_ track: Track, of entry: QueueEntry) {
    facts[entry.id] = PlaybackInfo(track, [], usesMeasured: usesMeasuredLoudness)
    followSongs()
    library.cues(of: entry.track) { [weak self] result in
      guard let self, facts[entry.id] != nil, case .success(let cues) = result, !cues.isEmpty else { return }
      facts[entry.id] = PlaybackInfo(track, cues, usesMeasured: usesMeasuredLoudness)
      followSongs()
    }
  }

  /// Tags may have changed: they are looked up again, and hold until the answer.
  func renewSongs() {
    forgetOtherSongs()
    for case let entry? in [player.current, player.next] {
      if entry.track.url == nil { ask(for: entry) } else { lookUp(entry) }
    }
  }

  /// Takes in what the current stream says, as far as it is heard.
  private func followStream() {
    guard let current = player.current, let url = current.track.url, !isFollowingStream else { return }
    isFollowingStream = true
    defer { isFollowingStream = false }
    if let streamTick { loop.cancel(streamTick) }
    streamTick = nil
    let isPlaying = player.transport != .stop
    if isPlaying, let next = streams.follow(player.serial, to: status.elapsed ?? .zero) {
      streamTick = loop.schedule(after: max(.milliseconds(50), min(next, .seconds(1)))) { [weak self] in
        self?.followStream()
      }
    }
    let song = streams.song(url)
    var shown = isPlaying ? streams.status(of: player.serial) : nil
    shown?.retry = nil
    let isNew = songs[current.id]?.song != song
    guard isNew || shown != shownStream else { return }
    if shown?.trouble != shownStream?.trouble, let trouble = shown?.trouble {
      Log.repeatable(.notice, "\(url): \(trouble); trying again")
    }
    shownStream = shown
    forgetOtherSongs()
    songs[current.id] = (song, streams.known(of: url).bitrate)
    announce(.player)
    if isNew { report(.factsChanged(.network)) }
  }

  private func forgetOtherSongs() {
    let kept = [player.current?.id, player.next?.id]
    songs = songs.filter { kept.contains($0.key) }
    facts = facts.filter { kept.contains($0.key) }
  }

  private func followDeadline() {
    let deadline = player.deadline.map { Instant(nanoseconds: $0.nanoseconds) }
    guard deadline != tickAt else { return }
    if let tick { loop.cancel(tick) }
    tickAt = deadline
    tick = deadline.map { instant in
      loop.schedule(at: instant) { [weak self] in
        guard let self else { return }
        tick = nil
        tickAt = nil
        report(.tick)
      }
    }
  }
}
