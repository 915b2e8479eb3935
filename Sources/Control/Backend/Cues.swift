public import Model

/// Points and sections of songs that people mark. Loop thread only; completions are called on the loop, once, now or
/// later.
public protocol Cues: AnyObject {
  /// By their times.
  func cues(of song: SongChoice, completion: @escaping (Result<[Cue], Refusal>) -> Void) -> Query

  /// - Parameter completion: gets the cue as it is then, or as it was before it was removed, once the change would
  ///   survive a power cut.
  func change(
    _ song: SongChoice, _ change: CueChange, completion: @escaping (Result<Cue, Refusal>) -> Void)

  /// Which track a song is; nil for one on no volume that is there.
  func track(of song: SongChoice) -> TrackReference?
}
