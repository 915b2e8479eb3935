import Glibc
import Media
import Support
import Testing

@testable import Audio
@testable import Signal

/// Entries that go over into each other while both sound.
@Suite struct OverlapTests {
  struct Pair: CustomStringConvertible, Sendable {
    var first: String
    var second: String
    var deviceRate: Int
    var description: String { "\(first) into \(second) at \(deviceRate) Hz" }
  }

  private static let formats = "\(Repository.root)/Fixtures/formats"

  @Test(arguments: [
    Pair(first: "channels-2.flac", second: "channels-2.ogg", deviceRate: 48_000),
    Pair(first: "channels-2.flac", second: "channels-2.ogg", deviceRate: 44_100),
    Pair(first: "mono-192000.flac", second: "channels-6.ogg", deviceRate: 48_000),
    Pair(first: "channels-6.flac", second: "mono-22050.flac", deviceRate: 44_100),
    Pair(first: "rate-44100.mp3", second: "rate-48000.mp3", deviceRate: 48_000),
    Pair(first: "rate-32000.mp3", second: "rate-96000.ogg", deviceRate: 96_000),
    Pair(first: "channels-1.opus", second: "channels-8.flac", deviceRate: 48_000),
    Pair(first: "channels-6.opus", second: "rate-8000.ogg", deviceRate: 44_100),
    Pair(first: "rate-22050.ogg", second: "mono-8000.flac", deviceRate: 44_100),
    Pair(first: "bits-24.flac", second: "vbr.mp3", deviceRate: 44_100),
    Pair(first: "mono-384000.flac", second: "mono.mp3", deviceRate: 192_000),
    Pair(first: "rate-22050.mp3", second: "bits-8.flac", deviceRate: 44_100),
  ])
  func `two files lie over each other to the frame, at equal power`(_ pair: Pair) throws {
    let first = try Self.whole(pair.first, at: pair.deviceRate)
    let second = try Self.whole(pair.second, at: pair.deviceRate)
    let wanted = pair.deviceRate.frame(at: .milliseconds(150))
    let overlap = Int(min(wanted, Int64(first.count / 4), Int64(second.count / 4)))
    let played = try Self.played(pair, overlap: .milliseconds(150))

    expectEqual(played.count / 2, first.count / 2 + second.count / 2 - overlap)
    let expected = Self.mixed(first, second, frames: overlap)
    let error = WholeSound.worstError(played, expected, [0..<expected.count / 2])
    #expect(error < -80, "\(error) dB")
  }

  @Test func `an overlap of unrelated sounds keeps the power constant`() {
    var generator = Numbers(seed: 5)
    let frames = 48_000
    func noise() -> [Float] { (0..<frames * 2).map { _ in Float.random(in: -0.5...0.5, using: &generator) } }
    var first = noise()
    let second = noise()
    let plain = Self.decibels(first[...])
    let source = SyntheticDecoder(SyntheticDecoder.Plan(serial: 1, frames: 1))
    let entry = EngineEntry(serial: EntrySerial(rawValue: 1)) { fatalError("is not opened") }
    guard
      let incoming = try? Source(
        OpenEntry(entry: entry, ordinal: 0, decoder: EntryDecoder(source)), rate: 44_100)
    else {
      Issue.record("no source")
      return
    }
    var overlap = Overlap(source: incoming, curve: .equalPower, frames: frames)
    unsafe first.withUnsafeMutableBufferPointer { samples in
      unsafe second.withUnsafeBufferPointer { other in
        guard let to = samples.baseAddress, let from = other.baseAddress else { return }
        while overlap.done < frames {
          let at = overlap.done * 2
          unsafe overlap.mix(from + at, over: to + at, frames: min(1000, frames - overlap.done))
        }
      }
    }
    for start in stride(from: 0, to: frames * 2, by: 9600) {
      #expect(abs(Self.decibels(first[start..<start + 9600]) - plain) < 0.5)
    }
  }

  @Test func `a song shorter than twice the overlap gets a shorter one`() throws {
    let rig = try Rig(pace: .entriesOnly)
    let played = try Self.frames(rig, [200_000, 80_000, 200_000], overlap: .seconds(3))
    expectEqual(played, 480_000 - 2 * 40_000)
  }

  @Test func `songs cross over in a row also where an overlap is longer than what is decoded ahead`() throws {
    let rig = try Rig(pace: .entriesOnly)
    let played = try Self.frames(rig, [400_000, 400_000, 400_000], overlap: .milliseconds(3500))
    expectEqual(played, 1_200_000 - 2 * 154_350)
  }

  /// Two songs of 2 s that overlap for one, playing into the overlap.
  private func amidOverlap(firstFailsAt: Int64? = nil, secondFailsAt: Int64? = nil) throws -> Rig {
    let rig = try Rig(bufferSeconds: 4)
    var first = SyntheticDecoder.Plan(serial: 1, frames: 88_200)
    first.steady = (0.5, false)
    first.failsAt = firstFailsAt
    var second = SyntheticDecoder.Plan(serial: 2, frames: 88_200)
    second.steady = (0.5, true)
    second.failsAt = secondFailsAt
    rig.engine.play(rig.entry(first))
    rig.engine.setNext(rig.entry(second), transition: Transition(overlap: .seconds(1)))
    return rig
  }

  /// Plays on to the end, and gives both channels.
  private func rest(_ rig: Rig) -> (left: [Float], right: [Float]) {
    var (left, right): ([Float], [Float]) = ([], [])
    for _ in 0..<600 where !rig.isDrained {
      rig.feed()
      let samples = rig.collect(441)
      for index in 0..<samples.count / 2 {
        left.append(samples[2 * index])
        right.append(samples[2 * index + 1])
      }
    }
    return (left, right)
  }

  private func isSmooth(_ samples: [Float]) -> Bool {
    zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) < 0.02 }
  }

  @Test func `a read error of the first song during the overlap leaves the second playing`() throws {
    let rig = try amidOverlap(firstFailsAt: 60_000)
    let (left, right) = rest(rig)
    #expect(rig.isDrained && rig.started == [1, 2])
    #expect(right.count { $0 > 0.499 } > 40_000)
    #expect(isSmooth(Array(left.dropFirst(10))))
  }

  @Test func `a read error of the second song during the overlap leaves the first playing to its end`() throws
  {
    let rig = try amidOverlap(secondFailsAt: 10_000)
    var failures = 0
    rig.onReport = { if case .failed = $0 { failures += 1 } }
    let (left, _) = rest(rig)
    #expect(rig.isDrained && rig.started == [1])
    expectEqual(failures, 1)
    #expect(left.count { $0 == 0.5 } > 86_000)
    #expect(isSmooth(left.filter { $0 != 0 }))
  }

  @Test func `a stick pulled during the overlap ends both songs with a fade`() throws {
    let rig = try amidOverlap()
    rig.feed()
    for _ in 0..<130 { rig.pull(441) }
    rig.engine.runOut()
    let (left, right) = rest(rig)
    #expect(rig.isDrained)
    #expect(isSmooth(left) && isSmooth(right))
  }

  @Test func `a loop set during the overlap repeats its section alone`() throws {
    let rig = try amidOverlap()
    rig.feed()
    for _ in 0..<110 { rig.pull(441) }
    rig.engine.setLoop(.milliseconds(500)..<(.milliseconds(1500)))
    var right: [Float] = []
    for _ in 0..<400 {
      rig.feed()
      let samples = rig.collect(441)
      for index in 0..<samples.count / 2 { right.append(samples[2 * index + 1]) }
    }
    #expect(right.suffix(150_000).allSatisfy { $0 == 0 })
    #expect(rig.started == [1] && rig.bus.isSounding)
  }

  @Test func `the next song is reported in the middle of the overlap, at its place there`() throws {
    let rig = try Rig()
    rig.engine.play(rig.entry(SyntheticDecoder.Plan(serial: 1, frames: 44_100)))
    rig.engine.setNext(
      rig.entry(SyntheticDecoder.Plan(serial: 2, frames: 44_100)),
      transition: Transition(overlap: .milliseconds(400)))
    rig.feed()
    var heard = 0
    while !rig.started.contains(2), heard < 60_000 {
      rig.pull(100)
      heard += 100
      rig.feed()
    }
    #expect(abs(heard - (44_100 - 17_640 / 2)) <= 200)
    let elapsed = try #require(rig.engine.position?.elapsed)
    #expect(abs(elapsed / .milliseconds(1) - 200) < 10)
  }

  @Test func `another song set after the overlap was mixed is heard instead, and the first continues`() throws
  {
    let rig = try Rig(bufferSeconds: 2)
    rig.engine.play(rig.entry(SyntheticDecoder.Plan(serial: 1, frames: 44_100)))
    rig.engine.setNext(
      rig.entry(SyntheticDecoder.Plan(serial: 2, frames: 44_100)),
      transition: Transition(overlap: .milliseconds(400)))
    rig.feed()
    // It lies in the ring, amid the overlap.
    rig.pull(44_100 - 12_000)
    rig.engine.setNext(rig.entry(SyntheticDecoder.Plan(serial: 3, frames: 4410)))
    var right: [Float] = []
    for _ in 0..<200 {
      rig.feed()
      rig.pull(100) { run in
        guard let samples = unsafe run.samples, run.exactBits == 24 else { return }
        for index in 0..<run.frames { unsafe right.append(samples[2 * index + 1]) }
      }
    }
    let serials = right.map { SyntheticDecoder.place(of: $0).serial }
    #expect(!serials.contains(2))
    #expect(serials.count { $0 == 3 } == 4410)
    #expect(serials.count { $0 == 1 } > 11_000)
    expectEqual(rig.started, [1, 3])
  }

  @Test func `entries without a transition, or with one that is too short, join as before`() throws {
    let rig = try Rig(pace: .entriesOnly)
    try expectEqual(Self.frames(rig, [5000, 5000], overlap: .milliseconds(15)), 10_000)
  }

  // MARK: - Helpers

  /// Plays entries in a row, each over into the next.
  /// - Returns: how many frames came out.
  private static func frames(_ rig: Rig, _ lengths: [Int64], overlap: Duration) throws -> Int {
    var following = 0
    func entry() -> EngineEntry? {
      guard following < lengths.count else { return nil }
      following += 1
      return rig.entry(SyntheticDecoder.Plan(serial: UInt32(following), frames: lengths[following - 1]))
    }
    rig.onReport = { report in
      guard case .started(let serial, _) = report, serial.rawValue == following else { return }
      rig.engine.setNext(entry(), transition: Transition(overlap: overlap))
    }
    if let first = entry() { rig.engine.play(first) }
    rig.engine.setNext(entry(), transition: Transition(overlap: overlap))
    var frames = 0
    for _ in 0..<1000 where !rig.isDrained {
      rig.feed()
      frames += rig.collect(20_000).count / 2
    }
    return frames
  }

  private static func played(_ pair: Pair, overlap: Duration) throws -> [Float] {
    let rig = try Rig(rate: pair.deviceRate, pace: .entriesOnly)
    rig.engine.play(Playlist.entry(1, "\(formats)/\(pair.first)"))
    rig.engine.setNext(
      Playlist.entry(2, "\(formats)/\(pair.second)"), transition: Transition(overlap: overlap))
    var samples: [Float] = []
    for _ in 0..<1000 where !rig.isDrained {
      rig.feed()
      samples += rig.collect(20_000)
    }
    return samples
  }

  /// A file as the device gets it.
  private static func whole(_ name: String, at rate: Int) throws -> [Float] {
    let path = "\(formats)/\(name)"
    let floats = try Reference.floats(of: path)
    let format = try Reference.format(of: path)
    let mixer = ChannelMixer(channels: format.channels)
    let frames = floats.count / format.channels
    var stereo = [Float](repeating: 0, count: frames * 2)
    unsafe stereo.withUnsafeMutableBufferPointer { target in
      unsafe floats.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        unsafe mixer.mix(from, frames: frames, to: to)
      }
    }
    return try WholeSound.resampled(stereo, from: format.rate, to: rate)
  }

  private static func mixed(_ first: [Float], _ second: [Float], frames: Int) -> [Float] {
    let start = first.count / 2 - frames
    var all = first + second[(frames * 2)...]
    for frame in 0..<frames {
      let angle = (Double(frame) + 0.5) / Double(frames) * Double.pi / 2
      for side in 0..<2 {
        let (a, b) = (first[(start + frame) * 2 + side], second[frame * 2 + side])
        all[(start + frame) * 2 + side] = Float(Double(a) * cos(angle) + Double(b) * sin(angle))
      }
    }
    return all
  }

  private static func decibels(_ samples: ArraySlice<Float>) -> Double {
    10 * log10(samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count))
  }
}
