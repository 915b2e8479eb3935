import Glibc
import Linux
import Media
import Support
import Testing

@testable import Audio

/// Parts of files, sample by sample.
@Suite struct RegionTests {
  private static let rate = 44_100

  /// Plays entries in a row to their end; the right channel says where each frame comes from.
  private func played(_ rig: Rig, _ entries: [EngineEntry]) -> [Float] {
    var rest = entries.dropFirst(2)
    rig.onReport = { [weak rig] report in
      guard case .started(let serial, _) = report, serial != entries[0].serial, let next = rest.popFirst()
      else { return }
      rig?.engine.setNext(next)
    }
    rig.engine.play(entries[0])
    rig.engine.setNext(entries.count > 1 ? entries[1] : nil)
    var samples: [Float] = []
    while !rig.reports.contains(where: { if case .drained = $0 { true } else { false } }) {
      rig.feed()
      samples += rig.collect(20_000)
    }
    return samples
  }

  private func part(
    _ rig: Rig, _ serial: UInt32, of frames: Int64 = 40_000, from start: Duration = .zero,
    to end: Duration? = nil, gain: Double = 0
  ) -> EngineEntry {
    var entry = rig.entry(SyntheticDecoder.Plan(serial: serial, frames: frames))
    (entry.start, entry.end, entry.gain) = (start, end, gain)
    return entry
  }

  private func frame(_ time: Duration) -> Int64 { Self.rate.frame(at: time) }

  @Test func `a part begins and ends at its frames, and what follows joins without a gap`() throws {
    let rig = try Rig(pace: .entriesOnly)
    let (start, end) = (Duration.microseconds(123_457), Duration.microseconds(456_789))
    let samples = played(
      rig, [part(rig, 1, of: 9_000), part(rig, 2, from: start, to: end), part(rig, 3, of: 7_000)])
    var wanted: [Float] = (0..<9_000).map { SyntheticDecoder.sample(serial: 1, frame: $0) }
    wanted += (frame(start)..<frame(end)).map { SyntheticDecoder.sample(serial: 2, frame: $0) }
    wanted += (0..<7_000).map { SyntheticDecoder.sample(serial: 3, frame: $0) }
    let right = stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
    expectEqual(right, wanted)
    // Where nothing is louder or less loud, not a bit is changed.
    #expect(stride(from: 0, to: samples.count, by: 2).allSatisfy { samples[$0] == 0.5 })
  }

  @Test func `two parts of one file in a row are the file`() throws {
    let rig = try Rig(pace: .entriesOnly)
    let cut = Duration.microseconds(300_003)
    let samples = played(rig, [part(rig, 5, to: cut), part(rig, 5 + 64, from: cut)])
    let right = stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
    #expect(right == (0..<40_000).map { SyntheticDecoder.sample(serial: 5, frame: $0) })
  }

  @Test func `times of a part count from its beginning`() throws {
    let rig = try Rig()
    let entry = part(rig, 1, from: .milliseconds(200), to: .milliseconds(700))
    rig.engine.play(entry, from: .milliseconds(100))
    rig.feed()
    let samples = rig.collect(4000)
    let first = frame(.milliseconds(200)) + frame(.milliseconds(100))
    // Behind the fade-in of 5 ms.
    expectEqual(samples[2 * 1000 + 1], SyntheticDecoder.sample(serial: 1, frame: first + 1000))
    let whole = Duration.nanoseconds(40_000 * 1_000_000_000 / Int64(Self.rate))
    #expect(
      rig.reports.contains {
        if case .started(_, let length) = $0 {
          length == EntryLength(exact: .milliseconds(500), likely: nil, file: whole)
        } else {
          false
        }
      })
    #expect(try #require(rig.engine.position).elapsed >= .milliseconds(100))
    rig.engine.seek(to: .milliseconds(400))
    rig.feed()
    let after = rig.collect(8000)
    let place = frame(.milliseconds(200)) + frame(.milliseconds(400))
    let heard = stride(from: 1, to: after.count, by: 2).map { after[$0] }
    #expect(heard.contains(SyntheticDecoder.sample(serial: 1, frame: place + 1000)))
    // Nothing behind the part's end is heard.
    #expect(!heard.contains(SyntheticDecoder.sample(serial: 1, frame: frame(.milliseconds(700)))))
  }

  @Test func `a loop in a part counts from the part's beginning`() throws {
    let rig = try Rig()
    rig.engine.play(part(rig, 1, from: .milliseconds(200), to: .milliseconds(700)))
    rig.engine.setLoop(.milliseconds(50) ..< .milliseconds(150))
    var heard: [Float] = []
    for _ in 0..<20 {
      rig.feed()
      let samples = rig.collect(1000)
      heard += stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
    }
    let (first, end) = (frame(.milliseconds(250)), frame(.milliseconds(350)))
    let inside = SyntheticDecoder.sample(serial: 1, frame: first + 2000)
    #expect(heard.count { $0 == inside } >= 3)
    #expect(!heard.contains(SyntheticDecoder.sample(serial: 1, frame: end + 1000)))
  }

  /// The right channel of what is heard while `rounds` thousand frames are pulled.
  private func hear(_ rig: Rig, thousands: Int) -> [Float] {
    var heard: [Float] = []
    for _ in 0..<thousands {
      rig.feed()
      let samples = rig.collect(1000)
      heard += stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
    }
    return heard
  }

  @Test func `a seek within a looped part counts from the part's beginning and stays in the loop`() throws {
    let rig = try Rig()
    rig.engine.play(part(rig, 1, from: .milliseconds(200), to: .milliseconds(700)))
    rig.engine.setLoop(.milliseconds(50) ..< .milliseconds(150))
    _ = hear(rig, thousands: 2)
    rig.engine.seek(to: .milliseconds(100))
    let heard = hear(rig, thousands: 20)
    let place = SyntheticDecoder.sample(serial: 1, frame: frame(.milliseconds(300)) + 1000)
    let early = SyntheticDecoder.sample(serial: 1, frame: frame(.milliseconds(250)) + 1000)
    let first = try #require(heard.firstIndex(of: place))
    #expect(try #require(heard.firstIndex(of: early)) > first, "it began at the place, not at the loop's")
    #expect(heard.count { $0 == early } >= 3)
    #expect(!heard.contains(SyntheticDecoder.sample(serial: 1, frame: frame(.milliseconds(350)) + 1000)))
    let elapsed = try #require(rig.engine.position).elapsed
    #expect(elapsed >= .milliseconds(49) && elapsed <= .milliseconds(151))
  }

  @Test func `a loop that reaches beyond its part ends with the part`() throws {
    let rig = try Rig()
    rig.engine.play(
      part(rig, 1, from: .milliseconds(200), to: .milliseconds(700)), from: .milliseconds(350))
    rig.engine.setLoop(.milliseconds(400) ..< .milliseconds(900))
    let heard = hear(rig, thousands: 25)
    #expect(heard.count { $0 == SyntheticDecoder.sample(serial: 1, frame: frame(.milliseconds(650))) } >= 3)
    #expect(!heard.contains(SyntheticDecoder.sample(serial: 1, frame: frame(.milliseconds(700)) + 500)))
  }

  @Test func `the next part after a looped one begins at its start, and is not looped`() throws {
    let rig = try Rig()
    rig.engine.play(part(rig, 1, from: .milliseconds(200), to: .milliseconds(700)))
    rig.engine.setLoop(.milliseconds(50) ..< .milliseconds(150))
    _ = hear(rig, thousands: 12)
    rig.engine.play(part(rig, 2, from: .milliseconds(100), to: .milliseconds(300)))
    let heard = hear(rig, thousands: 14)
    for time in [Duration.milliseconds(120), .milliseconds(200), .milliseconds(280)] {
      #expect(heard.count { $0 == SyntheticDecoder.sample(serial: 2, frame: frame(time)) } == 1, "\(time)")
    }
  }

  @Test func `a part whose loop is off continues to its end and joins the next without a gap`() throws {
    let rig = try Rig()
    rig.engine.play(part(rig, 1, from: .milliseconds(200), to: .milliseconds(320)))
    rig.engine.setNext(part(rig, 2, from: .milliseconds(100), to: .milliseconds(300)))
    rig.engine.setLoop(.milliseconds(20) ..< .milliseconds(80))
    _ = hear(rig, thousands: 12)
    expectEqual(rig.engine.position?.serial, EntrySerial(rawValue: 1))
    rig.engine.setLoop(nil)
    let heard = hear(rig, thousands: 14)
    let last = SyntheticDecoder.sample(serial: 1, frame: frame(.milliseconds(320)) - 1)
    let place = try #require(heard.firstIndex(of: last))
    expectEqual(heard[place + 1], SyntheticDecoder.sample(serial: 2, frame: frame(.milliseconds(100))))
  }

  @Test func `a region that begins and ends within sound fades in and out`() throws {
    let rig = try Rig(pace: .entriesOnly)
    let samples = played(rig, [part(rig, 1, from: .milliseconds(200), to: .milliseconds(700))])
    let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    expectEqual(left.count, 22_050)
    #expect(left[0] < 0.05 && left[left.count - 1] < 0.05 && left[2000] == 0.5)
    #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) < 0.01 })
  }

  @Test(arguments: [-6.0, 3.5, -60.0]) func `a gain counts for its entry alone`(gain: Double) throws {
    let rig = try Rig(pace: .entriesOnly)
    let samples = played(
      rig, [part(rig, 1, of: 5_000), part(rig, 2, of: 5_000, gain: gain), part(rig, 3, of: 5_000)])
    let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    let factor = Float(pow(10, gain / 20))
    #expect(left[..<5_000].allSatisfy { $0 == 0.5 } && left[10_000...].allSatisfy { $0 == 0.5 })
    #expect(left[5_000..<10_000].allSatisfy { $0 == 0.5 * factor } && left.count == 15_000)
  }

  @Test func `bits are exact only without a gain`() throws {
    let plan = SyntheticDecoder.Plan(serial: 1, frames: 100)
    let part = try EntryDecoder(SyntheticDecoder(plan), start: .milliseconds(1), end: nil, gain: 0)
    #expect(part.format.exactBits == .bits(24) && part.lengthFrames == 56)
    let loud = try EntryDecoder(SyntheticDecoder(plan), start: .zero, end: nil, gain: 1)
    #expect(loud.format.exactBits == .none && loud.lengthFrames == 100)
  }

  @Test(arguments: [
    (Duration.seconds(2), Duration?.none), (.seconds(2), .seconds(3)), (.zero, .nanoseconds(1)),
  ])
  func `a part without sound ends at once`(start: Duration, end: Duration?) throws {
    let rig = try Rig(pace: .entriesOnly)
    let samples = played(rig, [part(rig, 1, from: start, to: end), part(rig, 2, of: 3_000)])
    expectEqual(samples.count, 6_000)
  }

  @Test func `a part that ends after its file ends with it`() throws {
    let rig = try Rig(pace: .entriesOnly)
    expectEqual(played(rig, [part(rig, 1, of: 3_000, to: .seconds(60))]).count, 6_000)
  }

  @Test(arguments: ["flac/3.flac", "mp3/3.mp3", "vorbis/3.ogg", "opus/3.opus"], [44_100, 48_000])
  func `parts of real files in a row are the whole, also through the resampler`(name: String, rate: Int)
    throws
  {
    let path = "\(Repository.root)/Fixtures/cut/\(name)"
    let whole = try WholeSound.played([path], rate: rate)
    let rig = try Rig(rate: rate, pace: .entriesOnly)
    let cuts: [Duration] = [.zero, .milliseconds(333), .microseconds(611_111)]
    let parts = cuts.enumerated().map { index, cut in
      var entry = Playlist.entry(index + 1, path)
      entry.start = cut
      entry.end = index + 1 < cuts.count ? cuts[index + 1] : nil
      return entry
    }
    let samples = played(rig, parts)
    #expect(abs(samples.count - whole.count) <= 4)
    let frames = min(samples.count, whole.count) / 2
    let worst = WholeSound.worstError(samples, whole, [0..<frames])
    // MP3 and Opus are decoded anew from a little before each cut.
    #expect(worst < (name.hasSuffix("flac") ? -120 : -60), "\(worst) dB")
  }
}
