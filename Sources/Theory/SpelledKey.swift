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

  /// The minor key of the same notes, or the major one; spelled as they are where the signature has at most seven signs.
  public var relative: SpelledKey { spelled(key.relative, up: key.isMinor ? 3 : 9) }

  /// The key a fifth higher (1) or lower (-1), spelled in the same way.
  public func moved(fifths: Int) -> SpelledKey { spelled(key.moved(fifths: fifths), up: fifths > 0 ? 7 : 5) }

  private func spelled(_ key: MusicalKey, up semitones: Int) -> SpelledKey {
    let found = SpelledKey(key: key, tonic: tonic.up(Interval.usual[semitones]))
    return abs(found.signature) <= 7 ? found : SpelledKey(key)
  }

  /// The triads and seventh chords on the degrees of the key's scale.
  public var degrees: [DegreeChords] { Scale(root: tonic, kind: key.isMinor ? .minor : .major).degrees }

  public var description: String { "\(tonic)\(key.isMinor ? "m" : "")" }
}
