public import Model

/// The playlists that people keep, of all volumes as one list. As all of these protocols: loop thread only; completions are
/// called on the loop, once, now or later.
public protocol PlaylistEditing {
  /// In the order in which they are listed.
  func playlists(completion: @escaping ([PlaylistReport]) -> Void) -> Query

  /// The same with the numbers of their songs, and how long those play.
  func countedPlaylists(completion: @escaping ([PlaylistReport]) -> Void) -> Query

  /// Some of a playlist's entries: tracks of any volume, present or not.
  ///
  /// - Parameters:
  ///   - after: nil for the first page, else `PlaylistEntries.next` of the page before.
  ///   - skipping: number of entries to leave out first.
  ///   - limit: maximum number of entries.
  ///   - texts: whether notes are wanted.
  func entries(
    of name: String, after: Cursor?, skipping: Int, limit: Int, texts: Bool,
    completion: @escaping Completion<PlaylistEntries>
  ) -> Query

  func texts(of name: String, completion: @escaping Completion<PlaylistTexts>) -> Query

  /// A playlist's own picture; empty where it has none.
  func cover(of name: String, completion: @escaping Completion<[UInt8]>) -> Query

  /// Changes a playlist, or makes it.
  /// - Parameter completion: gets nil when the change would survive a power cut, otherwise what went wrong.
  func change(_ name: String, _ change: PlaylistChange, completion: @escaping (Refusal?) -> Void)

  /// Removes a playlist that `restore` brings back for a minute.
  /// - Parameter completion: gets nil when it is away, otherwise what went wrong.
  func remove(_ name: String, completion: @escaping (Refusal?) -> Void)

  /// Brings back a playlist that was removed a moment ago; `nothingToUndo` if there is none.
  func restore(_ name: String, completion: @escaping (Refusal?) -> Void)

  /// Adds found songs to a playlist, or makes it; those that are gone by now are left out.
  ///
  /// - Parameters:
  ///   - position: the entry there then follows them; nil: they come at the end.
  ///   - onlyNew: songs that the playlist has already are left out, too.
  ///   - completion: as of `change`.
  func add(
    _ songs: [TrackRow], to name: String, at position: Int?, onlyNew: Bool,
    completion: @escaping (Refusal?) -> Void
  )
}

/// Folders of playlists.
public protocol PlaylistFolderEditing {
  /// Their names, in the order in which they are listed.
  func all(completion: @escaping ([String]) -> Void) -> Query

  /// Changes a folder, or makes it.
  /// - Parameter completion: as of `PlaylistEditing.change`.
  func change(_ name: String, _ change: PlaylistFolderChange, completion: @escaping (Refusal?) -> Void)
}

/// The playlist files on the volumes.
public protocol PlaylistFiles {
  /// In the order of the tree.
  func all(completion: @escaping Completion<[PlaylistFileReport]>) -> Query
}

/// The radio stations that people keep.
public protocol Stations {
  /// In the order of their lists.
  func all(completion: @escaping Completion<[Station]>) -> Query
}

/// Playlist files of the network.
public protocol StationFetching {
  /// The stations in the one at `url`.
  func stations(at url: String, completion: @escaping Completion<[QueueItem]>) -> Query
}

/// Playlists from files of other programs.
public protocol Imports {
  /// Makes a playlist of what a file says.
  ///
  /// - Parameters:
  ///   - progress: called with how many of its entries were looked for, and how many there are.
  ///   - completion: called when the playlist would survive a power cut.
  func make(
    _ request: ImportRequest, progress: @escaping (Int, Int) -> Void,
    completion: @escaping Completion<ImportReport>
  ) -> Query
}

/// The file that a desktop program keeps on a stick, and backups.
public protocol Exchange {
  /// Makes the playlists of a volume, or of all, and those in its `Sync/mixboard-playlists.json` the same.
  /// - Parameter volume: its name; `noSuchVolume` where there is none. Where all are meant, one with which it can't be
  ///   done keeps no other from its turn: its report says why.
  func synchronise(_ volume: String?, completion: @escaping Completion<[ExchangeReport]>)

  /// Writes the backup of a volume, or of each, as `synchronise` goes through them.
  func backUp(_ volume: String?, completion: @escaping Completion<[ExchangeReport]>)

  /// Puts what a volume's backup says in place of what people added to it.
  func restore(_ volume: String, completion: @escaping Completion<[ExchangeReport]>)
}
