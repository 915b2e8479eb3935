/// A person's change to one stored playlist. Places are of the entries before the change.
public enum PlaylistChange: Hashable, Sendable {
  public enum SaveMode: Hashable, Sendable {
    /// Makes a playlist that was not there.
    case create
    /// Adds to one that is there.
    case append
    /// Takes the place of what one that is there holds.
    case replace
  }

  /// Puts tracks at a place, or at the end; a playlist that is not there is made.
  case add([TrackReference], at: Int?)
  case save([TrackReference], SaveMode)
  /// Ends where the playlist ends, if that is earlier.
  case delete(Range<Int>)
  /// `to` is where the first moved entry stands afterwards.
  case move(Range<Int>, to: Int)
  /// Puts the entries into another order: where each stood, in the new one, each once.
  case reorder([Int])
  /// Puts those of the tracks at a place, or at the end, that it does not hold yet, each once.
  case addNew([TrackReference], at: Int?)
  /// As `add`, with all fields of the entries.
  case insert([PlaylistEntry], at: Int?)
  /// As `save`, with all fields of the entries and the playlist.
  case write([PlaylistEntry], SaveMode, [PlaylistField])
  /// Says something of the playlist.
  case describe([PlaylistField])
  /// Says something of an entry.
  case describeEntry(Int, [PlaylistEntryField])
  /// Adds a track that it does not hold, and takes out one that it holds, wherever it stands; a playlist that is not
  /// there is made.
  case toggle(TrackReference)
  case clear
  case rename(String)
  case remove
}

/// A person's change to a folder of stored playlists.
public enum PlaylistFolderChange: Hashable, Sendable {
  case make
  case rename(String)
  /// Its playlists stay, in no folder.
  case remove
}
