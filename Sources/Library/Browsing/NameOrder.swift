import Model

/// The order of people's and records' names.
public struct NameOrder: Sendable {
  private let articles: Set<[UInt8]>
  /// In bytes.
  private let longestArticle: Int

  /// - Parameter articles: words that don't count at the beginning of a name, `the` and the like.
  public init(articles: [String]) {
    self.articles = Set(articles.map { FoldedName.fold(Array($0.utf8)) })
    longestArticle = self.articles.reduce(0) { max($0, $1.count) }
  }

  /// The name without the article at its beginning; nil if it has none, or nothing follows it.
  public func nameWithoutArticle(_ name: String) -> String? {
    let words = name.utf8.drop { $0 == Self.space }
    guard let end = words.firstIndex(of: Self.space) else { return nil }
    let rest = words[end...].drop { $0 == Self.space }
    guard !rest.isEmpty, articles.contains(FoldedName.fold(words[..<end])) else { return nil }
    return String(decoding: rest, as: UTF8.self)
  }

  private static let space = UInt8(ascii: " ")

  /// Bytes whose order is that of the names: numbers by their value, case and accents folded, an article at the
  /// beginning left aside where something follows it.
  public func key(for name: String) -> [UInt8] {
    let folded = FoldedName.fold(Array(name.utf8))
    guard let start = folded.firstIndex(where: { $0 != Self.space }),
      let end = folded[start...].prefix(longestArticle + 1).firstIndex(of: Self.space),
      end + 1 < folded.count,
      articles.contains(Array(folded[start..<end]))
    else { return NaturalOrder.key(for: folded) }
    return NaturalOrder.key(for: folded[end...].drop { $0 == Self.space })
  }
}
