/// What sounds, and the commands that change it at once. Loop thread only.
public protocol Transport: AnyObject {
  var playback: PlaybackStatus { get }
  /// The current entry's song, from memory; nil where there is none, or where it is not known yet: then the catalogue
  /// is asked.
  var currentSong: Song? { get }
  /// Goes on once the current entry's song is known; also where there is none, or where its storage is slow.
  func whenSongIsKnown(completion: @escaping (()) -> Void) -> Query
  func perform(_ command: TransportCommand) throws(Refusal)
}
