import Audio
import Control
import Linux
import Model
import Player

/// Clicks, at a tempo of its own or on the beats of the song that plays. Loop thread only.
final class Metronome {
  private let loop: EventLoop
  private let voices: EngineVoices
  private let controller: PlaybackController
  private let chords: ChordFollower
  private(set) var mode = MetronomeMode.off
  /// The endless bar, or the click that comes.
  private var voice: VoiceID?
  /// When that click begins.
  private var due: Instant?
  private var timer: EventLoop.Timer?

  private static let bar = SoundKey.barClick
  private static let first = SoundKey.firstClick
  private static let other = SoundKey.otherClick

  /// A click is given to the engine this long before its beat, and the position is looked at again this often.
  private static let lead = 0.1
  private static let period = 0.25
  /// Seconds before a beat after which a click comes too late: the device holds frames that cannot be replaced.
  private static let nearest = 0.03

  init(loop: EventLoop, voices: EngineVoices, controller: PlaybackController, chords: ChordFollower) {
    self.loop = loop
    self.voices = voices
    self.controller = controller
    self.chords = chords
  }

  /// - Returns: why it can't be heard.
  func set(_ mode: MetronomeMode) -> Refusal? {
    stop()
    switch mode {
    case .off: break
    case .steady(let beatsPerMinute, let beats):
      voices.loadSound(SoundSource(.bar(beats: beats, beatsPerMinute: beatsPerMinute)), as: Self.bar)
      var settings = VoiceSettings()
      settings.loops = -1
      guard let voice = voices.startVoice(Self.bar, settings) else {
        stop()
        return .system("No metronome: there is no output")
      }
      self.voice = voice
    case .following:
      voices.loadSound(SoundSource(.click(isFirst: true)), as: Self.first)
      voices.loadSound(SoundSource(.click(isFirst: false)), as: Self.other)
    }
    self.mode = mode
    if mode == .following { step() }
    return nil
  }

  private func stop() {
    timer.take().map { loop.cancel($0) }
    voice.take().map { voices.stopVoice($0) }
    due = nil
    for key in [Self.bar, Self.first, Self.other] { voices.forgetSound(key) }
    mode = .off
  }

  /// The song is another one, at another place, or plays or not: what was to click then does not.
  func follow() {
    guard mode == .following else { return }
    if let due, due > Instant.now() { voice.take().map { voices.stopVoice($0) } }
    due = nil
    step()
  }

  /// Prepares the next beat's click if that is near, and waits.
  private func step() {
    timer.take().map { loop.cancel($0) }
    guard controller.player.transport == .play else { return }
    let speed = max(0.1, controller.player.modes.speed)
    var wait = Self.period
    if let seconds = chords.seconds, let tempo = chords.tempo,
      let beat = tempo.beats.firstIndex(where: { ($0 - seconds) / speed > Self.nearest })
    {
      let distance = (tempo.beats[beat] - seconds) / speed
      if distance <= Self.lead + Self.nearest {
        click(in: distance, isFirst: tempo.downbeats.contains(beat))
        wait = distance + Self.nearest / 2
      } else {
        wait = min(Self.period, distance - Self.lead)
      }
    }
    timer = loop.schedule(after: .milliseconds(Int64(wait * 1000))) { [weak self] in
      self?.timer = nil
      self?.step()
    }
  }

  private func click(in seconds: Double, isFirst: Bool) {
    let instant = Instant.now() + .microseconds(Int64(seconds * 1_000_000))
    var settings = VoiceSettings()
    settings.audibleAt = instant
    due = instant
    voice = voices.startVoice(isFirst ? Self.first : Self.other, settings)
  }

  /// From the engine.
  func receive(_ report: EngineReport) {
    guard case .voiceEnded(let ended) = report, ended == voice else { return }
    voice = nil
    // The device was lost.
    if mode != .following { stop() }
  }
}
