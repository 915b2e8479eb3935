import Linux
import Media
import Model
import SignalSupport
import Support
import Synchronization
import Testing

@testable import Audio
@testable import Signal

/// Sounds over the music.
@Suite struct VoiceTests {
  /// A bench with sounds 1 to `sounds` in memory, of different lengths.
  static func bench(sounds: Int, gain: Float = 1, frames: Int64 = 4000, volume: Int = 100) throws -> PumpBench
  {
    let bench = try PumpBench(volume: volume)
    for number in 0..<sounds {
      let plan = SyntheticDecoder.Plan(
        serial: UInt32(100 + number), frames: frames + Int64(700 * number), gain: gain)
      bench.rig.engine.voices.loadSound(
        SoundSource(bench.rig.entry(plan)), as: SoundKey(rawValue: Int64(number)))
    }
    bench.rig.loadSounds()
    return bench
  }

  static func sample(_ number: Int, _ frame: Int64, _ gain: Float) -> SIMD2<Float> {
    SIMD2(0.5, SyntheticDecoder.sample(serial: UInt32(100 + number), frame: frame)) * gain
  }

  static func isClose(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Bool {
    abs(a.x - b.x) < 1e-6 && abs(a.y - b.y) < 1e-6
  }

  static func frames(_ device: FakeDevice) -> [SIMD2<Float>] {
    let samples = Samples.floats(device.bytes, .s32)
    return stride(from: 0, to: samples.count, by: 2).map { SIMD2(samples[$0], samples[$0 + 1]) }
  }

  @Test func `a sound over silence is its file, a period after the press`() throws {
    let bench = try Self.bench(sounds: 1)
    let device = FakeDevice(recordFrames: 40_000)
    bench.hand(device)
    bench.run(100, device)
    let pressed = device.playedFrames
    let voice = try #require(bench.rig.engine.voices.startVoice(SoundKey(rawValue: 0), VoiceSettings()))
    bench.run(300, device)
    let frames = Self.frames(device)
    let start = pressed + device.periodFrames
    #expect(frames[..<start].allSatisfy { $0 == .zero })
    #expect((0..<4000).allSatisfy { frames[start + $0] == Self.sample(0, Int64($0), 1) })
    #expect(frames[(start + 4000)..<device.writtenFrames].allSatisfy { $0 == .zero })
    #expect(bench.rig.reports.contains(.voiceStarted(voice)))
    #expect(bench.rig.reports.contains(.voiceEnded(voice)))
    #expect(bench.rig.engine.voices.playing.isEmpty)
    #expect(bench.rig.engine.voices.sounds.lent.isEmpty)
  }

  @Test(arguments: [20, 50, 130]) func `a sound begins at the moment that it is asked for`(
    _ milliseconds: Int
  ) throws {
    let bench = try Self.bench(sounds: 1)
    let device = FakeDevice(recordFrames: 40_000)
    bench.hand(device)
    bench.run(100, device)
    let pressed = device.playedFrames
    var settings = VoiceSettings()
    settings.audibleAt = Instant(nanoseconds: bench.now + Int64(milliseconds) * 1_000_000)
    _ = bench.rig.engine.voices.startVoice(SoundKey(rawValue: 0), settings)
    bench.run(300, device)
    let first = try #require(Self.frames(device).firstIndex { $0 != .zero })
    // The bench moves the device by whole milliseconds.
    #expect(abs(first - pressed - milliseconds * 44_100 / 1000) <= 45, "\(first - pressed) frames later")
  }

  @Test
  func `a report for which there is no room comes later, and of a sound that waits only the latest load`()
    throws
  {
    let isFull = Atomic<Bool>(true)
    let reports = Guarded<[UInt32]>([])
    let loader = try SoundLoader(
      openDecoder: { _, _ throws(MediaError) in throw .truncated },
      report: { report in
        if isFull.load(ordering: .relaxed) { return false }
        if case .loaded(_, let ticket, _, _) = report { reports.withLock { $0.append(ticket) } }
        return true
      })
    func load(_ key: Int64, ticket: UInt32) {
      loader.give(
        .load(
          SoundKey(rawValue: key), ticket: ticket, SoundSource(.start), rate: 44_100, limitFrames: 400_000,
          SoundRoom(bytes: 16 << 20)))
    }
    load(1, ticket: 1)
    load(1, ticket: 2)
    load(2, ticket: 3)
    load(3, ticket: 4)
    loader.forget(SoundKey(rawValue: 3))
    while loader.step() {}
    load(2, ticket: 5)
    #expect(!loader.step(), "nothing is loaded while a report waits")
    isFull.store(false, ordering: .relaxed)
    while loader.step() {}
    #expect(reports.withLock { $0 } == [2, 5])
  }

  @Test func `a press is served though thousands of sounds wait to be loaded, and so is each of them`() throws
  {
    let bench = try Self.bench(sounds: 1)
    let device = FakeDevice(recordFrames: 60_000)
    bench.hand(device)
    bench.run(100, device)
    let voices = bench.rig.engine.voices
    let keys = (100..<5100).map { SoundKey(rawValue: $0) }
    for key in keys { voices.loadSound(SoundSource(.start), as: key) }
    let pressed = keys[4999]
    let voice = try #require(voices.startVoice(pressed, VoiceSettings()))
    var rounds = 0
    while rounds < keys.count, keys.contains(where: { voices.sounds.kept[$0]?.ticket != nil }) {
      bench.rig.loadSounds()
      rounds += 1
    }
    #expect(voices.soundBytes(of: pressed) != nil && voices.playing[voice] == pressed)
  }

  @Test func `a test tone is quiet, and on the side that it names`() {
    for tone in TestTone.allCases {
      let frames = tone.frames(rate: 8000)
      expectEqual(frames.count, 2 * 8 * TestTone.milliseconds)
      func peak(_ channel: Int) -> Float {
        stride(from: channel, to: frames.count, by: 2).map { abs(frames[$0]) }.max() ?? 0
      }
      // -24 dB, or nothing.
      #expect((0.06...0.0625).contains(peak(0)) == (tone != .right) && (peak(0) == 0) == (tone == .right))
      #expect((0.06...0.0625).contains(peak(1)) == (tone != .left) && (peak(1) == 0) == (tone == .left))
    }
  }

  @Test func `a sound is added to the music, and the music is unchanged afterwards`() throws {
    let bench = try Self.bench(sounds: 2, gain: 0.25)
    let device = FakeDevice(recordFrames: 60_000)
    bench.hand(device)
    bench.play(SyntheticDecoder.Plan(serial: 1, frames: 60_000))
    bench.run(200, device)
    let first = device.playedFrames + device.periodFrames
    _ = bench.rig.engine.voices.startVoice(SoundKey(rawValue: 0), VoiceSettings())
    bench.run(31, device)
    let second = device.playedFrames + device.periodFrames
    _ = bench.rig.engine.voices.startVoice(SoundKey(rawValue: 1), VoiceSettings())
    bench.run(300, device)
    let frames = Self.frames(device)
    let origin = try #require(frames.firstIndex { $0 != .zero })
    for at in origin..<device.writtenFrames {
      var wanted = SIMD2(0.5, SyntheticDecoder.sample(serial: 1, frame: Int64(at - origin)))
      for (number, start) in [(0, first), (1, second)] {
        let frame = at - start
        if frame >= 0, frame < 4000 + 700 * number { wanted += Self.sample(number, Int64(frame), 0.25) }
      }
      guard Self.isClose(frames[at], wanted) else {
        Issue.record("frame \(at - origin): \(frames[at]), not \(wanted)")
        return
      }
    }
  }
}

extension VoiceTests {
  @Test func `a press while the device is still being opened is heard once it is there`() throws {
    let bench = try Self.bench(sounds: 1)
    let device = FakeDevice(recordFrames: 20_000)
    let voice = try #require(bench.rig.engine.voices.startVoice(SoundKey(rawValue: 0), VoiceSettings()))
    bench.run(100, device)
    #expect(bench.rig.engine.voices.playing[voice] != nil)
    bench.hand(device)
    bench.run(300, device)
    let frames = Self.frames(device)
    let start = try #require(frames.firstIndex { $0 != .zero })
    #expect((0..<4000).allSatisfy { frames[start + $0] == Self.sample(0, Int64($0), 1) })
    #expect(bench.rig.engine.voices.playing.isEmpty)
  }

  @Test func `a sound released while it loads never begins`() throws {
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 20_000)
    bench.hand(device)
    bench.run(100, device)
    let (engine, key) = (bench.rig.engine, SoundKey(rawValue: 0))
    let plan = SyntheticDecoder.Plan(serial: 100, frames: 4000)
    engine.voices.loadSound(SoundSource(bench.rig.entry(plan)), as: key)
    let (released, held) = (
      try #require(engine.voices.startVoice(key, VoiceSettings())),
      try #require(engine.voices.startVoice(key, VoiceSettings()))
    )
    engine.voices.stopVoice(released)
    #expect(bench.rig.reports.contains(.voiceEnded(released)))
    bench.rig.loadSounds()
    bench.run(300, device)
    #expect(!bench.rig.reports.contains(.voiceStarted(released)))
    #expect(bench.rig.reports.contains(.voiceStarted(held)))
    // One of them, not two.
    expectEqual(Self.frames(device).map(\.x).max(), 0.5)
  }

  @Test func `a seventeenth sound takes the oldest one's place`() throws {
    let bench = try Self.bench(sounds: 1, gain: 1.0 / 64, frames: 30_000)
    let device = FakeDevice(recordFrames: 40_000)
    bench.hand(device)
    bench.run(50, device)
    let engine = bench.rig.engine
    let voices = try (0..<17).map { _ in
      let voice = try #require(engine.voices.startVoice(SoundKey(rawValue: 0), VoiceSettings()))
      bench.run(10, device)
      return voice
    }
    bench.run(100, device)
    #expect(
      bench.rig.reports.filter { if case .voiceEnded = $0 { true } else { false } } == [
        .voiceEnded(voices[0])
      ])
    expectEqual(engine.voices.playing.count, 16)
    let left = Self.frames(device)[..<device.writtenFrames].map(\.x)
    #expect(left.last.map { abs($0 - 16 * 0.5 / 64) < 1e-6 } == true)
    #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) <= 0.5 / 64 })
  }

  @Test func `music ducks under a sound and comes back, both over a ramp`() throws {
    let bench = try Self.bench(sounds: 1, gain: 0, frames: 20_000)
    let device = FakeDevice(recordFrames: 80_000)
    bench.hand(device)
    bench.play(SyntheticDecoder.Plan(serial: 1, frames: 100_000))
    bench.run(100, device)
    let pressed = device.playedFrames
    var settings = VoiceSettings()
    settings.duck = -20
    _ = bench.rig.engine.voices.startVoice(SoundKey(rawValue: 0), settings)
    bench.run(1500, device)
    let left = Self.frames(device)[..<device.writtenFrames].map(\.x)
    #expect(abs(left[pressed + 10_000] - 0.05) < 1e-5)
    #expect(abs(left[pressed + 60_000] - 0.5) < 1e-5)
    #expect(zip(left[1000...], left[1001...]).allSatisfy { abs($0 - $1) < 0.001 })
  }

  @Test func `a change of a playing sound is heard at once, from the same position`() throws {
    let bench = try Self.bench(sounds: 1, gain: 0.5, frames: 30_000)
    let device = FakeDevice(recordFrames: 60_000)
    bench.hand(device)
    bench.run(100, device)
    let start = device.playedFrames + device.periodFrames
    let voice = try #require(bench.rig.engine.voices.startVoice(SoundKey(rawValue: 0), VoiceSettings()))
    bench.run(200, device)
    let plan = SyntheticDecoder.Plan(serial: 100, frames: 30_000, gain: 0.25)
    bench.rig.engine.voices.loadSound(SoundSource(bench.rig.entry(plan)), as: SoundKey(rawValue: 0))
    bench.rig.loadSounds()
    let changed = device.playedFrames + device.periodFrames
    bench.run(800, device)
    let frames = Self.frames(device)
    for at in start..<(start + 30_000) where at < changed || at > changed + 220 {
      let wanted = Self.sample(0, Int64(at - start), at < changed ? 0.5 : 0.25)
      guard Self.isClose(frames[at], wanted) else {
        Issue.record("frame \(at - start): \(frames[at]), not \(wanted)")
        break
      }
    }
    #expect(bench.rig.reports.filter { $0 == .voiceEnded(voice) }.count == 1)
    #expect(bench.rig.engine.voices.sounds.lent.isEmpty)
  }

  /// A sound of 20 s; the sound thread reads on now and then.
  private static func long(loops: Int = 0, _ bench: PumpBench, _ device: FakeDevice, fails: Int64? = nil)
    -> Int
  {
    var plan = SyntheticDecoder.Plan(serial: 7, frames: 441_000)
    plan.failsAt = fails
    bench.rig.engine.voices.loadSound(SoundSource(bench.rig.entry(plan)), as: SoundKey(rawValue: 9))
    bench.rig.loadSounds()
    bench.hand(device)
    bench.run(100, device)
    var settings = VoiceSettings()
    settings.loops = loops
    _ = bench.rig.engine.voices.startVoice(SoundKey(rawValue: 9), settings)
    return device.playedFrames + device.periodFrames
  }

  @Test func `a long sound streams, whole and over again, without a joint`() throws {
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 1_000_000)
    let start = Self.long(loops: 1, bench, device)
    #expect(bench.rig.engine.voices.soundBytes(of: SoundKey(rawValue: 9)) ?? 0 < 200_000)
    for _ in 0..<220 {
      bench.rig.loadSounds()
      bench.run(100, device)
    }
    let frames = Self.frames(device)
    let wrong = (0..<882_000).first {
      frames[start + $0] != SIMD2(0.5, SyntheticDecoder.sample(serial: 7, frame: Int64($0 % 441_000)))
    }
    #expect(wrong == nil)
    #expect(frames[(start + 882_000)..<device.writtenFrames].allSatisfy { $0 == .zero })
    #expect(bench.rig.engine.voices.playing.isEmpty && bench.rig.engine.voices.sounds.lent.isEmpty)
    #expect(bench.rig.engine.voices.sounds.streams.isEmpty)
  }

  @Test func `a long sound whose stick is pulled fades out where nothing more can be read`() throws {
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 500_000)
    let start = Self.long(bench, device, fails: 400_000)
    for _ in 0..<105 {
      bench.rig.loadSounds()
      bench.run(100, device)
    }
    let left = Self.frames(device).map(\.x)
    let heard = left[start...].firstIndex { $0 != 0.5 } ?? 0
    #expect((start + 394_000...start + 400_000).contains(heard), "\(heard - start)")
    #expect(zip(left[start...], left[(start + 1)...]).allSatisfy { abs($0 - $1) < 0.01 })
    #expect(left[(start + 400_000)..<device.writtenFrames].allSatisfy { $0 == 0 })
    #expect(bench.rig.engine.voices.playing.isEmpty)
    #expect(bench.rig.reports.contains { if case .soundFailed = $0 { true } else { false } })
  }

  @Test func `a fifth long sound ends the oldest`() throws {
    let bench = try PumpBench()
    let device = FakeDevice(recordFrames: 1000)
    _ = Self.long(bench, device)
    for _ in 0..<4 {
      bench.rig.loadSounds()
      bench.run(100, device)
      _ = bench.rig.engine.voices.startVoice(SoundKey(rawValue: 9), VoiceSettings())
    }
    bench.rig.loadSounds()
    bench.run(300, device)
    expectEqual(bench.rig.engine.voices.playing.count, 4)
    #expect(bench.rig.reports.filter { if case .voiceEnded = $0 { true } else { false } }.count == 1)
  }

  @Test func `an unreadable sound is reported, and a press of it does nothing`() throws {
    let bench = try PumpBench()
    bench.rig.engine.voices.loadSound(SoundSource(Rig.absent(5)), as: SoundKey(rawValue: 5))
    let voice = bench.rig.engine.voices.startVoice(SoundKey(rawValue: 5), VoiceSettings())
    #expect(voice != nil)
    bench.rig.loadSounds()
    #expect(bench.rig.reports.contains { if case .soundFailed = $0 { true } else { false } })
    #expect(bench.rig.reports.contains { if case .voiceEnded = $0 { true } else { false } })
    #expect(bench.rig.engine.voices.startVoice(SoundKey(rawValue: 5), VoiceSettings()) == nil)
  }

  @Test func `a device that goes ends the sounds, and gets those of later`() throws {
    let bench = try Self.bench(sounds: 1)
    let device = FakeDevice(recordFrames: 20_000)
    bench.hand(device)
    bench.run(50, device)
    _ = bench.rig.engine.voices.startVoice(SoundKey(rawValue: 0), VoiceSettings())
    bench.run(20, device)
    device.fault = .failed(-19)
    bench.run(20, device)
    #expect(bench.rig.engine.voices.playing.isEmpty && bench.rig.engine.voices.sounds.lent.isEmpty)
    #expect(bench.rig.engine.voices.startVoice(SoundKey(rawValue: 0), VoiceSettings()) == nil)
  }
}
