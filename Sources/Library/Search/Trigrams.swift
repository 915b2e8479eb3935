/// Parts of texts that are three characters long: what a text holds, it holds all trigrams of.
enum Trigrams {
  /// More narrow a search hardly any further.
  private static let most = 12

  /// The FTS5 expression for texts that may hold `needle`; nil if it is too short for trigrams.
  static func expression(for needle: String) -> String? {
    let scalars = Array(SearchText.folded(FilterCase.form(of: needle)).unicodeScalars)
    guard scalars.count >= 3 else { return nil }
    let sure = (0..<scalars.count - 2).filter { !scalars[$0..<$0 + 3].contains(where: FilterCase.isUnsure) }
    if sure.isEmpty { return nil }
    // A long text's trigrams are taken from all over it.
    let places = sure.count <= most ? sure : (0..<most).map { sure[$0 * (sure.count - 1) / (most - 1)] }
    return places.map { place in
      var trigram = String.UnicodeScalarView()
      trigram.append(contentsOf: scalars[place..<place + 3])
      return LookupWords.quoted(String(trigram))
    }.joined(separator: " AND ")
  }
}
