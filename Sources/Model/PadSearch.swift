/// Which pad a person means: by its id, by what lists show (folder and name), by its name, its number, its beginning, or words
/// of it.
public struct PadSearch {
  private let pads: [(pad: Pad, number: Int)]
  private let fold: (String) -> String

  /// - Parameters:
  ///   - pads: in the order in which one is chosen where several are meant.
  ///   - fold: makes texts equal that differ in case and accents alone.
  public init(_ pads: [(pad: Pad, number: Int)], fold: @escaping (String) -> String) {
    self.pads = pads
    self.fold = fold
  }

  public func find(_ text: String) -> Pad? {
    func first(_ isMeant: (Pad) -> Bool) -> Pad? { pads.first { isMeant($0.pad) }?.pad }
    if let pad = first({ $0.id.description == text }) ?? first({ $0.shownName == text })
      ?? first({ $0.name == text })
    {
      return pad
    }
    if let number = Int(text) { return pads.first { $0.number == number }?.pad }
    let wanted = fold(text)
    guard !wanted.isEmpty else { return nil }
    return first { fold($0.shownName) == wanted } ?? first { fold($0.name) == wanted }
      ?? first { Self.begins(fold($0.name), wanted) } ?? first { Self.begins(fold($0.shownName), wanted) }
      ?? matches(text).first
  }

  /// All whose folder and name have each word of a text at the beginning of one of theirs.
  public func matches(_ text: String) -> [Pad] {
    let words = Self.words(fold(text))
    return pads.map(\.pad).filter { pad in
      let parts = Self.words(fold(pad.shownName))
      return words.allSatisfy { word in parts.contains { Self.begins($0, word) } }
    }
  }

  /// By letters and not by what is shown as one: a syllable begins with its consonant.
  private static func begins(_ text: some StringProtocol, _ beginning: some StringProtocol) -> Bool {
    text.utf8.starts(with: beginning.utf8)
  }

  private static func words(_ text: String) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber }
  }
}
