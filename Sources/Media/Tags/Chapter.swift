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

  /// From texts as a file has them.
  init(start: Duration, end: Duration? = nil, rawTitle: String?, rawPerformer: String? = nil) {
    self.init(
      start: start, end: end.flatMap { $0 > start ? $0 : nil },
      title: rawTitle.flatMap { TagText.cleaned($0, limit: Self.titleLimit) },
      performer: rawPerformer.flatMap { TagText.cleaned($0, limit: Self.titleLimit) })
  }

  /// In the order of the sound, as many as are kept.
  static func bounded(_ chapters: [Chapter]) -> [Chapter] {
    let ordered = chapters.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    var room = textLimit
    return ordered.prefix(countLimit).map { _, chapter in
      room -= (chapter.title?.utf8.count ?? 0) + (chapter.performer?.utf8.count ?? 0)
      return room >= 0 ? chapter : Chapter(start: chapter.start, end: chapter.end)
    }
  }
}
