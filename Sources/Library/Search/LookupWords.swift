/// What a person types to find something: every word is taken for the beginning of one.
struct LookupWords {
  /// Further ones are left out.
  private static let most = 12
  private static let longestScalars = 64

  let words: [String]

  init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).lazy
      .map { word in
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: word.unicodeScalars.prefix(Self.longestScalars))
        return String(scalars)
      }
      // One without a letter or a digit has nothing that the indexes know.
      .filter { $0.unicodeScalars.contains(where: Self.isIndexed) }
      .prefix(Self.most).map { $0 }
  }

  /// As rows' texts are compared with them.
  var folded: [String] { words.map(SearchText.folded) }

  /// An FTS5 expression in which nothing that was typed is syntax; nil where there is nothing to look for.
  var expression: String? { Self.expression(for: words) }

  static func expression(for words: [String]) -> String? {
    words.isEmpty ? nil : words.map(beginning).joined(separator: " AND ")
  }

  /// The FTS5 expression for words that begin so.
  static func beginning(_ word: String) -> String { quoted(word) + "*" }

  /// A string of FTS5.
  static func quoted(_ text: String) -> String {
    "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// What FTS5's unicode61 takes for part of a word.
  private static func isIndexed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }
}
