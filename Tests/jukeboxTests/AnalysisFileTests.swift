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
  func `chords are told in Harte's notation`(_ name: String, _ wanted: String) {
    #expect(ChordFile.harte(name) == wanted)
  }

  @Test func `chords of each format`() throws {
    let chords = [
      ChordEntry(name: "Fm", start: 0, end: 2.05, confidence: 0.9, pitches: ["F"]),
      ChordEntry(name: "N", start: 2.05, end: 3, confidence: 1, pitches: []),
      ChordEntry(name: "C7/E", start: 3, end: 4, confidence: 0.25, pitches: []),
    ]
    #expect(
      try ChordFile.text(chords, as: .lab)
        == "0.000\t2.050\tF:min\n2.050\t3.000\tN\n3.000\t4.000\tC:7/3\n")
    #expect(
      try ChordFile.text(chords, as: .csv)
        == "start,end,chord,confidence\n0.000,2.050,Fm,0.9\n2.050,3.000,N,1.0\n3.000,4.000,C7/E,0.25\n")
    #expect(try ChordFile.text(chords, as: .cho) == "{comment: Chords}\n[Fm] [C7/E]\n")
  }

  @Test func `what no song has is left out`() {
    let lines = [
      "note: -1", "start: 0", "end: 1", "note: 128", "start: 0", "end: 1", "note: 60", "start: nan", "end: 1",
      "note: 61", "start: 1e300", "end: 1", "note: 62", "start: 1", "end: inf", "note: 63", "start: 1",
      "end: 2",
    ]
    #expect(NoteEntry.all(Answer(lines: lines)).map(\.pitch) == [63])
    #expect(
      ChordEntry.all(Answer("chord: C", "start: 0", "end: 1e300", "chord: D", "start: 1", "end: 2")).count
        == 1)
    #expect(MIDIFile.bytes([], tempo: 0).count == 14 + 8 + 7 + 4)
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
    #expect(MIDIFile.bytes(notes, tempo: nil) == Array(wanted))
  }
}
