import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// What analyses found of songs, and what people and files say of them.
@Suite("Analyses") struct AnalysisTests {
  private let bench: Bench
  private let stick: Stick

  init() throws {
    bench = try Bench()
    stick = try Stick([
      "1.mp3": FakeFiles.content(title: "One"), "2.mp3": FakeFiles.content(title: "Two"),
      "Other/3.mp3": FakeFiles.content(title: "Three"),
    ])
  }

  private func track(_ path: String, _ volume: VolumeInfo) -> TrackReference {
    TrackReference(volume: volume.id, path: Array(path.utf8))
  }

  private func report(_ path: String, _ volume: VolumeInfo) throws -> AnalysisReport {
    try bench.answer { (done: @escaping (Result<AnalysisReport, Refusal>) -> Void) in
      bench.library.analyses.report(of: track(path, volume), withRecord: true, completion: done)
    }.get()
  }

  private func keep(
    _ outcome: AnalysisOutcome, _ analysis: MusicAnalysis?, _ path: String, _ volume: VolumeInfo
  ) throws {
    let kept = try bench.answer { (done: @escaping (Result<AnalysisOutcome, Refusal>) -> Void) in
      bench.library.analyses.keep(outcome, analysis, problem: nil, of: track(path, volume), completion: done)
    }.get()
    expectEqual(kept, outcome)
  }

  private func say(tempo: Double??, key: MusicalKey??, _ path: String, _ volume: VolumeInfo) throws {
    _ = try bench.answer { (done: @escaping (Result<AnalysisReport, Refusal>) -> Void) in
      bench.library.analyses.say(tempo: tempo, key: key, of: track(path, volume), completion: done)
    }.get()
  }

  private func lacking(_ depth: AnalysisDepth, _ volume: VolumeInfo) throws -> [String] {
    let worker = try #require(bench.library.open(volume.id)?.worker)
    return try bench.ask(volume) { (store) throws(StoreError) in
      try worker.withAnalyses(of: store) { _ in }
      return try store.analyses.lacking(depth, on: volume.id, after: nil).tracks
    }.map { String(decoding: $0.path, as: UTF8.self) }
  }

  private static func analysis(bpm: Double, chords: [ChordSegment]? = []) -> MusicAnalysis {
    var analysis = MusicAnalysis()
    analysis.duration = 200
    analysis.tempo = TempoEstimate(bpm: bpm, confidence: 1, beats: [0.5, 1, 1.5], downbeats: [0])
    analysis.key = KeyEstimate(key: MusicalKey(tonic: 9, isMinor: true), confidence: 1, tuningCents: 0)
    analysis.chords = chords
    return analysis
  }

  @Test func `a result is there, also when its song moves, and over a restart`() throws {
    var volume = try bench.mount(stick.path)
    try expectEqual(lacking(.first, volume), ["1.mp3", "2.mp3", "Other/3.mp3"])
    try expectEqual(report("1.mp3", volume), AnalysisReport())
    try keep(.done, Self.analysis(bpm: 120), "1.mp3", volume)
    try keep(.silent, nil, "2.mp3", volume)
    try expectEqual(lacking(.first, volume), ["Other/3.mp3"])
    try bench.unmount(stick.path)
    stick.move("1.mp3", to: "Other/moved.mp3")
    volume = try bench.mount(stick.path)
    let moved = try report("Other/moved.mp3", volume)
    #expect(moved.tempo == 120 && moved.key?.description == "Am" && moved.outcome == .done)
    expectEqual(moved.analysis?.tempo?.beats, [0.5, 1, 1.5])
    try expectEqual(report("2.mp3", volume).outcome, .silent)
    try expectEqual(lacking(.chords, volume), ["Other/3.mp3"])
  }

  @Test func `a server's analysis is stored beside the own one, and a person chooses`() throws {
    var volume = try bench.mount(stick.path)
    func keepRemote(_ analysis: MusicAnalysis, _ path: String) throws {
      let kept = try bench.answer { (done: @escaping (Result<AnalysisOutcome, Refusal>) -> Void) in
        bench.library.analyses.keepRemote(analysis, of: track(path, volume), completion: done)
      }.get()
      expectEqual(kept, .done)
    }
    func show(_ source: AnalysisSource, _ path: String) throws -> Result<AnalysisReport, Refusal> {
      try bench.answer { (done: @escaping (Result<AnalysisReport, Refusal>) -> Void) in
        bench.library.analyses.show(source, of: track(path, volume), completion: done)
      }
    }
    let own = ChordSegment(start: 0, end: 2, chord: nil, confidence: 1, pitchClasses: 0)
    var other = ChordSegment(
      start: 0, end: 3, chord: Chord(root: 5, quality: .major), confidence: 1, pitchClasses: 0)
    var found = Self.analysis(bpm: 120, chords: [own])
    found.loudness.integrated = -9
    try keep(.done, found, "1.mp3", volume)
    guard case .failure(.failed(.noAnalysis, _, _)) = try show(.remote, "1.mp3") else {
      Issue.record("nothing of a server is there")
      return
    }
    var remote = MusicAnalysis()
    remote.tempo = TempoEstimate(bpm: 60, confidence: 0.5, beats: [], downbeats: [])
    remote.key = KeyEstimate(key: MusicalKey(tonic: 0, isMinor: false), confidence: 1, tuningCents: 0)
    remote.chords = [other]
    try keepRemote(remote, "1.mp3")
    try keepRemote(remote, "2.mp3")
    try keep(.silent, nil, "Other/3.mp3", volume)
    for _ in 1...2 {
      let told = try report("1.mp3", volume)
      #expect(told.source == .remote && told.hasRemote && told.outcome == .done)
      #expect(told.tempo == 60 && told.foundTempo == 120 && told.key?.description == "C")
      #expect(told.analysis?.chords == [other] && told.analysis?.loudness.integrated == -9)
      // The server said no beats.
      expectEqual(told.analysis?.tempo?.beats, [0.5, 1, 1.5])
      try expectEqual(bench.track("Stick/1.mp3").tempo, 60)
      let alone = try report("2.mp3", volume)
      #expect(alone.outcome == nil && alone.tempo == 60 && alone.analysis?.chords == [other])
      try bench.unmount(stick.path)
      volume = try bench.mount(stick.path)
    }
    try expectEqual(lacking(.chords, volume), ["2.mp3"])
    try expectEqual(show(.own, "1.mp3").get().tempo, 120)
    // An own analysis later leaves what was chosen.
    try keep(.done, Self.analysis(bpm: 121, chords: [own]), "1.mp3", volume)
    try keep(.done, Self.analysis(bpm: 122, chords: [own]), "2.mp3", volume)
    try expectEqual(report("1.mp3", volume).analysis?.chords, [own])
    try expectEqual(report("1.mp3", volume).tempo, 121)
    try expectEqual(report("2.mp3", volume).tempo, 60)
    try expectEqual(show(.remote, "1.mp3").get().tempo, 60)
    // Another answer replaces the first one, and ends with the song.
    (other.start, other.end) = (1, 4)
    remote.chords = [other]
    try keepRemote(remote, "1.mp3")
    other.end = 3
    try expectEqual(report("1.mp3", volume).analysis?.chords, [other])
    // Without the records, nothing claims to be a server's.
    try bench.unmount(stick.path)
    for name in ["analysis.sqlite", "analysis.sqlite-wal"] { stick.remove(".jukebox/\(name)") }
    volume = try bench.mount(stick.path)
    let lost = try report("1.mp3", volume)
    #expect(!lost.hasRemote && lost.source == .own && lost.analysis == nil)
  }

  @Test func `a song analysed without chords lacks them only`() throws {
    let volume = try bench.mount(stick.path)
    try keep(.done, Self.analysis(bpm: 120, chords: nil), "1.mp3", volume)
    try expectEqual(lacking(.first, volume), ["2.mp3", "Other/3.mp3"])
    try expectEqual(lacking(.chords, volume), ["1.mp3", "2.mp3", "Other/3.mp3"])
    let count = try bench.answer { (done: @escaping (AnalysisTotals) -> Void) in
      bench.library.analyses.count(.first, on: volume.id, completion: done)
    }
    #expect(count.songs == 3 && count.done == 1)
  }

  @Test func `analysis values are read for filters, and not for listings of folders`() throws {
    let volume = try bench.mount(stick.path)
    try keep(.done, Self.analysis(bpm: 128), "1.mp3", volume)
    let selected = try bench.answer { (done: @escaping (Result<SelectionPage<Double>, Refusal>) -> Void) in
      bench.library.catalogue.select(
        below: "", limit: 10, transform: { track, _ in track.tempo }, completion: done)
    }.get()
    expectEqual(selected.values, [128])
    try expectEqual(bench.track("Stick/1.mp3").tempo, 128)
    for isRecursive in [true, false] {
      let page = try bench.answer { (done: @escaping (Result<LibraryPage, Refusal>) -> Void) in
        bench.library.catalogue.page(at: "Stick", isRecursive: isRecursive, completion: done)
      }.get()
      let tracks = page.items.compactMap { if case .track(_, let track) = $0 { track } else { nil } }
      #expect(!tracks.isEmpty && tracks.allSatisfy { $0.tempo == nil })
    }
  }

  @Test func `a person's tempo and key outrank the found ones, and stay`() throws {
    let volume = try bench.mount(stick.path)
    try say(tempo: .some(64), key: nil, "1.mp3", volume)
    try keep(.done, Self.analysis(bpm: 128), "1.mp3", volume)
    var told = try report("1.mp3", volume)
    #expect(told.tempo == 64 && told.foundTempo == 128 && told.key == told.foundKey)
    try say(tempo: nil, key: .some(MusicalKey(tonic: 2, isMinor: false)), "1.mp3", volume)
    told = try report("1.mp3", volume)
    #expect(told.saidTempo == 64 && told.key?.description == "D")
    try say(tempo: .some(nil), key: .some(nil), "1.mp3", volume)
    told = try report("1.mp3", volume)
    #expect(told.tempo == 128 && told.saidTempo == nil)
  }

  @Test
  func `a song marked for another analysis keeps its result until then, and counts again without the mark`()
    throws
  {
    let volume = try bench.mount(stick.path)
    try keep(.done, Self.analysis(bpm: 120), "1.mp3", volume)
    try keep(.crashed, nil, "2.mp3", volume)
    func want(_ isWanted: Bool) throws {
      _ = try bench.answer { (done: @escaping (Bool) -> Void) in
        bench.library.analyses.analyseAgain(isWanted, on: volume.id) { done(true) }
      }
    }
    let before = try report("1.mp3", volume)
    try want(true)
    try expectEqual(report("1.mp3", volume), before)
    try expectEqual(lacking(.chords, volume), ["1.mp3", "2.mp3", "Other/3.mp3"])
    try want(false)
    try expectEqual(report("1.mp3", volume), before)
    try expectEqual(lacking(.chords, volume), ["Other/3.mp3"])
    // Who asks for songs has those tried again that failed.
    let tried = try bench.answer { (done: @escaping ([TrackReference]) -> Void) in
      bench.library.analyses.lacking(
        .chords, among: [track("1.mp3", volume), track("2.mp3", volume)], again: true, completion: done)
    }
    expectEqual(tried, [track("2.mp3", volume)])
  }

  @Test func `a song of the queue is analysed before favourites, and those before all other songs`() throws {
    let volume = try bench.mount(stick.path)
    func next(near: [String] = [], favourites: Bool = true, from place: AnalysisCursor? = nil) throws
      -> String
    {
      let places = [(volume: volume.id, cursor: place)]
      return try bench.answer { (done: @escaping (String) -> Void) in
        bench.library.analyses.next(
          near.map { track($0, volume) }, favouritesOn: favourites ? [volume.id] : [], .first, after: places
        ) { found, passed in
          let path = (found?.track.path).map { String(decoding: $0, as: UTF8.self) } ?? ""
          done("\(path) \(found.map { "\($0.depth)" } ?? "\(passed.map { $0.1 == nil })")")
        }
      }
    }
    try expectEqual(next(), "1.mp3 first")
    _ = try bench.answer { (done: @escaping (Result<PersonalReport, Refusal>) -> Void) in
      bench.library.personal.change(of: .track(track("2.mp3", volume)), [.toggleFavourite], completion: done)
    }.get()
    try expectEqual(next(), "2.mp3 chords")
    try expectEqual(next(favourites: false), "1.mp3 first")
    try expectEqual(next(near: ["Other/3.mp3", "1.mp3"]), "Other/3.mp3 chords")
    for path in ["1.mp3", "2.mp3", "Other/3.mp3"] {
      try keep(.done, Self.analysis(bpm: 120), path, volume)
    }
    try expectEqual(next(near: ["Other/3.mp3", "1.mp3"]), " [true]")
  }

  @Test func `a checkpoint moves the log of results into their database, too`() throws {
    let volume = try bench.mount(stick.path)
    let log = "\(stick.path)/.jukebox/analysis.sqlite-wal"
    // The scan after the mount ends with a checkpoint too, which may come after a result.
    for tempo in 120..<130 where Files.read(log)?.isEmpty != false {
      try keep(.done, Self.analysis(bpm: Double(tempo)), "1.mp3", volume)
    }
    #expect(Files.read(log)?.isEmpty == false)
    bench.library.checkpoint()
    // The store does one thing after the other.
    _ = try report("1.mp3", volume)
    #expect(Files.read(log)?.isEmpty == true)
  }

  @Test func `a deleted database of results is made again, and the values of lists stay meanwhile`() throws {
    var volume = try bench.mount(stick.path)
    try keep(.done, Self.analysis(bpm: 120), "1.mp3", volume)
    try bench.unmount(stick.path)
    for name in ["analysis.sqlite", "analysis.sqlite-wal"] { stick.remove(".jukebox/\(name)") }
    volume = try bench.mount(stick.path)
    let told = try report("1.mp3", volume)
    #expect(told.tempo == 120 && told.analysis == nil)
    try expectEqual(lacking(.first, volume).first, "1.mp3")
  }

  @Test func `a damaged one too`() throws {
    var volume = try bench.mount(stick.path)
    try keep(.done, Self.analysis(bpm: 120), "1.mp3", volume)
    try bench.unmount(stick.path)
    stick.write(".jukebox/analysis.sqlite", [UInt8](repeating: 0x5A, count: 8192))
    volume = try bench.mount(stick.path)
    #expect(try report("1.mp3", volume).analysis == nil)
    try keep(.done, Self.analysis(bpm: 121), "1.mp3", volume)
    try expectEqual(report("1.mp3", volume).analysis?.tempo?.bpm, 121)
  }

  @Test func `one that breaks in use is set aside, and the library's database stays`() throws {
    var volume = try bench.mount(stick.path)
    for (index, path) in ["1.mp3", "2.mp3", "Other/3.mp3"].enumerated() {
      try keep(.done, Self.analysis(bpm: 120 + Double(index)), path, volume)
    }
    try say(tempo: .some(64), key: nil, "1.mp3", volume)
    try bench.unmount(stick.path)
    // Its head and schema stay whole.
    let content = try #require(Files.read("\(stick.path)/.jukebox/analysis.sqlite"))
    #expect(content.count > 4096)
    let spoilt = [UInt8](repeating: 0x5A, count: content.count - 4096)
    stick.write(".jukebox/analysis.sqlite", Array(content[..<4096]) + spoilt)
    volume = try bench.mount(stick.path)
    let told = try report("1.mp3", volume)
    #expect(told.tempo == 64 && told.foundTempo == 120 && told.analysis == nil)
    try expectEqual(lacking(.first, volume), ["1.mp3", "2.mp3", "Other/3.mp3"])
    try keep(.done, Self.analysis(bpm: 125), "1.mp3", volume)
    try expectEqual(report("1.mp3", volume).analysis?.tempo?.bpm, 125)
    try bench.unmount(stick.path)
    let names = Files.list("\(stick.path)/.jukebox")
    #expect(names.contains("analysis.sqlite.corrupt-1") && !names.contains("library.sqlite.corrupt-1"))
  }

  @Test func `no song has the record of another one`() throws {
    var volume = try bench.mount(stick.path)
    for path in ["1.mp3", "2.mp3", "Other/3.mp3"] { try keep(.done, Self.analysis(bpm: 120), path, volume) }
    // Its sound is another one now.
    stick.write("1.mp3", FakeFiles.content(title: "One", seconds: 77))
    try bench.scan()
    #expect(try report("1.mp3", volume).analysis == nil)
    // The analyser crashed over it.
    try keep(.crashed, nil, "2.mp3", volume)
    #expect(try report("2.mp3", volume).analysis == nil)
    // Its row is a new one of the old number.
    try bench.unmount(stick.path)
    for name in ["library.sqlite", "library.sqlite-wal"] { stick.remove(".jukebox/\(name)") }
    volume = try bench.mount(stick.path)
    try expectEqual(report("Other/3.mp3", volume), AnalysisReport())
  }

  @Test func `results of a read-only stick are stored in the jukebox`() throws {
    var volume = try bench.mount(stick.path)
    try bench.unmount(stick.path)
    let before = Files.list("\(stick.path)/.jukebox")
    volume = try bench.mount(stick.path, isReadOnly: true)
    try keep(.done, Self.analysis(bpm: 120), "1.mp3", volume)
    try bench.unmount(stick.path)
    volume = try bench.mount(stick.path, isReadOnly: true)
    try expectEqual(report("1.mp3", volume).analysis?.tempo?.bpm, 120)
    try expectEqual(lacking(.first, volume), ["2.mp3", "Other/3.mp3"])
    expectEqual(Files.list("\(stick.path)/.jukebox"), before)
  }

  @Test func `an analysis on a read-only stick does not count as the jukebox's own`() throws {
    var volume = try bench.mount(stick.path)
    try keep(.done, Self.analysis(bpm: 120), "1.mp3", volume)
    try bench.unmount(stick.path)
    for _ in 0..<2 {
      volume = try bench.mount(stick.path, isReadOnly: true)
      let told = try report("1.mp3", volume)
      #expect(told.outcome == nil && told.analysis == nil && told.tempo == 120)
      #expect(try lacking(.first, volume).contains("1.mp3"))
      try keep(.done, Self.analysis(bpm: 140), "2.mp3", volume)
      try bench.unmount(stick.path)
    }
  }

  @Test func `songs that mix with another are near in tempo and key, the best first`() throws {
    let volume = try bench.mount(stick.path)
    try keep(.done, Self.analysis(bpm: 120), "1.mp3", volume)
    try keep(.done, Self.analysis(bpm: 61), "2.mp3", volume)
    try keep(.done, Self.analysis(bpm: 140), "Other/3.mp3", volume)
    let found = try bench.answer { (done: @escaping ([FittingSong]) -> Void) in
      bench.library.analyses.mixable(120, MusicalKey(tonic: 9, isMinor: true), limit: 10, completion: done)
    }
    #expect(found.map { String(decoding: $0.track.path, as: UTF8.self) } == ["1.mp3", "2.mp3"])
    expectEqual(found.map(\.match.factor), [1, 2])
  }
}
