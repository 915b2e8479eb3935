import Model
import Support
import Testing

@testable import Control

/// What analyses found, by commands.
@Suite struct AnalysisCommandTests {
  private static func fake() -> FakeBackend {
    let fake = FakeBackend()
    var analysis = MusicAnalysis()
    analysis.duration = 180
    analysis.tempo = TempoEstimate(bpm: 120.014, confidence: 0.9, beats: [0.5, 1, 1.5, 2], downbeats: [1])
    analysis.key = KeyEstimate(key: MusicalKey(tonic: 5, isMinor: true), confidence: 0.8, tuningCents: -4)
    analysis.loudness.integrated = -14.25
    analysis.loudness.truePeak = -0.5
    analysis.chords = [
      ChordSegment(
        start: 0, end: 2, chord: Chord(root: 5, quality: .minor), confidence: 0.9,
        pitchClasses: 0b1_1010_0001),
      ChordSegment(
        start: 2, end: 4, chord: Chord(root: 8, quality: .major, bass: 4), confidence: 0.5, pitchClasses: 0),
      ChordSegment(start: 4, end: 180, chord: nil, confidence: 1, pitchClasses: 0),
    ]
    analysis.notes = [
      NoteEstimate(pitch: 65, start: 0.02, end: 1.5, velocity: 90, confidence: 0.75),
      NoteEstimate(pitch: 68, start: 2, end: 2.25, velocity: 64, confidence: 0.5),
    ]
    var point = Waveform.Point()
    point.peak = SIMD3(1, 0.5, 0.25)
    point.rms = SIMD3(0.5, 0.25, 0.125)
    analysis.waveform.points = [point, Waveform.Point()]
    var report = AnalysisReport()
    (report.outcome, report.version) = (.done, 1)
    (report.foundTempo, report.foundKey, report.tagTempo) = (120.014, MusicalKey(tonic: 5, isMinor: true), 60)
    report.analysis = analysis
    fake.analyses.reports["a.mp3"] = report
    var short = AnalysisReport()
    (short.outcome, short.version) = (.tooShort, 1)
    fake.analyses.reports["b.mp3"] = short
    return fake
  }

  @Test func `an analysis is listed with the source of each value`() {
    let conversation = Conversation(Self.fake())
    expectEqual(
      conversation.ask("analysis a.mp3"),
      [
        "outcome: done", "version: 1", "bpm: 60", "bpm_tag: 60", "bpm_analysis: 120.01",
        "bpm_confidence: 0.9", "key: Fm",
        "camelot: 4A", "key_analysis: Fm", "key_confidence: 0.8", "tuning: -4", "loudness: -14.25",
        "true_peak: -0.5",
        "quiet_start: 0", "quiet_end: 0", "duration: 180.000", "beats: 4", "chords: 3", "OK",
      ])
    expectEqual(conversation.ask("analysis b.mp3"), ["outcome: too-short", "version: 1", "OK"])
    #expect(conversation.ask("analysis c.mp3").last?.hasPrefix("ACK [50@0] {analysis}") == true)
  }

  @Test func `beats, chords and the waveform`() {
    let conversation = Conversation(Self.fake())
    expectEqual(
      conversation.ask("beats a.mp3"),
      [
        "beat: 0.500", "beat: 1.000", "downbeat: 1", "beat: 1.500", "beat: 2.000", "OK",
      ])
    expectEqual(
      conversation.ask("chords a.mp3 2:3"),
      [
        "chord: Ab/C", "start: 2.000", "end: 4.000", "confidence: 0.5", "OK",
      ])
    expectEqual(
      conversation.ask("chords a.mp3").prefix(5),
      [
        "chord: Fm", "start: 0.000", "end: 2.000", "confidence: 0.9", "pitches: C F G Ab",
      ])
    expectEqual(
      conversation.ask("waveform a.mp3 1"), ["peak: 1 0.5 0.25", "rms: 0.3536 0.1768 0.0884", "OK"])
    #expect(
      conversation.ask("chords b.mp3") == [
        "ACK [50@0] {chords} No analysis of b.mp3: the song is shorter than 5 s"
      ]
    )
    #expect(conversation.ask("chords a.mp3 3:2").last?.hasPrefix("ACK [2@0]") == true)
  }

  @Test func `a song that modulates lists its keys, and its chords are spelled in them`() {
    let fake = Self.fake()
    fake.analyses.reports["a.mp3"]?.analysis?.key?.sections = [
      KeySection(start: 0, key: MusicalKey(tonic: 5, isMinor: true)),
      KeySection(start: 1.5, key: MusicalKey(tonic: 1, isMinor: true)),
    ]
    let conversation = Conversation(fake)
    #expect(conversation.ask("analysis a.mp3").contains("key_changes: 0.000 Fm, 1.500 C#m"))
    expectEqual(
      conversation.ask("chords a.mp3").filter { $0.hasPrefix("chord:") },
      ["chord: Fm", "chord: G#/B#", "chord: N"])
    // A person knows better.
    expectEqual(conversation.ask("analysis set a.mp3 key Am").last, "OK")
    #expect(!conversation.ask("analysis a.mp3").contains { $0.hasPrefix("key_changes") })
  }

  @Test func `notes, all or those of a part`() {
    let conversation = Conversation(Self.fake())
    let second = ["note: 68", "start: 2.000", "end: 2.250", "velocity: 64", "confidence: 0.5"]
    expectEqual(
      conversation.ask("notes a.mp3"),
      [
        "note: 65", "start: 0.020", "end: 1.500", "velocity: 90", "confidence: 0.75",
      ] + second + ["OK"])
    expectEqual(conversation.ask("notes a.mp3 1.5:"), second + ["OK"])
    #expect(
      conversation.ask("notes b.mp3") == [
        "ACK [50@0] {notes} No analysis of b.mp3: the song is shorter than 5 s"
      ])
    #expect(conversation.ask("notes a.mp3 x").last?.hasPrefix("ACK [2@0] {notes}") == true)
  }

  @Test func `a correction of an analysis needs the permission control`() {
    let conversation = Conversation(Self.fake(), access: Access(local: .read))
    expectEqual(conversation.ask("analysis a.mp3").last, "OK")
    #expect(
      conversation.ask("analysis set a.mp3 bpm x2") == [
        "ACK [4@0] {analysis} you don't have permission for \"analysis\""
      ])
  }

  @Test func `a person corrects tempo and key`() {
    let fake = Self.fake()
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("analysis set a.mp3 bpm x2").last, "OK")
    expectEqual(fake.analyses.reports["a.mp3"]?.saidTempo, 120)
    expectEqual(conversation.ask("analysis set a.mp3 bpm /2").last, "OK")
    expectEqual(fake.analyses.reports["a.mp3"]?.saidTempo, 60)
    expectEqual(conversation.ask("analysis set a.mp3 bpm 124").last, "OK")
    expectEqual(conversation.ask("analysis set a.mp3 key 8A").last, "OK")
    expectEqual(fake.analyses.reports["a.mp3"]?.saidKey?.description, "Am")
    expectEqual(conversation.ask("analysis set a.mp3 key off").last, "OK")
    #expect(fake.analyses.reports["a.mp3"]?.saidKey == nil)
    for line in ["bpm 5", "bpm x9", "bpm fast", "key H7", "loudness 1"] {
      #expect(conversation.ask("analysis set a.mp3 \(line)").last?.hasPrefix("ACK [2@0] {analysis}") == true)
    }
    #expect(conversation.ask("analysis set b.mp3 bpm x2").last?.hasPrefix("ACK [2@0]") == true)
  }

  @Test func `a server analyses a song, and a person chooses whose analysis is shown`() {
    let fake = Self.fake()
    let conversation = Conversation(fake)
    #expect(
      conversation.ask("analysis set a.mp3 source remote") == [
        "ACK [50@0] {analysis} No server has analysed the song"
      ])
    #expect(
      conversation.ask("analyze a.mp3 remote") == ["ACK [52@0] {analyze} http://example: too large"])
    fake.analyses.reports["a.mp3"]?.remoteTempo = 61
    fake.analyses.reports["a.mp3"]?.tagTempo = nil
    let answer = conversation.ask("analyze a.mp3 remote")
    expectEqual(
      answer.prefix(6),
      [
        "outcome: done", "version: 1", "source: remote", "sources: own remote", "bpm: 61",
        "bpm_analysis: 120.01",
      ])
    #expect(answer.contains("bpm_remote: 61"))
    #expect(conversation.ask("analysis set a.mp3 source own").contains("bpm: 120.01"))
    #expect(conversation.ask("analysis set a.mp3 source remote").contains("bpm: 61"))
    #expect(conversation.ask("analysis set a.mp3 source mine").last?.hasPrefix("ACK [2@0]") == true)
    #expect(conversation.ask("analyze c.mp3 remote").last?.hasPrefix("ACK [50@0]") == true)
    #expect(conversation.ask("analyze a.mp3 remote force").last?.hasPrefix("ACK [2@0]") == true)
  }

  @Test func `the progress of an upload is shown`() {
    let fake = Self.fake()
    fake.analyses.progress.remote = RemoteProgress(
      subject: "a.mp3", state: .sending, percent: 40, tries: 2, waiting: 1)
    expectEqual(
      Conversation(fake).ask("analyze status").prefix(6),
      [
        "when: idle", "remote: a.mp3", "remote_state: sending", "remote_percent: 40", "remote_try: 2",
        "remote_waiting: 1",
      ])
  }

  @Test func `songs are asked for, and how far all are`() {
    let fake = Self.fake()
    (fake.analyses.totals, fake.analyses.progress.songs) = (
      AnalysisTotals(songs: 9, done: 4, left: .seconds(90)), 4
    )
    fake.analyses.progress.rate = 51.26
    (fake.analyses.progress.current, fake.analyses.progress.percent) = ("a.mp3", 42)
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("analyze a.mp3 force"), ["songs: 1", "OK"])
    expectEqual(conversation.ask("analyze"), ["songs: 9", "OK"])
    expectEqual(conversation.ask("analyze cancel"), ["OK"])
    expectEqual(fake.analyses.log, ["analyze a.mp3 force", "analyze all", "cancel"])
    expectEqual(
      conversation.ask("analyze status"),
      [
        "when: idle", "analyzing: a.mp3", "percent: 42", "waiting: 0", "failed: 0", "analyzed: 4",
        "rate: 51.3",
        "songs: 9", "done: 4",
        "left: 90.000",
        "OK",
      ])
    #expect(conversation.ask("analyze a.mp3 now").last?.hasPrefix("ACK [2@0]") == true)
    #expect(conversation.ask("analyze d.mp3").last?.hasPrefix("ACK [50@0]") == true)
  }

  @Test(
    arguments: [
      ("(bpm > 120)", ["a", "b"]), ("(bpm > 120.3)", ["b"]), ("(bpm >= '120')", ["a", "b"]),
      ("(bpm < 100)", ["c"]), ("(bpm == 120)", ["a"]),
      ("(bpm == '119:121')", ["a"]), ("(bpm == '100:')", ["a", "b"]), ("(bpm != 120)", ["b", "c"]),
      ("(key == 'Am')", ["a"]), ("(key == '8A')", ["a"]), ("(key != 'Am')", ["b", "c"]),
      ("(key == 'C#m')", ["b"]),
      ("(loudness < -12)", ["a"]), ("((bpm > 90) AND (key == 'Dbm'))", ["b"]), ("(!(bpm > 90))", ["c", "d"]),
    ])
  func `songs are found by tempo, key and loudness`(_ filter: String, _ names: [String]) throws {
    let parsed = try FilterParser.parse([filter][...], foldsCase: false)
    let songs = Self.songs
    #expect(songs.filter { parsed.matches($0) }.map(\.uri) == names)
    // The text that stands for it means the same.
    let again = try FilterParser.parse([parsed.expression][...], foldsCase: false)
    #expect(songs.filter { again.matches($0) }.map(\.uri) == names)
  }

  @Test(arguments: [
    ("(bpm >= 120)", ["a", "b"]), ("(bpm > 120)", ["b"]), ("(bpm < 120)", []),
    ("(bpm == '120:130')", ["a", "b"]),
    ("(bpm == '110:120')", ["a"]), ("(loudness == '-14:')", ["a", "b"]), ("(loudness < -14)", []),
    ("(loudness >= -14)", ["a", "b"]), ("(loudness > -14)", ["b"]),
  ])
  func `numbers are compared as clients see them`(_ filter: String, _ names: [String]) throws {
    // `analysis` writes 120 and -14, 120.01 and -13.99.
    var songs = [Song(uri: "a", tempo: 119.9976), Song(uri: "b", tempo: 120.0061)]
    (songs[0].loudness, songs[1].loudness) = (-14.0031, -13.9862)
    let parsed = try FilterParser.parse([filter][...], foldsCase: false)
    #expect(songs.filter { parsed.matches($0) }.map(\.uri) == names)
    let order = try SongOrder("bpm")
    expectEqual(order.key(of: songs[0], priority: 0), order.key(of: Song(uri: "c", tempo: 120), priority: 0))
    expectEqual(BrowseGroup.names(of: songs[0], .tempos, base: ""), [BrowseGroup.Name(("bpm", "120"))])
  }

  private static let songs = [
    ("a", 120.3, "Am", -14.0), ("b", 150, "C#m", -8), ("c", 80, "F", -9), ("d", nil, nil, nil),
  ]
  .map { (uri: String, tempo: Double?, key: String?, loudness: Double?) in
    var song = Song(uri: uri)
    (song.tempo, song.musicalKey, song.loudness) = (tempo, key.flatMap { MusicalKey($0) }, loudness)
    return song
  }

  @Test(arguments: [
    "bpm fast", "bpm 5:3", "bpm :", "key H7", "(bpm ~ 5)", "(bpm > x)", "(key > 'Am')", "(key == 'x')",
    "loudness x",
  ])
  func `a filter by a tempo or key that is not valid is refused`(_ words: String) {
    let parts = words.hasPrefix("(") ? [words] : words.split(separator: " ").map { String($0) }
    #expect(throws: CommandError.self) { try FilterParser.parse(parts[...], foldsCase: false) }
  }

  @Test func `lists go by tempo and key, those without one last`() throws {
    for (word, wanted) in [("bpm", "cabd"), ("-bpm", "bacd"), ("key", "cabd"), ("loudness", "acbd")] {
      let order = try SongOrder(word)
      let sorted = Self.songs.sorted {
        order.isBefore(order.key(of: $0, priority: 0), order.key(of: $1, priority: 0))
      }
      #expect(sorted.map(\.uri).joined() == wanted, "\(word)")
    }
  }

  @Test func `songs that go together, with the reasons`() throws {
    let fake = Self.fake()
    fake.add(Song(uri: "b.mp3"))
    let key = try #require(MusicalKey("Fm"))
    let match = try #require(HarmonicMatch(from: (60, key), to: (61.2, key)))
    fake.analyses.fitting = ["a.mp3", "b.mp3"].map {
      FittingSong(track: FakeBackend.track($0), tempo: 61.2, key: key, match: match)
    }
    let conversation = Conversation(fake)
    expectEqual(
      conversation.ask("mixable a.mp3 window 0:5"),
      [
        "file: b.mp3", "bpm: 61.2", "key: Fm", "camelot: 4A", "reason: the same key", "reason: 2 % faster",
        "OK",
      ])
    expectEqual(fake.analyses.log, ["mixable 60.0 Fm 6"])
    #expect(
      conversation.ask("mixable b.mp3").last?.hasPrefix("ACK [50@0] {mixable} Unknown tempo of b.mp3") == true
    )
    expectEqual(conversation.ask("playlistorder Party flow"), ["ordered: 3", "songs: 4", "OK"])
    expectEqual(conversation.ask("playlistorder Party undo"), ["ordered: 3", "songs: 4", "OK"])
    #expect(conversation.ask("playlistorder Party up").last?.hasPrefix("ACK [2@0]") == true)
  }

  @Test func `the chord that is heard, and what was recorded`() {
    let fake = Self.fake()
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("currentchord"), ["OK"])
    let chord = ChordSegment(
      start: 1, end: 2.5, chord: Chord(root: 1, quality: .minorSeventh), confidence: 0.75, pitchClasses: 0)
    fake.analyses.currentChord = (chord, MusicalKey("Ab"))
    let told = ["chord: Dbm7", "start: 1.000", "end: 2.500", "confidence: 0.75"]
    expectEqual(conversation.ask("currentchord"), told + ["OK"])
    #expect(conversation.ask("record analyze").last?.hasPrefix("ACK [50@0] {record}") == true)
    var take = MusicAnalysis()
    take.key = KeyEstimate(key: MusicalKey(tonic: 8, isMinor: false), confidence: 1, tuningCents: 3)
    take.chords = [chord]
    fake.analyses.take = take
    expectEqual(conversation.ask("record analyze"), ["key: Ab", "camelot: 4B", "tuning: 3"] + told + ["OK"])
    take.tempo = TempoEstimate(bpm: 92.5, confidence: 1, beats: [], downbeats: [])
    take.notes = [NoteEstimate(pitch: 60, start: 0.5, end: 1, velocity: 64, confidence: 0.5)]
    fake.analyses.take = take
    expectEqual(
      conversation.ask("record notes"),
      [
        "bpm: 92.5", "note: 60", "start: 0.500", "end: 1.000", "velocity: 64", "confidence: 0.5", "OK",
      ])
    expectEqual(fake.analyses.log.suffix(2), ["take own", "notes of the take"])
  }
}
