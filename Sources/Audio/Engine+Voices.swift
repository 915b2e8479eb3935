import Glibc
import Linux
import Media
import Synchronization

/// Sounds that play over the music, whether it plays or not.
extension Engine {
  /// What the engine knows of sounds and voices; loop thread only.
  struct Sounds {
    struct Kept {
      var source: SoundSource
      var memory: SoundMemory?
      var isWhole = false
      /// Of the load that is under way.
      var ticket: UInt32?
      /// Voices that begin once it is loaded.
      var waiting: [(VoiceID, VoiceSettings)] = []
    }

    var kept: [SoundKey: Kept] = [:]
    /// What the audio thread may read.
    var lent: [UInt32: SoundMemory] = [:]
    var streams: [UInt32: SoundStream] = [:]
    var playing: [VoiceID: (key: SoundKey, settings: VoiceSettings)] = [:]
    /// The voices that stream, oldest first.
    var streaming: [VoiceID] = []
    var lastVoice: UInt32 = 0
    var lastNumber: UInt32 = 0

    mutating func number() -> UInt32 {
      lastNumber &+= 1
      return lastNumber
    }
  }

  /// So many long sounds are read from their files at once.
  public static let streamLimit = 4
  /// A sound up to this lies in memory as a whole.
  public static let wholeSoundSeconds = 8
  /// Of a longer one lies so much in memory, so that it begins at once.
  public static let headMilliseconds = 500
  /// What a long sound is read ahead.
  static let streamSeconds = 2

  /// Decodes a sound into memory; `soundLoaded` or `soundFailed` follows. Of one that was loaded before with other settings
  /// the voices go over to these.
  public func loadSound(_ source: SoundSource, as key: SoundKey) {
    var kept = sounds.kept[key] ?? Sounds.Kept(source: source)
    kept.source = source
    let ticket = sounds.number()
    kept.ticket = ticket
    sounds.kept[key] = kept
    give(
      .load(
        key, ticket: ticket, source, rate: rate, limitFrames: Self.wholeSoundSeconds * rate,
        headFrames: Self.headMilliseconds * rate / 1000))
  }

  private func give(_ job: SoundLoader.Job) {
    if hasThreads { loader?.start() }
    loader?.give(job)
  }

  /// Lets go of a sound's memory; what plays of it plays on.
  public func forgetSound(_ key: SoundKey) {
    guard let kept = sounds.kept.removeValue(forKey: key) else { return }
    loader?.forget(key)
    for (voice, _) in kept.waiting { endVoice(voice) }
  }

  /// How much memory the sounds take, in bytes; nil where it is not loaded.
  public func soundBytes(of key: SoundKey) -> Int? { sounds.kept[key]?.memory?.bytes }

  public var soundBytes: Int { sounds.kept.values.reduce(0) { $0 + ($1.memory?.bytes ?? 0) } }

  /// Plays a sound once it is loaded: at once where it is.
  /// - Returns: nil where there is no such sound, or nothing to play on.
  public func startVoice(_ key: SoundKey, _ settings: VoiceSettings) -> VoiceID? {
    guard sounds.kept[key] != nil, isOutputEnabled, !isDeviceLost else { return nil }
    sounds.lastVoice &+= 1
    let voice = VoiceID(rawValue: sounds.lastVoice)
    sounds.playing[voice] = (key, settings)
    takeDevice()
    if sounds.kept[key]?.memory != nil {
      start(voice, key, settings, at: .start)
    } else {
      sounds.kept[key]?.waiting.append((voice, settings))
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
    command(VoiceCommand(.stop, voice: voice.rawValue))
  }

  public func stopVoices() {
    for key in sounds.kept.keys {
      for (voice, _) in sounds.kept[key]?.waiting ?? [] { endVoice(voice) }
      sounds.kept[key]?.waiting = []
    }
    command(VoiceCommand(.stopAll))
  }

  /// Holds it where it is, or lets it go on.
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
  public var voices: [VoiceID: SoundKey] { sounds.playing.mapValues(\.key) }

  private func start(
    _ voice: VoiceID, _ key: SoundKey, _ settings: VoiceSettings, at kind: VoiceCommand.Kind,
    ratio: Double = 1
  ) {
    guard let kept = sounds.kept[key], let memory = kept.memory else { return }
    var command = VoiceCommand(kind, voice: voice.rawValue)
    command.sound = sounds.number()
    unsafe command.samples = UnsafePointer(memory.samples)
    command.frames = memory.frames
    command.exactBits = memory.exactBits
    command.gain = settings.gain
    command.duck = Float(pow(10, min(0, settings.duck) / 20))
    let (seconds, attoseconds) = settings.delay.components
    command.delayFrames = seconds * Int64(rate) + attoseconds / 1_000_000_000 * Int64(rate) / 1_000_000_000
    command.loops = settings.loops
    command.ratio = ratio
    sounds.lent[command.sound] = memory
    if !kept.isWhole {
      makeRoomForStream(besides: voice)
      let stream = SoundStream(
        capacity: (Self.streamSeconds * rate + DeviceTiming.bufferMilliseconds * rate / 1000),
        start: memory.frames)
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
      // The audio thread takes them every few milliseconds: so many come from a program that has gone mad.
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
      // A long sound is changed with its next press: its file would have to be read up to here once more.
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
    case .failed(let key, let ticket, let failure):
      guard let kept = sounds.kept[key], ticket == nil || kept.ticket == ticket else { return }
      if ticket != nil { sounds.kept[key] = nil }
      report(.soundFailed(key, failure))
      if ticket != nil { for (voice, _) in kept.waiting { endVoice(voice) } }
    }
  }

  /// From the audio thread.
  func receiveVoiceEvent(_ event: AudioEvent) {
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
    if sounds.playing.isEmpty, isAtRest { rest() }
  }

  private func free(_ number: UInt32) {
    sounds.lent[number] = nil
    sounds.streams.removeValue(forKey: number)?.isAbandoned.store(true, ordering: .releasing)
  }

  /// Everything lies at the device's rate.
  func reloadSounds() {
    for (key, kept) in sounds.kept {
      sounds.kept[key]?.memory = nil
      loadSound(kept.source, as: key)
    }
  }
}
