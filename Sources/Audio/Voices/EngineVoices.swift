import Glibc
import Linux
import Media
import Synchronization

/// Sounds that play over the music, whether it plays or not. Loop thread only.
public final class EngineVoices {
  /// Known sounds and voices.
  struct Sounds {
    struct Kept {
      var source: SoundSource
      var memory: SoundMemory?
      var isWhole = false
      /// Ticket of the load that is under way.
      var ticket: UInt32?
      /// It is to be loaded once others have let memory go.
      var isCrowded = false
      /// Voices that begin once it is loaded.
      var waiting: [(VoiceID, VoiceSettings)] = []
    }

    var kept: [SoundKey: Kept] = [:]
    /// Memory that the audio thread may read.
    var lent: [UInt32: SoundMemory] = [:]
    var streams: [UInt32: SoundStream] = [:]
    var playing: [VoiceID: (key: SoundKey, settings: VoiceSettings)] = [:]
    /// The voices that stream, oldest first.
    var streaming: [VoiceID] = []
    /// Voices that stream once a stream of before has ended.
    var queued: [(VoiceID, SoundKey, VoiceSettings)] = []
    var lastVoice: UInt32 = 0
    var lastNumber: UInt32 = 0

    mutating func number() -> UInt32 {
      lastNumber &+= 1
      return lastNumber
    }
  }

  private let link: EngineLink
  private let lease: DeviceLease
  private let room: SoundRoom
  private let loader: SoundLoader?
  private let clock: () -> Int64
  private let schedule: (Int64, @escaping () -> Void) -> Void
  private let report: (EngineReport) -> Void
  /// Rate of the device in Hz.
  private var rate: Int
  private(set) var sounds = Sounds()
  /// Whether the loader may have its thread.
  var hasThreads = false

  init(
    _ parts: EngineParts, lease: DeviceLease, clock: @escaping () -> Int64,
    schedule: @escaping (Int64, @escaping () -> Void) -> Void, report: @escaping (EngineReport) -> Void
  ) {
    link = parts.link
    room = parts.soundRoom
    loader = parts.loader
    rate = parts.settings.rate
    self.lease = lease
    self.clock = clock
    self.schedule = schedule
    self.report = report
  }

  func quit() { loader?.quit() }

  func join(by deadline: Instant) { loader?.join(by: deadline) }

  /// Number of long sounds that are read from their files at once.
  public static let streamLimit = 4
  /// Length up to which a whole sound is in memory.
  public static let wholeSoundSeconds = 8
  /// Length of the beginning of a longer sound that is in memory, so that it starts at once.
  public static let headMilliseconds = 500
  /// Length that a long sound is read ahead.
  static let streamSeconds = 2

  /// Decodes a sound into memory; `soundLoaded` or `soundFailed` follows. If it was loaded before with other settings,
  /// its voices change to these.
  public func loadSound(_ source: SoundSource, as key: SoundKey) {
    sounds.kept[key, default: Sounds.Kept(source: source)].source = source
    // Both would not fit where there is little room.
    if !sounds.playing.values.contains(where: { $0.key == key }) { sounds.kept[key]?.memory = nil }
    load(key)
  }

  private func load(_ key: SoundKey) {
    guard let source = sounds.kept[key]?.source else { return }
    let ticket = sounds.number()
    sounds.kept[key]?.ticket = ticket
    sounds.kept[key]?.isCrowded = false
    give(
      .load(
        key, ticket: ticket, source, rate: rate, limitFrames: Self.wholeSoundSeconds * rate, room))
  }

  /// Loads what found no room before: something has let memory go.
  private func loadCrowded() {
    for key in sounds.kept.keys where sounds.kept[key]?.isCrowded == true { load(key) }
  }

  private func give(_ job: SoundLoader.Job) {
    guard let loader else { return }
    if hasThreads { loader.start() }
    loader.give(job)
  }

  /// Lets go of a sound's memory; what plays of it plays on.
  public func forgetSound(_ key: SoundKey) {
    guard let kept = sounds.kept.removeValue(forKey: key) else { return }
    loader?.forget(key)
    for (voice, _) in kept.waiting { endVoice(voice) }
    loadCrowded()
  }

  /// How much memory a sound takes, in bytes; nil where it is not loaded.
  public func soundBytes(of key: SoundKey) -> Int? { sounds.kept[key]?.memory?.bytes }

  /// How much all decoded sounds take, with what streams and what fades out.
  public var soundBytes: Int {
    room.budget.usedBytes + sounds.streams.values.reduce(0) { $0 + $1.bytes }
  }

  /// Most memory for sounds, in bytes.
  public var mostSoundBytes: Int { room.bytes }

  /// Most memory for optional sounds, whole ones or heads, and how much of it is free.
  public var mostOptionalSoundBytes: Int { room.decodedBytes(rate: rate, isOptional: true) }
  public var freeSoundBytes: Int { mostOptionalSoundBytes - room.budget.usedBytes }

  /// Returns the bytes that a sound of a length takes if it has room as a whole; a long one takes its head.
  public func soundBytes(seconds: Double) -> Int {
    seconds <= Double(Self.wholeSoundSeconds)
      ? Int(seconds * Double(rate)) * SoundMemory.bytesPerFrame : soundHeadBytes
  }

  /// Least bytes that a sound takes: its head; the rest is then read from its file.
  public var soundHeadBytes: Int { room.headBytes(rate: rate) }

  /// Plays a sound once it is loaded: at once where it is.
  /// - Returns: nil where there is no such sound, or nothing to play on.
  public func startVoice(_ key: SoundKey, _ settings: VoiceSettings) -> VoiceID? {
    guard sounds.kept[key] != nil, lease.isEnabled, !lease.isLost else { return nil }
    sounds.lastVoice &+= 1
    let voice = VoiceID(rawValue: sounds.lastVoice)
    sounds.playing[voice] = (key, settings)
    lease.hasVoices = true
    lease.take()
    if sounds.kept[key]?.memory != nil {
      start(voice, key, settings, at: .start)
    } else {
      sounds.kept[key]?.waiting.append((voice, settings))
      if sounds.kept[key]?.ticket == nil { load(key) }
    }
    return voice
  }

  /// Fades it out over 5 ms; what is still being loaded does not begin.
  public func stopVoice(_ voice: VoiceID) {
    if let key = sounds.playing[voice]?.key,
      let place = sounds.kept[key]?.waiting.firstIndex(where: { $0.0 == voice })
    {
      sounds.kept[key]?.waiting.remove(at: place)
      return endVoice(voice)
    }
    if let place = sounds.queued.firstIndex(where: { $0.0 == voice }) {
      sounds.queued.remove(at: place)
      return endVoice(voice)
    }
    command(VoiceCommand(.stop, voice: voice.rawValue))
  }

  public func stopVoices() {
    for key in sounds.kept.keys {
      for (voice, _) in sounds.kept[key]?.waiting ?? [] { endVoice(voice) }
      sounds.kept[key]?.waiting = []
    }
    for (voice, _, _) in sounds.queued { endVoice(voice) }
    sounds.queued = []
    command(VoiceCommand(.stopAll))
  }

  /// Holds it at its place, or continues it.
  public func holdVoice(_ voice: VoiceID, _ isHeld: Bool) {
    command(VoiceCommand(isHeld ? .hold : .resume, voice: voice.rawValue))
  }

  /// - Parameter loops: how often it is played again, of all its rounds; below 0: without end.
  public func setLoops(_ loops: Int, of voice: VoiceID) {
    sounds.playing[voice]?.settings.loops = loops
    var command = VoiceCommand(.loops, voice: voice.rawValue)
    command.loops = loops
    self.command(command)
  }

  /// - Parameter gain: a factor, reached over 10 ms.
  public func setGain(_ gain: Float, of voice: VoiceID) {
    sounds.playing[voice]?.settings.gain = gain
    var command = VoiceCommand(.gain, voice: voice.rawValue)
    command.gain = gain
    self.command(command)
  }

  /// The sounds that play now or are about to.
  public var playing: [VoiceID: SoundKey] { sounds.playing.mapValues(\.key) }

  private func start(
    _ voice: VoiceID, _ key: SoundKey, _ settings: VoiceSettings, at kind: VoiceCommand.Kind,
    ratio: Double = 1
  ) {
    guard let kept = sounds.kept[key], let memory = kept.memory else { return endVoice(voice) }
    if !kept.isWhole {
      makeRoomForStream(besides: voice)
      // A stream that fades out has its memory until then.
      guard sounds.streams.count < Self.streamLimit else {
        return sounds.queued.append((voice, key, settings))
      }
    }
    var command = VoiceCommand(kind, voice: voice.rawValue)
    command.sound = sounds.number()
    unsafe command.samples = UnsafePointer(memory.samples)
    command.frames = memory.frames
    command.exactBits = memory.exactBits
    command.gain = settings.gain
    command.duck = Float(pow(10, min(0, settings.duck) / 20))
    let (seconds, attoseconds) = settings.delay.components
    command.delayFrames = seconds * Int64(rate) + attoseconds / 1_000_000_000 * Int64(rate) / 1_000_000_000
    command.audibleNanoseconds = settings.audibleAt?.nanoseconds ?? 0
    command.loops = settings.loops
    command.ratio = ratio
    sounds.lent[command.sound] = memory
    if !kept.isWhole {
      let stream = SoundStream(capacity: room.streamFrames(rate: rate), start: memory.frames)
      sounds.streams[command.sound] = stream
      sounds.streaming.append(voice)
      unsafe command.stream = UnsafeRawPointer(Unmanaged.passUnretained(stream).toOpaque())
      give(.stream(key, kept.source, rate: rate, stream, loops: settings.loops))
    }
    self.command(command)
  }

  private func makeRoomForStream(besides voice: VoiceID) {
    sounds.streaming.removeAll { $0 == voice }
    while sounds.streaming.count >= Self.streamLimit { stopVoice(sounds.streaming.removeFirst()) }
  }

  private func command(_ command: VoiceCommand) {
    if !link.voiceCommands.send(command) {
      // The audio thread takes them every few milliseconds: only a broken program sends this number.
      if command.kind == .start { endVoice(VoiceID(rawValue: command.voice)) }
      free(command.sound)
    }
    link.toAudio.signal()
  }

  // MARK: - Reports

  /// From the sound thread.
  func receive(_ message: SoundLoader.Report) {
    switch message {
    case .loaded(let key, let ticket, let memory, let isWhole):
      guard var kept = sounds.kept[key], kept.ticket == ticket else { return }
      // A long sound changes with its next press: its file would have to be read up to here again.
      let old = kept.isWhole && isWhole ? kept.memory : nil
      kept.memory = memory
      kept.isWhole = isWhole
      kept.ticket = nil
      let waiting = kept.waiting
      kept.waiting = []
      sounds.kept[key] = kept
      if let old {
        for (voice, playing) in sounds.playing where playing.key == key {
          let ratio = Double(memory.frames) / Double(max(1, old.frames))
          start(voice, key, playing.settings, at: .replace, ratio: ratio)
        }
      }
      for (voice, settings) in waiting { start(voice, key, settings, at: .start) }
      report(.soundLoaded(key, bytes: memory.bytes))
    case .failed(let key, let ticket?, .noRoom):
      guard let kept = sounds.kept[key], kept.ticket == ticket else { return }
      sounds.kept[key]?.ticket = nil
      // Loaded with old settings; playing voices keep it.
      sounds.kept[key]?.memory = nil
      guard !kept.waiting.isEmpty else { return }
      // A voice frees its memory when it ends; if none plays, none will be freed.
      if !sounds.lent.isEmpty {
        sounds.kept[key]?.isCrowded = true
      } else {
        sounds.kept[key]?.waiting = []
        report(.soundFailed(key, .noRoom))
        for (voice, _) in kept.waiting { endVoice(voice) }
      }
    case .failed(let key, let ticket, let failure):
      guard let kept = sounds.kept[key], ticket == nil || kept.ticket == ticket else { return }
      if ticket != nil { sounds.kept[key] = nil }
      report(.soundFailed(key, failure))
      if ticket != nil { for (voice, _) in kept.waiting { endVoice(voice) } }
    }
  }

  /// From the audio thread.
  func receive(_ event: AudioEvent) {
    let number = UInt32(truncatingIfNeeded: event.value)
    switch event.kind {
    case .voiceStarted: report(.voiceStarted(VoiceID(rawValue: number)))
    case .voiceEnded:
      let ahead = event.nanoseconds - clock()
      guard ahead > 0 else { return endVoice(VoiceID(rawValue: number)) }
      schedule(event.nanoseconds) { [weak self] in self?.endVoice(VoiceID(rawValue: number)) }
    default: free(number)
    }
  }

  private func endVoice(_ voice: VoiceID) {
    guard sounds.playing.removeValue(forKey: voice) != nil else { return }
    sounds.streaming.removeAll { $0 == voice }
    report(.voiceEnded(voice))
    lease.hasVoices = !sounds.playing.isEmpty
  }

  private func free(_ number: UInt32) {
    sounds.lent[number] = nil
    sounds.streams.removeValue(forKey: number)?.isAbandoned.store(true, ordering: .releasing)
    if sounds.streams.count < Self.streamLimit, !sounds.queued.isEmpty {
      let (voice, key, settings) = sounds.queued.removeFirst()
      start(voice, key, settings, at: .start)
    }
    loadCrowded()
  }

  /// Loads sounds again at the device's new rate; optional ones once a voice needs them.
  func reload(at rate: Int) {
    self.rate = rate
    for (key, kept) in sounds.kept {
      sounds.kept[key]?.memory = nil
      sounds.kept[key]?.ticket = nil
      if !kept.source.isOptional || !kept.waiting.isEmpty { load(key) }
    }
  }
}
