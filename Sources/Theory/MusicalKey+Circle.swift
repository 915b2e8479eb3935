public import Model

/// The circle of fifths.
extension MusicalKey {
  public var tonicName: NoteName { NoteName(description.prefix { $0 != "m" }) ?? NoteName(fifths: 0) }

  public var relative: MusicalKey { MusicalKey(tonic: (tonic + (isMinor ? 3 : 9)) % 12, isMinor: !isMinor) }
  public var parallel: MusicalKey { MusicalKey(tonic: tonic, isMinor: !isMinor) }

  /// The key a number of fifths higher; negative for lower.
  public func moved(fifths: Int) -> MusicalKey {
    MusicalKey(tonic: ((tonic + 7 * fifths) % 12 + 12) % 12, isMinor: isMinor)
  }
}
