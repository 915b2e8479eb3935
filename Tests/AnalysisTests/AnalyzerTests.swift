import Glibc
import Media
import Model
import Support
import Testing

@testable import Analysis

/// The pass over a song, its loudness and its waveform.
@Suite struct AnalyzerTests {
  private static func sine(
    _ hertz: Double, seconds: Double, gain: Double = 0.5, rate: Int = 44_100, channels: Int = 1
  )
    -> [Float]
  {
    (0..<Int(seconds * Double(rate))).flatMap { frame in
      [Float](
        repeating: Float(gain * sin(2 * .pi * hertz * Double(frame) / Double(rate))), count: channels)
    }
  }

  @Test func `a full sine of 997 Hz in both channels has the loudness of the standard`() throws {
    // EBU Tech 3341, case 1: -23 dBFS per channel, stereo: -23 LUFS.
    let gain = pow(10, -23.0 / 20)
    let found = try Analyzer(
      FakeDecoder(
        Self.sine(997, seconds: 20, gain: gain, rate: 48_000, channels: 2), rate: 48_000, channels: 2)
    ).run()
    #expect(abs((found.loudness.integrated ?? 0) + 23) < 0.1)
    #expect(abs((found.loudness.samplePeak ?? 0) + 23) < 0.05)
    #expect(abs((found.loudness.truePeak ?? 0) + 23) < 0.1)
    #expect(found.loudness.range ?? 1 < 0.1 && found.duration == 20)
    #expect(found.loudness.quietStart == 0 && found.loudness.quietEnd == 0)
  }

  @Test(arguments: [44_100, 48_000, 96_000])
  func `a peak between samples is found, and a sound without one has none`(_ rate: Int) throws {
    // A quarter of the rate, an eighth of a turn on: each sample is 3 dB below the peak.
    let samples = (0..<rate * 6).map { Float(0.5 * sin(.pi / 2 * Double($0) + .pi / 4)) }
    let found = try Analyzer(FakeDecoder(samples, rate: rate)).run()
    #expect(abs((found.loudness.samplePeak ?? 0) + 9.03) < 0.01)
    #expect(abs((found.loudness.truePeak ?? 0) + 6.02) < 0.3)
    let slow = try Analyzer(FakeDecoder(Self.sine(50, seconds: 6, rate: rate), rate: rate)).run()
    #expect(abs((slow.loudness.truePeak ?? 0) + 6.02) < 0.02)
  }

  @Test(arguments: [(-20.0, -30.0, 10.0), (-20, -15, 5), (-40, -20, 20)])
  func `the range of two levels is what lies between them`(_ first: Double, _ second: Double, _ range: Double)
    throws
  {
    // EBU Tech 3342, cases 1 to 3.
    let samples = [first, second].flatMap { level in
      Self.sine(1000, seconds: 20, gain: pow(10, level / 20), rate: 48_000, channels: 2)
    }
    let found = try Analyzer(FakeDecoder(samples, rate: 48_000, channels: 2)).run()
    #expect(abs((found.loudness.range ?? 0) - range) < 0.1)
  }

  @Test func `quiet ends are measured`() throws {
    let loud = Self.sine(440, seconds: 10)
    let quiet = Self.sine(440, seconds: 3, gain: 0.001)
    let found = try Analyzer(FakeDecoder(quiet + loud + quiet + quiet)).run()
    #expect(abs(found.loudness.quietStart - 3) <= 0.3)
    // The window of momentary loudness reaches 0.4 s into what follows.
    #expect(abs(found.loudness.quietEnd - 6) <= 0.5)
  }

  @Test(arguments: [true, false])
  func `each point of the waveform is the greatest and the root mean square of its part`(_ tellsLength: Bool)
    throws
  {
    var dice = Dice(seed: 7)
    let samples = (0..<44_100 * 9).map { _ in Float.random(in: -1...1, using: &dice) }
    var collector = WaveformCollector(rate: 44_100, length: tellsLength ? samples.count : nil)
    var bands = BandSplit(rate: 44_100)
    let split = samples.map { bands.split($0) }
    var done = 0
    while done < samples.count {
      let count = min(Int.random(in: 1...5000, using: &dice), samples.count - done)
      unsafe samples[done..<done + count].withUnsafeBufferPointer { part in
        if let part = part.baseAddress { unsafe collector.add(part, frames: count) }
      }
      done += count
    }
    let waveform = collector.finish()
    #expect(tellsLength ? waveform.points.count == 2000 : waveform.points.count > 1000)
    guard tellsLength else { return }
    for (number, point) in waveform.points.enumerated() {
      let part = split[number * samples.count / 2000..<(number + 1) * samples.count / 2000]
      let peak = part.reduce(SIMD3<Float>()) { pointwiseMax($0, $1.replacing(with: -$1, where: $1 .< 0)) }
      let power = part.reduce(SIMD3<Float>()) { $0 + $1 * $1 } / Float(part.count)
      expectEqual(point.peak, peak)
      for lane in 0..<3 { #expect(abs(point.rms[lane] - power[lane].squareRoot()) < 1e-4) }
    }
  }

  @Test func `bands hold what belongs to them`() {
    for (hertz, lane) in [(60.0, 0), (800.0, 1), (8000.0, 2)] {
      var bands = BandSplit(rate: 44_100)
      var power = SIMD3<Float>()
      for sample in Self.sine(hertz, seconds: 1) {
        let split = bands.split(sample)
        power += split * split
      }
      for other in 0..<3 where other != lane { #expect(power[other] < power[lane] / 10, "\(hertz) Hz") }
    }
  }

  @Test func `a sound without an analysis has the reason`() {
    func fault(_ decoder: FakeDecoder, goOn: Bool = true) -> AnalysisOutcome? {
      do throws(AnalysisFault) {
        _ = try Analyzer(decoder).run { _ in goOn }
        return nil
      } catch {
        return error.outcome
      }
    }
    expectEqual(fault(FakeDecoder(Self.sine(440, seconds: 4.9))), .tooShort)
    expectEqual(fault(FakeDecoder([Float](repeating: 0, count: 44_100 * 6))), .silent)
    expectEqual(fault(FakeDecoder(Self.sine(440, seconds: 6)), goOn: false), .cancelled)
    expectEqual(fault(FakeDecoder([Float](repeating: 0.1, count: 25_000), rate: 1)), .tooLong)
    #expect(fault(FakeDecoder(Self.sine(440, seconds: 6))) == nil)
  }

  @Test(
    arguments: [
      (8000, 1), (11_025, 2), (22_050, 1), (44_100, 6), (48_000, 8), (96_000, 2), (192_000, 2), (384_000, 1),
    ])
  func `each rate and each number of channels`(_ rate: Int, _ channels: Int) throws {
    let found = try Analyzer(
      FakeDecoder(Self.sine(440, seconds: 6, rate: rate, channels: channels), rate: rate, channels: channels)
    ).run()
    #expect(abs(found.duration - 6) < 0.001 && found.loudness.integrated != nil)
    expectEqual(found.waveform.points.count, 2000)
  }

  @Test(arguments: [1, 212, 3999]) func `a rate too low to be measured is refused`(_ rate: Int) {
    #expect(throws: AnalysisFault.unreadable("\(rate) Hz can't be measured")) {
      _ = try Analyzer(FakeDecoder(Self.sine(0.2, seconds: 9, rate: rate), rate: rate)).run()
    }
  }

  @Test func `numbers that are none, and far too loud ones, do no harm`() throws {
    var samples = Self.sine(440, seconds: 8)
    for index in stride(from: 0, to: samples.count, by: 997) {
      samples[index] = [.nan, .infinity, -.infinity, 1e30, -4][index % 5]
    }
    let found = try Analyzer(FakeDecoder(samples)).run()
    #expect(found.loudness.integrated?.isFinite == true)
    #expect(found.waveform.points.allSatisfy { $0.peak.x.isFinite && $0.rms.z.isFinite })
  }
}
