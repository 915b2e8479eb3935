import Audio
import Control
import Library
import Linux
import Media
import Model
import Player

/// The pads of all volumes: which lie in memory, and what a press on one does. Loop thread only.
final class PadBoard: EffectHandler, LibraryObserver, EngineObserver {
  private let library: MusicLibrary
  private let engine: Engine
  private let numbers: PadNumbers
  private let loop: EventLoop
  /// By volume, in the volumes' order; removed ones among them.
  private(set) var volumes: [VolumeID: (pads: [Pad], folders: [PadFolder])] = [:]
  private var board = Soundboard()
  /// Sounds of pads in the engine: the key, and the values that each was made of.
  private var sounds: [PadID: Sound] = [:]
  /// Those that fit into memory together; any other is there while it sounds.
  private var wanted: Set<PadID> = []
  /// Some of these were let go for one that was pressed.
  private var isShort = false
  private var lastKey: Int64 = 0
  /// Why a file could not be read when it was tried. Until it is another file, or another part is wanted, only a press tries
  /// again, and the same reason is not logged again.
  private var failures: [PadID: Failure] = [:]
  private var presses: [VoiceID: Press] = [:]
  /// Callers that wait until a new file is a pad.
  private var expected: [(track: TrackReference, known: () -> Void)] = []
  private let notify: ChangeNotifier

  private struct Press {
    /// Until the sound is loaded.
    var began: ((Refusal?) -> Void)?
    let ended: () -> Void
    /// nil if it plays without end, or its file states no length.
    let length: Duration?
    /// How much of it has sounded, and when it continued.
    var heard = Duration.zero
    var since: Instant?
  }

  private struct Failure {
    let made: Sound.Made
    let fileBytes: Int64
    let reason: String
    let key: ProblemKey

    func holds(for pad: Pad) -> Bool {
      made == Sound.Made(pad, rate: made.rate) && fileBytes == pad.fileBytes
    }
  }

  private struct Sound {
    let key: SoundKey
    /// The values that its memory depends on.
    let made: Made
    struct Made: Hashable {
      let track: TrackReference
      let start: Duration
      let end: Duration?
      let speed: Double
      let equaliser: EqualiserGains
      /// The device's sample rate.
      let rate: Int

      init(_ pad: Pad, rate: Int) {
        self.rate = rate
        track = pad.track
        (start, end) = (pad.settings.start, pad.settings.end)
        (speed, equaliser) = (pad.settings.speed, pad.settings.equaliser)
      }
    }
  }

  init(
    loop: EventLoop, library: MusicLibrary, engine: Engine, numbers: PadNumbers, notify: ChangeNotifier
  ) {
    self.notify = notify
    self.loop = loop
    self.library = library
    self.engine = engine
    self.numbers = numbers
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
    let isMet = { [volumes] (track: TrackReference) in
      track.volume == volume && (isLast || volumes[volume]?.pads.contains { $0.track == track } ?? false)
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
      let pads = withPresses(found)
      if volumes[volume].map({ $0.pads == pads && $0.folders == folders })
        ?? (pads.isEmpty && folders.isEmpty)
      {
        return
      }
      show(pads, folders, of: volume)
    }
  }

  private func show(_ pads: [Pad], _ folders: [PadFolder], of volume: VolumeID) {
    volumes[volume] = (pads, folders)
    numbers.follow(pads, of: volume)
    follow()
  }

  /// The pads, with the presses that were counted and not written yet.
  private func withPresses(_ pads: [Pad]) -> [Pad] {
    pads.map { pad in
      var pad = pad
      pad.presses = max(pad.presses, self.pad(pad.id)?.presses ?? 0)
      return pad
    }
  }

  /// A volume has left: what streams from it fades out, what lies in memory ends by itself.
  func forget(_ volume: VolumeID) {
    meetExpectations(of: volume, isLast: true)
    guard volumes.removeValue(forKey: volume) != nil else { return }
    failures = failures.filter { $0.key.volume != volume }
    follow()
  }

  /// All that are not removed, in the order of their numbers.
  var pads: [Pad] {
    library.volumes.flatMap { (volumes[$0.id]?.pads ?? []).filter { !$0.isRemoved } }
      .map { ($0, number(of: $0.id)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

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
    case .pressPad(let name, let isDown): press(name, isDown: isDown)
    case .stopPads: stop(nil)
    default: return false
    }
    return true
  }

  func pad(_ id: PadID) -> Pad? { volumes[id.volume]?.pads.first { $0.id == id } }

  /// Why it can't be played; nil where it can.
  func problem(of pad: Pad) -> String? {
    if pad.isAbsent { return "its file is missing" }
    return pad.problem ?? failures[pad.id].flatMap { $0.holds(for: pad) ? $0.reason : nil }
  }

  /// The kind of the problem.
  func problemKey(of pad: Pad) -> ProblemKey? {
    if pad.isAbsent || pad.problem != nil { return .brokenFile }
    return failures[pad.id].flatMap { $0.holds(for: pad) ? $0.key : nil }
  }

  /// All voices, also of pads whose stick was pulled.
  var playing: Int { board.sounding.count }
  func voices(of pad: PadID) -> Int { board.sounding.count { $0.pad == pad } }

  var usage: (loaded: Int, bytes: Int, most: Int) {
    (
      sounds.values.count { engine.voices.soundBytes(of: $0.key) != nil }, engine.voices.soundBytes,
      engine.voices.mostSoundBytes
    )
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
    for id in sounds.keys { letGo(id) }
    for pad in order where wanted.contains(pad.id) { load(pad) }
    notify(.pad)
  }

  /// Time after which a faded-out voice has freed its memory.
  private static let restPeriod = Duration.milliseconds(500)

  private func refill() {
    guard isShort, board.sounding.isEmpty else { return }
    // Sounds of which only the start had room are loaded as a whole.
    for pad in pads {
      if let bytes = sounds[pad.id].flatMap({ engine.voices.soundBytes(of: $0.key) }),
        bytes < self.bytes(of: pad) / 2
      {
        forget(pad.id)
      }
    }
    follow()
  }

  /// Lets go of others for a pad that is pressed and has no room: of what is silent, the least used first, so that all of it
  /// fits; then of the oldest that sound, so that it can begin.
  private func makeRoom(for pad: Pad) {
    if let sound = sounds[pad.id], sound.made == made(of: pad), engine.voices.soundBytes(of: sound.key) != nil
    {
      return
    }
    let bytes = bytes(of: pad)
    guard engine.voices.freeSoundBytes < bytes else { return }
    isShort = true
    for other in byUse(pads).reversed() where other.id != pad.id && !board.isSounding(other.id) {
      guard engine.voices.freeSoundBytes < bytes else { return }
      forget(other.id)
    }
    // A sound that ends lets go of its memory once it has faded out.
    var coming = 0
    for sound in board.sounding where sound.pad != pad.id {
      guard engine.voices.freeSoundBytes + coming < min(bytes, engine.voices.soundHeadBytes) else { return }
      coming += sounds[sound.pad].flatMap { engine.voices.soundBytes(of: $0.key) } ?? 0
      stop(sound.voice)
      if !board.isSounding(sound.pad) { forget(sound.pad) }
    }
  }

  private func forget(_ id: PadID) {
    if let sound = sounds.removeValue(forKey: id) { engine.voices.forgetSound(sound.key) }
  }

  /// Forgets a pad's sound if it is not wanted and does not sound.
  private func letGo(_ id: PadID) {
    if !wanted.contains(id), !board.isSounding(id) { forget(id) }
  }

  /// Estimates the bytes of a pad's sound before it is decoded.
  private func bytes(of pad: Pad) -> Int {
    let end = pad.settings.end ?? pad.duration ?? .seconds(EngineVoices.wholeSoundSeconds)
    return engine.voices.soundBytes(
      seconds: max(0, (end - pad.settings.start) / .seconds(1)) / pad.settings.speed)
  }

  private func made(of pad: Pad) -> Sound.Made { Sound.Made(pad, rate: engine.rate) }

  @discardableResult private func load(_ pad: Pad) -> SoundKey {
    let made = made(of: pad)
    if let sound = sounds[pad.id], sound.made == made { return sound.key }
    let key: SoundKey
    if let sound = sounds[pad.id] {
      key = sound.key
    } else {
      lastKey += 1
      key = SoundKey(rawValue: lastKey)
    }
    sounds[pad.id] = Sound(key: key, made: made)
    let entry = EngineEntry(
      serial: EntrySerial(rawValue: 0), start: pad.settings.start, end: pad.settings.end,
      open: library.opener(of: pad.track))
    var source = SoundSource(entry)
    source.speed = pad.settings.speed
    source.equaliser = pad.settings.equaliser
    source.isOptional = true
    engine.voices.loadSound(source, as: key)
    return key
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
        let key = load(pad)
        guard let voice = engine.voices.startVoice(key, Self.settings(pad)) else {
          return began(Self.refusal(pad, "there is no output"))
        }
        board.began(voice.rawValue, pad)
        let isLoaded = engine.voices.soundBytes(of: key) != nil
        presses[voice] = Press(began: isLoaded ? nil : began, ended: ended, length: Self.length(of: pad))
        if isLoaded { began(nil) }
        hasBegun = true
        count(pad)
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
        guard let refusal, self?.failures[pad.id] == nil else { return }
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
    let pad = board.sounding.first { $0.voice == voice }?.pad
    board.ended(voice)
    engine.voices.stopVoice(VoiceID(rawValue: voice))
    // The engine keeps what it fades out.
    if let pad { letGo(pad) }
  }

  func togglePause() {
    board.togglePause()
    for sound in board.sounding {
      let voice = VoiceID(rawValue: sound.voice)
      engine.voices.holdVoice(voice, board.isPaused)
      if !board.isPaused {
        presses[voice]?.since = loop.now
      } else if let since = presses[voice]?.since {
        presses[voice]?.heard += loop.now - since
        presses[voice]?.since = nil
      }
    }
    notify(.pad)
  }

  /// Whether what sounds of a pad is held.
  func isHeld(_ pad: PadID) -> Bool { board.isPaused && board.isSounding(pad) }

  /// How long the longest of a pad's sounds continues; nil without a sound, or with an endless one.
  func remaining(of pad: PadID) -> Duration? {
    var longest: Duration?
    for sound in board.sounding where sound.pad == pad {
      guard let press = presses[VoiceID(rawValue: sound.voice)], let length = press.length else { return nil }
      let heard = press.heard + (press.since.map { loop.now - $0 } ?? .zero)
      longest = max(longest ?? .zero, length - heard)
    }
    return longest
  }

  private static func length(of pad: Pad) -> Duration? {
    let settings = pad.settings
    guard settings.loops >= 0, let end = settings.end ?? pad.duration else { return nil }
    return settings.delay + max(.zero, end - settings.start) / settings.speed * (settings.loops + 1)
  }

  private static func settings(_ pad: Pad) -> VoiceSettings {
    var settings = VoiceSettings()
    settings.gain = Float(pad.settings.gain)
    settings.duck = -pad.settings.duck
    settings.delay = pad.settings.delay
    settings.loops = pad.settings.loops
    return settings
  }

  /// Presses are kept with the next change of the pad, and now and then: nobody waits for them.
  private func count(_ pad: Pad) {
    guard var volume = volumes[pad.track.volume],
      let place = volume.pads.firstIndex(where: { $0.id == pad.id })
    else { return }
    volume.pads[place].presses += 1
    volumes[pad.track.volume] = volume
    let counted = volume.pads[place]
    // Powers of two: a pad of a child's hand would wear out the stick.
    guard counted.presses & (counted.presses - 1) == 0 else { return }
    library.pads.store([(pad.track.volume, [counted], nil)]) { _ in }
  }

  /// From the engine.
  func receive(_ report: EngineReport) {
    switch report {
    case .voiceEnded(let voice):
      let pad = board.sounding.first { $0.voice == voice.rawValue }?.pad
      board.ended(voice.rawValue)
      if let pad { letGo(pad) }
      if let press = presses.removeValue(forKey: voice) {
        press.began?(nil)
        press.ended()
      }
      if isShort, board.sounding.isEmpty {
        loop.schedule(after: Self.restPeriod) { [weak self] in self?.refill() }
      }
      notify(.pad)
    case .deviceOpened: follow()
    case .voiceStarted(let voice):
      if presses[voice]?.since == nil, !board.isPaused { presses[voice]?.since = loop.now }
    case .soundLoaded(let key, _): answer(of: key, nil)
    case .soundFailed(let key, let failure):
      guard let (id, sound) = sounds.first(where: { $0.value.key == key }) else { return }
      let refusal = Refusal.failed(
        .padUnplayable, "Cannot play the pad: \(failure)", about: pad(id)?.name)
      // It may fit with the next press.
      if failure.isPassing { return answer(of: key, refusal) }
      if let pad = pad(id) {
        if failures[id].map({ !$0.holds(for: pad) || $0.reason != "\(failure)" }) ?? true {
          Log.warning("cannot play the pad \(pad.name): \(failure)")
        }
        failures[id] = Failure(
          made: sound.made, fileBytes: pad.fileBytes, reason: "\(failure)",
          key: failure.kind.problem)
      }
      answer(of: key, refusal)
      forget(id)
      notify(.pad)
    default: break
    }
  }

  /// Answers those who pressed a pad before it was loaded.
  private func answer(of key: SoundKey, _ refusal: Refusal?) {
    guard let id = sounds.first(where: { $0.value.key == key })?.key else { return }
    for sound in board.sounding where sound.pad == id {
      presses[VoiceID(rawValue: sound.voice)]?.began.take()?(refusal)
    }
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
    library.pads.store(changes) { [weak self] refusal in
      guard let self else { return completion(.volumeGone) }
      if refusal == nil { for pad in changes.flatMap(\.pads) { take(pad) } }
      // In their new order, and with what the volumes make of them.
      library.pads.all(on: changes.map(\.volume)) { [weak self] found in
        guard let self else { return completion(.volumeGone) }
        for (volume, pads, folders) in found where volumes[volume] != nil || !pads.isEmpty {
          show(withPresses(pads), folders, of: volume)
        }
        completion(refusal)
      }
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
