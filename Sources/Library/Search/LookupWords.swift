/// Words that a person types to find something: each is taken for the beginning of a word.
struct LookupWords {
  /// Further ones are left out.
  private static let most = 12
  private static let longestScalars = 64

  /// As they were typed.
  let words: [String]
  /// Their folded words, of each with one space between two (`FoldedName`), as the indexes have them.
  let folded: [String]

  init(_ text: String) {
    var (words, folded): ([String], [String]) = ([], [])
    for word in text.split(whereSeparator: \.isWhitespace) where words.count < Self.most {
      var scalars = String.UnicodeScalarView()
      scalars.append(contentsOf: word.unicodeScalars.prefix(Self.longestScalars))
      let indexed = Self.folded(String(scalars))
      // One without a letter or a digit has nothing that the indexes know.
      if indexed.isEmpty { continue }
      words.append(String(scalars))
      folded.append(indexed)
    }
    (self.words, self.folded) = (words, folded)
  }

  /// The folded words of a text.
  static func folded(_ text: String) -> String {
    String(decoding: FoldedName.words(of: FoldedName.fold(text.utf8)), as: UTF8.self)
  }

  /// An FTS5 expression in which nothing that was typed is syntax; nil where there is nothing to look for.
  var expression: String? { Self.expression(for: folded) }

  /// - Parameter words: folded.
  static func expression(for words: [String]) -> String? {
    words.isEmpty ? nil : words.map(beginning).joined(separator: " AND ")
  }

  /// The FTS5 expression for a folded word and all that begin so.
  static func beginning(_ word: String) -> String { quoted(word) + "*" }

  /// A string of FTS5.
  static func quoted(_ text: String) -> String {
    "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
