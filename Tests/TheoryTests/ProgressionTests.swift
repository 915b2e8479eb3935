import Model
import Support
import Testing

@testable import Theory

@Suite struct ProgressionTests {
  @Test(
    arguments: [
      ("Four chords", "G", "G D Em C"), ("four chords", "Eb", "Eb Bb Cm Ab"), ("ii-V-I", "C", "Dm7 G7 Cmaj7"),
      ("ii–V–I", "Gb", "Abm7 Db7 Gbmaj7"), ("Andalusian cadence", "Am", "Am G F E"),
      ("andalus", "Dm", "Dm C Bb A"),
      ("Minor ii-V-i", "Am", "Bm7b5 E7 Am"), ("twelve-bar blues", "E", "E7 E7 E7 E7 A7 A7 E7 E7 B7 A7 E7 B7"),
      ("I V vi IV", "8B", "C G Am F"), ("I-V-vi-IV", "D", "D A Bm G"), ("i bVI ii V7", "Cm", "Cm Ab Dm G7"),
      ("Canon", "D", "D A Bm F#m G D G A"), ("Royal road", "C", "Fmaj7 G7 Em7 Am"),
    ])
  func `a progression in a key`(_ name: String, _ key: String, _ chords: String) throws {
    let found = try Progression(name).chords(on: SpelledKey(key).tonic)
    expectEqual(found.map(\.description).joined(separator: " "), chords)
  }

  @Test func `forty and more are known, each by its name and its numerals`() throws {
    // Those with a numeral that can't be read are left out of the list.
    expectEqual(Progression.all.count, 54)
    expectEqual(Set(Progression.all.map(\.name)).count, Progression.all.count)
    for progression in Progression.all {
      try expectEqual(Progression(progression.name).numerals, progression.numerals)
      let text = progression.numerals.map(\.description).joined(separator: " ")
      try expectEqual(Progression(text).numerals, progression.numerals)
    }
    try expectEqual(Progression("I V vi IV").name, "Four chords")
    try expectEqual(Progression("I VI bIII").name, "")
    #expect(throws: TheoryFault("Unknown progression: nonsense")) { try Progression("nonsense") }
  }

  @Test func `every chord has a numeral that is read again`() throws {
    for key in MusicalKey.all {
      for kind in ChordKind.all {
        for pitch in 0..<12 {
          let root = try #require(NoteName(ChordSpelling(key: key).pitch(pitch)))
          let chord = SpelledChord(root: root, kind: kind, bass: root.up(kind.intervals[1]))
          let numeral = RomanNumeral(chord, tonic: key.tonic)
          let again = try RomanNumeral(numeral.description)
          #expect(again.kind == kind && again.interval == numeral.interval, "\(numeral)")
          if kind.intervals[1].number <= 7 { #expect(again == numeral, "\(numeral)") }
          expectEqual(numeral.chord(on: key.tonicName).pitchClasses, chord.pitchClasses)
        }
      }
    }
  }

  @Test(
    arguments: [
      ("C", "Am7", "vi7"), ("C", "Bm7b5", "viiø7"), ("C", "F#dim7", "#iv°7"), ("C", "Caug", "I+"),
      ("Am", "G", "bVII"), ("Am", "C", "bIII"), ("Am", "E7", "V7"), ("G", "D/F#", "V/3"),
      ("C", "CmMaj7", "imaj7"),
      ("F", "C9sus4", "V9sus4"), ("Eb", "Gm6/9", "iii6/9"), ("D", "Bb", "bVI"),
    ])
  func `chords as numerals`(_ key: String, _ chord: String, _ numeral: String) throws {
    let tonic = try #require(MusicalKey(key)).tonic
    #expect(RomanNumeral(try SpelledChord(chord), tonic: tonic).description == numeral)
  }

  @Test func `no numerals`() {
    for text in ["", "X", "VIII", "b", "Iq", "1"] {
      #expect(throws: TheoryFault.self) { try RomanNumeral(text) }
    }
  }

  private static func song(_ chords: String, key: String = "C") throws -> [RepeatedProgression.Place] {
    let tonic = try #require(MusicalKey(key)).tonic
    return try chords.split(separator: " ").enumerated().map { index, name in
      RepeatedProgression.Place(
        numeral: RomanNumeral(try SpelledChord(String(name)), tonic: tonic), start: Double(index * 2),
        end: Double(index * 2 + 2))
    }
  }

  @Test func `the repeated progressions of a song are found, with their names`() throws {
    let verse = "C G Am F C G Am7 F C G Am F"
    let chorus = "F G Em Am F G7 Em Am"
    let found = RepeatedProgression.find(in: try Self.song("D E \(verse) \(chorus) \(verse) B"))
    expectEqual(found.map(\.times), [3, 2, 3])
    #expect(found.map { $0.known?.name } == ["Four chords", "Royal road", "Four chords"])
    expectEqual(found.map(\.group), [0, 1, 0])
    #expect(found[0].start == 4 && found[0].end == 28 && found[1].start == 28)
    expectEqual(found[0].numerals.map(\.description), ["I", "V", "vi", "IV"])
  }

  @Test func `a loop that begins elsewhere has the name of the known one`() throws {
    let found = RepeatedProgression.find(in: try Self.song("G Dm C G Dm C G Dm C G"))
    #expect(found.count == 1 && found[0].times == 3 && found[0].known == nil)
    let turned = RepeatedProgression.find(in: try Self.song("Bb F C Bb F C"))
    #expect(turned[0].known?.name == "Mixolydian vamp" && turned[0].offset == 1)
    let blues = "C7 C7 C7 C7 F7 F7 C7 C7 G7 F7 C7 G7"
    let bars = RepeatedProgression.find(in: try Self.song("\(blues) \(blues)"))
    #expect(bars.map { $0.known?.name } == ["Twelve-bar blues"])
    let minor = RepeatedProgression.find(in: try Self.song("Am F C G Am F C G", key: "Am"))
    #expect(minor.map { $0.known?.name } == ["Minor four chords"])
  }

  @Test func `songs without repetition, and none`() throws {
    #expect(RepeatedProgression.find(in: []).isEmpty)
    #expect(RepeatedProgression.find(in: try Self.song("C D E F G A B")).isEmpty)
    #expect(RepeatedProgression.find(in: try Self.song("C C C C")).isEmpty)
  }

  @Test func `the circle of fifths`() throws {
    let am = try #require(MusicalKey("Am"))
    let sharp = try SpelledKey("F#")
    #expect(sharp.relative.description == "D#m" && sharp.moved(fifths: 1).description == "C#")
    try expectEqual(SpelledKey("C#").moved(fifths: 1).description, "Ab")
    try expectEqual(SpelledKey("Ebm").relative.description, "Gb")
    #expect(am.relative.description == "C" && am.parallel.description == "A" && SpelledKey(am).signature == 0)
    #expect(am.moved(fifths: 1).description == "Em" && am.moved(fifths: -1).description == "Dm")
    #expect(
      SpelledKey(am).degrees.compactMap { $0.triad?.description } == [
        "Am", "Bdim", "C", "Dm", "Em", "F", "G",
      ])
    for key in MusicalKey.all {
      #expect(key.relative.relative == key && key.relative.wheelHour == key.wheelHour)
      #expect(key.parallel.tonic == key.tonic && key.moved(fifths: 12) == key)
      expectEqual((key.moved(fifths: 1).wheelHour - key.wheelHour + 12) % 12, 1)
      // The signature is that of the major scale.
      let signs = Scale(root: key.tonicName, kind: key.isMinor ? .minor : .major).notes.reduce(0) {
        $0 + $1.signs
      }
      expectEqual(signs, SpelledKey(key).signature)
    }
    #expect(try SpelledKey("Gb").description == "Gb" && SpelledKey("gb minor").description == "Gbm")
    #expect(try SpelledKey("8A").description == "Am" && SpelledKey("D flat major").description == "Db")
    #expect(throws: TheoryFault.self) { try SpelledKey("Q") }
  }
}
