import Glibc
import Model
import Support
import Testing

@testable import Analysis

/// Chords and tones while they are played.
@Suite struct LiveTests {
  private static let rate = 48_000

  private static func sine(_ hertz: Double, seconds: Double, gain: Double = 0.3) -> [Float] {
    (0..<Int(seconds * Double(rate))).map {
      Float(gain * sin(2 * .pi * hertz * Double($0) / Double(rate)))
    }
  }

  /// A note with partials that fade, as of a plucked string.
  private static func string(_ hertz: Double, seconds: Double, gain: Double = 0.1) -> [Float] {
    var samples = [Float](repeating: 0, count: Int(seconds * Double(rate)))
    for partial in 1...12 where hertz * Double(partial) < 18_000 {
      let step = 2 * Double.pi * hertz * Double(partial) / Double(rate)
      for index in samples.indices {
        let fade = exp(-Double(index) / Double(rate) * (1 + Double(partial)))
        samples[index] += Float(gain / Double(partial) * fade * sin(step * Double(index) + Double(partial)))
      }
    }
    return samples
  }

  private static func hertz(_ pitch: Int) -> Double { 440 * exp2(Double(pitch - 69) / 12) }

  /// The reports of a sound, given 10 ms at a time.
  private static func reports(_ samples: [Float], rate: Int = rate) throws -> [LiveReport] {
    let analyzer = try LiveAnalyzer(rate: rate)
    var reports: [LiveReport] = []
    for start in stride(from: 0, to: samples.count, by: rate / 100) {
      var block = Array(samples[start..<min(start + rate / 100, samples.count)])
      analyzer.add(&block) { reports.append($0) }
    }
    return reports
  }

  private static func tones(_ reports: [LiveReport]) -> [(tone: LiveTone?, time: Double)] {
    reports.compactMap { if case .tone(let tone, let time) = $0 { (tone, time) } else { nil } }
  }

  private static func chords(_ reports: [LiveReport]) -> [(chord: Chord?, confidence: Double, time: Double)] {
    reports.compactMap {
      if case .chord(let chord, let confidence, let time) = $0 { (chord, confidence, time) } else { nil }
    }
  }

  @Test(arguments: [30, 41.2, 82.407, 196, 440, 1318.5, 2637, 4000])
  func `a steady tone is found within 100 ms, and is steady within a cent`(_ hertz: Double) throws {
    let silence = [Float](repeating: 0, count: Self.rate / 2)
    let tones = Self.tones(try Self.reports(silence + Self.sine(hertz, seconds: 1)))
    let first = try #require(tones.first)
    #expect(first.time > 0.5 && first.time <= 0.6 && first.tone != nil)
    let steady = tones.filter { $0.time > 0.8 }
    #expect(steady.count >= 13 && steady.count <= 20)
    for (tone, _) in steady { #expect(abs(1200 * log2((tone?.hertz ?? 1) / hertz)) < 1) }
  }

  @Test(arguments: [8000, 44_100, 96_000, 192_000]) func `any rate gives the same pitch`(_ rate: Int) throws {
    let samples = (0..<rate).map { Float(0.2 * sin(2 * .pi * 440 * Double($0) / Double(rate))) }
    let tones = Self.tones(try Self.reports(samples, rate: rate))
    #expect(abs((tones.last?.tone?.hertz ?? 0) - 440) < 0.1)
    #expect(throws: AnalysisFault.self) { try LiveAnalyzer(rate: rate == 8000 ? 7999 : 192_001) }
  }

  @Test func `plucked strings have their own octave`() throws {
    for pitch in stride(from: 28, through: 88, by: 5) {
      let hertz = Self.hertz(pitch)
      let tones = Self.tones(try Self.reports(Self.string(hertz, seconds: 0.8)))
      #expect(tones.count > 5)
      for (tone, time) in tones where time > 0.1 {
        #expect(abs(1200 * log2((tone?.hertz ?? 1) / hertz)) < 5, "\(pitch) at \(time)")
      }
    }
  }

  @Test func `a tone ends with the sound, and another one replaces it`() throws {
    let silence = [Float](repeating: 0, count: Self.rate / 2)
    let sound = Self.sine(220, seconds: 0.5) + Self.sine(330, seconds: 0.5) + silence
    let tones = Self.tones(try Self.reports(sound))
    let other = try #require(tones.first { ($0.tone?.hertz ?? 0) > 300 })
    #expect(other.time <= 0.6 && abs((other.tone?.hertz ?? 0) - 330) < 5)
    let end = try #require(tones.last)
    #expect(end.tone == nil && end.time > 1 && end.time < 1.25)
  }

  @Test func `silence and noise are neither tone nor chord`() throws {
    var dice = Dice(seed: 7)
    let noise = (0..<2 * Self.rate).map { _ in Float.random(in: -0.2...0.2, using: &dice) }
    for sound in [noise, [Float](repeating: 0, count: Self.rate)] {
      let reports = try Self.reports(sound)
      #expect(Self.tones(reports).allSatisfy { $0.tone == nil })
      #expect(Self.chords(reports).allSatisfy { $0.chord == nil })
    }
  }

  @Test func `samples that are no numbers are silence`() throws {
    var sound = Self.sine(440, seconds: 1)
    for index in stride(from: 5, to: 500, by: 7) { sound[index] = index % 2 == 0 ? .nan : .infinity }
    let tones = Self.tones(try Self.reports(sound))
    #expect(abs((tones.last?.tone?.hertz ?? 0) - 440) < 0.1)
  }

  @Test func `chords are found as they change, each within half a second`() throws {
    let bars: [(bass: Int, notes: [Int], chord: Chord)] = [
      (36, [60, 64, 67], Chord(root: 0, quality: .major)),
      (45, [60, 64, 69], Chord(root: 9, quality: .minor)),
      (41, [60, 65, 69], Chord(root: 5, quality: .major)),
      (43, [59, 62, 67], Chord(root: 7, quality: .major)),
    ]
    var sound: [Float] = []
    for bar in bars {
      let notes = ([bar.bass] + bar.notes).map { Self.string(Self.hertz($0), seconds: 2) }
      sound += notes[0].indices.map { index in notes.reduce(0) { $0 + $1[index] } }
    }
    let chords = Self.chords(try Self.reports(sound))
    for (number, bar) in bars.enumerated() {
      let start = Double(number) * 2
      let found = try #require(
        chords.first {
          $0.time > start && $0.chord?.root == bar.chord.root && $0.chord?.quality == bar.chord.quality
        })
      #expect(found.time - start < 0.5, "\(number)")
      let last = try #require(chords.last { $0.time < start + 2 })
      #expect(last.chord?.root == bar.chord.root && last.confidence > 0.5)
    }
  }
}
