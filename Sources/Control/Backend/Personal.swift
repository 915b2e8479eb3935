public import Model

/// What people say of songs. Loop thread only; completions are called on the loop, once, now or later.
public protocol Personal: AnyObject {
  /// `.noSuchSong` where nothing is known of such a song; one whose file is away is known.
  func personal(of song: SongChoice, completion: @escaping (Result<PersonalReport, Refusal>) -> Void) -> Query

  /// How many favourites are known whose files are not here, on the volumes that are.
  func absentFavourites(completion: @escaping (Int) -> Void) -> Query

  /// - Parameter completion: gets what is kept, once the change would survive a power cut.
  func change(
    _ song: SongChoice, _ change: PersonalEdit,
    completion: @escaping (Result<PersonalReport, Refusal>) -> Void)
}
