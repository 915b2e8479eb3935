public import Model

/// The playlists that people keep, of all volumes as one list. Loop thread only; completions are called on the loop,
/// once, now or later.
public protocol Playlists: AnyObject {
  /// In the order in which they are listed.
  func playlists(completion: @escaping ([PlaylistReport]) -> Void) -> Query

  /// The playlist files on the volumes, in the order of the tree.
  func files(completion: @escaping (Result<[PlaylistFileReport], Refusal>) -> Void) -> Query

  /// Some of a playlist's entries: tracks of any volume, there or not.
  ///
  /// - Parameters:
  ///   - after: nil for the first page, else `PlaylistEntries.next` of the page before.
  ///   - skipping: so many entries are left out first.
  ///   - limit: at most so many entries.
  ///   - texts: whether notes are wanted.
  func entries(
    of name: String, after: Cursor?, skipping: Int, limit: Int, texts: Bool,
    completion: @escaping (Result<PlaylistEntries, Refusal>) -> Void
  ) -> Query

  func details(of name: String, completion: @escaping (Result<PlaylistTexts, Refusal>) -> Void) -> Query

  /// A playlist's own picture; empty where it has none.
  func cover(of name: String, completion: @escaping (Result<[UInt8], Refusal>) -> Void) -> Query

  /// Changes a playlist, or makes it.
  /// - Parameter completion: gets nil when the change would survive a power cut, otherwise what went wrong.
  func change(_ name: String, _ change: PlaylistChange, completion: @escaping (Refusal?) -> Void)

  /// Adds songs that were found to a playlist, or makes it; those that are not there any more are left out.
  ///
  /// - Parameters:
  ///   - position: what stands there then comes behind them; nil: they come at the end.
  ///   - onlyNew: those that the playlist holds already are left out, too.
  ///   - completion: as of `change`.
  func add(
    _ songs: [TrackRow], to name: String, at position: Int?, onlyNew: Bool,
    completion: @escaping (Refusal?) -> Void
  )

  /// The names of the folders of playlists, in the order in which they are listed.
  func folders(completion: @escaping ([String]) -> Void) -> Query

  /// Changes a folder of playlists, or makes it.
  /// - Parameter completion: as of `change`.
  func change(folder name: String, _ change: PlaylistFolderChange, completion: @escaping (Refusal?) -> Void)
}
