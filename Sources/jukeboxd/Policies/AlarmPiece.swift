import Audio
import Linux
import Model
import Player

/// The piece of the jukebox for alarms: plucked chords, repeated, each louder than the one before until the fade has passed. It is
/// computed, so that it needs neither a stick nor a file. If it cannot sound, a tone does. Loop thread only.
final class AlarmPiece {
  private let loop: EventLoop
  private let voices: EngineVoices
  private var voice: VoiceID?
  private var timer: EventLoop.Timer?
  private var fade = Duration.zero
  /// When it began; nil where it does not play.
  private var start: Instant?
  /// When it began to fall to silence.
  private var end: Instant?
  /// Whether it is heard.
  private(set) var sounds = false

  private static let key = SoundKey.alarm
  private static let chord = ComputedSound.chord(pitches: [60, 67, 72, 76, 79], seconds: 4)
  /// A chord is hardly heard at this one.
  private static let leastGain: Float = 0.02
  /// How long the sound is waited for, and how often an output that is missing is looked for.
  private static let patience = Duration.seconds(5)

  init(loop: EventLoop, voices: EngineVoices) { (self.loop, self.voices) = (loop, voices) }

  var isOn: Bool { start != nil }

  func play(fade: Duration) {
    self.fade = fade
    (start, end) = (loop.now, nil)
    load(SoundSource(Self.chord))
  }

  /// A tone finds room where pads have taken the memory of sounds.
  private func load(_ sound: SoundSource) {
    timer = loop.schedule(after: Self.patience) { [weak self] in
      Log.repeatable(.warning, "the piece for alarms cannot sound, a tone follows")
      self?.load(SoundSource(Tone.error))
    }
    voices.loadSound(sound, as: Self.key)
  }

  /// Has its chords become softer, until `stop`.
  func fadeOut() { end = loop.now }

  func stop() {
    (start, end) = (nil, nil)
    sounds = false
    if let timer = timer.take() { loop.cancel(timer) }
    if let voice = voice.take() { voices.stopVoice(voice) }
  }

  /// - Parameters:
  ///   - time: since the beginning.
  ///   - falling: since it began to fall to silence.
  static func gain(after time: Duration, fade: Duration, falling: Duration?) -> Float {
    let part = fade > .zero ? Float(time / fade) : 1
    let rest = falling.map { max(0, 1 - Float($0 / Jukebox.ringingFade)) } ?? 1
    return max(leastGain, min(1, part * part)) * rest * rest
  }

  private func sound() {
    guard let start else { return }
    if let timer = timer.take() { loop.cancel(timer) }
    var settings = VoiceSettings()
    settings.gain = Self.gain(after: loop.now - start, fade: fade, falling: end.map { loop.now - $0 })
    voice = voices.startVoice(Self.key, settings)
    sounds = voice != nil
    if sounds { return }
    Log.repeatable(.warning, "an alarm cannot be heard: there is no output")
    timer = loop.schedule(after: Self.patience) { [weak self] in self?.sound() }
  }

  /// From the engine.
  func receive(_ report: EngineReport) {
    switch report {
    case .soundLoaded(Self.key, _): sound()
    case .voiceEnded(let ended) where ended == voice: sound()
    default: break
    }
  }
}
