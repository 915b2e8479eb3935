import Model
import Support
import Testing

@testable import Theory

@Suite struct ChordTests {
  private static let naturals: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
  /// All letters with a sign or without.
  static let roots = ["", "#", "b"].flatMap { sign in "CDEFGAB".map { "\($0)\(sign)" } }

  /// A pitch class by letter and signs.
  static func pitch(_ name: String) -> Int {
    let natural = name.first.flatMap { naturals[$0] } ?? -100
    return ((natural + name.dropFirst().reduce(0) { $0 + ($1 == "#" ? 1 : -1) }) % 12 + 12) % 12
  }

  @Test func `every kind at every root has the letters of its intervals and their pitches`() throws {
    let letters = Array("CDEFGAB")
    for root in Self.roots {
      for kind in ChordKind.all {
        let chord = try SpelledChord(root + kind.symbol)
        #expect(chord.kind == kind && chord.description == root + kind.symbol)
        for (interval, tone) in zip(kind.intervals, chord.tones) {
          let name = tone.description
          let place = try #require(letters.firstIndex(of: root.first ?? "?")) + interval.number - 1
          #expect(name.first == letters[place % 7], "\(interval) of \(chord) is \(name)")
          expectEqual(Self.pitch(name), (Self.pitch(root) + interval.semitones) % 12)
          if abs(tone.signs) <= 2 { expectEqual(NoteName(name), tone) }
        }
      }
    }
  }

  /// As books of harmony spell them.
  @Test(
    arguments: [
      ("Cmaj7", "C E G B"), ("Ebm7b5", "Eb Gb Bbb Db"), ("G#", "G# B# D#"), ("F#maj7", "F# A# C# E#"),
      ("Gbdim7", "Gb Bbb Dbb Fbb"), ("B7#9", "B D# F# A C##"), ("Db9", "Db F Ab Cb Eb"), ("Abm", "Ab Cb Eb"),
      ("C#dim7", "C# E G Bb"), ("Bbaug", "Bb D F#"), ("D#m7", "D# F# A# C#"), ("Fm6", "F Ab C D"),
      ("E7b9", "E G# B D F"), ("A13", "A C# E G B F#"), ("Gm11", "G Bb D F A C"), ("Bsus4", "B E F#"),
      ("Ab6/9", "Ab C Eb F Bb"), ("C#aug", "C# E# G##"), ("Cbm", "Cb Ebb Gb"), ("E5", "E B"),
      ("CmMaj7", "C Eb G B"), ("F7#11", "F A C Eb B"), ("C/E", "E G C"), ("Am7/G", "G A C E"),
      ("D/C", "C D F# A"), ("G7/B", "B D F G"),
    ])
  func `tones are spelled as in books`(_ name: String, _ tones: String) throws {
    try expectEqual(SpelledChord(name).tones.map(\.description).joined(separator: " "), tones)
  }

  @Test func `the analysis' qualities are kinds with the same intervals and names`() {
    for quality in ChordQuality.allCases {
      let kind = ChordKind(quality)
      #expect(kind.intervals.map { $0.semitones % 12 } == quality.intervals)
      #expect(kind.symbol == quality.rawValue && kind.quality == quality)
    }
    #expect(Set(ChordKind.all.map(\.pitchClasses)).count > 45)
  }

  @Test func `chords of the analysis are spelled as in its own names`() throws {
    for key in MusicalKey.all {
      let spelling = ChordSpelling(key: key)
      for quality in ChordQuality.allCases {
        for root in 0..<12 {
          let chord = Chord(root: root, quality: quality, bass: quality.intervals[root % 3])
          let spelled = SpelledChord(chord, in: key)
          expectEqual(spelled.chord, chord)
          try expectEqual(SpelledChord(spelling.name(of: chord)).chord, chord)
          expectEqual(spelled.pitchClasses, chord.pitchClasses)
          if !spelled.tones.contains(where: { abs($0.signs) > 1 }) {
            expectEqual(spelled.description, spelling.name(of: chord))
          }
        }
      }
    }
  }

  /// Twenty chords in ten spellings each.
  @Test(
    arguments: [
      ("C", "C Cmaj CM Cmajor CMaj CMAJ Cma c C(maj) C/C"),
      ("Am", "Am A- Amin Ami Aminor AMIN am A(m) A− Am/A"),
      ("Gmaj7", "Gmaj7 GM7 GΔ7 GΔ G∆7 Gma7 GMaj7 Gj7 Gmajor7 G7M"),
      ("D7", "D7 Ddom7 Ddom d7 D(7) D7/D D(dom7) DDOM7 DDom7 D.7"),
      ("F#m7", "F#m7 F♯m7 F#-7 F#min7 F#mi7 f#m7 F#minor7 F#m(7) F♯-7 F#MIN7"),
      ("Bm7b5", "Bm7b5 Bø Bø7 Bm7♭5 B-7b5 Bmin7b5 Bm7(b5) Bhdim7 Hm7b5 Bm7-5"),
      ("C#dim", "C#dim C#° C#o C♯dim C♯° c#dim C#DIM C#mb5 C#m(b5) C#º"),
      ("C#dim7", "C#dim7 C#°7 C#o7 C♯dim7 C♯°7 c#dim7 C#DIM7 C♯o7 C#Dim7 C#º7"),
      ("Eaug", "Eaug E+ E+5 Eaugmented E(#5) Eaug5 EAUG e+ E(+5) EAug"),
      ("Bb7#9", "Bb7#9 B♭7♯9 B♭7#9 Bb7(#9) Bb7+9 bb7#9 Bb7(♯9) Bb7/#9 Bbdom7#9 Bb7add#9"),
      ("Eb7b9", "Eb7b9 E♭7♭9 E♭7b9 Eb7(b9) Eb7-9 eb7b9 Eb7(♭9) Eb7/b9 Ebdom7b9 Eb7addb9"),
      ("G7sus4", "G7sus4 G7sus g7sus4 G7(sus4) Gdom7sus4 Gsus4(add7) G7SUS4 G7Sus Gdomsus4 G7sus4/G"),
      ("A6/9", "A6/9 A69 A6(9) A6add9 A(6/9) a69 AM6/9 Amaj6/9 A6,9 A6(add9)"),
      ("CmMaj7", "CmMaj7 CmM7 Cm(maj7) C-Δ7 C-Δ Cminmaj7 Cm/maj7 CmΔ7 Cmmaj7 Cmin(maj7)"),
      ("F9", "F9 Fdom9 F7(9) F7/9 F7add9 f9 F(9) F9/F F7,9 FDOM9"),
      ("Fmaj9", "Fmaj9 FM9 FΔ9 Fma9 FMaj9 Fj9 Fmaj7(9) Fmaj7add9 FM7/9 fmaj9"),
      ("Dadd9", "Dadd9 D(add9) Dadd2 dadd9 DADD9 D(add2) DMadd9 D/9 DAdd9 Dmajadd9"),
      ("Gm13", "Gm13 G-13 Gmin13 Gmi13 gm13 Gm9(13) Gm9add13 G−13 Gminor13 Gm9/13"),
      ("C7#5", "C7#5 C+7 C7+ C7+5 C7aug Caug7 C7(#5) C7♯5 Cdom7#5 C7(+5)"),
      ("C7#5#9", "Calt C7alt C7#5#9 C7(#5#9) C7(#5,#9) C+7#9 C7♯5♯9 C7+5+9 calt Caug7#9"),
    ])
  func `ten spellings of a chord are read, or refused with the reason`(_ name: String, _ row: String) throws {
    let spellings = row.split(separator: " ")
    expectEqual(spellings.count, 10)
    let expected = try SpelledChord(name)
    for spelling in spellings {
      if let refusal = Self.refusals[String(spelling)] {
        Self.expect(String(spelling), refusal)
      } else {
        #expect(try SpelledChord(String(spelling)).kind == expected.kind, "\(spelling)")
      }
    }
  }

  private static let refusals = [
    "D.7": #"Unknown chord D.7: ".7" is not understood (character 2)"#,
    "Eaugmented": #"Unknown chord Eaugmented: "mented" is not understood (character 5)"#,
    "Gsus4(add7)": #"Unknown chord Gsus4(add7): "add7)" is not understood (character 7)"#,
  ]

  private static func expect(_ name: String, _ message: String) {
    #expect(throws: TheoryFault(message)) { try SpelledChord(name) }
  }

  @Test func `a text that is no chord is refused with its place and the correction`() {
    Self.expect("", "A chord is missing: one such as C, Am7 or Bb/D expected")
    Self.expect("X7", "Unknown chord X7: it must begin with a letter from A to H (character 1)")
    Self.expect("7C", "Unknown chord 7C: it must begin with a letter from A to H (character 1)")
    Self.expect("Cmaj7x", #"Unknown chord Cmaj7x: "x" is not understood (character 6)"#)
    Self.expect("C###", ##"Unknown chord C###: "#" is not understood (character 4)"##)
    Self.expect("C2", #"Unknown chord C2: write sus2 or add9 for "2" (character 2)"#)
    Self.expect("C4", #"Unknown chord C4: write sus4 or add11 for "4" (character 2)"#)
    Self.expect("C-5", #"Unknown chord C-5: "-5" is not understood (character 2)"#)
    Self.expect("C99", #"Unknown chord C99: "99" is not understood (character 2)"#)
    Self.expect("Csus7", "Unknown chord Csus7: sus2 and sus4 are known (character 2)")
    Self.expect("Cadd3", #"Unknown chord Cadd3: "add3" is not understood (character 2)"#)
    Self.expect("Cno7", "Unknown chord Cno7: no3 and no5 are known (character 2)")
    Self.expect("C/", "Unknown chord C/: the bass note is missing at the end")
    Self.expect("C/X", #"Unknown chord C/X: "X" is not understood (character 3)"#)
    Self.expect("C7(b9", "Unknown chord C7(b9: a parenthesis has no partner")
    Self.expect("Cm7#9", "Unknown chord Cm7#9: b3 and #9 are the same pitch")
    Self.expect("C7 please", #"Unknown chord C7 please: "please" is not understood (character 4)"#)
  }

  @Test(
    arguments: [
      ("H", "B"), ("Hm7", "Bm7"), ("B♭", "Bb"), ("F𝄪", "F##"), ("Csus", "Csus4"), ("Cno3", "C5"),
      ("C9sus4", "C9sus4"), ("Csus2sus4", "Csus2sus4"), ("C7b9b13", "C7b9b13"), ("C6/9/E", "C6/9/E"),
      ("C/b9", "C/b9"), ("Am7/H", "Am7/B"), ("e/g#", "E/G#"), ("C13b9", "C13b9"), ("E#5", "E#5"),
      ("Cmadd9", "Cmadd9"),
    ])
  func `unusual and slash chords`(_ text: String, _ name: String) throws {
    try expectEqual(SpelledChord(text).description, name)
  }

  @Test func `any text is a chord or refused`() {
    let pieces = [
      "C", "b", "#", "m", "M", "7", "9", "13", "(", ")", "/", "sus", "add", "no", "alt", "+", "-", "°", "é",
      "𝄫",
    ]
    var seed = UInt64(7)
    var read = 0
    for _ in 0..<5000 {
      var text = "A"
      for _ in 0..<5 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(seed >> 33) % pieces.count]
      }
      do throws(TheoryFault) {
        let chord = try SpelledChord(text)
        read += 1
        expectEqual(Set(chord.kind.intervals.map(\.pitchClass)).count, chord.kind.intervals.count)
      } catch {
        #expect(error.message.contains(text))
      }
    }
    #expect(read > 50)
  }

  @Test func `inversions and voicing`() throws {
    let chord = try SpelledChord("Ebmaj7")
    expectEqual(chord.inversions.map(\.description), ["Ebmaj7", "Ebmaj7/G", "Ebmaj7/Bb", "Ebmaj7/D"])
    expectEqual(chord.inversions[1].pitches(from: 60), [67, 70, 74, 75])
  }
}
