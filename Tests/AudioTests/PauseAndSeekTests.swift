import Glibc
import Support
import Testing

@testable import Audio
@testable import Signal

@Suite struct PauseAndSeekTests {
  private static let cut = "\(Repository.root)/Fixtures/cut"

  @Test func `200 pauses take nothing out of the signal and put nothing in`() throws {
    var generator = Numbers(seed: 7)
    let path = Self.cut + "/flac/1.flac"
    let uncut = try Reference.floats(of: path)
    let shape = FadeShape(rate: 44_100)
    let rig = try Rig()
    rig.engine.play(Playlist.entry(1, path))
    rig.feed()
    var next = 0
    var fadeIn = shape.frames
    var wrong = 0
    func look(_ run: Run) {
      // Fade-outs and silence are what a pause adds.
      guard let samples = unsafe run.samples, !rig.bus.isFadingOut else {
        fadeIn = 0
        return
      }
      for i in 0..<run.frames {
        var gain: Float = 1
        if fadeIn < shape.frames {
          gain = shape.gains[fadeIn]
          fadeIn += 1
        }
        let left = uncut[(next + i) * 2] * gain
        let right = uncut[(next + i) * 2 + 1] * gain
        if unsafe samples[i * 2] != left || samples[i * 2 + 1] != right { wrong += 1 }
      }
      next += run.frames
    }
    var pauses = 0
    while pauses < 200 {
      rig.feed()
      rig.pull(.random(in: 1...250, using: &generator), look)
      rig.engine.pause()
      rig.pull(.random(in: 1...800, using: &generator), look)
      rig.engine.resume()
      pauses += 1
    }
    expectEqual(wrong, 0)
    #expect(next > 20_000)
  }

  struct Source: Sendable, CustomTestStringConvertible {
    let path: String
    let rate: Int
    let deviceRate: Int
    /// Of the codec itself, in dB.
    let allowed: Double
    var testDescription: String { "\(path) at \(deviceRate) Hz" }
  }

  @Test(arguments: [
    Source(path: "flac/1.flac", rate: 44_100, deviceRate: 44_100, allowed: -.infinity),
    Source(path: "flac/1.flac", rate: 44_100, deviceRate: 48_000, allowed: -120),
    Source(path: "mp3/1.mp3", rate: 44_100, deviceRate: 44_100, allowed: -90),
    Source(path: "mp3/1.mp3", rate: 44_100, deviceRate: 48_000, allowed: -90),
    Source(path: "vorbis/1.ogg", rate: 44_100, deviceRate: 44_100, allowed: -90),
    Source(path: "vorbis/1.ogg", rate: 44_100, deviceRate: 48_000, allowed: -90),
    Source(path: "opus/1.opus", rate: 48_000, deviceRate: 48_000, allowed: -60),
    Source(path: "opus/1.opus", rate: 48_000, deviceRate: 44_100, allowed: -60),
  ])
  func `a seek is heard from its very frame on`(_ source: Source) throws {
    var generator = Numbers(seed: 11)
    let path = Self.cut + "/" + source.path
    let whole = try WholeSound.resampled(
      try Reference.floats(of: path), from: source.rate, to: source.deviceRate)
    let shape = FadeShape(rate: source.deviceRate)
    let rig = try Rig(rate: source.deviceRate)
    rig.engine.play(Playlist.entry(1, path))
    rig.feed()
    var worst: Float = 0
    var silent = 0
    var short = 0
    // Where source and device frames coincide.
    let unit = source.rate == source.deviceRate ? 1 : (source.rate == 44_100 ? 147 : 160)
    let frames = 2000
    let last = (whole.count / 2 - frames) * source.rate / source.deviceRate / unit - 1
    for _ in 0..<200 {
      let target = Int.random(in: 1...last, using: &generator) * unit
      rig.engine.seek(
        to: .nanoseconds((Int64(target) * 1_000_000_000 + Int64(source.rate) / 2) / Int64(source.rate)))
      var isFresh = false
      var next = target * source.deviceRate / source.rate
      var fadeIn = 0
      // The old sound's fade-out first; then what is stale is dropped.
      rig.pull(shape.frames + 1)
      rig.feed()
      rig.pull(frames) { run in
        guard let samples = unsafe run.samples, !rig.bus.isFadingOut else { return }
        isFresh = true
        for i in 0..<run.frames where next < whole.count / 2 {
          let gain = fadeIn < shape.frames ? shape.gains[fadeIn] : 1
          fadeIn += 1
          for side in 0...1 {
            worst = max(worst, unsafe abs(samples[i * 2 + side] - whole[next * 2 + side] * gain))
          }
          next += 1
        }
      }
      if !isFresh { silent += 1 }
      // What was asked for, less the silence before it and what a fade-out keeps back.
      let heard = next - target * source.deviceRate / source.rate
      if heard < frames - MusicBus.longestRun - shape.frames { short += 1 }
    }
    let decibels = worst == 0 ? -Double.infinity : 20 * log10(Double(worst))
    print("seek: \(source.path) at \(source.deviceRate) Hz: worst error \(decibels) dB")
    expectEqual(silent, 0)
    expectEqual(short, 0)
    #expect(decibels <= source.allowed)
  }
}
