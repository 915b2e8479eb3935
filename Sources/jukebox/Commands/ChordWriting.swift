import Client
import Model
import Theory

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
