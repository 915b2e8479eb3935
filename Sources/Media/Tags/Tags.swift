/// A file's tags: text is valid UTF-8 without control characters, trimmed, never empty, and bounded in length and
/// number.
public struct Tags: Hashable, Sendable {
  public struct Value: Hashable, Sendable {
    public let name: TagName
    public let text: String
  }

  /// In the file's order; a name may come several times.
  public private(set) var values: [Value] = []
  public private(set) var track: Int?
  public private(set) var trackTotal: Int?
  public private(set) var disc: Int?
  public private(set) var discTotal: Int?
  public internal(set) var loudness = Loudness()
  /// An album of various artists; nil where nothing is said.
  public private(set) var isCompilation: Bool?
  private var marks = ChapterMarks()

  /// Of one text, in bytes of UTF-8; longer ones are cut. MPD's client library gives up on a line of more than 4,096.
  public static let textLimit = 3072
  /// Values of one name that are kept.
  public static let valueLimit = 16

  public init() {}

  /// The first value of a name.
  public subscript(name: TagName) -> String? { values.first { $0.name == name }?.text }

  /// Every value of a name.
  public func all(_ name: TagName) -> [String] { values.compactMap { $0.name == name ? $0.text : nil } }

  public var title: String? { self[.title] }
  public var artist: String? { self[.artist] }
  public var album: String? { self[.album] }
  public var albumArtist: String? { self[.albumArtist] }
  public var date: String? { self[.date] }
  public var genre: String? { self[.genre] }
  public var composer: String? { self[.composer] }

  /// In the order of the sound.
  public var chapters: [Chapter] { marks.chapters }

  mutating func add(_ name: TagName, _ text: String) {
    guard let text = TagText.cleaned(text) else { return }
    var count = 0
    for value in values where value.name == name {
      count += 1
      if count == Self.valueLimit || value.text == text { return }
    }
    values.append(Value(name: name, text: text))
  }

  /// - Parameter text: "7", "07" or "7/12".
  mutating func addTrack(_ text: String) { Self.number(text, &track, &trackTotal) }
  mutating func addDisc(_ text: String) { Self.number(text, &disc, &discTotal) }
  mutating func addTrackTotal(_ text: String) { trackTotal = trackTotal ?? TagText.number(text) }
  mutating func addDiscTotal(_ text: String) { discTotal = discTotal ?? TagText.number(text) }

  /// - Parameter text: "1" or "0".
  mutating func addCompilation(_ text: String) {
    switch TagText.cleaned(text) {
    case "1", "true", "TRUE", "yes", "YES": isCompilation = isCompilation ?? true
    case "0", "false", "FALSE", "no", "NO": isCompilation = isCompilation ?? false
    default: return
    }
  }

  mutating func addChapterStart(_ number: Int, _ text: String) { marks.addStart(number, text) }
  mutating func addChapterName(_ number: Int, _ text: String) { marks.addName(number, text) }
  mutating func addCueSheet(_ text: String) { marks.add(CueSheet.chapters(text)) }
  /// Chapters of a kind that comes as a whole, where no other says them.
  mutating func add(_ chapters: [Chapter]) { marks.add(chapters) }

  private static func number(_ text: String, _ number: inout Int?, _ total: inout Int?) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    number = number ?? parts.first.flatMap { TagText.number($0) }
    if parts.count == 2 { total = total ?? TagText.number(parts[1]) }
  }

  /// Takes from another tag of the same file what this one lacks.
  mutating func fill(from other: Tags) {
    if values.isEmpty {
      values = other.values
    } else if !other.values.isEmpty {
      let own = Set(values.map(\.name))
      values += other.values.filter { !own.contains($0.name) }
    }
    track = track ?? other.track
    trackTotal = trackTotal ?? other.trackTotal
    disc = disc ?? other.disc
    discTotal = discTotal ?? other.discTotal
    loudness.fill(from: other.loudness)
    isCompilation = isCompilation ?? other.isCompilation
    marks.fill(from: other.marks)
  }
}
