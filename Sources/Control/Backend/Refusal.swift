/// Why a part of the jukebox does not do what a client asked for.
public enum Refusal: Error, Hashable, Sendable {
  case badSongIndex
  case noSuchSong
  case noSuchDirectory
  case noSuchFile
  /// The file is there, but no sound file, or broken.
  case unreadableFile
  case noSuchOutput
  case noCurrentSong
  case notPlaying
  /// The queue takes no more entries.
  case queueFull
  /// Too many scans wait already.
  case updateQueueFull
  /// The volume left while the request ran, or isn't there.
  case volumeGone
  case unsupported(String)
  /// Storage or the system failed; the text says what, to what.
  case system(String)

  /// How the protocol says it.
  var commandError: CommandError {
    switch self {
    case .badSongIndex: .badSongIndex
    case .noSuchSong: .noSuchSong
    case .noSuchDirectory: .noSuchDirectory
    case .noSuchFile: CommandError(.noExist, "No such file")
    case .unreadableFile: CommandError(.noExist, "Failed to load file")
    case .noSuchOutput: CommandError(.noExist, "No such audio output")
    case .noCurrentSong: .noCurrentSong
    case .notPlaying: .notPlaying
    case .queueFull: CommandError(.playlistMax, "Playlist is too large")
    case .updateQueueFull: CommandError(.updateAlready, "Update queue is full")
    case .volumeGone: CommandError(.system, "The volume is not there")
    case .unsupported(let what): CommandError(.argument, what)
    case .system(let what): CommandError(.system, what)
    }
  }
}
