/// Why a command was not carried out. Nothing has changed then.
public enum PlayerRefusal: Error, Hashable, Sendable {
  /// A position or range beyond the queue (MPD: ACK 2, "Bad song index").
  case badSongIndex
  /// An id that no entry has (MPD: ACK 50, "No such song").
  case noSuchSong
  /// More entries than `QueueLimits.entries`, or no further ids (MPD: ACK 51, "playlist is at the max size").
  case queueFull
  /// The command needs something that plays or is paused (MPD: ACK 55, "Not playing").
  case notPlaying
  /// A loop that begins behind the track's end, or while the track can't be read.
  case badLoop
  /// A place relative to the current song, and there is none (MPD: ACK 55, "No current song").
  case noCurrentSong
  /// A relative move of a range that holds the current song (MPD: ACK 2).
  case movesCurrentSong
  /// What plays or is paused is not changed (MPD: ACK 4, "Access denied").
  case plays
}

extension PlayerRefusal: CustomStringConvertible {
  /// MPD's sentence for it.
  public var description: String {
    switch self {
    case .badSongIndex: "Bad song index"
    case .noSuchSong: "No such song"
    case .queueFull: "playlist is at the max size"
    case .notPlaying: "Not playing"
    case .badLoop: "The song can't be looped there"
    case .noCurrentSong: "No current song"
    case .plays: "Access denied"
    case .movesCurrentSong: "Cannot move current song relative to itself"
    }
  }
}
