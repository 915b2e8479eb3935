public import Model

/// A value that every wanted track has, as a whole and not as a part, so that the text indexes can find candidates.
public struct WantedValue: Hashable, Sendable {
  /// Tags of which one has it.
  public let tags: Set<TagName>
  /// Text to find; if case is folded, in small letters: each character as its capitals' small letters.
  public let text: String
  public let foldsCase: Bool

  public init(_ text: String, of tags: Set<TagName>, foldsCase: Bool) {
    self.text = text
    self.tags = tags
    self.foldsCase = foldsCase
  }

  // MARK: By words

  /// This number of words narrows a search enough.
  private static let mostWords = 12

  /// The FTS5 expression for rows of `songs` that may have it; nil if words don't narrow the search.
  var expression: String? {
    var columns: [String] = []
    for tag in tags {
      guard let column = Self.columns[tag] else { return nil }
      columns.append(column)
    }
    guard !columns.isEmpty, let words else { return nil }
    return "{\(columns.sorted().joined(separator: " "))} : (\(words))"
  }

  /// Values of one filter that are asked for; more narrow it no further.
  private static let mostAsked = 4

  /// The expression for rows of `songs` that may have all of them; nil if words don't narrow the search.
  static func expression(of values: [WantedValue]) -> String? {
    let expressions = values.compactMap(\.expression).prefix(mostAsked)
    return expressions.isEmpty ? nil : expressions.joined(separator: " AND ")
  }

  private static let columns: [TagName: String] = [
    .title: "title", .artist: "artist", .album: "album", .albumArtist: "album_artist", .genre: "genre",
    .composer: "composer",
  ]

  /// Words to search for: the same text has the same folded words. If case is folded, only the sure ones.
  private var words: String? {
    let words = LookupWords.folded(text).split(separator: " ")
    let sure = foldsCase ? words.filter { !$0.unicodeScalars.contains(where: FilterCase.isUnsure) } : words
    let asked = sure.prefix(Self.mostWords)
    if asked.isEmpty { return nil }
    if sure.count == words.count { return LookupWords.quoted(asked.joined(separator: " ")) }
    return asked.map { LookupWords.quoted(String($0)) }.joined(separator: " AND ")
  }

  // MARK: By what a row has

  /// The columns that `mayBe` reads; `more` has all tags without one, and further values of the single ones.
  private static let places: [(TagName, Int32)] = [
    (.title, 1), (.artist, 2), (.album, 3), (.albumArtist, 4), (.genre, 5), (.date, 6),
  ]
  private static let more: Int32 = 7

  /// Whether a row may have it, which takes far less than to make a track of it.
  /// - Parameter row: of a query for something, `title, artist, album, album_artist, genre, date, more`.
  func mayBe(in row: Row) -> Bool {
    Self.places.contains { tag, column in
      tags.contains(tag) && row.hasText(column) { mayBe(in: $0) }
    } || row.hasText(Self.more) { mayBe(in: $0) }
  }

  /// - Parameter values: parted by U+001F.
  private func mayBe(in values: Span<UInt8>) -> Bool {
    var text = text
    return text.withUTF8 { wanted in
      var start = 0
      while start <= values.count {
        var end = start
        var isSame = true
        var isASCII = true
        while end < values.count, values[end] != 0x1F {
          var byte = values[end]
          if byte >= 0x80 { isASCII = false }
          if foldsCase, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) { byte |= 0x20 }
          let place = end - start
          if unsafe place >= wanted.count || wanted[place] != byte { isSame = false }
          end += 1
        }
        if isSame, end - start == wanted.count { return true }
        // How others fold is not known here.
        if foldsCase, !isASCII { return true }
        start = end + 1
      }
      return false
    }
  }
}
