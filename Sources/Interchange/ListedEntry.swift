/// One entry of a playlist file.
public struct ListedEntry: Hashable, Sendable {
  /// The track's location, as written in the file; `untold` if the file has only a title and the like.
  public var location: Location
  public var title: String?
  public var artist: String?
  public var album: String?
  public var albumArtist: String?
  /// Its number, as the file writes it: cue sheets have one, whose words count more than those of the track's own file.
  public var track: String?
  public var date: String?
  public var genre: String?
  /// Whether its file may have another ending: rippers write `.wav` into cue sheets and encode the file afterwards.
  public var mayBeOfAnotherType = false
  /// How long all of the track is, or its part where there is one; nil where the file doesn't say.
  public var duration: Duration?
  /// The part to play.
  public var start: Duration?
  public var end: Duration?

  public init(
    location: Location, title: String? = nil, artist: String? = nil, album: String? = nil,
    duration: Duration? = nil, start: Duration? = nil, end: Duration? = nil
  ) {
    self.location = location
    self.title = title
    self.artist = artist
    self.album = album
    self.duration = duration
    self.start = start
    self.end = end
  }
}
