import Glibc
import Media
import Model
import Support
import Testing

@testable import Analysis

/// Tempo, key and chords of made-up music of which they are known.
@Suite struct MusicTests {
  /// A note that decays, with eight partials.
  private static func note(_ pitch: Int, seconds: Double, cents: Double) -> [Float] {
    let hertz = 440 * exp2((Double(pitch) - 69 + cents / 100) / 12)
    var samples = [Float](repeating: 0, count: Int(seconds * 44_100))
    for partial in 1...8 where hertz * Double(partial) < 20_000 {
      let step = 2 * Double.pi * hertz * Double(partial) / 44_100
      let level = Float(pow(0.6, Double(partial - 1)))
      for index in samples.indices {
        samples[index] += level * exp(-Float(index) / 40_000) * Float(sin(step * Double(index)))
      }
    }
    return samples
  }

  /// Chords of a bass and a voicing, `bars` of two seconds, in four strokes each, with a click on each. The bass has a note
  /// for the whole bar or one for each stroke.
  private static func music(_ bars: [(bass: [Int], notes: [Int])], cents: Double = 0, beat: Double = 0.5)
    -> [Float]
  {
    var dice = Dice(seed: 3)
    var samples = [Float](repeating: 0, count: Int((Double(bars.count) * 4 * beat + 0.5) * 44_100))
    // Each is computed once: a song has a dozen of them, hundreds of times.
    var notes: [Int: [Float]] = [:]
    func add(_ pitch: Int, at first: Int, gain: Float) {
      let note = notes[pitch] ?? Self.note(pitch, seconds: beat, cents: cents)
      notes[pitch] = note
      for index in 0..<min(note.count, samples.count - first) { samples[first + index] += gain * note[index] }
    }
    for (bar, chord) in bars.enumerated() {
      for stroke in 0..<4 {
        let first = Int((Double(bar) * 4 + Double(stroke)) * beat * 44_100)
        add(chord.bass[stroke % chord.bass.count], at: first, gain: 0.15)
        for pitch in chord.notes { add(pitch, at: first, gain: 0.06) }
        for index in 0..<1500 {
          samples[first + index] +=
            Float.random(in: -0.2...0.2, using: &dice) * exp(-Float(index) / 300)
            * (stroke % 2 == 0 ? 1 : 0.6)
        }
      }
    }
    return samples
  }

  /// C, Am, F, G7, with C at the end.
  private static let cadence: [(bass: [Int], notes: [Int])] =
    Array(
      repeating: [
        ([36], [60, 64, 67]), ([45], [60, 64, 69]), ([41], [60, 65, 69]), ([43], [59, 62, 65, 67]),
      ],
      count: 4
    )
    .flatMap { $0 } + [([36], [60, 64, 67])]

  @Test func `single notes are found where they are, and only when asked for`() throws {
    let pitches = [60, 64, 67, 72, 55, 62, 48, 76, 60, 60]
    var samples = [Float](repeating: 0, count: 44_100 * 11)
    for (place, pitch) in pitches.enumerated() {
      let first = Int((0.5 + Double(place)) * 44_100)
      for (index, sample) in Self.note(pitch, seconds: 0.9, cents: 0).enumerated() {
        samples[first + index] += 0.2 * sample
      }
    }
    var options = Analyzer.Options()
    #expect(try Analyzer(FakeDecoder(samples), options).run().notes == nil)
    options.wantsNotes = true
    let notes = try #require(try Analyzer(FakeDecoder(samples), options).run().notes)
    expectEqual(notes.map(\.pitch), pitches)
    for (place, note) in notes.enumerated() {
      #expect(abs(note.start - 0.5 - Double(place)) < 0.05)
      #expect(abs(note.end - note.start - 0.9) < 0.3)
      #expect(1...127 ~= note.velocity && note.confidence > 0.5)
    }
  }

  @Test(arguments: [0.0, 30, -32]) func `a song in C, tuned as you like`(_ cents: Double) throws {
    let found = try Analyzer(FakeDecoder(Self.music(Self.cadence, cents: cents))).run()
    expectEqual(found.key?.key.description, "C")
    #expect(abs((found.key?.tuningCents ?? 99) - cents) < 6)
    let tempo = try #require(found.tempo)
    #expect(abs(tempo.bpm - 120) < 0.5, "\(tempo.bpm)")
    let chords = try #require(found.chords)
    #expect(chords.first?.start == 0 && abs((chords.last?.end ?? 0) - found.duration) < 1e-9)
    for (first, second) in zip(chords, chords.dropFirst()) { expectEqual(first.end, second.start) }
    // In the middle of each bar.
    for (bar, name) in ["C", "Am", "F", "G7", "C", "Am", "F", "G7"].enumerated() {
      let time = Double(bar) * 2 + 1
      let segment = chords.first { $0.start <= time && time < $0.end }
      let spelled = segment?.chord.map { ChordSpelling(key: nil).name(of: $0) }
      #expect(spelled == name, "bar \(bar + 1)")
      #expect(segment?.confidence ?? 0 > 0.5)
    }
  }

  @Test func `beats lie on the strokes`() throws {
    let found = try Analyzer(FakeDecoder(Self.music(Self.cadence, beat: 0.6))).run()
    let tempo = try #require(found.tempo)
    #expect(abs(tempo.bpm - 100) < 0.3)
    let misses = tempo.beats.filter { abs(($0 / 0.6).rounded() * 0.6 - $0) > 0.03 }
    #expect(misses.count <= tempo.beats.count / 20 && tempo.beats.count > 50)
  }

  @Test func `a chord begins at its beat`() throws {
    let found = try Analyzer(FakeDecoder(Self.music(Self.cadence, beat: 0.57))).run()
    let begins = try #require(found.chords).dropFirst().map(\.start)
    // A frame of the spectrum lasts 93 ms: few of its edges are this near to a beat.
    let right = (1..<Self.cadence.count).count { bar in
      begins.contains { abs($0 - Double(4 * bar) * 0.57) < 0.015 }
    }
    #expect(right > 13, "\(right) of 16: \(begins)")
  }

  /// Voices that begin and end softly, a chord at each of the times but the last one.
  private static func voices(_ chords: [[Int]], at times: [Double]) -> [Float] {
    var samples = [Float](repeating: 0, count: Int((times[times.count - 1] + 0.5) * 44_100))
    let fade = Float(6000)
    for (place, time) in times.dropLast().enumerated() {
      let first = Int(time * 44_100)
      let length = Int((times[place + 1] - time + 0.05) * 44_100)
      let chord = chords[place % chords.count]
      for pitch in chord {
        for partial in 1...5 {
          let step = 2 * Double.pi * 440 * exp2((Double(pitch) - 69) / 12) * Double(partial) / 44_100
          let level = 0.06 / Float(partial)
          for index in 0..<length {
            let edge = min(Float(index), Float(length - index), fade) / fade
            samples[first + index] += level * edge * Float(sin(step * Double(first + index)))
          }
        }
      }
    }
    return samples
  }

  @Test(arguments: [1.0, 1.4]) func `soft voices have their beats where notes begin, also after held ones`(
    _ held: Double
  ) throws {
    let chords = [
      [48, 55, 64, 72], [53, 57, 65, 72], [50, 57, 65, 69], [55, 59, 62, 71], [57, 60, 64, 72],
      [50, 57, 62, 74],
      [43, 59, 67, 74], [48, 55, 64, 76],
    ]
    let beat = 0.75
    var times = [0.0]
    for place in 1...40 { times.append(times[place - 1] + beat * (place.isMultiple(of: 8) ? held : 1)) }
    let found = try Analyzer(FakeDecoder(Self.voices(chords, at: times))).run()
    let tempo = try #require(found.tempo)
    #expect(abs(tempo.bpm - 80) < 1, "\(tempo.bpm)")
    let near = times.dropLast().filter { time in tempo.beats.contains { abs(time + 0.06 - $0) < 0.07 } }
    #expect(near.count > 35, "\(near.count)")
    #expect(tempo.beats.count < 44, "\(tempo.beats.count)")
  }

  @Test func `the first inversion is distinguished from the root position`() throws {
    let inverted: [(bass: [Int], notes: [Int])] = Array(
      repeating: [
        ([36], [60, 64, 67]), ([40], [60, 67, 72]), ([41], [57, 60, 65]), ([43], [59, 62, 67]),
      ], count: 4
    ).flatMap { $0 }
    let found = try Analyzer(FakeDecoder(Self.music(inverted))).run()
    let chord = found.chords?.first { $0.start <= 11 && 11 < $0.end }?.chord
    expectEqual(chord, Chord(root: 0, quality: .major, bass: 4))
  }

  /// Voicings without the root, over bass lines that have it on the first beat only; with the chords' names.
  private static let jazz: [(names: [String], bars: [(bass: [Int], notes: [Int])])] = [
    (
      ["Dm", "G", "C", "C"],
      [
        ([38, 41, 45, 44], [53, 57, 60, 64]), ([43, 47, 50, 49], [53, 57, 59, 64]),
        ([48, 43, 40, 38], [52, 55, 59, 62]), ([36, 40, 43, 39], [52, 55, 59, 62]),
      ]
    ),
    (
      ["Cm", "Cm", "F", "F"],
      [
        ([36, 39, 43, 46], [51, 55, 58, 62]), ([36, 38, 39, 42], [51, 55, 58, 62]),
        ([41, 45, 48, 50], [51, 55, 57, 62]), ([41, 39, 38, 37], [51, 55, 57, 62]),
      ]
    ),
  ]

  @Test(arguments: [0, 1]) func `a walking bass gives the roots that the voicings leave out`(_ song: Int)
    throws
  {
    let (names, bars) = Self.jazz[song]
    let found = try Analyzer(FakeDecoder(Self.music(Array(repeating: bars, count: 4).flatMap { $0 }))).run()
    // In the middle of each beat, but for the first and the last bar.
    let beats = (4..<60).map { 0.5 * Double($0) + 0.25 }
    let right = beats.count { time in
      let chord = found.chords?.first { $0.start <= time && time < $0.end }?.chord
      let triad = chord.map {
        Chord(root: $0.root, quality: $0.quality.intervals[1] == 3 ? .minor : .major, bass: 0)
      }
      return triad.map { ChordSpelling(key: nil).name(of: $0) } == names[Int(time / 2) % 4]
    }
    #expect(right > beats.count * 3 / 4, "\(right) of \(beats.count)")
  }

  @Test(arguments: [0, 1]) func `bars begin where chords begin, also after an upbeat`(_ upbeat: Int) throws {
    let whole = Self.music(Self.cadence)
    // Without three of its beats, the first bar is an upbeat.
    let sound = upbeat == 0 ? whole : Array(whole.dropFirst(3 * 22_050))
    let tempo = try #require(try Analyzer(FakeDecoder(sound)).run().tempo)
    let times = tempo.downbeats.map { tempo.beats[$0] }
    let expected = stride(from: 0.5 * Double(upbeat), to: 30, by: 2)
    let right = expected.count { time in times.contains { abs($0 - time) < 0.07 } }
    #expect(right > 12 && times.count < 20, "\(times)")
  }

  @Test func `cadences name a key, unless the chords are unsure`() throws {
    func segments(confidence: Double) -> [ChordSegment] {
      let chords = [
        Chord(root: 9, quality: .minor), Chord(root: 2, quality: .minor), Chord(root: 4, quality: .seventh),
        Chord(root: 9, quality: .minor), Chord(root: 5, quality: .major), Chord(root: 4, quality: .seventh),
        Chord(root: 9, quality: .minor),
      ]
      return chords.enumerated().map { index, chord in
        ChordSegment(
          start: Double(index), end: Double(index + 1), chord: chord, confidence: confidence,
          pitchClasses: chord.pitchClasses)
      }
    }
    let harmony = try #require(KeyHarmony(segments(confidence: 0.9)))
    func score(_ key: MusicalKey) -> Double {
      let features = harmony.features(of: key)
      return zip(features, KeyWeights.harmony.suffix(features.count)).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let best = MusicalKey.all.max { score($0) < score($1) }
    expectEqual(best?.description, "Am")
    #expect(KeyHarmony(segments(confidence: 0.3)) == nil)
    #expect(KeyHarmony(nil) == nil)
  }

  @Test func `noise has neither beat nor chord`() throws {
    var dice = Dice(seed: 11)
    let noise = (0..<44_100 * 12).map { _ in Float.random(in: -0.3...0.3, using: &dice) }
    let found = try Analyzer(FakeDecoder(noise)).run()
    #expect(found.tempo == nil)
    #expect(found.key == nil)
    #expect(found.chords?.allSatisfy { $0.chord == nil } == true)
  }

  @Test func `chords are absent if they are not requested`() throws {
    var options = Analyzer.Options()
    options.wantsChords = false
    let found = try Analyzer(FakeDecoder(Self.music(Self.cadence)), options).run()
    #expect(found.chords == nil && found.key?.key.description == "C")
  }
}
