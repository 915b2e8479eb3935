import Audio
import Control
import Library
import Linux
import Media
import Model
import Player

/// The pads of all volumes: which lie in memory, and what a press on one does. Loop thread only.
final class PadBoard {
  private let library: MusicLibrary
  private let engine: Engine
  private let memoryBytes: Int
  /// By volume, in the volumes' order; removed ones among them.
  private(set) var volumes: [VolumeID: (pads: [Pad], folders: [PadFolder])] = [:]
  private var board = Soundboard()
  /// What the engine knows a pad's sound by, and what was made of it.
  private var sounds: [PadID: Sound] = [:]
  /// Those that fit into memory together; any other is there while it sounds.
  private var wanted: Set<PadID> = []
  private var lastKey: Int64 = 0
  /// Why a file could not be read when it was tried.
  private var failures: [PadID: String] = [:]
  private var waiting: [VoiceID: [() -> Void]] = [:]
  /// Told what changed, for `idle`.
  var announce: (Subsystems) -> Void = { _ in }

  private struct Sound {
    let key: SoundKey
    /// What its memory depends on.
    let made: Made
    struct Made: Hashable {
      let track: TrackReference
      let start: Duration
      let end: Duration?
      let speed: Double
      let equaliser: EqualiserGains

      init(_ pad: Pad) {
        track = pad.track
        (start, end) = (pad.settings.start, pad.settings.end)
        (speed, equaliser) = (pad.settings.speed, pad.settings.equaliser)
      }
    }
  }

  /// - Parameter memoryBytes: the sounds take at most so much.
  init(library: MusicLibrary, engine: Engine, memoryBytes: Int) {
    self.library = library
    self.engine = engine
    self.memoryBytes = memoryBytes
  }

  // MARK: - Volumes

  /// From the library.
  func take(_ event: LibraryEvent) {
    switch event {
    case .opened(let volume): read(volume.id)
    case .tracksChanged(let volume), .scanEnded(let volume, _, _): read(volume)
    case .closed(let volume, _): if library.root(of: volume) == nil { forget(volume) }
    default: break
    }
  }

  /// Reads a volume's pads: it has come, or its rows have changed.
  func read(_ volume: VolumeID) {
    library.pads(of: volume) { [weak self] pads, folders in
      guard let self, library.volumes.contains(where: { $0.id == volume }) else { return }
      let pads = withPresses(pads)
      if volumes[volume].map({ $0.pads == pads && $0.folders == folders })
        ?? (pads.isEmpty && folders.isEmpty)
      {
        return
      }
      volumes[volume] = (pads, folders)
      for pad in pads { failures[pad.id] = nil }
      follow()
    }
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
    guard volumes.removeValue(forKey: volume) != nil else { return }
    follow()
  }

  /// All that are not removed, in the order of their numbers.
  var pads: [Pad] {
    library.volumes.flatMap { (volumes[$0.id]?.pads ?? []).filter { !$0.isRemoved } }
  }

  func pad(_ id: PadID) -> Pad? { volumes[id.volume]?.pads.first { $0.id == id } }

  /// Why it can't be played; nil where it can.
  func problem(of pad: Pad) -> String? {
    pad.isAbsent ? "its file is missing" : pad.problem ?? failures[pad.id]
  }

  /// All voices, also of pads whose stick was pulled.
  var playing: Int { board.sounding.count }
  func voices(of pad: PadID) -> Int { board.sounding.count { $0.pad == pad } }

  var usage: (loaded: Int, bytes: Int, most: Int) {
    (sounds.values.count { engine.soundBytes(of: $0.key) != nil }, engine.soundBytes, memoryBytes)
  }

  // MARK: - Memory

  /// Loads what fits, the most used first, and lets go of the rest.
  private func follow() {
    let playable = pads.filter { problem(of: $0) == nil }
    let order = playable.sorted {
      ($0.presses, $0.settings.isFavourite ? 1 : 0) > ($1.presses, $1.settings.isFavourite ? 1 : 0)
    }
    var left = memoryBytes
    wanted = []
    for pad in order {
      left -= Self.bytes(of: pad, rate: engine.status.rate)
      guard left >= 0 else { break }
      wanted.insert(pad.id)
    }
    for id in sounds.keys { letGo(id) }
    for pad in order where wanted.contains(pad.id) { load(pad) }
    announce(.pad)
  }

  /// Where it is not wanted, and does not sound.
  private func letGo(_ id: PadID) {
    guard !wanted.contains(id), !board.isSounding(id), let sound = sounds.removeValue(forKey: id) else {
      return
    }
    engine.forgetSound(sound.key)
  }

  /// What a pad takes, as far as it is known before it is decoded.
  private static func bytes(of pad: Pad, rate: Int) -> Int {
    let end = pad.settings.end ?? pad.duration ?? .seconds(Engine.wholeSoundSeconds)
    let seconds = max(0, (end - pad.settings.start) / .seconds(1)) / pad.settings.speed
    let isWhole = seconds <= Double(Engine.wholeSoundSeconds)
    return Int((isWhole ? seconds : Double(Engine.headMilliseconds) / 1000) * Double(max(8000, rate))) * 8
  }

  @discardableResult private func load(_ pad: Pad) -> SoundKey {
    let made = Sound.Made(pad)
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
    engine.loadSound(source, as: key)
    return key
  }

  // MARK: - Playing

  /// - Returns: whether a sound has begun.
  func press(_ pad: Pad, ended: @escaping () -> Void) throws(Refusal) -> Bool {
    if let problem = problem(of: pad) {
      throw .failed(.padUnplayable, "Cannot play the pad: \(problem)", about: pad.name)
    }
    var hasBegun = false
    for act in board.press(pad) {
      switch act {
      case .stop(let voice): stop(voice)
      case .start:
        guard let voice = engine.startVoice(load(pad), Self.settings(pad)) else {
          throw .failed(.padUnplayable, "Cannot play the pad: there is no output", about: pad.name)
        }
        board.began(voice.rawValue, pad)
        waiting[voice, default: []].append(ended)
        hasBegun = true
        count(pad)
      }
    }
    announce(.pad)
    return hasBegun
  }

  /// A button is pressed for the pad that a text means, or is up again.
  func press(_ text: String, isDown: Bool) {
    let pads = pads
    guard let pad = PadSearch.find(text, in: pads).map({ pads[$0] }) else {
      if isDown { Log.repeatable(.info, "not done: there is no pad \(text)") }
      return
    }
    guard isDown else { return release(pad) }
    do throws(Refusal) {
      _ = try press(pad) {}
    } catch {
      Log.repeatable(.warning, "\(pad.name): \(error.message)")
    }
  }

  func release(_ pad: Pad) {
    for case .stop(let voice) in board.release(pad) { stop(voice) }
  }

  /// - Parameter pad: nil for all.
  func stop(_ pad: PadID?) {
    for sound in board.sounding where pad == nil || sound.pad == pad { stop(sound.voice) }
    announce(.pad)
  }

  private func stop(_ voice: UInt32) {
    let pad = board.sounding.first { $0.voice == voice }?.pad
    board.ended(voice)
    engine.stopVoice(VoiceID(rawValue: voice))
    // The engine keeps what it fades out.
    if let pad { letGo(pad) }
  }

  func togglePause() {
    board.togglePause()
    for sound in board.sounding { engine.holdVoice(VoiceID(rawValue: sound.voice), board.isPaused) }
    announce(.pad)
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
    library.keep([counted], folders: nil, of: pad.track.volume) { _ in }
  }

  /// From the engine.
  func take(_ report: EngineReport) {
    switch report {
    case .voiceEnded(let voice):
      let pad = board.sounding.first { $0.voice == voice.rawValue }?.pad
      board.ended(voice.rawValue)
      if let pad { letGo(pad) }
      for ended in waiting.removeValue(forKey: voice) ?? [] { ended() }
      announce(.pad)
    case .soundFailed(let key, let failure):
      guard let (id, _) = sounds.first(where: { $0.value.key == key }) else { return }
      engine.forgetSound(key)
      sounds[id] = nil
      guard let pad = pad(id) else { return }
      Log.warning("cannot play the pad \(pad.name): \(failure)")
      failures[id] = "\(failure)"
      announce(.pad)
    default: break
    }
  }

  // MARK: - Changes

  /// Keeps pads of one volume and its folders, and takes them up.
  /// - Parameter completion: once it would survive a power cut.
  func keep(
    _ changed: [Pad], folders: [PadFolder]? = nil, of volume: VolumeID,
    completion: @escaping (Refusal?) -> Void
  ) {
    library.keep(changed, folders: folders, of: volume) { [weak self] refusal in
      if let refusal { return completion(refusal) }
      guard let self else { return completion(.volumeGone) }
      for pad in changed { take(pad) }
      // In their new order, and with what the volume makes of them.
      library.pads(of: volume) { [weak self] pads, folders in
        guard let self else { return completion(.volumeGone) }
        if volumes[volume] != nil || !pads.isEmpty { volumes[volume] = (withPresses(pads), folders) }
        follow()
        completion(nil)
      }
    }
  }

  /// What sounds of a pad takes up its level and its rounds; what could not be played may be now.
  private func take(_ pad: Pad) {
    failures[pad.id] = nil
    for sound in board.sounding where sound.pad == pad.id {
      engine.setLoops(pad.settings.loops, of: VoiceID(rawValue: sound.voice))
      engine.setGain(Float(pad.settings.gain), of: VoiceID(rawValue: sound.voice))
    }
  }
}
