import Support
import Testing

@testable import Model

/// A record says what went into it, to its precision, and bytes that were never written are none.
@Suite struct AnalysisRecordTests {
  static func random(_ generator: inout some RandomNumberGenerator) -> MusicAnalysis {
    var analysis = MusicAnalysis()
    analysis.duration = .random(in: 5...4000, using: &generator)
    if Bool.random(using: &generator) {
      var beats: [Double] = []
      var time = 0.3
      for _ in 0..<Int.random(in: 0...600, using: &generator) {
        time += .random(in: 0.3...0.7, using: &generator)
        beats.append((time * 10_000).rounded() / 10_000)
      }
      analysis.tempo = TempoEstimate(
        bpm: .random(in: 40...200, using: &generator), confidence: .random(in: 0...1, using: &generator),
        beats: beats, downbeats: Array(stride(from: 1, to: beats.count, by: 4)))
    }
    if Bool.random(using: &generator), let key = MusicalKey.all.randomElement(using: &generator) {
      analysis.key = KeyEstimate(
        key: key, confidence: .random(in: 0...1, using: &generator),
        tuningCents: .random(in: -50...50, using: &generator),
        sections: (0..<Int.random(in: 0...9, using: &generator)).map {
          KeySection(start: Double($0) * 20.125, key: MusicalKey.all[$0 * 5 % 24])
        })
    }
    if Bool.random(using: &generator) {
      analysis.loudness.integrated = .random(in: -60...0, using: &generator)
      analysis.loudness.truePeak = .random(in: -60...3, using: &generator)
      analysis.loudness.quietEnd = 2.5
    }
    if Bool.random(using: &generator) {
      var time = 0.0
      analysis.chords = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
        let start = time
        time += Double(Int.random(in: 200...4000, using: &generator)) / 1000
        let chord =
          Bool.random(using: &generator)
          ? Chord(
            root: .random(in: 0..<12, using: &generator),
            quality: ChordQuality.allCases.randomElement(using: &generator) ?? .major,
            bass: .random(in: 0..<12, using: &generator)) : nil
        return ChordSegment(
          start: start, end: time, chord: chord, confidence: .random(in: 0...1, using: &generator),
          pitchClasses: .random(in: 0..<4096, using: &generator))
      }
    }
    if Bool.random(using: &generator) {
      analysis.notes = (0..<50).map {
        NoteEstimate(
          pitch: 40 + $0, start: Double($0) / 4, end: Double($0) / 4 + 0.2, velocity: 90, confidence: 1)
      }
    }
    analysis.waveform.points = (0..<Int.random(in: 0...2000, using: &generator)).map { _ in
      var point = Waveform.Point()
      point.peak = SIMD3(.random(in: 0...1.5, using: &generator), 0, .random(in: 0...0.01, using: &generator))
      point.rms = point.peak / 2
      return point
    }
    return analysis
  }

  private func isNear(_ left: Double?, _ right: Double?, _ tolerance: Double) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) <= tolerance
  }

  @Test func `an encoded analysis decodes to the same values`() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let analysis = Self.random(&generator)
      let read = try #require(AnalysisCoding.analysis(of: AnalysisCoding.bytes(of: analysis)))
      #expect(isNear(read.duration, analysis.duration, 1e-3))
      #expect(isNear(read.tempo?.bpm, analysis.tempo?.bpm, 1e-4))
      expectEqual(read.tempo?.beats, analysis.tempo?.beats)
      expectEqual(read.tempo?.downbeats, analysis.tempo?.downbeats)
      expectEqual(read.key?.key, analysis.key?.key)
      expectEqual(read.key?.sections, analysis.key?.sections)
      #expect(isNear(read.key?.confidence, analysis.key?.confidence, 0.002))
      #expect(isNear(read.loudness.integrated, analysis.loudness.integrated, 1e-4))
      #expect(isNear(read.loudness.truePeak, analysis.loudness.truePeak, 1e-4))
      expectEqual(read.loudness.quietEnd, analysis.loudness.quietEnd)
      expectEqual(read.chords?.map(\.chord), analysis.chords?.map(\.chord))
      expectEqual(read.chords?.map(\.pitchClasses), analysis.chords?.map(\.pitchClasses))
      for (read, wanted) in zip(read.chords ?? [], analysis.chords ?? []) {
        #expect(abs(read.start - wanted.start) < 0.001 && abs(read.end - wanted.end) < 0.001)
      }
      expectEqual(read.notes, analysis.notes)
      expectEqual(read.waveform.points.count, analysis.waveform.points.count)
      for (read, wanted) in zip(read.waveform.points, analysis.waveform.points) {
        // 1 dB steps: half a step off at most.
        #expect(abs(read.peak.x - wanted.peak.x) <= wanted.peak.x * 0.065 + 1e-5)
        #expect(abs(read.rms.z - wanted.rms.z) <= wanted.rms.z * 0.065 + 1e-5)
      }
    }
  }

  @Test func `a record of the first layout, without sections of keys, is read`() throws {
    // 2 s, no tempo, A minor with confidence 1 and 0 cents, peak -6 dB, no waveform, chords or notes.
    let bytes: [UInt8] =
      [1, 0, 0, 0, 0x40, 0, 1, 21, 255, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0xC0, 0xC0, 0]
      + [UInt8](repeating: 0, count: 8) + [0, 0, 0]
    let read = try #require(AnalysisCoding.analysis(of: bytes))
    expectEqual(read.duration, 2)
    expectEqual(read.key?.key, MusicalKey.all[21])
    expectEqual(read.key?.sections, [])
    expectEqual(read.loudness.samplePeak, -6)
    #expect(AnalysisCoding.analysis(of: [3] + bytes.dropFirst()) == nil)
  }

  @Test func `numbers that would overflow, and sections without end, make no record`() {
    let head: [UInt8] = [2, 0, 0, 0, 0]
    let rest = [UInt8](repeating: 0, count: 13)
    let largest = [UInt8](repeating: 0xFF, count: 8) + [0x7F]
    let chord: [UInt8] = [1, 1, 0, 0, 0, 0]
    #expect(AnalysisCoding.analysis(of: head + [0, 0] + rest + [1, 1] + chord + [0]) != nil)
    #expect(
      AnalysisCoding.analysis(of: head + [0, 0] + rest + [1, 2] + chord + largest + [0, 0, 0, 0, 0, 0]) == nil
    )
    let key: [UInt8] = [0, 1, 0, 255, 0, 0, 0, 0]
    let modulating = head + key + [2, 0, 0, 1, 1] + rest + [0, 0]
    #expect(AnalysisCoding.analysis(of: modulating) != nil)
    let sections: [UInt8] = [0x81, 0x02] + [UInt8](repeating: 0, count: 2 * (KeySection.most + 1))
    let long = head + key + sections + rest + [0, 0]
    #expect(AnalysisCoding.analysis(of: long) == nil)
  }

  @Test func `a cut that leaves one section leaves a song that keeps its key`() {
    var analysis = MusicAnalysis()
    let sections = [0.0, 62].map { KeySection(start: $0, key: MusicalKey.all[$0 == 0 ? 0 : 21]) }
    analysis.key = KeyEstimate(key: MusicalKey.all[0], confidence: 1, tuningCents: 0, sections: sections)
    expectEqual(analysis.cut(to: 60).key?.sections, [])
    expectEqual(analysis.cut(to: 70).key?.sections, sections)
  }

  @Test func `a damaged record is nil or valid`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var bytes = AnalysisCoding.bytes(of: Self.random(&generator))
      switch Int.random(in: 0...3, using: &generator) {
      case 0: bytes.removeLast(.random(in: 1...bytes.count, using: &generator))
      case 1: bytes.append(0)
      case 2:
        // The largest number of the format, Int.max, in the place of another.
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes.replaceSubrange(place...place, with: [UInt8](repeating: 0xFF, count: 8) + [0x7F])
      default:
        for _ in 0..<3 {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
        }
      }
      guard let read = AnalysisCoding.analysis(of: bytes) else { continue }
      #expect(read.waveform.points.count <= Waveform.most)
      #expect(read.tempo.map { $0.downbeats.allSatisfy { $0 < read.tempo?.beats.count ?? 0 } } ?? true)
      #expect((read.chords ?? []).allSatisfy { $0.start <= $0.end })
    }
    #expect(AnalysisCoding.analysis(of: []) == nil)
    #expect(AnalysisCoding.analysis(of: [UInt8](repeating: 0xFF, count: 100)) == nil)
  }
}
