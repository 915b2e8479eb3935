public import Model

/// What buttons do with playlists: mix slots that are filled, presets that play. Loop thread only; completions are called
/// on the loop, once, now or later.
public protocol Shortcuts: AnyObject {
  /// Puts what plays into the playlist of a mix slot, or takes it out where it is in it.
  /// - Parameter completion: gets what has come of it when that would survive a power cut.
  func mix(slot: Int, completion: @escaping (Result<MixOutcome, Refusal>) -> Void)

  /// The presets that are bound to a playlist, by their numbers.
  func presets(completion: @escaping ([PresetReport]) -> Void)

  /// Binds a preset to a playlist; nil takes it back.
  /// - Parameter completion: gets nil when that would survive a power cut, otherwise what went wrong.
  func bind(preset: Int, to playlist: String?, completion: @escaping (Refusal?) -> Void)

  /// Plays a preset in place of the queue, once what it holds has been read.
  /// - Parameter completion: gets nil when the queue would survive a power cut, otherwise what went wrong: then the queue
  ///   is as it was.
  func play(preset: Int, completion: @escaping (Refusal?) -> Void)
}
