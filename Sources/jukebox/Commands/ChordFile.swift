import Client
import Model
import Theory

/// Chords as a file that other programs read.
enum ChordFile {
  enum Format: String {
    /// Start, end and name in each line, parted by tabs, as Audacity and mir_eval read them; chords in Harte's notation
    /// (ISMIR 2005).
    case lab
    case csv, json
    /// ChordPro: a grid of bars.
    case cho
  }

  /// - Parameter path: `-` is standard output, for a person to read.
  static func format(of path: String) -> Format? {
    if path == "-" { return .cho }
    return LocalFile.ending(of: path).flatMap { $0 == "chordpro" ? .cho : Format(rawValue: $0) }
  }

  static func text(_ sheet: ChordSheet, as format: Format) throws -> String {
    let chords = sheet.chords
    switch format {
    case .lab: return chords.map { "\(time($0.start))\t\(time($0.end))\t\(harte($0.name))\n" }.joined()
    case .csv:
      return "start,end,chord,confidence\n"
        + chords.map { "\(time($0.start)),\(time($0.end)),\($0.name),\($0.confidence)\n" }.joined()
    case .json: return try JSON.line(chords) + "\n"
    case .cho: return sheet.text
    }
  }

  /// `Ab7/C` is `Ab:7/3`.
  static func harte(_ name: String) -> String {
    guard let chord = chord(name) else { return name }
    let sign = name.dropFirst().first
    let text = "\(name.prefix(sign == "#" || sign == "b" ? 2 : 1)):\(chord.quality.harte)"
    guard name.contains("/") else { return text }
    let degrees = ["1", "b2", "2", "b3", "3", "4", "b5", "5", "b6", "6", "b7", "7"]
    return "\(text)/\(degrees[chord.bass])"
  }

  /// Reads a name; nil for `N`, and for a chord that the analysis does not know.
  static func chord(_ name: String) -> Chord? { (try? SpelledChord(name))?.chord }

  /// The pitch class that a name begins with.
  static func pitch(_ name: Substring) -> Int? {
    (NoteName(name.prefix(2)) ?? NoteName(name.prefix(1)))?.pitchClass
  }

  private static func time(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    let rest = "\(milliseconds % 1000)"
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}

/// How the chords of a song are written: in its key, in another one, or as the shapes that are gripped with a capo.
struct ChordWriting {
  /// The song's; nil where it is not known.
  let key: MusicalKey?
  /// In semitones.
  let shift: Int
  var showsNumerals = false

  /// The key in which the chords are written.
  var writtenKey: MusicalKey? {
    key.map { MusicalKey(tonic: (($0.tonic + shift) % 12 + 12) % 12, isMinor: $0.isMinor) }
  }

  func name(_ name: String) -> String {
    guard shift % 12 != 0, var chord = ChordFile.chord(name) else { return name }
    chord.root = ((chord.root + shift) % 12 + 12) % 12
    return ChordSpelling(key: writtenKey).name(of: chord)
  }

  /// nil for no chord, and without a key.
  func numeral(_ name: String) -> String? {
    guard showsNumerals, let key, let chord = try? SpelledChord(name) else { return nil }
    return RomanNumeral(chord, tonic: key.tonic).description
  }

  func entry(_ entry: ChordEntry) -> ChordEntry {
    var written = entry
    written.name = name(entry.name)
    written.numeral = numeral(entry.name)
    if shift % 12 != 0 {
      let spelling = ChordSpelling(key: writtenKey)
      written.pitches = entry.pitches.compactMap { note in
        NoteName(note).map { spelling.pitch((($0.pitchClass + shift) % 12 + 12) % 12) }
      }
    }
    return written
  }
}
