import Model
import Support
import Testing

@testable import Fetch

/// Answers of a server for analyses, which may be anything.
@Suite struct RemoteAnswerTests {
  private func read(_ text: String) throws(RemoteAnswerFault) -> MusicAnalysis {
    try RemoteAnswer.analysis(of: Array(text.utf8))
  }

  /// As a record of it is written and read again.
  private func isStorable(_ analysis: MusicAnalysis) -> Bool {
    AnalysisCoding.analysis(of: AnalysisCoding.bytes(of: analysis)) != nil
  }

  @Test func `all that an answer may have is read`() throws {
    let analysis = try read(
      """
      {"duration": 8.5, "tempo": 120.5, "tempo_confidence": 0.75, "beats": [0.5, 1, 1.5], "downbeats": [0, 2, 9],
       "key": "A", "mode": "minor", "key_confidence": 2, "server": {"name": ["x"]}, "extra": null,
       "chords": [
         {"chord": "Am7", "start": 0, "end": 2, "confidence": 0.5, "pitch_classes": [9, 0, 4]},
         {"chord": "F:maj/3", "start": 2, "end": 4, "confidence": -1},
         {"chord": "N", "start": 4, "end": 6}, {"chord": "C9", "start": 6, "end": 7},
         {"chord": "Bb", "start": 7, "end": 99}],
       "notes": [{"pitch": 60, "start": 2, "end": 2.5, "velocity": 100, "confidence": 0.25},
         {"pitch": 57, "start": 1, "end": 1}]}
      """)
    expectEqual(analysis.duration, 8.5)
    expectEqual(
      analysis.tempo, TempoEstimate(bpm: 120.5, confidence: 0.75, beats: [0.5, 1, 1.5], downbeats: [0, 2]))
    expectEqual(
      analysis.key, KeyEstimate(key: MusicalKey(tonic: 9, isMinor: true), confidence: 1, tuningCents: 0))
    let chords = try #require(analysis.chords)
    expectEqual(
      chords.map(\.chord),
      [
        Chord(root: 9, quality: .minorSeventh), Chord(root: 5, quality: .major, bass: 4), nil,
        Chord(root: 0, quality: .seventh), Chord(root: 10, quality: .major),
      ])
    expectEqual(chords.map(\.confidence), [0.5, 0, 1, 1, 1])
    expectEqual(chords[0].pitchClasses, 1 << 9 | 1 | 1 << 4)
    expectEqual(chords[1].pitchClasses, Chord(root: 5, quality: .major).pitchClasses)
    expectEqual(chords.last?.end, 8.5)
    expectEqual(
      analysis.notes,
      [
        NoteEstimate(pitch: 57, start: 1, end: 1, velocity: 80, confidence: 1),
        NoteEstimate(pitch: 60, start: 2, end: 2.5, velocity: 100, confidence: 0.25),
      ])
    #expect(isStorable(analysis))
  }

  @Test(arguments: [("Am", ""), ("A", "minor"), ("A:min", ""), ("A minor", ""), ("8A", ""), ("Am", "minor")])
  func `a key may be one text or two`(_ key: String, _ mode: String) throws {
    let text = mode.isEmpty ? "{\"key\":\"\(key)\"}" : "{\"mode\":\"\(mode)\",\"key\":\"\(key)\"}"
    try expectEqual(read(text).key?.key, MusicalKey(tonic: 9, isMinor: true))
  }

  @Test(arguments: [("C:9", ChordQuality.seventh), ("C9", .seventh), ("C:min", .minor), ("C:5", .major)])
  func `a chord that the analysis lacks is the largest one in it`(_ name: String, _ quality: ChordQuality)
    throws
  {
    let analysis = try read("{\"chords\":[{\"chord\":\"\(name)\",\"start\":0,\"end\":2}]}")
    expectEqual(analysis.chords?.map(\.chord), [Chord(root: 0, quality: quality)])
  }

  @Test func `results after the end of a song are cut off`() throws {
    let found = try read(
      "{\"duration\":9999,\"tempo\":120,\"beats\":[1,2,12],\"chords\":[{\"chord\":\"C\",\"start\":5,\"end\":20},"
        + "{\"chord\":\"G\",\"start\":20,\"end\":30}],\"notes\":[{\"pitch\":60,\"start\":9,\"end\":11}]}"
    ).cut(to: 10)
    #expect(found.duration == 10 && found.tempo?.beats == [1, 2])
    #expect(found.chords?.map(\.end) == [10] && found.notes?.map(\.end) == [10])
  }

  @Test func `a missing key is that of the chords`() throws {
    let chords = ["G", "D", "Em", "C", "G"].enumerated().map {
      "{\"chord\":\"\($1)\",\"start\":\($0 * 2),\"end\":\($0 * 2 + 2)}"
    }
    let analysis = try read("{\"key\": null, \"chords\":[\(chords.joined(separator: ","))]}")
    expectEqual(
      analysis.key, KeyEstimate(key: MusicalKey(tonic: 7, isMinor: false), confidence: 0.5, tuningCents: 0))
    #expect(try read("{\"chords\": []}").key == nil)
  }

  @Test(
    arguments: [
      "", " ", "null", "[]", "{}", "{\"x\":1}", "\"text\"", "<!DOCTYPE html>", "{\"tempo\":120",
      "{\"tempo\":120}x",
      "{\"tempo\":\"fast\"}", "{\"tempo\":NaN}", "{\"tempo\":Infinity}", "{\"tempo\":1e999}",
      "{\"tempo\":-120}",
      "{\"tempo\":5000}", "{\"tempo\":[120]}", "{\"duration\":-1,\"tempo\":120}",
      "{\"duration\":1e300,\"tempo\":120}",
      "{\"key\":5}", "{\"key\":\"X\"}", "{\"key\":\"A\",\"mode\":7}",
      "{\"key\":\"A\",\"mode\":\"dorian\"}", "{\"chords\":{}}", "{\"chords\":[5]}",
      "{\"chords\":[{}]}", "{\"chords\":[{\"chord\":\"C\",\"start\":-0.1,\"end\":2}]}",
      "{\"chords\":[{\"chord\":\"C\",\"start\":0,\"end\":1e9}]}",
      "{\"chords\":[{\"chord\":\"Zmaj\",\"start\":0,\"end\":2}]}",
      "{\"chords\":[{\"chord\":[],\"start\":0,\"end\":2}]}",
      "{\"chords\":[{\"chord\":\"C\",\"start\":0,\"end\":2,\"confidence\":\"high\"}]}",
      "{\"chords\":[{\"chord\":\"C\",\"start\":0,\"end\":2,\"pitch_classes\":[12]}]}",
      "{\"chords\":[{\"chord\":\"C\",\"start\":0,\"end\":2,\"pitch_classes\":[-1]}]}",
      "{\"notes\":[{\"pitch\":128,\"start\":0,\"end\":1}]}",
      "{\"notes\":[{\"pitch\":60,\"start\":2,\"end\":1}]}",
      "{\"notes\":[{\"pitch\":60,\"start\":0,\"end\":1,\"velocity\":0}]}",
      "{\"tempo\":120,\"beats\":[1,1]}", "{\"tempo\":120,\"beats\":[2,1]}",
      "{\"tempo\":120,\"downbeats\":[-1]}",
      "{\"tempo\":120,\"x\":\"\u{FFFD}", "{\"tempo\":120,\"x\":\"\\ud800\"}",
    ])
  func `an answer that cannot be true is refused as a whole`(_ text: String) {
    #expect(throws: RemoteAnswerFault.self) { try read(text) }
  }

  @Test func `deep and long answers end in a fault`() {
    for text in [
      "{\"chords\":" + String(repeating: "[", count: 1_000_000),
      "{\"x\":" + String(repeating: "{\"x\":", count: 100_000),
      "{\"tempo\":120,\"beats\":[" + (0...100_000).map { "\($0)" }.joined(separator: ",") + "]}",
      "{\"chords\":[" + String(repeating: " ", count: 8_000_000),
    ] {
      #expect(throws: RemoteAnswerFault.self) { try read(text) }
    }
  }

  @Test func `every cut and every changed byte ends in a fault or in what can be stored`() {
    let whole = Array(
      """
      {"duration":9,"tempo":99.5,"beats":[0.5,1],"key":"Eb","mode":"major","chords":[{"chord":"Eb","start":0,"end":3,\
      "confidence":0.5,"pitch_classes":[3,7]}],"notes":[{"pitch":60,"start":2,"end":2.5}]}
      """.utf8)
    for place in whole.indices {
      let cut = Array(whole[..<place])
      #expect(throws: RemoteAnswerFault.self) { try RemoteAnswer.analysis(of: cut) }
      for byte: UInt8 in [0, 0x22, 0x2D, 0x39, 0x5B, 0x7B, 0xFF] {
        var changed = whole
        changed[place] = byte
        if let analysis = try? RemoteAnswer.analysis(of: changed) { #expect(isStorable(analysis)) }
      }
    }
  }

  // MARK: Smoothing

  private func segment(_ start: Double, _ end: Double, _ root: Int?, _ confidence: Double = 1) -> ChordSegment
  {
    ChordSegment(
      start: start, end: end, chord: root.map { Chord(root: $0, quality: .major) }, confidence: confidence,
      pitchClasses: 0)
  }

  @Test func `short stretches belong to their neighbours, and equal ones become one`() {
    let smoothed = ChordSmoothing.smoothed(
      [
        segment(4, 6, 7, 0.5), segment(0, 0.1, 3), segment(0.1, 2, 0), segment(2, 2.2, 5),
        segment(2.2, 4, 0, 0.5),
        segment(5.5, 8, 7, 1), segment(12, 12.1, 2), segment(14, 14, 1), segment(15, 13, 1),
        segment(16, 40, 4),
      ], length: 20)
    expectEqual(smoothed.map(\.start), [0, 4, 16])
    expectEqual(smoothed.map(\.end), [4, 8, 20])
    expectEqual(smoothed.map(\.chord?.root), [0, 7, 4])
    expectEqual(smoothed[1].confidence, 0.75)
  }

  // MARK: Refusals

  @Test func `each status has its kind, with the words of the server`() {
    let kinds: [(Int, RemoteFault?)] = [
      (200, nil), (204, nil), (302, .refused), (400, .refused), (401, .refused), (404, .refused),
      (408, .serverFailed), (413, .tooLarge), (415, .unsupported), (429, .serverFailed), (500, .serverFailed),
      (503, .serverFailed), (0, .refused),
    ]
    for (status, fault) in kinds { #expect(RemoteFailure.fault(ofStatus: status) == fault, "\(status)") }
    func words(_ answer: String, type: String = "application/json") -> String {
      RemoteFailure.words(status: 500, type: type, answer: Array(answer.utf8))
    }
    #expect(
      words("{\"code\":[1],\"error\":\"out of\\u0007 memory\\nat 7\"}")
        == "the server answers 500: out of memory")
    #expect(words("{\"detail\":\"no\"}") == "the server answers 500: no")
    #expect(words("{\"detail\":[\"no\"]}") == "the server answers 500")
    expectEqual(words("<html>", type: "text/html"), "the server answers 500")
    expectEqual(words("busy\r\nline", type: "text/plain"), "the server answers 500: busy")
    expectEqual(
      words(String(repeating: "é", count: 5000), type: "text/plain").count,
      "the server answers 500: ".count
        + 200)
  }
}
