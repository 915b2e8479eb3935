import Support
import Testing

@testable import Model

@Suite struct MusicalKeyTests {
  @Test func `each key is read as it is written, and by its place on the wheel`() {
    for key in MusicalKey.all {
      expectEqual(MusicalKey(key.description), key)
      expectEqual(MusicalKey(key.camelot), key)
      expectEqual(MusicalKey.all[key.number], key)
    }
    expectEqual(
      MusicalKey.all.map(\.camelot),
      [
        "8B", "3B", "10B", "5B", "12B", "7B", "2B", "9B", "4B", "11B", "6B", "1B",
        "5A", "12A", "7A", "2A", "9A", "4A", "11A", "6A", "1A", "8A", "3A", "10A",
      ])
  }

  @Test(
    arguments: [
      ("Am", 9, true), ("a minor", 9, true), ("A min", 9, true), ("A-moll", 9, true), ("F♯m", 6, true),
      ("Gb", 6, false),
      ("D flat major", 1, false), ("C# minor", 1, true), ("8A", 9, true), ("8b", 0, false), ("1m", 9, true),
      ("1d", 0, false), ("6m", 8, true), ("Bb", 10, false), ("B", 11, false), ("Cb", 11, false),
      ("C:maj", 0, false),
    ])
  func `other ways of writing`(_ text: String, _ tonic: Int, _ isMinor: Bool) {
    expectEqual(MusicalKey(text), MusicalKey(tonic: tonic, isMinor: isMinor))
  }

  @Test(arguments: ["", "H2", "X", "13A", "0A", "Amaj7", "8C", "o", "Am7", "minor"])
  func `a text that is no key is nil`(_ text: String) { #expect(MusicalKey(text) == nil) }
}

@Suite struct ChordSpellingTests {
  /// The degrees of each scale as books have them.
  @Test(
    arguments: [
      ("C", "C D E F G A B"), ("G", "G A B C D E F#"), ("D", "D E F# G A B C#"), ("A", "A B C# D E F# G#"),
      ("E", "E F# G# A B C# D#"), ("B", "B C# D# E F# G# A#"), ("F#", "F# G# A# B C# D# E#"),
      ("Db", "Db Eb F Gb Ab Bb C"), ("Ab", "Ab Bb C Db Eb F G"), ("Eb", "Eb F G Ab Bb C D"),
      ("Bb", "Bb C D Eb F G A"), ("F", "F G A Bb C D E"), ("Am", "A B C D E F G"), ("Em", "E F# G A B C D"),
      ("Bm", "B C# D E F# G A"), ("F#m", "F# G# A B C# D E"), ("C#m", "C# D# E F# G# A B"),
      ("G#m", "G# A# B C# D# E F#"), ("Ebm", "Eb F Gb Ab Bb Cb Db"), ("Bbm", "Bb C Db Eb F Gb Ab"),
      ("Fm", "F G Ab Bb C Db Eb"), ("Cm", "C D Eb F G Ab Bb"), ("Gm", "G A Bb C D Eb F"),
      ("Dm", "D E F G A Bb C"),
    ])
  func `scales are spelled as in books`(_ name: String, _ scale: String) throws {
    let key = try #require(MusicalKey(name))
    let steps = key.isMinor ? [0, 2, 3, 5, 7, 8, 10] : [0, 2, 4, 5, 7, 9, 11]
    let spelling = ChordSpelling(key: key)
    #expect(steps.map { spelling.pitch((key.tonic + $0) % 12) }.joined(separator: " ") == scale)
    // Twelve different notes, each with one sign at most.
    let all = (0..<12).map { spelling.pitch($0) }
    #expect(Set(all).count == 12 && all.allSatisfy { $0.count <= 2 })
  }

  @Test func `chords and their basses`() {
    let inC = ChordSpelling(key: nil)
    expectEqual(inC.name(of: Chord(root: 4, quality: .major, bass: 4)), "E/G#")
    expectEqual(inC.name(of: Chord(root: 2, quality: .seventh, bass: 4)), "D7/F#")
    expectEqual(inC.name(of: Chord(root: 9, quality: .minorSeventh)), "Am7")
    expectEqual(inC.name(of: Chord(root: 11, quality: .halfDiminished, bass: 6)), "Bm7b5/F")
    let inFMinor = ChordSpelling(key: MusicalKey("Fm"))
    expectEqual(inFMinor.name(of: Chord(root: 1, quality: .majorSeventh)), "Dbmaj7")
    expectEqual(inFMinor.name(of: Chord(root: 5, quality: .minor, bass: 3)), "Fm/Ab")
    expectEqual(inFMinor.name(of: Chord(root: 0, quality: .major, bass: 4)), "C/E")
    let inE = ChordSpelling(key: MusicalKey("E"))
    expectEqual(inE.name(of: Chord(root: 8, quality: .minor)), "G#m")
    expectEqual(inE.name(of: Chord(root: 11, quality: .major, bass: 4)), "B/D#")
  }

  @Test func `Harte's labels and pitch classes`() {
    let chord = Chord(root: 7, quality: .seventh, bass: 4)
    expectEqual(chord.pitchClasses, 1 << 7 | 1 << 11 | 1 << 2 | 1 << 5)
    #expect(
      ChordQuality.allCases.allSatisfy { $0.intervals.first == 0 && $0.intervals == $0.intervals.sorted() })
  }
}
