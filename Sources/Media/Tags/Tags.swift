public import Model

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
  /// Ranks of the present values, unless 0.
  private var ranks: [TagName: UInt8] = [:]

  /// Ranks (see `add`) of a date that has only a year, and of a release date.
  static let yearRank: UInt8 = 1
  static let releaseRank: UInt8 = 10
  /// Added to the rank of a date without a year.
  private static let yearlessRank: UInt8 = 100

  /// Limit of one text in bytes of UTF-8; longer ones are cut. MPD's client library fails on a line of more than 4,096.
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

  /// - Parameter rank: 0 for the tag's own key. Values of keys that others use for it, or of other dates, count only
  ///   where there is none of a lower rank.
  mutating func add(_ name: TagName, _ text: String, rank: UInt8 = 0) {
    guard let text = TagText.cleaned(text) else { return }
    let isDate = name == .date || name == .originalDate
    let rank = isDate && !Self.tellsYear(text) ? rank + Self.yearlessRank : rank
    var count = 0
    var isTold = false
    for value in values where value.name == name {
      count += 1
      isTold = isTold || value.text == text
    }
    if count > 0, rank != self.rank(name) {
      guard rank < self.rank(name) else { return }
      drop(name)
      (count, isTold) = (0, false)
    }
    guard count < Self.valueLimit, !isTold else { return }
    values.append(Value(name: name, text: text))
    if rank > 0 { ranks[name] = rank }
  }

  private func rank(_ name: TagName) -> UInt8 { ranks[name] ?? 0 }

  private mutating func drop(_ name: TagName) {
    values.removeAll { $0.name == name }
    ranks[name] = nil
  }

  /// Whether a date has the four digits of a year at its beginning or, as in `12.05.1999`, at its end.
  static func tellsYear(_ date: String) -> Bool {
    func isYear(_ digits: Substring.UTF8View) -> Bool {
      digits.count == 4 && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
    return isYear(date.utf8.prefix(4)) || isYear(date.utf8.suffix(4))
  }

  /// - Parameter text: "7", "07", "7/12" or "A1".
  mutating func addTrack(_ text: String) {
    Self.number(text, &track, &trackTotal)
    track = track ?? TrackNumber.side(text.utf8)
  }
  /// - Parameter text: "1", "01" or "1/2".
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
    if other.isBetter(.date, than: self) { drop(.date) }
    if other.isBetter(.originalDate, than: self) { drop(.originalDate) }
    if values.isEmpty {
      values = other.values
      ranks = other.ranks
    } else if !other.values.isEmpty {
      let own = Set(values.map(\.name))
      values += other.values.filter { !own.contains($0.name) }
      for (name, rank) in other.ranks where !own.contains(name) { ranks[name] = rank }
    }
    track = track ?? other.track
    trackTotal = trackTotal ?? other.trackTotal
    disc = disc ?? other.disc
    discTotal = discTotal ?? other.discTotal
    loudness.fill(from: other.loudness)
    isCompilation = isCompilation ?? other.isCompilation
    marks.fill(from: other.marks)
  }

  /// Whether this tag's date is of a better kind than another's: one with a year, one that is no release's.
  private func isBetter(_ name: TagName, than other: Tags) -> Bool {
    guard let own = self[name], let others = other[name] else { return false }
    func kind(_ tags: Tags) -> Int {
      let rank = tags.rank(name)
      return rank >= Self.yearlessRank ? 2 : rank >= Self.releaseRank ? 1 : 0
    }
    // The year of that very release says less than the present date.
    return kind(self) < kind(other) && !others.utf8.starts(with: own.utf8)
  }
}
