/// tracks.state
enum TrackState: Int64, Sendable {
  case here = 0
  /// The file is gone; the row keeps what people added to it.
  case vanished = 1
  /// The file is there, but isn't a sound file that can be played.
  case unreadable = 2
  /// The file is playable but no music: it is in the folder of sounds.
  case sound = 3
}
