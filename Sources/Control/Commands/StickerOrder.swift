import Model

/// An order of the stickers that were found: `sort -value_int`.
struct StickerOrder {
  private enum Key: String {
    case uri, value
    case number = "value_int"
  }

  private let key: Key
  private let descends: Bool

  init(_ word: String) throws(CommandError) {
    descends = word.hasPrefix("-")
    guard let key = Key(rawValue: descends ? String(word.dropFirst()) : word) else {
      throw .argument("Unknown sort tag \"\(word)\"")
    }
    self.key = key
  }

  /// Equal ones stand by their subjects.
  func isBefore(_ a: StickerPage.Found, _ b: StickerPage.Found) -> Bool {
    let (first, second) = descends ? (b, a) : (a, b)
    switch key {
    case .uri: break
    case .value where !first.value.utf8.elementsEqual(second.value.utf8):
      return first.value.utf8.lexicographicallyPrecedes(second.value.utf8)
    case .number:
      let numbers = (LeadingNumber.of(first.value), LeadingNumber.of(second.value))
      if numbers.0 != numbers.1 { return numbers.0 < numbers.1 }
    case .value: break
    }
    if key == .uri { return first.subject.utf8.lexicographicallyPrecedes(second.subject.utf8) }
    return a.subject.utf8.lexicographicallyPrecedes(b.subject.utf8)
  }
}
