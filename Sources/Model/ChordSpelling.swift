/// Spelling of notes and chords in a key: of two names of a pitch, the one nearer to the tonic on the line of fifths.
/// So F minor has Ab and not G#, and E/G# in C its G#.
public struct ChordSpelling: Hashable, Sendable {
  /// The tonic on the line of fifths: … Bb -2, F -1, C 0, G 1 …
  private let tonic: Int

  /// - Parameter key: nil is C.
  public init(key: MusicalKey?) {
    guard let key else {
      tonic = 0
      return
    }
    tonic = Self.place(of: key.description.prefix { $0 != "m" })
  }

  private static let letters = ["F", "C", "G", "D", "A", "E", "B"]

  private static func place(of name: Substring) -> Int {
    let letter = letters.firstIndex(of: String(name.prefix(1))) ?? 1
    let signs = name.dropFirst().reduce(0) { $0 + ($1 == "#" ? 7 : -7) }
    return letter - 1 + signs
  }

  /// With one sign at most.
  private static func name(at place: Int) -> String {
    var place = place
    // Two sharps or flats are read by few: the other name is taken.
    while place > 12 { place -= 12 }
    while place < -8 { place += 12 }
    let index = place + 1
    let letter = letters[(index % 7 + 7) % 7]
    switch index - (index % 7 + 7) % 7 {
    case 7: return letter + "#"
    case -7: return letter + "b"
    default: return letter
    }
  }

  /// From five fifths below the tonic (its minor second) to six above it (its augmented fourth).
  private func place(of pitch: Int) -> Int {
    (tonic - 5...tonic + 6).first { ($0 * 7 % 12 + 12) % 12 == pitch % 12 } ?? 0
  }

  /// - Parameter pitch: its class, 0 to 11 from C.
  public func pitch(_ pitch: Int) -> String { Self.name(at: place(of: pitch)) }

  /// For example `Am7`, `E/G#`, `Bbmaj7`.
  public func name(of chord: Chord) -> String {
    let root = place(of: chord.root)
    let name = Self.name(at: root) + chord.quality.rawValue
    guard chord.bass != 0 else { return name }
    // The name of the root as it is written: the interval above it keeps its letter.
    let written = Self.place(of: Substring(Self.name(at: root)))
    return "\(name)/\(Self.name(at: written + Self.fifths(of: chord.bass, in: chord.quality)))"
  }

  /// The distance of an interval in semitones on the line of fifths.
  private static func fifths(of interval: Int, in quality: ChordQuality) -> Int {
    switch interval {
    case 6: quality.intervals.contains(6) ? -6 : 6
    case 8: quality == .augmented ? 8 : -4
    default: [0, -5, 2, -3, 4, -1, 0, 1, 0, 3, -2, 5][interval]
    }
  }
}
