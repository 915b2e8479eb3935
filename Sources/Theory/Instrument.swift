/// A fretted instrument: its open strings as MIDI counts them, in the order of a chord diagram from the left.
public struct Instrument: Hashable, Sendable {
  public let name: String
  public let strings: [Int]
  /// Whether the lowest string that sounds has the chord's bass note. The ukulele's strings are not in order of pitch.
  let hasBass: Bool

  public static let guitar = Instrument(name: "guitar", strings: [40, 45, 50, 55, 59, 64], hasBass: true)
  public static let ukulele = Instrument(name: "ukulele", strings: [67, 60, 64, 69], hasBass: false)
  public static let all = [guitar, ukulele]

  /// Fingerings of a chord, best first. Each sounds all of its notes and no others; the perfect fifth may be missing in a
  /// chord of four notes and more. Empty where a hand can't reach them.
  public func fingerings(of chord: SpelledChord, limit: Int = 4) -> [Fingering] {
    var search = FingeringSearch(instrument: self, chord: chord)
    return search.best(limit)
  }
}
