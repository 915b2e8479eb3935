import SignalSupport
import Support
import Testing

@testable import Audio

/// The memory that sounds take.
@Suite struct SoundRoomTests {
  private static let limit = 1 << 20
  private static let count = 32

  private func bench(rate: Int) throws -> (PumpBench, FakeDevice) {
    let bench = try PumpBench(rate: rate, soundBytes: Self.limit)
    let device = FakeDevice(rate: rate)
    bench.hand(device)
    bench.run(20, device)
    return (bench, device)
  }

  /// Half a second, as the device's rate has it.
  private func load(_ number: Int, _ bench: PumpBench, rate: Int, frames: Int? = nil, isOptional: Bool = true)
  {
    let plan = SyntheticDecoder.Plan(
      serial: UInt32(100 + number), frames: Int64(frames ?? rate / 2), rate: rate, gain: 0.01)
    var source = SoundSource(bench.rig.entry(plan))
    source.isOptional = isOptional
    bench.rig.engine.voices.loadSound(source, as: SoundKey(rawValue: Int64(number)))
    bench.rig.loadSounds()
  }

  @Test(arguments: [44_100, 192_000])
  func `sounds stay within their memory at every rate, whatever is loaded and pressed`(rate: Int) throws {
    let (bench, device) = try bench(rate: rate)
    let engine = bench.rig.engine
    var most = 0
    func look() { most = max(most, engine.voices.soundBytes) }
    for number in 0..<Self.count {
      load(number, bench, rate: rate)
      look()
    }
    #expect(most > Self.limit / 4, "what fits lies in memory")
    for number in 0..<Self.count {
      _ = engine.voices.startVoice(SoundKey(rawValue: Int64(number)), VoiceSettings())
      for _ in 0..<20 {
        bench.rig.loadSounds()
        bench.run(1, device)
        look()
      }
    }
    #expect(most <= Self.limit)
    for _ in 0..<6000 where !engine.voices.playing.isEmpty {
      bench.rig.loadSounds()
      bench.run(5, device)
    }
    #expect(
      engine.voices.playing.isEmpty && engine.voices.sounds.lent.isEmpty
        && engine.voices.sounds.streams.isEmpty)
    for number in 0..<Self.count { engine.voices.forgetSound(SoundKey(rawValue: Int64(number))) }
    expectEqual(engine.voices.soundBytes, 0)
  }

  @Test func `a sound larger than the memory limit continues from its file without a gap`() throws {
    let bench = try PumpBench(soundBytes: Self.limit)
    let device = FakeDevice(recordFrames: 200_000)
    bench.hand(device)
    bench.run(20, device)
    let frames = 100_000
    let plan = SyntheticDecoder.Plan(serial: 100, frames: Int64(frames))
    bench.rig.engine.voices.loadSound(SoundSource(bench.rig.entry(plan)), as: SoundKey(rawValue: 0))
    bench.rig.loadSounds()
    let bytes = try #require(bench.rig.engine.voices.soundBytes(of: SoundKey(rawValue: 0)))
    #expect(bytes < frames * 8)
    _ = bench.rig.engine.voices.startVoice(SoundKey(rawValue: 0), VoiceSettings())
    for _ in 0..<2500 {
      bench.rig.loadSounds()
      bench.run(1, device)
    }
    let heard = VoiceTests.frames(device)
    let start = try #require(heard.firstIndex { $0 != .zero })
    #expect((0..<frames).allSatisfy { heard[start + $0] == VoiceTests.sample(0, Int64($0), 1) })
  }

  @Test func `an announcement begins although pads take all that they may`() throws {
    let (bench, device) = try bench(rate: 44_100)
    for number in 0..<Self.count { load(number, bench, rate: 44_100) }
    load(50, bench, rate: 44_100, isOptional: false)
    let voice = try #require(bench.rig.engine.voices.startVoice(SoundKey(rawValue: 50), VoiceSettings()))
    bench.run(50, device)
    #expect(bench.rig.reports.contains(.voiceStarted(voice)))
  }

  @Test func `a pad that finds no room begins once another has ended`() throws {
    let (bench, device) = try bench(rate: 44_100)
    let engine = bench.rig.engine
    // Each a third of what may lie decoded: the fourth has no room, nor its head.
    let third = engine.voices.mostOptionalSoundBytes / 3 / 8
    for number in 0..<3 { load(number, bench, rate: 44_100, frames: third) }
    let playing = (0..<3).compactMap { engine.voices.startVoice(SoundKey(rawValue: $0), VoiceSettings()) }
    for key in 0..<3 { engine.voices.forgetSound(SoundKey(rawValue: Int64(key))) }
    load(3, bench, rate: 44_100, frames: third)
    #expect(engine.voices.soundBytes(of: SoundKey(rawValue: 3)) == nil)
    let voice = try #require(engine.voices.startVoice(SoundKey(rawValue: 3), VoiceSettings()))
    bench.rig.loadSounds()
    bench.run(10, device)
    #expect(!bench.rig.reports.contains(.voiceStarted(voice)))
    engine.voices.stopVoice(playing[0])
    // What the device may give back is readable until then.
    for _ in 0..<80 {
      bench.run(5, device)
      bench.rig.loadSounds()
    }
    #expect(bench.rig.reports.contains(.voiceStarted(voice)))
  }
}
