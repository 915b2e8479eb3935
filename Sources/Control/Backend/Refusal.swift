public import Model

/// Why a part of the jukebox does not do what a client asked for.
public enum Refusal: Error, Hashable, Sendable {
  case badSongIndex
  case noSuchSong
  case noSuchDirectory
  case noSuchFile
  /// The file is there, but no sound file, or broken.
  case unreadableFile
  case noSuchCue
  /// A cue that would lie behind the song's end, which is so long.
  case behindSongEnd(Duration)
  case noSuchOutput
  case noCurrentSong
  case notPlaying
  /// What plays is not changed.
  case plays
  case noSuchPlaylist
  /// What is called so is a file on a volume.
  case playlistFile(String)
  /// Another playlist has the name.
  case playlistExists
  case badPlaylistName
  /// Entries of a playlist can't be moved so.
  case badRange
  /// A playlist has no such place for a new entry.
  case badPosition
  /// A stored playlist takes no more entries.
  case playlistFull
  /// The volume keeps no more playlists.
  case tooManyPlaylists
  /// What is said of a playlist or an entry lies beyond its limits.
  case badPlaylistField
  /// A preset has nothing to play; the text says why.
  case emptyPreset(String)
  /// A preset was still being read when something else was asked for.
  case overtaken
  case noSuchPlaylistFolder
  case playlistFolderExists
  case tooManyPlaylistFolders
  /// The queue takes no more entries.
  case queueFull
  /// Too many scans wait already.
  case updateQueueFull
  case noSuchVolume
  /// The volume left while the request ran, or isn't there.
  case volumeGone
  case unsupported(String)
  /// What else programs tell apart: its key, the sentence, and what it is about.
  case failed(ErrorKey, String, about: String? = nil)
  /// Storage or the system failed; the text says what, to what.
  case system(String)

  /// How the protocol says it.
  var commandError: CommandError {
    switch self {
    case .badSongIndex: .badSongIndex
    case .noSuchSong: .noSuchSong
    case .noSuchDirectory: .noSuchDirectory
    case .noSuchFile: CommandError(key: .noSuchPath, "No such file")
    case .unreadableFile: CommandError(.noExist, "Failed to load file")
    case .noSuchCue: CommandError(key: .noSuchCue, "No such cue")
    case .behindSongEnd(let length):
      CommandError(
        key: .outOfRange,
        "The song ends at \(Decimal.seconds(length)) s: a cue begins before that, and ends there at the latest"
      )
    case .noSuchOutput: CommandError(.noExist, "No such audio output")
    case .noCurrentSong: .noCurrentSong
    case .notPlaying: .notPlaying
    case .plays: CommandError(.permission, "Access denied")
    case .noSuchPlaylist: CommandError(key: .noSuchPlaylist, "No such playlist")
    case .playlistFile(let name):
      CommandError(key: .playlistFile, "\(name) is a playlist file, which can only be read", about: name)
    case .playlistExists: CommandError(key: .playlistExists, "Playlist already exists")
    case .badPlaylistName: CommandError(key: .badPlaylistName, "Bad playlist name")
    case .badRange: CommandError(key: .noSuchPosition, "Bad range")
    case .badPosition: CommandError(key: .noSuchPosition, "Bad position")
    case .playlistFull: CommandError(.playlistMax, "Stored playlist is too large")
    case .tooManyPlaylists: CommandError(.playlistMax, "Too many playlists")
    case .badPlaylistField: CommandError(key: .outOfRange, "Value out of range")
    case .emptyPreset(let what): CommandError(key: .nothingToPlay, what)
    case .overtaken:
      CommandError(key: .overtaken, "Not played: something else was asked to play, or to stop, meanwhile")
    case .noSuchPlaylistFolder: CommandError(key: .noSuchPlaylistFolder, "No such folder of playlists")
    case .playlistFolderExists: CommandError(key: .playlistFolderExists, "Folder of playlists already exists")
    case .tooManyPlaylistFolders: CommandError(.playlistMax, "Too many folders of playlists")
    case .queueFull:
      CommandError(
        .playlistMax, "Playlist is too large: the queue holds at most \(QueueLimits.entries) songs")
    case .updateQueueFull: CommandError(.updateAlready, "Update queue is full")
    case .noSuchVolume: CommandError(key: .noSuchVolume, "No such volume")
    case .volumeGone: CommandError(key: .volumeGone, "The volume is not there")
    case .unsupported(let what): CommandError(.argument, what)
    case .failed(let key, let what, let subject): CommandError(key: key, what, about: subject)
    case .system(let what): CommandError(.system, what)
    }
  }

  /// The sentence alone.
  public var message: String { commandError.message }
  public var key: ErrorKey { commandError.key }

  /// How the jukebox's own commands say it: MPD's words, then what they are about. Those of MPD keep to MPD's alone, which
  /// clients may know by heart.
  func commandError(of subject: String) -> CommandError {
    let error = commandError
    switch self {
    case .noSuchSong, .noSuchDirectory, .noSuchFile, .unreadableFile, .noSuchCue, .noSuchPlaylist,
      .playlistExists, .noSuchPlaylistFolder, .playlistFolderExists, .noSuchVolume:
      guard !subject.isEmpty else { return error }
      return CommandError(error.code, "\(error.message): \(subject)", key: error.key, about: subject)
    case .badPlaylistName, .badPosition:
      return CommandError(error.code, "\(error.message): \(subject)", key: error.key, about: subject)
    case .playlistFull:
      return CommandError(error.code, "\(error.message): it has at most \(QueueLimits.entries) entries")
    default: return error
    }
  }
}
