import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// Tempo and key that a person set, after the database was lost.
@Suite("Restored tempo and key") struct RestoredAnalysisTests {
  @Test func `a person's tempo and key come back from a backup, results of analyses do not`() throws {
    let stick = try Stick(["1.mp3": FakeFiles.content(title: "One")])
    let bench = try ExchangeBench()
    var volume = try bench.mount(stick.path)
    func track() -> TrackReference { TrackReference(volume: volume.id, path: Array("1.mp3".utf8)) }
    func say(tempo: Double??, key: MusicalKey??) throws {
      _ = try bench.answer { (done: @escaping (Result<AnalysisReport, Refusal>) -> Void) in
        bench.library.analyses.say(tempo: tempo, key: key, of: track(), completion: done)
      }.get()
    }
    func report() throws -> AnalysisReport {
      try bench.answer { (done: @escaping (Result<AnalysisReport, Refusal>) -> Void) in
        bench.library.analyses.report(of: track(), withRecord: true, completion: done)
      }.get()
    }
    var analysis = MusicAnalysis()
    analysis.tempo = TempoEstimate(bpm: 128, confidence: 1, beats: [], downbeats: [])
    let outcome = try bench.answer { (done: @escaping (Result<AnalysisOutcome, Refusal>) -> Void) in
      bench.library.analyses.keep(.done, analysis, problem: nil, of: track(), completion: done)
    }.get()
    expectEqual(outcome, .done)
    try say(tempo: .some(64), key: .some(MusicalKey(tonic: 2, isMinor: false)))
    try expectEqual(report().foundTempo, 128)
    try bench.backUp(volume)
    try bench.unmount(stick.path)
    for name in ["library.sqlite", "library.sqlite-wal"] { stick.remove(".jukebox/\(name)") }
    volume = try bench.mount(stick.path)
    let restored = try report()
    #expect(restored.tempo == 64 && restored.key?.description == "D" && restored.foundTempo == nil)
    // A result for a row of the lost database belongs to no song.
    #expect(restored.analysis == nil)
    try say(tempo: .some(nil), key: .some(nil))
    #expect(try report().tempo == nil)
  }
}
