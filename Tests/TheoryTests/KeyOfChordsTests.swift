import Model
import Support
import Testing

@testable import Theory

@Suite struct KeyOfChordsTests {
  private func timeline(_ names: String, confidence: Double = 1) throws -> [ChordSegment] {
    try names.split(separator: " ").enumerated().map { index, name in
      let chord = try #require(SpelledChord(String(name)).chord)
      return ChordSegment(
        start: Double(2 * index), end: Double(2 * index + 2), chord: chord, confidence: confidence,
        pitchClasses: 0)
    }
  }

  @Test(arguments: [
    ("C F G C", "C"), ("C G Am F", "C"), ("Am F C G Am", "Am"), ("Am Dm E7 Am", "Am"), ("Dm7 G7 Cmaj7", "C"),
    ("D A Bm F#m G D G A D", "D"), ("Em C G D Em", "Em"), ("Bb Eb F7 Bb", "Bb"), ("F#m Bm C#7 F#m", "F#m"),
    ("A7 D7 A7 E7 D7 A7", "A"), ("C", "C"), ("Cm", "Cm"),
  ])
  func `the key of usual progressions`(_ chords: String, _ key: String) throws {
    #expect(MusicalKey(of: try timeline(chords))?.description == key)
    #expect(MusicalKey(of: try timeline(chords, confidence: 0))?.description == key)
  }

  @Test func `every transposition has its own key`() throws {
    for shift in 0..<12 {
      let moved = try timeline("C F G7 C").map { segment in
        var segment = segment
        segment.chord = segment.chord.map { Chord(root: ($0.root + shift) % 12, quality: $0.quality) }
        return segment
      }
      expectEqual(MusicalKey(of: moved), MusicalKey(tonic: shift, isMinor: false))
    }
  }

  @Test func `an empty list of chords has no key`() {
    #expect(MusicalKey(of: []) == nil)
    let none = ChordSegment(start: 0, end: 9, chord: nil, confidence: 1, pitchClasses: 0)
    #expect(MusicalKey(of: [none]) == nil)
  }
}
