/// What sounds, and the commands that change it at once. Loop thread only.
public protocol Transport: AnyObject {
  var playback: PlaybackStatus { get }
  /// The current entry's song, from memory; nil where there is none.
  var currentSong: Song? { get }
  func perform(_ command: TransportCommand) throws(Refusal)
}
