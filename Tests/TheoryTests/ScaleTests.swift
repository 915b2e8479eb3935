import Model
import Support
import Testing

@testable import Theory

@Suite struct ScaleTests {
  /// Ian Ring, "The Exciting Universe of Music Theory" (ianring.com/musictheory/scales): each scale by its number, whose bits
  /// are its pitches.
  @Test(
    arguments: [
      ("ionian", 2741), ("aeolian", 1453), ("harmonic minor", 2477), ("melodic minor", 2733),
      ("dorian", 1709),
      ("phrygian", 1451), ("lydian", 2773), ("mixolydian", 1717), ("locrian", 1387),
      ("major pentatonic", 661),
      ("minor pentatonic", 1193), ("blues", 1257), ("locrian natural 6", 1643), ("ionian augmented", 2869),
      ("ukrainian dorian", 1741), ("phrygian dominant", 1459), ("lydian #2", 2777), ("ultralocrian", 859),
      ("dorian b2", 1707), ("lydian augmented", 2901), ("acoustic", 1749), ("mixolydian b6", 1461),
      ("half-diminished", 1389), ("super locrian", 1371), ("harmonic major", 2485), ("whole tone", 1365),
      ("octatonic", 1755), ("diminished", 2925), ("augmented", 2457), ("bebop dominant", 3765),
      ("bebop major", 2997), ("hungarian minor", 2509), ("hungarian major", 1753), ("double harmonic", 2483),
      ("neapolitan minor", 2475), ("neapolitan major", 2731), ("persian", 2419), ("enigmatic", 3411),
      ("prometheus", 1621), ("tritone", 1235), ("egyptian", 1189), ("hirajoshi", 397), ("iwato", 1123),
      ("pelog", 395), ("chromatic", 4095),
    ])
  func `a scale has the pitches of its catalogue number`(_ name: String, _ number: UInt16) throws {
    try expectEqual(ScaleKind(name).pitchClasses, number)
  }

  @Test(
    arguments: [
      ("C", "major", "C D E F G A B"), ("F#", "major", "F# G# A# B C# D# E#"),
      ("Gb", "major", "Gb Ab Bb Cb Db Eb F"), ("G#", "harmonic minor", "G# A# B C# D# E F##"),
      ("D#", "melodic minor", "D# E# F# G# A# B# C##"), ("E", "phrygian dominant", "E F G# A B C D"),
      ("C", "altered", "C Db Eb Fb Gb Ab Bb"), ("A", "blues", "A C D Eb E G"),
      ("C", "hungarian minor", "C D Eb F# G Ab B"), ("Bb", "lydian dominant", "Bb C D E F G Ab"),
      ("F", "whole tone", "F G A B C# Eb"), ("Eb", "minor", "Eb F Gb Ab Bb Cb Db"),
      ("A", "minor pentatonic", "A C D E G"), ("Db", "dorian", "Db Eb Fb Gb Ab Bb Cb"),
      ("C", "bebop dominant", "C D E F G A Bb B"), ("B", "double harmonic", "B C D# E F# G A#"),
    ])
  func `notes are spelled as in books`(_ root: String, _ name: String, _ notes: String) throws {
    let scale = Scale(root: try #require(NoteName(root)), kind: try ScaleKind(name))
    expectEqual(scale.notes.map(\.description).joined(separator: " "), notes)
  }

  @Test func `a scale of seven notes has each letter once, and no scale a pitch twice`() {
    #expect(ScaleKind.all.count >= 30)
    for kind in ScaleKind.all {
      for fifths in -7...7 {
        let scale = Scale(root: NoteName(fifths: fifths), kind: kind)
        let notes = scale.notes.map(\.description)
        #expect(Set(notes.map { ChordTests.pitch($0) }).count == notes.count)
        if notes.count == 7 { #expect(Set(notes.map { $0.first }).count == 7, "\(scale)") }
        #expect(
          scale.pitchClasses == notes.reduce(0) { $0 | 1 << UInt16(ChordTests.pitch($1)) }, "\(scale)")
        for degree in scale.degrees {
          for chord in [degree.triad, degree.seventh].compactMap({ $0 }) {
            #expect(chord.root == degree.note && chord.pitchClasses & ~scale.pitchClasses == 0)
          }
        }
      }
    }
  }

  @Test(
    arguments: [
      ("C", "major", "I C Cmaj7, ii Dm Dm7, iii Em Em7, IV F Fmaj7, V G G7, vi Am Am7, vii° Bdim Bm7b5"),
      (
        "A", "harmonic minor",
        "i Am AmMaj7, ii° Bdim Bm7b5, bIII+ Caug Cmaj7#5, iv Dm Dm7, V E E7, bVI F Fmaj7, vii° G#dim G#dim7"
      ),
      ("A", "minor pentatonic", "i Am Am7, bIII C C6, IVsus4 Dsus4 D7sus4, - - -, bVIIsus4 Gsus4 -"),
    ])
  func `the chords on each degree`(_ root: String, _ name: String, _ chords: String) throws {
    let degrees = Scale(root: try #require(NoteName(root)), kind: try ScaleKind(name)).degrees
    let text = degrees.map { degree in
      [degree.numeral?.description, degree.triad?.description, degree.seventh?.description]
        .map { $0 ?? "-" }.joined(separator: " ")
    }
    expectEqual(text.joined(separator: ", "), chords)
  }

  @Test(
    arguments: [
      ("C Am F G", "C major"), ("Dm7 G7 Cmaj7", "C major"), ("E7 Am", "A harmonic minor"),
      ("Am F C G", "A minor"), ("Bm7b5 E7 Am", "A harmonic minor"), ("Am G F E", "A minor"),
      ("G C D", "G major"),
      ("Am7 D7 Gmaj7", "G major"), ("Cm7 F7 Cm7", "C dorian"), ("F G F", "F lydian"),
      ("Gb Db Cb", "Gb major"),
    ])
  func `the scale that fits best comes first`(_ chords: String, _ best: String) throws {
    let chords = try chords.split(separator: " ").map { try SpelledChord(String($0)) }
    let fits = ScaleFit.best(for: chords)
    expectEqual(fits.first?.scale.description, best)
    for fit in fits {
      let notes = Set(fit.scale.notes.map(\.pitchClass))
      let lacking = Set(chords.flatMap { $0.tones.map(\.pitchClass) }).subtracting(notes)
      expectEqual(Set(fit.missing.map(\.pitchClass)), lacking)
    }
  }

  @Test func `a scale's root is spelled as the chord on it`() throws {
    // The third of C# is E#.
    let fits = ScaleFit.best(for: try ["C", "C#", "F"].map { try SpelledChord($0) }, limit: 500)
    let roots = Set(fits.map(\.scale.root).filter { $0.pitchClass == 5 }.map { "\($0)" })
    expectEqual(roots, ["F"])
  }

  @Test func `no chords have no scales`() { #expect(ScaleFit.best(for: []).isEmpty) }

  @Test func `names are found as they are typed`() throws {
    for (text, name) in [
      ("Harmonic-Minor", "harmonic minor"), ("natural minor", "minor"), ("Ionian", "major"), ("lyd dom", ""),
      ("spanish", "phrygian dominant"), ("wholetone", "whole tone"), ("myx", ""), ("hira", "hirajoshi"),
    ] {
      #expect((try? ScaleKind(text))?.name ?? "" == name)
    }
    #expect(throws: TheoryFault("Unknown scale: myx")) { try ScaleKind("myx") }
    #expect(throws: TheoryFault("The name of a scale is missing")) { try ScaleKind(" ") }
    #expect(
      throws: TheoryFault("Several names of a scale begin with neap: neapolitan minor, neapolitan major")
    ) {
      try ScaleKind("neap")
    }
    #expect(throws: TheoryFault("Unknown scale: gypsies")) { try ScaleKind("gypsies") }
    for kind in ScaleKind.all {
      for name in [kind.name] + kind.others { #expect(try ScaleKind(name) == kind, "\(name)") }
    }
  }
}
