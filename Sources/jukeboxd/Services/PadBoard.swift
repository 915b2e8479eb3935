import Audio
import Control
import Library
import Linux
import Model
import Player

/// The pads of all volumes: which lie in memory, and what a press on one does. Loop thread only.
final class PadBoard: EffectHandler, LibraryObserver, EngineObserver {
  private let library: MusicLibrary
  private let engine: Engine
  private let numbers: PadNumbers
  private let loop: EventLoop
  private var shelf = PadShelf()
  private let sounds: PadSounds
  private var plays = PadPlays()
  /// Those that fit into memory together; any other is there while it sounds.
  private var wanted: Set<PadID> = []
  /// Some of these were let go for one that was pressed.
  private var isShort = false
  /// Callers that wait until a new file is a pad.
  private var expected: [(track: TrackReference, known: () -> Void)] = []
  private let notify: ChangeNotifier

  init(
    loop: EventLoop, library: MusicLibrary, engine: Engine, numbers: PadNumbers, notify: ChangeNotifier
  ) {
    self.notify = notify
    self.loop = loop
    self.library = library
    self.engine = engine
    self.numbers = numbers
    sounds = PadSounds(engine: engine)
  }

  // MARK: - Volumes

  /// From the library.
  func receive(_ event: LibraryEvent) {
    switch event {
    case .opened(let volume): read(volume.id)
    case .tracksChanged(let volume): read(volume)
    case .scanEnded(let volume, _, _): read(volume, isLast: library.scans.runningJob == nil)
    case .closed(let volume, _): if library.root(of: volume) == nil { forget(volume) }
    default: break
    }
  }

  /// Calls `known` once a file that was just made is a pad, at the latest with the end of the scan that looks for it.
  func whenKnown(_ track: TrackReference, _ known: @escaping () -> Void) {
    expected.append((track, known))
    read(track.volume)
  }

  private func meetExpectations(of volume: VolumeID, isLast: Bool) {
    let isMet = { [shelf] (track: TrackReference) in
      track.volume == volume && (isLast || shelf.has(track))
    }
    let met = expected.filter { isMet($0.track) }
    expected.removeAll { isMet($0.track) }
    for (_, known) in met { known() }
  }

  /// Reads a volume's pads: it was mounted, or its rows have changed.
  /// - Parameter isLast: no running scan can find more.
  private func read(_ volume: VolumeID, isLast: Bool = false) {
    library.pads.all(on: [volume]) { [weak self] found in
      guard let self, let (_, found, folders) = found.first,
        library.volumes.contains(where: { $0.id == volume })
      else { return }
      defer { meetExpectations(of: volume, isLast: isLast) }
      let pads = shelf.withPresses(found)
      if !shelf.isSame((pads, folders), on: volume) { show(pads, folders, of: volume) }
    }
  }

  private func show(_ pads: [Pad], _ folders: [PadFolder], of volume: VolumeID) {
    shelf.set((pads, folders), on: volume)
    numbers.follow(pads, of: volume)
    follow()
  }

  /// A volume has left: what streams from it fades out, what lies in memory ends by itself.
  func forget(_ volume: VolumeID) {
    meetExpectations(of: volume, isLast: true)
    guard shelf.remove(volume) else { return }
    sounds.forgetFailures(on: volume)
    follow()
  }

  /// All that are not removed, in the order of their numbers.
  var pads: [Pad] {
    shelf.pads(on: library.volumes.map(\.id)).map { ($0, number(of: $0.id)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
  var volumes: [VolumeID: PadShelf.Content] { shelf.volumes }
  private var board: Soundboard { plays.board }

  func number(of pad: PadID) -> Int { numbers.number(of: pad) }

  /// The pads of one volume, in another order, get each other's numbers.
  func arrange(_ pads: [Pad]) {
    numbers.arrange(pads)
    notify(.pad)
  }

  /// Which pads a text may mean.
  var search: PadSearch { PadSearch(pads.map { ($0, number(of: $0.id)) }, fold: LibraryPads.folded) }

  func handle(_ effect: Effect) -> Bool {
    switch effect {
    case .perform(.pad(let name)): press(name, isDown: true)
    case .perform(.padRelease(let name)): press(name, isDown: false)
    case .perform(.padStop): stop(nil)
    default: return false
    }
    return true
  }

  func pad(_ id: PadID) -> Pad? { shelf.pad(id) }

  /// Why it can't be played; nil where it can.
  func problem(of pad: Pad) -> String? {
    if pad.isAbsent { return "its file is missing" }
    return pad.problem ?? sounds.failure(of: pad)?.reason
  }

  /// The kind of the problem.
  func problemKey(of pad: Pad) -> ProblemKey? {
    if pad.isAbsent || pad.problem != nil { return .brokenFile }
    return sounds.failure(of: pad)?.key
  }

  /// All voices, also of pads whose stick was pulled.
  var playing: Int { board.sounding.count }
  func voices(of pad: PadID) -> Int { board.sounding.count { $0.pad == pad } }

  var usage: (loaded: Int, bytes: Int, most: Int) {
    (sounds.loadedCount, engine.voices.soundBytes, engine.voices.mostSoundBytes)
  }

  // MARK: - Memory

  /// Sorts pads: those that sound first, then the most used.
  private func byUse(_ pads: [Pad]) -> [Pad] {
    func use(_ pad: Pad) -> (Int, Int64, Int) {
      (board.isSounding(pad.id) ? 1 : 0, pad.presses, pad.settings.isFavourite ? 1 : 0)
    }
    return pads.sorted { use($0) > use($1) }
  }

  /// Loads what fits, and lets go of the rest.
  private func follow() {
    isShort = false
    let order = byUse(pads.filter { problem(of: $0) == nil })
    var left = engine.voices.mostOptionalSoundBytes
    wanted = []
    for pad in order {
      let bytes = bytes(of: pad)
      guard bytes <= left else { continue }
      left -= bytes
      wanted.insert(pad.id)
    }
    for id in sounds.ids { letGo(id) }
    for pad in order where wanted.contains(pad.id) { sounds.load(pad, from: library) }
    notify(.pad)
  }

  /// Time after which a faded-out voice has freed its memory.
  private static let restPeriod = Duration.milliseconds(500)

  private func refill() {
    guard isShort, board.sounding.isEmpty else { return }
    // Sounds of which only the start had room are loaded as a whole.
    for pad in pads {
      if let bytes = sounds.bytes(of: pad.id), bytes < self.bytes(of: pad) / 2 { sounds.forget(pad.id) }
    }
    follow()
  }

  /// Lets go of others for a pad that is pressed and has no room: of what is silent, the least used first, so that all of it
  /// fits; then of the oldest that sound, so that it can begin.
  private func makeRoom(for pad: Pad) {
    if sounds.isLoaded(pad) { return }
    let bytes = bytes(of: pad)
    guard engine.voices.freeSoundBytes < bytes else { return }
    isShort = true
    for other in byUse(pads).reversed() where other.id != pad.id && !board.isSounding(other.id) {
      guard engine.voices.freeSoundBytes < bytes else { return }
      sounds.forget(other.id)
    }
    // A sound that ends lets go of its memory once it has faded out.
    var coming = 0
    for sound in board.sounding where sound.pad != pad.id {
      guard engine.voices.freeSoundBytes + coming < min(bytes, engine.voices.soundHeadBytes) else { return }
      coming += sounds.bytes(of: sound.pad) ?? 0
      stop(sound.voice)
      if !board.isSounding(sound.pad) { sounds.forget(sound.pad) }
    }
  }

  /// Forgets a pad's sound if it is not wanted and does not sound.
  private func letGo(_ id: PadID) {
    if !wanted.contains(id), !board.isSounding(id) { sounds.forget(id) }
  }

  /// Estimates the bytes of a pad's sound before it is decoded.
  private func bytes(of pad: Pad) -> Int {
    let end = pad.settings.end ?? pad.duration ?? .seconds(EngineVoices.wholeSoundSeconds)
    return engine.voices.soundBytes(
      seconds: max(0, (end - pad.settings.start) / .seconds(1)) / pad.settings.speed)
  }

  // MARK: - Playing

  /// - Parameters:
  ///   - began: called once what the press asks for is done: the sound begins, or could not.
  ///   - ended: called once what began has ended; at once where nothing began.
  func press(_ pad: Pad, began: @escaping (Refusal?) -> Void, ended: @escaping () -> Void) {
    if pad.isAbsent || pad.problem != nil { return began(Self.refusal(pad, problem(of: pad) ?? "")) }
    var hasBegun = false
    for act in board.press(pad) {
      switch act {
      case .stop(let voice): stop(voice)
      case .start:
        makeRoom(for: pad)
        let key = sounds.load(pad, from: library)
        guard let voice = engine.voices.startVoice(key, Self.settings(pad)) else {
          return began(Self.refusal(pad, "there is no output"))
        }
        let isLoaded = engine.voices.soundBytes(of: key) != nil
        plays.begin(voice, pad, began: isLoaded ? nil : began, ended: ended)
        if isLoaded { began(nil) }
        hasBegun = true
        if let counted = shelf.countPress(of: pad) {
          library.pads.store([(pad.track.volume, [counted], nil)]) { _, _ in }
        }
      }
    }
    notify(.pad)
    guard !hasBegun else { return }
    began(nil)
    ended()
  }

  private static func refusal(_ pad: Pad, _ problem: String) -> Refusal {
    .failed(.padUnplayable, "Cannot play the pad: \(problem)", about: pad.name)
  }

  /// A button is pressed for the pad that a text means, or is up again.
  func press(_ text: String, isDown: Bool) {
    guard let pad = search.find(text) else {
      if isDown { Log.repeatable(.info, "not done: there is no pad \(text)") }
      return
    }
    guard isDown else { return release(pad) }
    press(
      pad,
      began: { [weak self] refusal in
        // A file that can't be read is logged where that is found.
        guard let refusal, self?.sounds.hasFailed(pad.id) == false else { return }
        Log.repeatable(.warning, "\(pad.name): \(refusal.message)")
      }, ended: {})
  }

  func release(_ pad: Pad) {
    for case .stop(let voice) in board.release(pad) { stop(voice) }
  }

  /// - Parameter pad: nil for all.
  func stop(_ pad: PadID?) {
    for sound in board.sounding where pad == nil || sound.pad == pad { stop(sound.voice) }
    notify(.pad)
  }

  private func stop(_ voice: UInt32) {
    let pad = plays.pad(of: voice)
    plays.stop(voice)
    engine.voices.stopVoice(VoiceID(rawValue: voice))
    // The engine keeps what it fades out.
    if let pad { letGo(pad) }
  }

  func togglePause() {
    plays.togglePause(at: loop.now)
    for sound in board.sounding {
      engine.voices.holdVoice(VoiceID(rawValue: sound.voice), board.isPaused)
    }
    notify(.pad)
  }

  /// Whether what sounds of a pad is held.
  func isHeld(_ pad: PadID) -> Bool { board.isPaused && board.isSounding(pad) }

  /// How long the longest of a pad's sounds continues; nil without a sound, or with an endless one.
  func remaining(of pad: PadID) -> Duration? { plays.remaining(of: pad, at: loop.now) }

  private static func settings(_ pad: Pad) -> VoiceSettings {
    var settings = VoiceSettings()
    settings.gain = Float(pad.settings.gain)
    settings.duck = -pad.settings.duck
    settings.delay = pad.settings.delay
    settings.loops = pad.settings.loops
    return settings
  }

  /// From the engine.
  func receive(_ report: EngineReport) {
    switch report {
    case .voiceEnded(let voice):
      let pad = plays.pad(of: voice.rawValue)
      let answer = plays.end(voice)
      if let pad { letGo(pad) }
      answer?()
      if isShort, board.sounding.isEmpty {
        loop.schedule(after: Self.restPeriod) { [weak self] in self?.refill() }
      }
      notify(.pad)
    case .deviceOpened: follow()
    case .voiceStarted(let voice): plays.started(voice, at: loop.now)
    case .soundLoaded(let key, _): answer(of: key, nil)
    case .soundFailed(let key, let failure):
      guard let id = sounds.id(of: key) else { return }
      let refusal = Refusal.failed(
        .padUnplayable, "Cannot play the pad: \(failure)", about: pad(id)?.name)
      // It may fit with the next press.
      if failure == .noRoom { return answer(of: key, refusal) }
      if let pad = pad(id) { sounds.fail(pad, "\(failure)", failure.kind.problem) }
      answer(of: key, refusal)
      sounds.forget(id)
      notify(.pad)
    default: break
    }
  }

  /// Answers those who pressed a pad before it was loaded.
  private func answer(of key: SoundKey, _ refusal: Refusal?) {
    guard let id = sounds.id(of: key) else { return }
    for began in plays.takeWaiting(for: id) { began(refusal) }
  }

  // MARK: - Changes

  /// Keeps pads of one volume and its folders, and takes them up.
  /// - Parameter completion: once it would survive a power cut.
  func keep(_ pads: [Pad], of volume: VolumeID, completion: @escaping (Refusal?) -> Void) {
    keep([(volume, pads, nil)], completion: completion)
  }

  func keep(
    _ changes: [(volume: VolumeID, pads: [Pad], folders: [PadFolder]?)],
    completion: @escaping (Refusal?) -> Void
  ) {
    library.pads.store(changes) { [weak self] refusal, found in
      guard let self else { return completion(.volumeGone) }
      if refusal == nil { for pad in changes.flatMap(\.pads) { take(pad) } }
      // In their new order, and with what the volumes make of them.
      for (volume, pads, folders) in found where volumes[volume] != nil || !pads.isEmpty {
        show(shelf.withPresses(pads), folders, of: volume)
      }
      completion(refusal)
    }
  }

  /// Applies a pad's level and loops to its voices.
  private func take(_ pad: Pad) {
    for sound in board.sounding where sound.pad == pad.id {
      engine.voices.setLoops(pad.settings.loops, of: VoiceID(rawValue: sound.voice))
      engine.voices.setGain(Float(pad.settings.gain), of: VoiceID(rawValue: sound.voice))
    }
  }
}
