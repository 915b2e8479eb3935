/// Why a stored playlist is not read or changed.
public enum PlaylistRefusal: Error, Hashable, Sendable {
  case noSuchPlaylist
  /// Another one has the name.
  case exists
  case badName
  /// A range begins behind the end.
  case badIndex
  /// Entries that are not there are to be moved, or to where none can be.
  case badRange
  /// To be added where no entry can be.
  case badPosition
  /// It would have more entries than `Queue.limit`.
  case tooLarge
  /// The volume keeps no more playlists.
  case tooMany
  /// What is said of it or of an entry lies beyond its limits.
  case badField
  case noSuchFolder
  /// Another folder of playlists has the name.
  case folderExists
  /// The volume keeps no more folders of playlists.
  case tooManyFolders
  /// A file that it is read from or written to, and what is wrong with it.
  case badFile(String)
  /// No volume is there to keep it.
  case noVolume
  /// The volume left meanwhile.
  case volumeGone
  case store(StoreError)

  init(_ error: StoreError) {
    self = error.kind == .closed || error.kind == .cancelled ? .volumeGone : .store(error)
  }
}
