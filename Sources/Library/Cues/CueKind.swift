/// What a cue point is about, as a word: of small letters, digits and dashes, at most 32 of them. Programs may have words
/// of their own; these are those that most have.
public struct CueKind: Hashable, Sendable {
  public let word: String

  public static let marker = CueKind(known: "marker")
  /// A section that can be played over and over: it has an end.
  public static let loop = CueKind(known: "loop")
  public static let known = ["marker", "intro", "verse", "chorus", "drop", "outro", "loop"]

  private init(known word: String) { self.word = word }

  /// Nil for what is no such word.
  public init?(_ word: String) {
    let isPlain = word.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
    }
    guard isPlain, (1...32).contains(word.utf8.count), word.utf8.first != UInt8(ascii: "-") else {
      return nil
    }
    self.word = word
  }
}
