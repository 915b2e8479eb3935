import Control
import Glibc
import Linux
import Model
import Support
import Testing

@testable import Library
@testable import jukeboxd

/// Which songs are analysed and when, with a program in the analyser's place.
@Suite("Analyses by themselves") struct AnalystTests {
  private let shelf: Shelf
  private let tools: TemporaryFolder

  init() throws {
    shelf = try Shelf()
    tools = try TemporaryFolder()
    try shelf.make(
      "Stick",
      [
        "1.mp3": "album/1-02 Ratchet Rag.mp3", "2.ogg": "album/1-03 Lamp Oil.ogg",
        "3.opus": "album/1-04 Windowsill.opus",
      ])
  }

  /// A program that notes the size of its standard input and does what a line of the shell says.
  private func tool(_ line: String) throws -> String {
    var analysis = MusicAnalysis()
    analysis.duration = 3
    analysis.tempo = TempoEstimate(bpm: 120, confidence: 1, beats: [0, 0.5], downbeats: [0])
    analysis.chords = [
      ChordSegment(
        start: 0, end: 0.5, chord: Chord(root: 0, quality: .major), confidence: 1, pitchClasses: 0),
      ChordSegment(
        start: 0.5, end: 3, chord: Chord(root: 9, quality: .minor), confidence: 1, pitchClasses: 0),
    ]
    try tools.write("record", AnalysisCoding.bytes(of: analysis))
    try tools.write("tool", "#!/bin/sh\ncd '\(tools.path)'\nwc -c >> sizes\n\(line)\n")
    try systemCall("chmod") { unsafe chmod("\(tools.path)/tool", 0o755) }
    return "\(tools.path)/tool"
  }

  private func box(_ line: String, _ when: AnalysisTime = .always) throws -> Box {
    let box = try Box(on: shelf, autoplay: .off, analysis: when)
    box.core.services.analysisScheduler.program = try tool(line)
    try box.core.start()
    return box
  }

  private func report(_ path: String, _ box: Box, _ volume: VolumeInfo) throws -> AnalysisReport {
    var result: Result<AnalysisReport, Refusal>?
    box.core.library.analyses.report(
      of: TrackReference(volume: volume.id, path: Array(path.utf8)), withRecord: true
    ) { result = $0 }
    try box.turn { result != nil }
    return try #require(result).get()
  }

  private func outcomes(_ box: Box, _ volume: VolumeInfo) throws -> [AnalysisOutcome?] {
    try ["1.mp3", "2.ogg", "3.opus"].map { try report($0, box, volume).outcome }
  }

  @Test func `every song is analysed once, in natural order`() throws {
    let box = try box("cat record")
    let volume = try box.read("Stick")
    try box.turn { try outcomes(box, volume) == [.done, .done, .done] }
    try box.turn { box.core.services.analysisScheduler.current == nil }
    try expectEqual(report("2.ogg", box, volume).tempo, 120)
    let sizes = try HostFile.open("\(tools.path)/sizes").readAll(atMost: 1000)
    let told = String(decoding: sizes, as: UTF8.self).split(separator: "\n").map { Int($0) ?? 0 }
    let wanted = try ["1-02 Ratchet Rag.mp3", "1-03 Lamp Oil.ogg", "1-04 Windowsill.opus"].map {
      try Repository.bytes(of: "Fixtures/album/\($0)").count
    }
    expectEqual(told, wanted)
    expectEqual(box.core.services.analysisScheduler.tally.songs, 3)
    #expect(box.announced.contains { $0.contains(.analysis) })
    box.stop()
  }

  @Test func `a song that is analysed in two passes counts once`() throws {
    var first = MusicAnalysis()
    first.duration = 3
    let line = "if [ \"$2\" = --no-chords ]; then cat first; else cat record; fi"
    let box = try box(line)
    try tools.write("first", AnalysisCoding.bytes(of: first))
    let volume = try box.read("Stick")
    try box.turn {
      box.core.services.analysisScheduler.tally.songs == 3
        && box.core.services.analysisScheduler.current == nil
    }
    box.core.services.analysisScheduler.wake()
    try box.turn {
      try ["1.mp3", "2.ogg", "3.opus"].allSatisfy { try report($0, box, volume).analysis?.chords != nil }
    }
    #expect(
      box.core.services.analysisScheduler.tally.songs == 3
        && box.core.services.analysisScheduler.tally.passes > 3)
    box.stop()
  }

  @Test(arguments: [
    ("exit 12", AnalysisOutcome.tooShort), ("kill -SEGV $$", .crashed), ("echo nonsense", .crashed),
  ])
  func `a song without an analysis has the reason, and is not tried again`(
    _ line: String, _ outcome: AnalysisOutcome
  ) throws {
    let box = try box(line)
    let volume = try box.read("Stick")
    try box.turn { try outcomes(box, volume) == [outcome, outcome, outcome] }
    try box.turn { box.core.services.analysisScheduler.current == nil }
    box.core.services.analysisScheduler.wake()
    try box.turn { box.core.services.analysisScheduler.current == nil }
    let sizes = try HostFile.open("\(tools.path)/sizes").readAll(atMost: 1000)
    #expect(sizes.count { $0 == UInt8(ascii: "\n") } == 3)
    box.stop()
  }

  @Test func `a stick that is pulled ends the analysis at once, and nothing of it is kept`() throws {
    let box = try box("sleep 60")
    let volume = try box.read("Stick")
    try box.turn { box.core.services.analysisScheduler.current != nil }
    box.pull("Stick")
    try box.turn { box.core.services.analysisScheduler.current == nil && box.volume("Stick") == nil }
    box.core.services.analysisScheduler.program = try tool("cat record")
    try expectEqual(box.read("Stick").id, volume.id)
    try box.turn { try outcomes(box, volume) == [.done, .done, .done] }
    box.stop()
  }

  @Test
  func `only requested analyses run while analysis is off, and they can be cancelled`()
    throws
  {
    let box = try box("cat record", .off)
    let volume = try box.read("Stick")
    let second = TrackReference(volume: volume.id, path: Array("2.ogg".utf8))
    #expect(box.core.services.analysisScheduler.ask(for: [second], isForced: false))
    try box.turn { try outcomes(box, volume) == [nil, .done, nil] }
    try box.turn { box.core.services.analysisScheduler.current == nil }
    box.core.services.analysisScheduler.program = try tool("sleep 60")
    #expect(box.core.services.analysisScheduler.ask(for: [second], isForced: true))
    try box.turn { box.core.services.analysisScheduler.current == second }
    box.core.services.analysisScheduler.cancel()
    try box.turn { box.core.services.analysisScheduler.current == nil }
    try expectEqual(outcomes(box, volume), [nil, .done, nil])
    box.stop()
  }

  @Test func `notes are looked for when they are asked for, and kept`() throws {
    let box = try box("if [ \"$2\" = --notes ]; then cat noted; else cat record; fi", .off)
    var analysis = MusicAnalysis()
    analysis.chords = []
    analysis.notes = [NoteEstimate(pitch: 60, start: 1, end: 2, velocity: 64, confidence: 0.5)]
    try tools.write("noted", AnalysisCoding.bytes(of: analysis))
    let volume = try box.read("Stick")
    let analyses = box.analyses
    func ask(_ part: AnalysisPart, _ name: String) throws -> Result<AnalysisReport, Refusal> {
      var result: Result<AnalysisReport, Refusal>?
      let track = TrackReference(volume: volume.id, path: Array(name.utf8))
      _ = analyses.analysis(of: .track(track), finding: part) { result = $0 }
      try box.turn { result != nil }
      return try #require(result)
    }
    try expectEqual(ask(.chords, "2.ogg").get().analysis?.chords?.count, 2)
    try expectEqual(ask(.notes, "2.ogg").get().analysis?.notes?.map(\.pitch), [60])
    try expectEqual(report("2.ogg", box, volume).analysis?.notes?.count, 1)
    // A second time they are there already.
    box.core.services.analysisScheduler.program = "/nowhere"
    try expectEqual(ask(.notes, "2.ogg").get().analysis?.notes?.count, 1)
    // Several wait for each other; who goes away ends what was for him.
    box.core.services.analysisScheduler.program = try tool("sleep 60")
    var results: [Result<AnalysisReport, Refusal>] = []
    let queries = ["1.mp3", "3.opus"].map { name in
      analyses.analysis(
        of: .track(TrackReference(volume: volume.id, path: Array(name.utf8))), finding: .notes
      ) { results.append($0) }
    }
    try box.turn { box.core.services.analysisScheduler.isBusyAside }
    queries[0].cancel()
    try box.turn { results.count == 1 }
    try box.turn { box.core.services.analysisScheduler.isBusyAside }
    box.pull("Stick")
    try box.turn { results.count == 2 }
    for result in results { #expect(throws: Refusal.self) { try result.get() } }
    box.stop()
  }

  @Test func `notes of a take are found when they are asked for, once`() throws {
    let box = try box("if [ \"$2\" = --notes ]; then cat noted; else cat record; fi", .off)
    var analysis = MusicAnalysis()
    analysis.notes = [NoteEstimate(pitch: 60, start: 1, end: 2, velocity: 64, confidence: 0.5)]
    try tools.write("noted", AnalysisCoding.bytes(of: analysis))
    try box.state.write("take.flac", Repository.bytes(of: "Fixtures/album/2-01 Solder.flac"))
    let analyses = box.analyses
    func notes() throws -> [NoteEstimate]? {
      var found: Result<MusicAnalysis, Refusal>?
      _ = analyses.notesOfTake { found = $0 }
      try box.turn { found != nil }
      return try #require(found).get().notes
    }
    try expectEqual(notes()?.map(\.pitch), [60])
    // They are known by now.
    box.core.services.analysisScheduler.program = "/nowhere"
    try expectEqual(notes()?.count, 1)
    box.stop()
  }

  @Test func `a take that is kept keeps its analysis, once a scan has found its file`() throws {
    let box = try box("cat record", .off)
    let volume = try box.read("Stick")
    let recordings = box.core.services.recordings
    let analyses = box.analyses
    func keep(_ name: String, analysed: Bool) throws {
      try box.state.write("take.flac", Repository.bytes(of: "Fixtures/album/2-01 Solder.flac"))
      if analysed {
        var found: Result<MusicAnalysis, Refusal>?
        _ = analyses.analyzeTake(by: .own) { found = $0 }
        try box.turn { found != nil }
        try expectEqual(found?.get().tempo?.bpm, 120)
      }
      var kept: Result<String, Refusal>?
      recordings.keep(name, folder: "") { kept = $0 }
      try box.turn { kept != nil }
      #expect(try kept?.get().hasSuffix("Sounds/\(name).flac") == true)
      #expect(recordings.analyses.isEmpty)
    }
    func known(_ name: String) throws -> AnalysisReport? { try? report("Sounds/\(name).flac", box, volume) }
    try keep("Voice", analysed: true)
    try box.turn { try known("Voice")?.outcome == .done }
    try expectEqual(known("Voice")?.analysis?.chords?.count, 2)
    // The next take has none of it.
    try keep("Other", analysed: false)
    try box.turn { try known("Other") != nil }
    #expect(try known("Other")?.outcome == nil)
    box.stop()
  }

  @Test func `a requested analysis waits until it is stored, and a failed one is tried again`() throws {
    let box = try box("exit 1", .off)
    let volume = try box.read("Stick")
    let song = TrackReference(volume: volume.id, path: Array("2.ogg".utf8))
    #expect(box.core.services.analysisScheduler.ask(for: [song], isForced: false))
    expectEqual(box.core.services.analysisScheduler.waitingCount, 1)
    try box.turn { box.core.services.analysisScheduler.waitingCount == 0 }
    #expect(
      try report("2.ogg", box, volume).outcome == .crashed
        && box.core.services.analysisScheduler.tally.failed == 1)
    box.core.services.analysisScheduler.program = try tool("cat record")
    #expect(box.core.services.analysisScheduler.ask(for: [song], isForced: false))
    try box.turn { box.core.services.analysisScheduler.waitingCount == 0 }
    try expectEqual(report("2.ogg", box, volume).outcome, .done)
    // All of it anew, and then not: what is there stays.
    box.core.services.analysisScheduler.program = try tool("sleep 60")
    box.core.services.analysisScheduler.hurry(isForced: true)
    try box.turn { box.core.services.analysisScheduler.current != nil }
    box.core.services.analysisScheduler.cancel()
    try box.turn {
      box.core.services.analysisScheduler.current == nil
        && box.core.services.analysisScheduler.waitingCount == 0
    }
    let kept = try report("2.ogg", box, volume)
    #expect(kept.outcome == .done && kept.analysis?.chords?.count == 2)
    box.stop()
  }

  @Test func `the chord at the heard position is known, and reported as it changes`() throws {
    let box = try box("cat record")
    let volume = try box.read("Stick")
    try box.turn { try outcomes(box, volume) == [.done, .done, .done] }
    try box.core.controller.handle(
      .add([TrackReference(volume: volume.id, path: Array("1.mp3".utf8))], at: .end))
    try box.core.controller.handle(.play)
    var heard: [Int] = []
    try box.turn {
      if let root = box.core.services.chordFollower.current?.chord?.root, heard.last != root {
        heard.append(root)
      }
      return heard.count == 2
    }
    expectEqual(heard, [0, 9])
    // The chord is known at once, and is announced by the next event of the loop.
    try box.turn { box.announced.count { $0.contains(.chord) } >= 2 }
    box.stop()
  }
}
