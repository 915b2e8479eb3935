import Audio
import Linux
import Model

/// Plays chords one after the other over the music, which is softer meanwhile. Loop thread only.
final class ChordPlayer {
  private let loop: EventLoop
  private let voices: EngineVoices
  private var chords: [[Int]] = []
  /// Which of them comes next.
  private var next = 0
  private var bar = Duration.zero
  /// When the first one began.
  private var start: Instant?
  private var isLoading = false
  private var sounding: Set<VoiceID> = []
  private var timer: EventLoop.Timer?
  /// Called once the first one sounds.
  private var began: ((Refusal?) -> Void)?

  /// A chord's sound is computed this long before it begins.
  private static let lead = Duration.milliseconds(500)
  private static let duck = -15.0

  init(loop: EventLoop, voices: EngineVoices) {
    self.loop = loop
    self.voices = voices
  }

  func play(_ chords: [[Int]], beatsPerMinute: Double, completion: @escaping (Refusal?) -> Void) {
    stop()
    guard !chords.isEmpty else { return completion(nil) }
    self.chords = chords
    bar = .milliseconds(Int64(4 * 60_000 / beatsPerMinute))
    began = completion
    load()
  }

  func stop() {
    timer.take().map { loop.cancel($0) }
    for voice in sounding { voices.stopVoice(voice) }
    for number in 0..<2 { voices.forgetSound(SoundKey.chord(number)) }
    (chords, next, start, isLoading, sounding) = ([], 0, nil, false, [])
    began.take()?(nil)
  }

  private func load() {
    isLoading = true
    let sound = ComputedSound.chord(pitches: chords[next], seconds: bar / .seconds(1))
    voices.loadSound(SoundSource(sound), as: SoundKey.chord(next))
  }

  private func begin() {
    isLoading = false
    let now = Instant.now()
    let due = (start ?? now) + bar * Double(next)
    var settings = VoiceSettings()
    settings.duck = Self.duck
    settings.audibleAt = start == nil ? nil : due
    guard let voice = voices.startVoice(SoundKey.chord(next), settings) else {
      let completion = began.take()
      stop()
      completion?(.system("Not played: there is no output"))
      return
    }
    sounding.insert(voice)
    start = start ?? now
    next += 1
    began.take()?(nil)
    guard next < chords.count else { return }
    timer = loop.schedule(after: max(.zero, (due - now) + bar - Self.lead)) { [weak self] in
      self?.timer = nil
      self?.load()
    }
  }

  /// From the engine.
  func receive(_ report: EngineReport) {
    switch report {
    case .soundLoaded(let key, _) where isLoading && key == SoundKey.chord(next): begin()
    case .voiceEnded(let voice) where sounding.remove(voice) != nil:
      if sounding.isEmpty, next == chords.count { stop() }
    default: break
    }
  }
}
