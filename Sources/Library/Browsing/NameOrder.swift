import Player

/// The order of people's and records' names.
public struct NameOrder: Sendable {
  private let articles: Set<[UInt8]>

  /// - Parameter articles: words that don't count at the beginning of a name, `the` and the like.
  public init(articles: [String]) { self.articles = Set(articles.map { FoldedName.fold(Array($0.utf8)) }) }

  /// Bytes whose order is that of the names: numbers by their value, case and accents folded, an article at the
  /// beginning left aside where something follows it.
  public func key(for name: String) -> [UInt8] {
    let folded = FoldedName.fold(Array(name.utf8))
    let words = folded.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard words.count == 2, articles.contains(Array(words[0])) else { return NaturalOrder.key(for: folded) }
    return NaturalOrder.key(for: words[1].drop { $0 == UInt8(ascii: " ") })
  }
}
