public import Model

/// What comes from elsewhere and goes there: playlists as files of other programs, the file that a desktop program keeps
/// on a stick, backups. Loop thread only; completions are called on the loop, once.
public protocol Exchanging: AnyObject {
  /// Makes a playlist of what a file says.
  ///
  /// - Parameters:
  ///   - progress: called with how many of its entries were looked for, and how many there are.
  ///   - completion: called when the playlist would survive a power cut.
  func importPlaylist(
    _ request: ImportRequest, progress: @escaping (Int, Int) -> Void,
    completion: @escaping (Result<ImportReport, Refusal>) -> Void
  ) -> Query

  /// Takes the last import back.
  /// - Parameter completion: gets nil where there is none.
  func undoImport(completion: @escaping (Result<UndoReport?, Refusal>) -> Void)

  /// Makes the playlists of a volume, or of all, and those in its `Sync/mixboard-playlists.json` the same.
  /// - Parameter volume: its name; `noSuchVolume` where there is none. Where all are meant, one with which it can't be
  ///   done keeps no other from its turn: its report says why.
  func synchronise(_ volume: String?, completion: @escaping (Result<[ExchangeReport], Refusal>) -> Void)

  /// Writes the backup of a volume, or of each, as `synchronise` goes through them.
  func backUp(_ volume: String?, completion: @escaping (Result<[ExchangeReport], Refusal>) -> Void)

  /// Puts what a volume's backup says in place of what people added to it.
  func restore(_ volume: String, completion: @escaping (Result<[ExchangeReport], Refusal>) -> Void)
}
