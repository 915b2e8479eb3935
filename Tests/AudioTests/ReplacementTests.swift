import Support
import Testing

@testable import Audio

/// What follows is replaced after it was decoded ahead.
@Suite struct ReplacementTests {
  private static let cut = "\(Repository.root)/Fixtures/cut/flac"

  @Test(arguments: [44_100, 48_000], [0, 1, 30, 400])
  func `the replacement begins at the exact joint`(_ rate: Int, _ stepsAhead: Int) throws {
    let tracks = try [1, 2].map { try Reference.floats(of: Self.cut + "/\($0).flac") }
    let wanted = try WholeSound.resampled(tracks.flatMap { $0 }, from: 44_100, to: rate)
    let rig = try Rig(rate: rate, pace: .entriesOnly, bufferSeconds: 4)
    rig.engine.play(Playlist.entry(1, Self.cut + "/1.flac"))
    // Another one first, decoded ahead for a while, or whole.
    rig.engine.setNext(Playlist.entry(7, Self.cut + "/7.flac"))
    while case .decoding = rig.feeder.phase, rig.feeder.track?.entry.serial.rawValue == 1 {
      rig.feed(steps: 1)
    }
    rig.feed(steps: 1)
    while rig.feeder.track?.entry.serial.rawValue == 1 { rig.feed(steps: 1) }
    rig.feed(steps: stepsAhead)
    rig.engine.setNext(Playlist.entry(2, Self.cut + "/2.flac"))
    var samples: [Float] = []
    while !rig.reports.contains(where: { if case .drained = $0 { true } else { false } }) {
      rig.feed()
      samples += rig.collect(3000)
    }
    expectEqual(samples.count, wanted.count)
    let joint = tracks[0].count / 2 * rate / 44_100
    let before = WholeSound.worstError(samples, wanted, [0..<joint - 200])
    // The last frame before the joint was made with what was to follow then.
    let behind = WholeSound.worstError(samples, wanted, [joint + 1..<wanted.count / 2])
    #expect(before < -120)
    #expect(behind < -120)
    let started = rig.reports.compactMap {
      if case .started(let serial, _) = $0 { serial.rawValue } else { nil }
    }
    expectEqual(started, [1, 2])
  }

  @Test(arguments: [44_100, 48_000])
  func `an entry set after the announced end continues from the same joint`(_ rate: Int) throws {
    let tracks = try [1, 2].map { try Reference.floats(of: Self.cut + "/\($0).flac") }
    let wanted = try WholeSound.resampled(tracks.flatMap { $0 }, from: 44_100, to: rate)
    let rig = try Rig(rate: rate, pace: .entriesOnly, bufferSeconds: 4)
    rig.engine.play(Playlist.entry(1, Self.cut + "/1.flac"))
    rig.engine.setNext(nil)
    rig.feed()
    var samples = rig.collect(20_000)
    rig.engine.setNext(Playlist.entry(2, Self.cut + "/2.flac"))
    while !rig.reports.contains(where: { if case .drained = $0 { true } else { false } }) {
      rig.feed()
      samples += rig.collect(3000)
    }
    let joint = tracks[0].count / 2 * rate / 44_100
    #expect(abs(samples.count - wanted.count) <= 2)
    #expect(WholeSound.worstError(samples, wanted, [joint + 1..<wanted.count / 2]) < -100)
  }
}
