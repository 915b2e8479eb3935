/// A part of a sound that its file names: of a podcast, a mix, a record in one piece.
public struct Chapter: Hashable, Sendable {
  /// From the beginning of the sound.
  public let start: Duration
  /// If the file has one.
  public let end: Duration?
  /// At most `titleLimit` bytes of UTF-8, cleaned like every text of a tag.
  public let title: String?
  /// The performer, if the file names one; as long as a title.
  public let performer: String?

  public static let titleLimit = 512
  /// Limit of stored chapters per file; the first ones are stored.
  public static let countLimit = 1000
  /// Limit of the titles and performers of a file together, in bytes of UTF-8. Later chapters are stored without them.
  public static let textLimit = 48 * 1024

  public init(start: Duration, end: Duration? = nil, title: String? = nil, performer: String? = nil) {
    self.start = start
    self.end = end
    self.title = title
    self.performer = performer
  }
}
