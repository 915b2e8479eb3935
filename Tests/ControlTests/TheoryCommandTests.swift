import Model
import Support
import Testing

@testable import Control

/// Chords, scales and progressions by commands.
@Suite struct TheoryCommandTests {
  @Test func `a chord with its notes, inversions and fingerings`() {
    let answer = Conversation(FakeBackend()).ask("theory chord C/E")
    expectEqual(
      answer.prefix(7),
      [
        "chord: C/E", "name: major", "tones: E G C", "intervals: 1 3 5", "inversion: C/E", "inversion: C/G",
        "guitar: 032010",
      ])
    #expect(answer.contains("ukulele: 0003") && answer.last == "OK")
    let barre = Conversation(FakeBackend()).ask("theory chord F")
    #expect(barre.firstIndex(of: "guitar: 133211").map { barre[$0 + 1] } == "barre: 1")
    #expect(
      Conversation(FakeBackend()).ask("theory chord Cmaj7x") == [
        #"ACK [2@0] {theory} Unknown chord Cmaj7x: "x" is not understood (character 6)"#
      ])
  }

  @Test func `scales, all and one`() {
    let conversation = Conversation(FakeBackend())
    expectEqual(
      conversation.ask("theory scale \"harmonic minor\" A").prefix(11),
      [
        "scale: A harmonic minor", "notes: A B C D E F G#", "intervals: 1 2 b3 4 5 b6 7", "degree: i",
        "note: A",
        "triad: Am", "seventh: AmMaj7", "degree: ii°", "note: B", "triad: Bdim", "seventh: Bm7b5",
      ])
    expectEqual(conversation.ask("theory scale harmonic minor A").first, "scale: A harmonic minor")
    expectEqual(conversation.ask("theory scale").prefix(2), ["scale: major", "intervals: 1 2 3 4 5 6 7"])
    #expect(
      conversation.ask("theory scale dorian Q").first?.hasPrefix("ACK [2@0] {theory} Unknown root: Q") == true
    )
  }

  @Test func `progressions, scales that fit, the circle of fifths`() {
    let conversation = Conversation(FakeBackend())
    expectEqual(
      conversation.ask("theory progression ii-V-I Gb"),
      [
        "progression: ii–V–I", "numerals: ii7 V7 Imaj7", "key: Gb", "chords: Abm7 Db7 Gbmaj7", "OK",
      ])
    expectEqual(
      conversation.ask("theory progression").prefix(2), ["progression: Four chords", "numerals: I V vi IV"])
    expectEqual(
      conversation.ask("theory fits E7 Am").prefix(2),
      [
        "scale: A harmonic minor", "notes: A B C D E F G#",
      ])
    expectEqual(
      conversation.ask("theory circle 8A").prefix(9),
      [
        "key: Am", "camelot: 8A", "signature: 0", "relative: C", "parallel: A", "fifth_up: Em",
        "fifth_down: Dm",
        "degree: i", "note: A",
      ])
    for line in [
      "theory", "theory x", "theory chord", "theory chord C D", "theory progression C", "theory fits",
    ] {
      #expect(conversation.ask(line).last?.hasPrefix("ACK [2@0] {theory}") == true, "\(line)")
    }
  }

  @Test func `a song as numerals, with its repeated progressions`() {
    let fake = FakeBackend()
    var analysis = MusicAnalysis()
    let loop: [(Int, ChordQuality)] = [(9, .minor), (5, .major), (0, .major), (7, .major)]
    analysis.chords = (0..<8).map { index in
      let (root, quality) = loop[index % 4]
      return ChordSegment(
        start: Double(index), end: Double(index + 1), chord: Chord(root: root, quality: quality),
        confidence: 1,
        pitchClasses: 0)
    }
    var report = AnalysisReport()
    (report.outcome, report.analysis, report.foundKey) = (
      .done, analysis, MusicalKey(tonic: 9, isMinor: true)
    )
    fake.analyses.reports["a.mp3"] = report
    report.foundKey = nil
    fake.analyses.reports["b.mp3"] = report
    let conversation = Conversation(fake)
    let answer = conversation.ask("theory roman a.mp3")
    expectEqual(
      answer.prefix(9),
      [
        "key: Am", "chord: Am", "numeral: i", "start: 0.000", "end: 1.000", "chord: F", "numeral: bVI",
        "start: 1.000", "end: 2.000",
      ])
    expectEqual(
      answer.suffix(7),
      [
        "section: A", "numerals: i bVI bIII bVII", "times: 2", "start: 0.000", "end: 8.000",
        "progression: Minor four chords", "OK",
      ])
    #expect(
      conversation.ask("theory roman b.mp3") == [
        "ACK [50@0] {theory} The song has no key; `analysis set URI key KEY` sets one"
      ])
    #expect(conversation.ask("theory roman c.mp3").last?.hasPrefix("ACK [50@0] {theory}") == true)
  }

  @Test func `chords are played, with a bass, at a tempo`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("chords play C Am7/G bpm 120"), ["OK"])
    expectEqual(conversation.ask("chords play E"), ["OK"])
    expectEqual(conversation.ask("chords stop"), ["OK"])
    expectEqual(
      fake.accompaniment.log, ["48 60 64 67, 43 55 57 60 64 at 120.0", "40 64 68 71 at 90.0", "stop"])
    for line in ["chords play C Q", "chords play C bpm 5", "chords play C bpm x", "chords a b c"] {
      #expect(conversation.ask(line).last?.hasPrefix("ACK [2@0] {chords}") == true, "\(line)")
    }
    fake.accompaniment.refusal = .system("Not played: there is no output")
    #expect(conversation.ask("chords play C") == ["ACK [52@0] {chords} Not played: there is no output"])
    let reader = Conversation(fake, access: Access(local: .read))
    #expect(reader.ask("chords play C").last?.hasPrefix("ACK [4@0] {chords}") == true)
    #expect(reader.ask("chords stop").last?.hasPrefix("ACK [4@0] {chords}") == true)
  }

  @Test func `the metronome has its own tempo, or that of the song`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("metronome"), ["metronome: off", "OK"])
    expectEqual(conversation.ask("metronome 92.5 3/4"), ["OK"])
    expectEqual(conversation.ask("metronome"), ["metronome: 92.5", "beats: 3", "OK"])
    for line in ["metronome 5", "metronome fast", "metronome 90 3", "metronome 90 0/4", "metronome off 3/4"] {
      #expect(conversation.ask(line).last?.hasPrefix("ACK [2@0] {metronome}") == true, "\(line)")
    }
    #expect(conversation.ask("metronome follow") == ["ACK [55@0] {metronome} No current song"])
    fake.fillQueue()
    _ = conversation.ask("play 0")
    #expect(conversation.ask("metronome follow").last?.hasPrefix("ACK [50@0] {metronome}") == true)
    var report = AnalysisReport()
    var analysis = MusicAnalysis()
    analysis.tempo = TempoEstimate(bpm: 120, confidence: 1, beats: [0, 0.5], downbeats: [0])
    report.analysis = analysis
    for uri in fake.songs.keys { fake.analyses.reports[uri] = report }
    expectEqual(conversation.ask("metronome follow"), ["OK"])
    expectEqual(fake.accompaniment.metronome, .following)
    expectEqual(conversation.ask("metronome off"), ["OK"])
    expectEqual(fake.accompaniment.metronome, .off)
  }
}
