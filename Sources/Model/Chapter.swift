/// A part of a sound that its file names: of a podcast, a mix, a record in one piece.
public struct Chapter: Hashable, Sendable {
  /// From the beginning of the sound.
  public let start: Duration
  /// Where the file tells it.
  public let end: Duration?
  /// At most `titleLimit` bytes of UTF-8, cleaned like every text of a tag.
  public let title: String?
  /// Who plays it, where that is told by itself; as long as a title.
  public let performer: String?

  public static let titleLimit = 512
  /// Chapters of a file that are kept, those that begin first.
  public static let countLimit = 1000
  /// Of the titles and performers of a file together, in bytes of UTF-8. Chapters behind that are kept without.
  public static let textLimit = 48 * 1024

  public init(start: Duration, end: Duration? = nil, title: String? = nil, performer: String? = nil) {
    self.start = start
    self.end = end
    self.title = title
    self.performer = performer
  }
}
