/// A part of a song that its file names.
public struct ChapterReport: Hashable, Sendable {
  /// From the beginning of the song.
  public var start: Duration
  public var end: Duration?
  public var title: String?
  public var performer: String?

  public init(start: Duration, end: Duration? = nil, title: String? = nil, performer: String? = nil) {
    self.start = start
    self.end = end
    self.title = title
    self.performer = performer
  }
}
