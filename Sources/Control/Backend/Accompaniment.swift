public import Model

/// Sounds to play along with: chords and a metronome. Loop thread only.
public protocol Accompaniment: AnyObject {
  /// Plays chords one after the other, four beats each; they replace those that sound.
  /// - Parameters:
  ///   - chords: their pitches as MIDI counts.
  ///   - completion: called once the first one sounds, or with the reason why not.
  func play(_ chords: [[Int]], beatsPerMinute: Double, completion: @escaping (Refusal?) -> Void)

  /// Ends the chords.
  func stopChords()

  var metronome: MetronomeMode { get }

  /// - Returns: why it can't be heard.
  func setMetronome(_ mode: MetronomeMode) -> Refusal?
}

public enum MetronomeMode: Hashable, Sendable {
  case off
  /// Clicks on its own; the first beat of a bar is higher.
  case steady(beatsPerMinute: Double, beats: Int)
  /// Clicks on the beats of the current song.
  case following
}
