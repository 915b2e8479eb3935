import Glibc
import Media
import Model
import Support
import Testing

@testable import Audio
@testable import Signal

/// What shapes the sound on its way to the device.
@Suite struct MixerTests {
  private static func loud(_ number: Int) -> SoundShape {
    var shape = SoundShape()
    shape.equaliser = EqualiserGains(bass: 12, mid: Double(number % 7), treble: -6)
    shape.channels = .mono
    shape.balance = -20
    return shape
  }

  @Test func `off, every sample comes out as it went in`() throws {
    let rig = try Rig()
    rig.engine.shape = Self.loud(1)
    rig.engine.shape = SoundShape()
    rig.engine.play(rig.entry(SyntheticDecoder.Plan(serial: 1, frames: 20_000)))
    var exact = 0
    for _ in 0..<50 {
      rig.feed()
      rig.pull(441) { run in if run.exactBits == 24 { exact += run.frames } }
    }
    expectEqual(exact, 20_000)
  }

  @Test func `the loudest sound stays below the ceiling, and is exact again after all is off`() throws {
    let rig = try Rig(bufferSeconds: 4)
    rig.engine.play(rig.entry(SyntheticDecoder.Plan(serial: 1, frames: 441_000)))
    rig.feed()
    rig.engine.shape = Self.loud(3)
    var highest: Float = 0
    for _ in 0..<50 {
      for sample in rig.collect(441) { highest = max(highest, abs(sample)) }
      rig.feed()
    }
    #expect(highest > 0.9 && highest <= Limiter.ceiling)
    rig.engine.shape = SoundShape()
    for _ in 0..<100 {
      rig.pull(441)
      rig.feed()
    }
    var places: [Int64] = []
    rig.pull(4410) { run in
      guard let samples = unsafe run.samples else { return }
      expectEqual(run.exactBits, 24)
      for index in 0..<run.frames {
        unsafe places.append(SyntheticDecoder.place(of: samples[2 * index + 1]).frame)
      }
    }
    expectEqual(places.count, 4410)
    #expect(zip(places, places.dropFirst()).allSatisfy { ($0 + 1) & 0x3FFF == $1 })
  }

  @Test func `a gain comes with its entry's first frame, and a mode's change over a ramp`() throws {
    let rig = try Rig(bufferSeconds: 4)
    rig.engine.replayGain = .track
    var first = rig.entry(SyntheticDecoder.Plan(serial: 1, frames: 10_000))
    first.loudness = Self.loudness(track: -6, album: -3)
    var second = rig.entry(SyntheticDecoder.Plan(serial: 2, frames: 100_000))
    second.loudness = Self.loudness(track: -12, album: -3)
    rig.engine.play(first)
    rig.engine.setNext(second)
    rig.feed()
    var levels: [Float] = []
    func hear(_ frames: Int) {
      let samples = rig.collect(frames)
      for index in 0..<samples.count / 2 { levels.append(samples[2 * index]) }
    }
    hear(10_200)
    func close(_ level: Float, _ decibels: Double) -> Bool {
      abs(Double(level / 0.5) - factor(decibels)) < 0.0005
    }
    #expect(close(levels[300], -6) && close(levels[9999], -6))
    #expect(close(levels[10_000], -12) && close(levels[10_199], -12))
    rig.engine.replayGain = .album
    levels = []
    hear(2000)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { abs($0 - $1) < 0.002 })
    #expect(close(levels[1999], -3))
  }

  /// An entry of which it is not known yet how loud it is.
  private static func unknown(_ serial: UInt32, frames: Int64 = 100_000, in rig: Rig) -> EngineEntry {
    var entry = rig.entry(SyntheticDecoder.Plan(serial: serial, frames: frames))
    entry.loudness = nil
    return entry
  }

  @Test func `an entry is silent until its gain is known, and begins with it at its first frame`() throws {
    let rig = try Rig()
    rig.engine.replayGain = .track
    rig.engine.play(Self.unknown(1, in: rig))
    rig.feed()
    #expect(rig.collect(4410).allSatisfy { $0 == 0 })
    rig.engine.learn(Self.loudness(track: -12, album: -3), of: EntrySerial(rawValue: 1))
    let samples = rig.collect(4410)
    #expect(abs(Double(samples[0] / 0.5) - factor(-12)) < 0.0005)
    #expect(abs(Double(samples[8818] / 0.5) - factor(-12)) < 0.0005)
    expectEqual(SyntheticDecoder.place(of: samples[1] / Float(factor(-12))).frame, 0)
    expectEqual(rig.started, [1])
  }

  @Test func `an entry waits for its gain no longer than patience lasts`() throws {
    let rig = try Rig()
    rig.engine.replayGain = .track
    rig.engine.play(Self.unknown(1, in: rig))
    rig.feed()
    let patience = Int(44_100.frame(at: EngineEntry.loudnessPatience))
    #expect(rig.collect(patience - 441).allSatisfy { $0 == 0 })
    _ = rig.collect(882)
    expectEqual(rig.collect(441).first, 0.5)
  }

  @Test func `an entry without a gain does not wait while ReplayGain is off`() throws {
    let rig = try Rig()
    rig.engine.play(Self.unknown(1, in: rig))
    rig.feed()
    expectEqual(rig.collect(441).first, 0.5)
  }

  @Test func `the current song fades out whole while the gain of the next one is awaited`() throws {
    let rig = try Rig()
    rig.engine.replayGain = .track
    rig.engine.play(rig.entry(SyntheticDecoder.Plan(serial: 1, frames: 100_000)))
    rig.feed()
    _ = rig.collect(4410)
    rig.engine.play(Self.unknown(2, in: rig))
    rig.feed()
    let fade = FadeShape(rate: 44_100).frames
    let samples = rig.collect(4410)
    let left = (0..<4410).map { samples[2 * $0] }
    #expect(left[..<fade].allSatisfy { $0 > 0 } && left[fade...].allSatisfy { $0 == 0 })
    #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) < 0.01 })
    rig.engine.learn(Self.loudness(track: -6, album: -3), of: EntrySerial(rawValue: 2))
    #expect(abs(Double(rig.collect(441)[0] / 0.5) - factor(-6)) < 0.0005)
  }

  @Test func `an entry that follows without a gap begins with its gain, known in time or late`() throws {
    for isLate in [false, true] {
      let rig = try Rig()
      rig.engine.replayGain = .track
      var plan = SyntheticDecoder.Plan(serial: 1, frames: 4410)
      plan.steady = (0.5, false)
      rig.engine.play(rig.entry(plan))
      plan = SyntheticDecoder.Plan(serial: 2, frames: 100_000)
      plan.steady = (0.5, true)
      var second = rig.entry(plan)
      second.loudness = nil
      rig.engine.setNext(second)
      rig.feed()
      func learn() { rig.engine.learn(Self.loudness(track: -12, album: -3), of: EntrySerial(rawValue: 2)) }
      if !isLate { learn() }
      var levels: [Float] = []
      // What follows sounds on the right alone.
      func hear() { levels += rig.collect(4410).enumerated().filter { $0.offset & 1 == 1 }.map(\.element) }
      hear()
      if isLate { learn() }
      for _ in 0..<4 {
        rig.feed()
        hear()
      }
      #expect(levels.allSatisfy { Double($0 / 0.5) < factor(-12) + 0.0005 })
      #expect(abs(Double(levels[20_000] / 0.5) - factor(-12)) < 0.0005)
    }
  }

  @Test func `an overlap begins once the gain of what comes is known`() throws {
    let rig = try Rig(bufferSeconds: 4)
    rig.engine.replayGain = .track
    var first = rig.entry(SyntheticDecoder.Plan(serial: 1, frames: 88_200))
    first.loudness = Self.loudness(track: -12, album: -12)
    rig.engine.play(first)
    rig.engine.setNext(
      Self.unknown(2, frames: 88_200, in: rig), transition: Transition(overlap: .milliseconds(500)))
    rig.feed()
    rig.engine.learn(Self.loudness(track: -12, album: -12), of: EntrySerial(rawValue: 2))
    var most: Float = 0
    for _ in 0..<300 {
      rig.feed()
      most = max(most, rig.collect(441).max() ?? 0)
    }
    // At equal power two equal levels add up to 3 dB more.
    #expect(Double(most) < 0.5 * factor(-12 + 3.1))
    expectEqual(rig.started, [1, 2])
  }

  @Test(arguments: [
    (ReplayGainMode.off, 0.0), (.track, -6.5), (.album, -8.25), (.auto, -8.25),
  ])
  func `each mode takes its own gain`(mode: ReplayGainMode, decibels: Double) {
    let gain = LoudnessCorrection().gain(of: Self.loudness(track: -6.5, album: -8.25), mode)
    #expect(abs(Double(gain) - factor(decibels)) < 1e-6)
  }

  @Test func `a missing gain comes from the other mode, peaks limit it, and preamps are added`() {
    var correction = LoudnessCorrection()
    var loudness = Loudness()
    expectEqual(correction.gain(of: loudness, .track), 1)
    loudness.trackGain = 6
    #expect(abs(Double(correction.gain(of: loudness, .album)) - factor(6)) < 1e-5)
    loudness.trackPeak = 0.8
    #expect(abs(correction.gain(of: loudness, .album) - 1.25) < 1e-6)
    correction.preamp = -9
    #expect(abs(Double(correction.gain(of: loudness, .track)) - factor(-3)) < 1e-6)
    correction.missingPreamp = -4
    #expect(abs(Double(correction.gain(of: Loudness(), .track)) - factor(-4)) < 1e-6)
    loudness.trackPeak = nil
    loudness.trackGain = 60
    expectEqual(correction.gain(of: loudness, .track), 15)
  }

  private static func loudness(track: Double, album: Double) -> Loudness {
    var loudness = Loudness()
    (loudness.trackGain, loudness.albumGain) = (track, album)
    return loudness
  }

  private func factor(_ decibels: Double) -> Double { pow(10, decibels / 20) }
}
