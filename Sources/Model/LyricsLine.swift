/// One line of a song's lyrics.
public struct LyricsLine: Hashable, Sendable {
  /// From the beginning of the file; nil where the lyrics have no times.
  public var time: Duration?
  /// Cleaned like every text of a tag; empty where the lyrics pause.
  public var text: String

  /// Limit of the lines of a song, and of a line in bytes of UTF-8; what is beyond is left out.
  public static let countLimit = 4096
  public static let textLimit = 1024

  public init(time: Duration? = nil, _ text: String) {
    self.time = time
    self.text = text
  }
}
