import ArgumentParser
import Model
import Support
import Testing
import Theory

@testable import Client
@testable import jukebox

/// Chords, scales and keys in the terminal.
@Suite struct TheoryTextTests {
  @Test func `a fingering as chord books draw it, with the nut, or the number of the first fret`() throws {
    let open = try #require(Instrument.guitar.fingerings(of: SpelledChord("C")).first)
    expectEqual(
      FretDiagram.lines(open).prefix(8),
      [
        "   ×     ○   ○", "   ╒═╤═╤═╤═╤═╕", "   │ │ │ │ ● │", "   ├─┼─┼─┼─┼─┤", "   │ │ ● │ │ │",
        "   ├─┼─┼─┼─┼─┤", "   │ ● │ │ │ │", "   ├─┼─┼─┼─┼─┤",
      ])
    let barre = try #require(
      Instrument.guitar.fingerings(of: SpelledChord("Eb13")).first)
    let lines = FretDiagram.lines(barre)
    #expect(lines[1].hasPrefix("   ┌") && lines[2].hasPrefix(" \(barre.position) "))
    expectEqual(lines.count + 1, FretDiagram.height)
    let across = try #require(Instrument.guitar.fingerings(of: SpelledChord("F")).first)
    expectEqual(FretDiagram.lines(across)[2], "   ●━━━━━━━●━●")
  }

  @Test func `diagrams beside each other, as many as there is room for`() throws {
    let all = try Instrument.guitar.fingerings(of: SpelledChord("C")).map { ($0.description, $0) }
    let lines = FretDiagram.beside(all, .guitar, columns: 40)
    #expect(lines[0] == "   x32010           x32013" && lines.count == FretDiagram.height)
    #expect(lines.allSatisfy { Columns.width($0) <= 40 && $0.last != " " })
    expectEqual(FretDiagram.beside(all, .guitar, columns: 5)[0], "   x32010")
    #expect(FretDiagram.beside([], .guitar, columns: 80).isEmpty)
  }

  @Test func `a chord on the keys of a piano`() throws {
    #expect(
      PianoPicture.lines(try SpelledChord("Ebm")) == [
        "       Eb      Gb      Bb",
        "┌──▄▄▄─▄▄▄──┬──▄▄▄─▄▄▄─▄▄▄──┬──▄▄▄─▄▄▄──┬──▄▄▄─▄▄▄─▄▄▄──┐",
        "│  ███ █●█  │  █●█ ███ █●█  │  ███ ███  │  ███ ███ ███  │",
        "│  ▀▀▀ ▀▀▀  │  ▀▀▀ ▀▀▀ ▀▀▀  │  ▀▀▀ ▀▀▀  │  ▀▀▀ ▀▀▀ ▀▀▀  │",
        "│   │   │   │   │   │   │   │   │   │   │   │   │   │   │",
        "└───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┘",
      ])
    // Each note has its key, also of chords that are wider than the picture.
    for kind in ChordKind.all {
      let chord = SpelledChord(root: NoteName(fifths: 5), kind: kind)
      let dots = PianoPicture.lines(chord).joined().count { $0 == "●" }
      #expect(dots == kind.intervals.count, "\(chord)")
    }
  }

  @Test func `the circle of fifths has every key, the chosen one in brackets`() {
    for key in MusicalKey.all {
      let text = CirclePicture.lines(key).joined(separator: "\n")
      #expect(text.contains("[\(key) \(key.camelot)]"))
      #expect(MusicalKey.all.allSatisfy { text.contains("\($0) \($0.camelot)") })
      #expect(text.count { $0 == "(" } == 3)
    }
  }

  @Test(
    arguments: [
      (0, "Bb", "Bb", "V"), (2, "Bb", "C", "V"), (-3, "Bb", "G", "V"), (-1, "Cm7/Eb", "Bm7/D", "vi7/b3"),
      (4, "N", "N", nil),
    ] as [(Int, String, String, String?)])
  func `chords for a capo, in another key, and as numerals`(
    _ shift: Int, _ name: String, _ written: String, _ numeral: String?
  ) {
    let writing = ChordWriting(key: MusicalKey("Eb"), shift: shift, showsNumerals: true)
    let entry = writing.entry(ChordEntry(name: name, start: 0, end: 1, confidence: 1, pitches: []))
    #expect(entry.name == written && entry.numeral == numeral)
    #expect(
      AnalysisText.lines([entry]) == ["0:00.0    \(written)  \(numeral.map { $0 + "  " } ?? "")100 %"])
  }

  @Test func `a song's repeated progressions`() {
    let song = SongNumerals(
      Answer(
        "key: Am", "chord: Am", "numeral: i", "start: 0.000", "end: 2.000", "section: A", "numerals: i bVII",
        "times: 4", "start: 0.000", "end: 65.500", "progression: Vamp", "from: 2"))
    expectEqual(
      TheoryText.lines(song, listsChords: true),
      [
        "key Am", "0:00.0  Am  i", "", "A  0:00-1:05  4 times  i bVII  Vamp, from chord 2",
      ])
    let plain = SongNumerals(Answer("key: C", "chord: F", "numeral: IV", "start: 0.000", "end: 2.000"))
    expectEqual(
      TheoryText.lines(plain, listsChords: false),
      [
        "key C", "0:00.0  F  IV", "No progression is repeated.",
      ])
  }

  @Test func `a chord's lines, and JSON`() throws {
    let lines = TheoryText.lines(try SpelledChord("Am7"))
    expectEqual(
      lines.prefix(4),
      [
        "Am7  minor seventh", "notes       A  C   E  G", "intervals   1  b3  5  b7",
        "inversions  Am7/C  Am7/E  Am7/G",
      ])
    #expect(lines.contains("guitar") && lines.contains("ukulele"))
    #expect(TheoryText.lines(try SpelledChord("C/B"))[1] == "notes       B  C  E  G")
    let json = try JSON.line(TheoryFacts.object(try SpelledChord("F5")))
    #expect(json.hasPrefix(#"{"chord":"F5","guitar":[{"fingers":3,"frets":"133xxx"}"#))
  }

  @Test(arguments: [
    ["chord", "Q"], ["scale", "dorian"], ["scale", "x", "C"], ["progression", "ii-V-I"], ["fits", "C", "Q"],
    ["circle", "Q"], ["fits"],
  ])
  func `wrong names are wrong usage`(_ words: [String]) {
    #expect(throws: (any Error).self) { try JukeboxCommand.parseAsRoot(["theory"] + words) }
  }
}
