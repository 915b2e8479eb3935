/// Why a stored playlist is not read or changed.
public enum PlaylistRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  case noSuchPlaylist
  /// What is called so is a file on a volume, which is read alone.
  case isFile(String)
  /// Another one has the name.
  case exists
  case badName
  /// A range begins behind the end.
  case badIndex
  /// Entries that are not there are to be moved, or to where none can be.
  case badRange
  /// To be added where no entry can be.
  case badPosition
  /// It would have more entries than `QueueLimits.entries`.
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
  case badFile(String, Fault? = nil)
  /// What is to be undone lies on a volume that is away.
  case importAway(volume: String)
  /// What is to be undone was made on a volume that knows nothing of it any more, or never did.
  case importUnknown(volume: String)
  /// None was made here that could be undone; the last one on a volume is not known.
  case importOfOthers(volume: String)
  /// No volume is there to keep it.
  case noVolume
  /// The volume left meanwhile.
  case volumeGone
  case store(StoreError)

  /// What is wrong with a file, where people can be told what helps.
  public enum Fault: Hashable, Sendable {
    case notAPlaylist
    case mixBoardFile
    case namesNoSong
    /// The file of MixBoard can't be read.
    case badMixBoardFile
    case noBackup
  }

  /// For the log.
  public var description: String {
    switch self {
    case .noSuchPlaylist: "there is no such playlist"
    case .isFile(let name): "\(name) is a playlist file, which can only be read"
    case .exists: "there is a playlist of that name"
    case .badName: "no playlist can have that name"
    case .badIndex: "the range begins behind the end"
    case .badRange: "there are no such entries"
    case .badPosition: "there is no such place"
    case .tooLarge: "it would have too many entries"
    case .tooMany: "the volume keeps no more playlists"
    case .badField: "what is said of it is beyond its limits"
    case .noSuchFolder: "there is no such folder"
    case .folderExists: "there is a folder of that name"
    case .tooManyFolders: "the volume keeps no more folders"
    case .badFile(let reason, _): reason
    case .importAway(let volume): "the last import lies on \(volume), which is away"
    case .importUnknown(let volume): "\(volume) knows nothing of the last import"
    case .importOfOthers(let volume): "the last import on \(volume) was not made here"
    case .noVolume: "there is no volume to keep it"
    case .volumeGone: "the volume has left"
    case .store(let error): "\(error)"
    }
  }

  init(_ error: StoreError) {
    self = error.kind == .closed || error.kind == .cancelled ? .volumeGone : .store(error)
  }
}
