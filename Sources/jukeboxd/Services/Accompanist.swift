import Audio
import Control
import Linux
import Model
import Player

/// Sounds to play along with: chords and a metronome. Loop thread only.
final class Accompanist: Accompaniment, EffectHandler, EngineObserver {
  private let player: ChordPlayer
  private let clicks: Metronome

  init(loop: EventLoop, engine: Engine, controller: PlaybackController, chords: ChordFollower) {
    player = ChordPlayer(loop: loop, voices: engine.voices)
    clicks = Metronome(loop: loop, voices: engine.voices, controller: controller, chords: chords)
  }

  func play(_ chords: [[Int]], beatsPerMinute: Double, completion: @escaping (Refusal?) -> Void) {
    player.play(chords, beatsPerMinute: beatsPerMinute, completion: completion)
  }

  func stopChords() { player.stop() }
  var metronome: MetronomeMode { clicks.mode }
  func setMetronome(_ mode: MetronomeMode) -> Refusal? { clicks.set(mode) }

  func handle(_ effect: Effect) -> Bool {
    if case .changed = effect { clicks.follow() }
    return false
  }

  func receive(_ report: EngineReport) {
    player.receive(report)
    clicks.receive(report)
  }
}
