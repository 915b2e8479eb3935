import Support
import Testing

@testable import Client
@testable import jukebox

/// Chords and notes as files for other programs.
@Suite("Files of an analysis") struct AnalysisFileTests {
  @Test(arguments: [
    ("C", "C:maj"), ("F#m", "F#:min"), ("Bbmaj7", "Bb:maj7"), ("Ab7/C", "Ab:7/3"), ("Bm7b5", "B:hdim7"),
    ("Eb6/Bb", "Eb:maj6/5"), ("Am/G", "A:min/b7"), ("N", "N"), ("Dsus4", "D:sus4"), ("B/D#", "B:maj/3"),
    ("Cb", "Cb:maj"),
  ])
  func `chords are written in Harte's notation`(_ name: String, _ wanted: String) {
    expectEqual(ChordFile.harte(name), wanted)
  }

  @Test func `chords of each format`() throws {
    let chords = [
      ChordEntry(name: "Fm", start: 0, end: 2.05, confidence: 0.9, pitches: ["F"]),
      ChordEntry(name: "N", start: 2.05, end: 3, confidence: 1, pitches: []),
      ChordEntry(name: "C7/E", start: 3, end: 4, confidence: 0.25, pitches: []),
    ]
    try expectEqual(
      ChordFile.text(ChordSheet(chords: chords), as: .lab),
      "0.000\t2.050\tF:min\n2.050\t3.000\tN\n3.000\t4.000\tC:7/3\n")
    try expectEqual(
      ChordFile.text(ChordSheet(chords: chords), as: .csv),
      "start,end,chord,confidence\n0.000,2.050,Fm,0.9\n2.050,3.000,N,1.0\n3.000,4.000,C7/E,0.25\n")
    #expect(
      try ChordFile.text(ChordSheet(chords: chords), as: .json)
        == #"[{"chord":"Fm","confidence":0.9,"end":2.05,"pitches":["F"],"start":0},{"chord":"N","confidence":1,"end":3,"pitches":[],"start":2.05},{"chord":"C7/E","confidence":0.25,"end":4,"pitches":[],"start":3}]"#
        + "\n")
  }

  @Test(
    arguments: [
      ("a.cho", .cho), ("a.chordpro", .cho), ("A.CHORDPRO", .cho), ("a.lab", .lab), ("a.pro", nil),
      ("cho", nil), ("-", .cho),
    ] as [(String, ChordFile.Format?)])
  func `the ending of a file names its format`(path: String, format: ChordFile.Format?) {
    expectEqual(ChordFile.format(of: path), format)
  }

  @Test func `notes have a MIDI file or standard output`() throws {
    for path in ["-", "a.mid", "A.MIDI"] { try MIDIFile.checkName(path) }
    #expect(throws: (any Error).self) { try MIDIFile.checkName("a.wav") }
  }

  private func chord(_ name: String, _ start: Double, _ end: Double) -> ChordEntry {
    ChordEntry(name: name, start: start, end: end, confidence: 1, pitches: [])
  }

  /// A beat each second, a bar every four from `first` on.
  private func beats(_ count: Int, downbeatsFrom first: Int?) -> [BeatEntry] {
    (0..<count).map { beat in
      BeatEntry(time: Double(beat), isDownbeat: first.map { beat >= $0 && (beat - $0) % 4 == 0 } ?? false)
    }
  }

  @Test func `a ChordPro sheet names the song, and has four bars in a line`() {
    let chords = [chord("C", 0, 7), chord("Am", 7, 9), chord("N", 9, 11), chord("G/B", 11, 19)]
    let sheet = ChordSheet(
      title: "So {What}", artist: "Miles", key: "C", tempo: 123.6, chords: chords,
      beats: beats(19, downbeatsFrom: 1))
    #expect(
      sheet.text == """
        {title: So (What)}
        {artist: Miles}
        {key: C}
        {tempo: 124}
        {time: 4/4}
        {start_of_grid shape="4x4"}
        | . . . C | C . . . | C . Am . | N.C. . G/B . |
        | G/B . . . | G/B . . . |
        {end_of_grid}

        """)
  }

  @Test(arguments: [1, 2, 3, 5, 6])
  func `each bar of a ChordPro sheet is whole, wherever the song begins`(first: Int) {
    let sheet = ChordSheet(chords: [chord("C", 0, 40)], beats: beats(30, downbeatsFrom: first))
    let bars = sheet.text.split(separator: "\n").filter { $0.hasPrefix("|") }
      .flatMap { $0.split(separator: "|") }.map { $0.split(separator: " ") }
    #expect(bars.allSatisfy { $0.count == 4 })
    #expect(bars.joined().prefix { $0 == "." }.count == (4 - first % 4) % 4)
  }

  @Test func `a ChordPro sheet of chords that a capo makes open names its fret, and the shapes`() {
    let chords = [chord("Eb", 0, 4), chord("Bb7", 4, 8), chord("Cm", 8, 12), chord("Ab/C", 12, 16)]
    let sheet = ChordSheet(key: "Eb", chords: chords, beats: beats(16, downbeatsFrom: nil))
    #expect(
      sheet.text == """
        {key: C}
        {capo: 3}
        {time: 4/4}
        {start_of_grid shape="4x4"}
        | C . . . | G7 . . . | Am . . . | F/A . . . |
        {end_of_grid}

        """)
  }

  @Test func `a ChordPro sheet without beats has four chords in a line`() {
    let chords = (0..<5).map { chord(["C", "F", "G", "Am", "N"][$0], Double($0), Double($0 + 1)) }
    #expect(
      ChordSheet(title: "T", chords: chords + [chord("C", 5, 6)]).text
        == "{title: T}\n[C] [F] [G] [Am]\n[C]\n")
    expectEqual(ChordSheet(chords: []).text, "")
  }

  @Test func `the next chord comes with the number of beats until then, also around a loop`() {
    let timeline = ChordTimeline(
      chords: [chord("C", 0, 4), chord("F", 4, 8), chord("G", 8, 12)], beats: beats(12, downbeatsFrom: 0))
    expectEqual(timeline.next(after: 0.5), .init(name: "F", beats: 4, seconds: 3.5))
    expectEqual(timeline.next(after: 3.9)?.beats, 1)
    #expect(timeline.next(after: 9) == nil)
    expectEqual(timeline.next(after: 5.5, loop: 2...6), .init(name: "C", beats: 1, seconds: 0.5))
    expectEqual(
      ChordTimeline(chords: timeline.chords).next(after: 1), .init(name: "F", beats: nil, seconds: 3))
    expectEqual(AnalysisText.coming(.init(name: "F", beats: 3, seconds: 2)), "F in 3 beats")
    expectEqual(AnalysisText.coming(.init(name: "N", beats: nil, seconds: 2.1)), "no chord in 3 s")
  }

  @Test func `times, loop and cues stand below a waveform`() {
    let cues = [
      Cue(number: 1, time: 20, end: nil, type: "marker", name: nil, colour: nil),
      Cue(number: 2, time: 60, end: 90, type: "loop", name: nil, colour: nil),
    ]
    expectEqual(
      WaveformText.below(120, columns: 60, loop: 30...60, cues: cues),
      [
        "               ├──────────────┤ loop", "          1                   2──────────────┤",
        "0:00           0:30           1:00           1:30",
      ])
    expectEqual(WaveformText.below(5, columns: 10, loop: nil, cues: []), ["0:00"])
    expectEqual(WaveformText.below(7200, columns: 20, loop: nil, cues: []).last, "0:00      1:00:00")
  }

  @Test func `notes and chords with impossible values are left out`() {
    let lines = [
      "note: -1", "start: 0", "end: 1", "note: 128", "start: 0", "end: 1", "note: 60", "start: nan", "end: 1",
      "note: 61", "start: 1e300", "end: 1", "note: 62", "start: 1", "end: inf", "note: 63", "start: 1",
      "end: 2",
    ]
    expectEqual(NoteEntry.all(Answer(lines: lines)).map(\.pitch), [63])
    expectEqual(
      ChordEntry.all(Answer("chord: C", "start: 0", "end: 1e300", "chord: D", "start: 1", "end: 2")).count, 1)
    expectEqual(MIDIFile.bytes([], tempo: 0).count, 14 + 8 + 7 + 4)
  }

  @Test func `a MIDI file, byte for byte`() {
    let notes = [
      NoteEntry(pitch: 60, start: 0.5, end: 1, velocity: 64, confidence: 1),
      // Ends where the next of its pitch begins.
      NoteEntry(pitch: 62, start: 1, end: 9, velocity: 200, confidence: 1),
      NoteEntry(pitch: 62, start: 2, end: 2, velocity: 1, confidence: 1),
    ]
    let wanted: [UInt8] =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8) + [0, 0, 0, 38]
      + [0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20]
      + [0x83, 0x60, 0x90, 60, 64, 0x83, 0x60, 0x80, 60, 0, 0, 0x90, 62, 127]
      + [0x87, 0x40, 0x80, 62, 0, 0, 0x90, 62, 1, 1, 0x80, 62, 0]
      + [0, 0xFF, 0x2F, 0]
    expectEqual(MIDIFile.bytes(notes, tempo: nil), Array(wanted))
  }
}
