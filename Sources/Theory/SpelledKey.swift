public import Model

/// A key with its tonic as it was written: Gb major is not F# major.
public struct SpelledKey: Hashable, Sendable, CustomStringConvertible {
  public let key: MusicalKey
  public let tonic: NoteName

  public init(_ key: MusicalKey) {
    self.key = key
    tonic = key.tonicName
  }

  /// Reads what `MusicalKey` reads: `Gb`, `A minor`, `f#m`, `8A`.
  public init(_ text: String) throws(TheoryFault) {
    guard let key = MusicalKey(text) else {
      throw TheoryFault("Unknown key: \(text); one such as Am, Db, F# minor or 8A expected")
    }
    self.init(key)
    var rest = Substring(text)
    if let written = NoteName.take(from: &rest), written.pitchClass == key.tonic {
      self = SpelledKey(key: key, tonic: written)
    }
  }

  private init(key: MusicalKey, tonic: NoteName) {
    self.key = key
    self.tonic = tonic
  }

  /// Sharps of the signature; negative for flats.
  public var signature: Int { tonic.fifths - (key.isMinor ? 3 : 0) }

  /// The triads and seventh chords on the degrees of the key's scale.
  public var degrees: [DegreeChords] { Scale(root: tonic, kind: key.isMinor ? .minor : .major).degrees }

  public var description: String { "\(tonic)\(key.isMinor ? "m" : "")" }
}
