import Audio
import Configuration
import Library
import Linux
import Model
import Player

/// Signals of the jukebox, as short sounds over the music. Off unless the configuration has them on.
final class Tones: EffectHandler, LibraryObserver, EngineObserver {
  private let engine: Engine
  private let sounds: [Tone: ToneSound]
  private var keys: [Tone: SoundKey] = [:]
  private var isReady = false
  /// When each last sounded: repeated events are not signalled each time.
  private var heard: [Tone: Instant] = [:]
  private static let pause = Duration.milliseconds(400)

  init(engine: Engine, settings: ToneSettings) {
    self.engine = engine
    sounds = settings.sounds
  }

  func handle(_ effect: Effect) -> Bool {
    switch effect {
    case .atLimit:
      play(.limit)
      return true
    case .signal(let tone):
      signal(tone)
      return true
    case .skipped, .gaveUp: play(.error)
    default: break
    }
    return false
  }

  /// Loads those that are on.
  func start() {
    for tone in Tone.allCases {
      guard let sound = sounds[tone] else { continue }
      let key = SoundKey.tone(tone)
      keys[tone] = key
      switch sound {
      case .own: engine.voices.loadSound(SoundSource(tone), as: key)
      case .file(let path):
        let entry = EngineEntry(serial: EntrySerial(rawValue: 0)) { () throws(SystemError) in
          try HostFile.open(path)
        }
        engine.voices.loadSound(SoundSource(entry), as: key)
      }
    }
    play(.start)
  }

  /// - Returns: whether it is heard.
  @discardableResult func play(_ tone: Tone) -> Bool {
    let now = Instant.now()
    guard let key = keys[tone], heard[tone].map({ now - $0 >= Self.pause }) ?? true else { return false }
    heard[tone] = now
    return engine.voices.startVoice(key, VoiceSettings()) != nil
  }

  /// As `play`, with its own sound where the configuration has the tone off: somebody waits for an answer.
  func signal(_ tone: Tone) {
    let now = Instant.now()
    guard keys[tone] == nil else { return _ = play(tone) }
    guard heard[tone].map({ now - $0 >= Self.pause }) ?? true else { return }
    heard[tone] = now
    let key = SoundKey.tone(tone)
    engine.voices.loadSound(SoundSource(tone), as: key)
    _ = engine.voices.startVoice(key, VoiceSettings())
  }

  /// A test of the speakers, whether tones are on or not.
  /// - Returns: false where there is nothing to play on.
  func play(_ test: TestTone) -> Bool {
    let key = SoundKey.test(test)
    engine.voices.loadSound(SoundSource(test), as: key)
    return engine.voices.startVoice(key, VoiceSettings()) != nil
  }

  /// From the library: the first volume is there.
  func receive(_ event: LibraryEvent) {
    guard case .opened = event, !isReady else { return }
    isReady = true
    play(.ready)
  }

  /// From the engine.
  func receive(_ report: EngineReport) {
    guard case .soundFailed(let key, let failure) = report,
      let (tone, _) = keys.first(where: { $0.value == key })
    else { return }
    Log.warning("[tones] \(tone.rawValue): \(failure)")
    keys[tone] = nil
  }
}
