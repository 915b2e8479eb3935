public import Media

/// A value that every wanted track has, as a whole and not as a part, so that the text indexes can find candidates.
public struct WantedValue: Hashable, Sendable {
  /// Of which one has it.
  public let tags: Set<TagName>
  /// Where case is folded, in small letters: each character as its capitals' small letters.
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
  private static let mostPhraseBytes = 128

  /// The FTS5 expression for rows of `songs` that may have it; nil if words don't narrow the search.
  var expression: String? {
    var columns: [String] = []
    for tag in tags {
      guard let column = Self.columns[tag] else { return nil }
      columns.append(column)
    }
    guard !columns.isEmpty, let words = foldsCase ? foldedWords : phrase else { return nil }
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

  /// The same text has the same words, whatever a word is to FTS5.
  private var phrase: String? {
    var phrase = Substring(text)
    if phrase.utf8.count > Self.mostPhraseBytes {
      guard let cut = text.utf8.prefix(Self.mostPhraseBytes).lastIndex(of: UInt8(ascii: " ")) else {
        return nil
      }
      phrase = text[..<cut]
    }
    // An expression ends at a NUL, and without a word it finds nothing.
    guard !phrase.utf8.contains(0), phrase.unicodeScalars.contains(where: Self.isSurelyOfWord) else {
      return nil
    }
    return LookupWords.quoted(String(phrase))
  }

  /// Letters that were some long before FTS5's unicode61 learnt them, which knows Unicode 6.1.
  private static func isSurelyOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", "à"..."ö", "ø"..."ȳ", "À"..."Ö", "Ø"..."ß": true
    case "Α"..."Ρ", "Σ"..."Ϋ", "ά"..."ώ", "А"..."я", "ѐ"..."ѿ": true
    case "א"..."ת", "ا"..."غ", "ぁ"..."ゖ", "ァ"..."ヺ", "一"..."龥", "가"..."힣": true
    default: false
    }
  }

  // MARK: By words, case aside

  /// FTS5 folds a character to one other, at most. Texts that are the same here may have other words there, so only words
  /// are asked for of which all forms are known.
  private var foldedWords: String? {
    var words: [[String]] = []
    var isWhole = true
    for run in text.unicodeScalars.split(whereSeparator: Self.isBetweenWords) {
      guard words.count < Self.mostWords else { break }
      if run.allSatisfy(Self.isPlain), let forms = Self.forms(of: run) {
        words.append(forms)
      } else {
        isWhole = false
      }
    }
    if words.isEmpty { return nil }
    if isWhole, words.allSatisfy({ $0.count == 1 }) {
      return LookupWords.quoted(words.map { $0[0] }.joined(separator: " "))
    }
    return words.map { forms in
      "(" + forms.map { LookupWords.quoted($0) }.joined(separator: " OR ") + ")"
    }.joined(separator: " AND ")
  }

  /// What is between words, whatever its case: what is ASCII, and dashes, quotation marks and dots.
  private static func isBetweenWords(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z": false
    case "\u{0}"..."\u{7F}", "\u{2010}"..."\u{2027}": true
    default: false
    }
  }

  /// Small Latin letters and digits: FTS5 makes the same of each and of its capital.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "a"..."z": true
    // A sign among the letters, and one whose capital is two characters.
    case "÷", "ŉ": false
    case "à"..."ž": true
    default: false
    }
  }

  /// Letters that are one character in some texts, which FTS5 leaves as it is.
  private static let joined: [([Unicode.Scalar], Unicode.Scalar)] = [
    (["s", "s"], "ß"), (["f", "f"], "\u{FB00}"), (["f", "i"], "\u{FB01}"), (["f", "l"], "\u{FB02}"),
    (["f", "f", "i"], "\u{FB03}"), (["f", "f", "l"], "\u{FB04}"), (["s", "t"], "\u{FB05}"),
    (["s", "t"], "\u{FB06}"),
  ]
  private static let mostForms = 16

  /// Every way to write a word; nil where there are too many.
  private static func forms(of word: Substring.UnicodeScalarView) -> [String]? {
    var open: [(form: String.UnicodeScalarView, rest: Substring.UnicodeScalarView)] = [(.init(), word)]
    var forms: [String] = []
    while var (form, rest) = open.popLast() {
      guard let first = rest.first else {
        forms.append(String(form))
        continue
      }
      for (letters, one) in joined where rest.starts(with: letters) {
        var other = form
        other.append(one)
        open.append((other, rest.dropFirst(letters.count)))
      }
      form.append(first)
      rest.removeFirst()
      open.append((form, rest))
      if open.count + forms.count > mostForms { return nil }
    }
    return forms
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
