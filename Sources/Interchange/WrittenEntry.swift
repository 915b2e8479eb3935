/// An entry of a playlist that is to be written into a file.
public struct WrittenEntry: Hashable, Sendable {
  /// The track's location: a path, relative to the folder of the file or from a root on; or a URI with `://`.
  public var path: String
  public var title: String?
  public var artist: String?
  public var album: String?
  public var duration: Duration?
  public var start: Duration?
  public var end: Duration?

  public init(
    path: String, title: String? = nil, artist: String? = nil, album: String? = nil,
    duration: Duration? = nil,
    start: Duration? = nil, end: Duration? = nil
  ) {
    self.path = path
    self.title = title
    self.artist = artist
    self.album = album
    self.duration = duration
    self.start = start
    self.end = end
  }
}
