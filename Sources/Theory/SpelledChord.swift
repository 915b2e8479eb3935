public import Model

/// A chord with spelled notes, such as `Ebmaj7/G`.
public struct SpelledChord: Hashable, Sendable, CustomStringConvertible {
  public let root: NoteName
  public let kind: ChordKind
  /// The lowest note, if it is not the root.
  public let bass: NoteName?

  public init(root: NoteName, kind: ChordKind, bass: NoteName? = nil) {
    self.root = root
    self.kind = kind
    self.bass = bass == root ? nil : bass
  }

  /// Reads a name in the usual spellings: `Cmaj7`, `CM7`, `CΔ7`, `C-7`, `Cø`, `C/E`, `Eb7#9`, `H`, `B♭`.
  public init(_ text: String) throws(TheoryFault) {
    var rest = Substring(text)
    guard !text.isEmpty else { throw TheoryFault("A chord is missing: one such as C, Am7 or Bb/D expected") }
    guard let root = NoteName.take(from: &rest) else {
      throw TheoryFault("Unknown chord \(text): it must begin with a letter from A to H (character 1)")
    }
    guard !text.hasSuffix("/") else {
      throw TheoryFault("Unknown chord \(text): the bass note is missing at the end")
    }
    guard text.count(where: { $0 == "(" }) == text.count(where: { $0 == ")" }) else {
      throw TheoryFault("Unknown chord \(text): a parenthesis has no partner")
    }
    var bass: NoteName?
    if let slash = rest.lastIndex(of: "/"), let note = NoteName(rest[rest.index(after: slash)...]) {
      bass = note
      rest = rest[..<slash]
    }
    self.init(root: root, kind: try ChordReader.read(rest, of: text), bass: bass)
  }

  /// A chord of the analysis, spelled in a key.
  public init(_ chord: Chord, in key: MusicalKey?) {
    let spelling = ChordSpelling(key: key)
    let root = NoteName(spelling.pitch(chord.root)) ?? NoteName(fifths: 0)
    let kind = ChordKind(chord.quality)
    let interval = kind.intervals.first { $0.pitchClass == chord.bass } ?? Interval.usual[chord.bass]
    self.init(root: root, kind: kind, bass: root.up(interval))
  }

  public var description: String { "\(root)\(kind.symbol)\(bass.map { "/\($0)" } ?? "")" }

  /// The notes from the lowest up.
  public var tones: [NoteName] {
    let tones = kind.intervals.map { root.up($0) }
    guard let bass else { return tones }
    guard let place = tones.firstIndex(of: bass) else { return [bass] + tones }
    return Array(tones[place...] + tones[..<place])
  }

  /// The pitch classes that sound, as bits from C.
  public var pitchClasses: UInt16 { tones.reduce(0) { $0 | 1 << UInt16($1.pitchClass) } }

  /// The same chord with each of its notes as the lowest one; the root first.
  public var inversions: [SpelledChord] {
    kind.intervals.map { SpelledChord(root: root, kind: kind, bass: root.up($0)) }
  }

  /// As the analysis names it; nil for a kind that it does not distinguish.
  public var chord: Chord? {
    guard let quality = kind.quality else { return nil }
    let bass = ((bass ?? root).pitchClass - root.pitchClass + 12) % 12
    return Chord(root: root.pitchClass, quality: quality, bass: bass)
  }

  /// Pitches as MIDI counts them, in close position from the lowest note, which lies at `lowest` or up to 11 above it.
  public func pitches(from lowest: Int) -> [Int] {
    var pitches: [Int] = []
    for tone in tones {
      let from = pitches.last.map { $0 + 1 } ?? lowest
      pitches.append(from + ((tone.pitchClass - from) % 12 + 12) % 12)
    }
    return pitches
  }
}
