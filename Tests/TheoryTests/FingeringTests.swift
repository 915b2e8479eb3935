import Model
import Support
import Testing

@testable import Theory

@Suite struct FingeringTests {
  @Test(
    arguments: [
      ("C", "x32010"), ("A", "x02220"), ("G", "320003"), ("E", "022100"), ("D", "xx0232"), ("Am", "x02210"),
      ("Em", "022000"), ("Dm", "xx0231"), ("F", "133211"), ("Bm", "x24432"), ("Bb", "x13331"),
      ("F#m", "244222"), ("C7", "x32310"), ("A7", "x02020"), ("G7", "320001"), ("E7", "020100"),
      ("D7", "xx0212"), ("B7", "x21202"), ("Cmaj7", "x32000"), ("Am7", "x02010"), ("Dm7", "xx0211"),
      ("Em7", "020000"), ("Dsus4", "xx0233"), ("Asus2", "x02200"), ("Cadd9", "x32030"), ("E5", "022xxx"),
      ("A5", "x022xx"), ("D/F#", "200232"), ("C/G", "332010"), ("C/E", "032010"), ("G/B", "x20003"),
    ])
  func `the usual chord of a guitar comes first`(_ chord: String, _ frets: String) throws {
    try expectEqual(Instrument.guitar.fingerings(of: SpelledChord(chord)).first?.description, frets)
  }

  @Test(
    arguments: [
      ("C", "0003"), ("A", "2100"), ("G", "0232"), ("D", "2220"), ("F", "2010"), ("Am", "2000"),
      ("Em", "0432"),
      ("Dm", "2210"), ("C7", "0001"), ("G7", "0212"), ("D7", "2223"), ("A7", "0100"), ("Bb", "3211"),
      ("Bm", "4222"), ("Am7", "0000"), ("Cmaj7", "0002"),
    ])
  func `the usual chord of a ukulele comes first`(_ chord: String, _ frets: String) throws {
    try expectEqual(Instrument.ukulele.fingerings(of: SpelledChord(chord)).first?.description, frets)
  }

  /// By the strings of the instruments as their makers tune them.
  private static let tunings = ["guitar": [4, 9, 2, 7, 11, 4], "ukulele": [7, 0, 4, 9]]

  @Test(arguments: ChordKind.all)
  func `every fingering sounds its chord and fits a hand`(_ kind: ChordKind) throws {
    for fifths in -5...6 {
      let chord = SpelledChord(root: NoteName(fifths: fifths), kind: kind)
      let tones = Set(chord.tones.map { ChordTests.pitch($0.description) })
      // Only a perfect fifth may be missing, and only where others make the chord.
      let needed =
        kind.intervals.count > 3 && kind.contains("5")
        ? tones.subtracting([(chord.root.pitchClass + 7) % 12]) : tones
      for instrument in Instrument.all {
        let fingerings = instrument.fingerings(of: chord)
        let strings = try #require(Self.tunings[instrument.name])
        if fingerings.isEmpty {
          #expect(
            instrument == .ukulele && needed.count > 4 || kind.symbol == "13#11" || kind.intervals.count > 4,
            "\(chord) on the \(instrument.name)")
        }
        for fingering in fingerings {
          let places = zip(strings, fingering.frets).compactMap { string, fret in
            fret.map { (string + $0) % 12 }
          }
          #expect(Set(places).isSubset(of: tones) && needed.isSubset(of: places), "\(chord): \(fingering)")
          if instrument == .guitar { expectEqual(places.first, chord.root.pitchClass) }
          Self.checkHand(fingering)
        }
      }
    }
  }

  private static func checkHand(_ fingering: Fingering) {
    let pressed = fingering.frets.compactMap { $0 }.filter { $0 > 0 }
    #expect((pressed.max() ?? 0) - (pressed.min() ?? 0) < 4, "\(fingering)")
    var fingers = pressed.count
    if let barre = fingering.barre {
      let under = fingering.frets[barre.strings]
      // The finger lies over all of these strings: each sounds there, or higher.
      #expect(under.allSatisfy { ($0 ?? 0) >= barre.fret } && barre.fret == pressed.min(), "\(fingering)")
      fingers -= under.count { $0 == barre.fret } - 1
    }
    #expect(fingers == fingering.fingers && fingers <= 4, "\(fingering)")
  }

  @Test func `a barre is known`() throws {
    let first = try #require(try Instrument.guitar.fingerings(of: SpelledChord("F")).first)
    #expect(first.barre?.fret == 1 && first.barre?.strings == 0...5 && first.fingers == 4)
    let open = try #require(try Instrument.guitar.fingerings(of: SpelledChord("A")).first)
    #expect(open.barre == nil && open.fingers == 3)
    expectEqual(
      zip(Instrument.guitar.strings, first.frets).map { $0 + ($1 ?? -1) }, [41, 48, 53, 57, 60, 65])
  }

  @Test func `frets from the tenth on are separated`() throws {
    let all = try Instrument.ukulele.fingerings(of: SpelledChord("D"), limit: 9).map(\.description)
    #expect(all.contains("7-9-10-9"))
  }
}
