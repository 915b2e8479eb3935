import CLinux
import Linux
import Support
import Testing

@testable import Audio
@testable import Media
@testable import Signal

/// Seeks in a long MP3 file without a table of its own.
@Suite struct SeekIndexTests {
  private let folder: TemporaryFolder
  private let path: String
  /// Of the file, in seconds, more than are read through for an exact seek.
  private static let seconds = 1900

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/long.mp3"
    let part = try Playlist.entry(1, "\(Repository.root)/Fixtures/formats/vbr-no-xing.mp3").open()
    let bytes = try part.readAll(atMost: 1 << 20)
    let path = path
    let file = Descriptor(
      owning: try systemCall("open", path: path) {
        unsafe clinux_open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      })
    for _ in 0..<Self.seconds * 2 / 3 {
      var written = 0
      while written < bytes.count {
        written += try file.write(bytes.span.extracting(written...)) ?? 0
      }
    }
  }

  private func entry(_ serial: Int, index: SeekIndex? = nil) -> EngineEntry {
    var entry = Playlist.entry(serial, path)
    entry.index = index
    return entry
  }

  private func heard(_ rig: Rig) -> [Float] {
    rig.feed()
    return rig.collect(4000).filter { $0 != 0 }
  }

  @Test func `a far seek is marked as a guess; with the stored index it is exact`() throws {
    let far = Duration.seconds(Self.seconds - 100)
    let rig = try Rig()
    rig.engine.play(entry(1), from: far)
    rig.engine.setNext(nil)
    work(rig)
    let guess = try #require(rig.engine.position)
    #expect(guess.isEstimated)
    // The next entry is no guess.
    rig.engine.play(entry(2))
    #expect(!heard(rig).isEmpty)
    #expect(rig.engine.position?.isEstimated == false)
    // Once the file is read through, it goes on at the place that was told.
    rig.engine.play(entry(4), from: far)
    work(rig)
    let told = try #require(rig.engine.position)
    #expect(told.isEstimated && told.elapsed >= far)
    rig.feed()
    #expect(!heard(rig).isEmpty)
    let place = try #require(rig.engine.position)
    #expect(!place.isEstimated)
    #expect(place.elapsed >= told.elapsed && place.elapsed < told.elapsed + .milliseconds(500))
    #expect(indexes(rig, of: 4).last.map { $0.reach > 72_000 } == true)

    let decoder = try openDecoder(try entry(1).open())
    try decoder.completeSeekIndex()
    let index = try #require(decoder.seekIndex)
    let stored = try #require(SeekIndex(bytes: index.bytes))
    _ = try decoder.seek(toFrame: Int64(Self.seconds - 100) * 44_100)
    var wanted = [Float](repeating: 0, count: 8192)
    var span = wanted.mutableSpan
    _ = try decoder.read(into: &span)

    // Given with the entry, kept by its volume, and learnt while it plays.
    for way in 0..<3 {
      let isLearnt = way == 2
      let rig = try Rig()
      var entry = entry(3, index: way == 0 ? stored : nil)
      if way == 1 { entry.storedIndex = { stored } }
      rig.engine.play(entry, from: isLearnt ? .zero : far)
      rig.engine.setNext(nil)
      if isLearnt {
        _ = heard(rig)
        rig.engine.learn(stored, of: EntrySerial(rawValue: 3))
        rig.engine.seek(to: far)
        rig.pull(300)
      }
      rig.feed()
      let samples = rig.collect(2000)
      #expect(rig.engine.position?.isEstimated == false)
      let fade = FadeShape(rate: 44_100).frames
      let begin = try #require(samples.firstIndex { $0 != 0 }) / 2 * 2
      let first = try #require(wanted.firstIndex { $0 != 0 }) / 2 * 2
      // mpg123's code for ARM adds in an order that depends on where it began: the last bit of a float may differ.
      for i in fade * 2..<2000 where abs(samples[begin + i] - wanted[first + i]) > 0x1p-24 {
        Issue.record(
          "way \(way): sample \(i) is \(samples[begin + i]) instead of \(wanted[first + i])")
        break
      }
    }
  }

  @Test func `the seek index of a long file is reported while it is decoded`() throws {
    let rig = try Rig()
    rig.engine.play(entry(1))
    rig.engine.setNext(nil)
    for _ in 0..<140 {
      rig.feed()
      rig.pull(44_100 / 2)
    }
    let indexes = rig.reports.compactMap { report -> SeekIndex? in
      if case .indexed(EntrySerial(rawValue: 1), let index) = report { index } else { nil }
    }
    expectEqual(indexes.count, 1)
    let seconds = indexes.map { Double($0.offsets.count) * Double($0.step) * 1152 / 44_100 }
    #expect(seconds.allSatisfy { $0 > 55 && $0 < 75 })
  }

  @Test func `an index of another file is not believed`() throws {
    let foreign = SeekIndex(bytes: [1, 10, 0, 1, 2, 0, 5])
    #expect(foreign != nil)
    let rig = try Rig()
    rig.engine.play(entry(1, index: foreign), from: .seconds(Self.seconds - 100))
    rig.engine.setNext(nil)
    work(rig)
    #expect(rig.engine.position?.isEstimated == true)
    rig.feed()
    work(rig)
    #expect(rig.engine.position?.isEstimated == false)
  }

  /// Takes what is stale and a little of what is fresh.
  private func work(_ rig: Rig) {
    for _ in 0..<2 {
      rig.feed(steps: 40)
      rig.pull(1000)
    }
  }

  /// Walks through the file by near seeks.
  private func learnt() throws -> SeekIndex {
    let rig = try Rig()
    rig.engine.play(entry(1))
    for seconds in stride(from: 400, to: Self.seconds, by: 400) {
      rig.engine.seek(to: .seconds(seconds))
      work(rig)
      #expect(rig.engine.position?.isEstimated == false)
    }
    return try #require(indexes(rig, of: 1).last)
  }

  private func indexes(_ rig: Rig, of serial: UInt32) -> [SeekIndex] {
    rig.reports.compactMap { report in
      if case .indexed(EntrySerial(rawValue: serial), let index) = report { index } else { nil }
    }
  }

  @Test func `an index that points beside the frames is found out`() throws {
    let index = try learnt()
    var bytes = index.bytes
    #expect(bytes.count < 4096)
    // One distance: whatever comes behind it lies in the midst of a frame.
    let place = try #require(bytes.indices.dropFirst(12).first { bytes[$0] > 0x80 })
    bytes[place] -= 1
    let shifted = try #require(SeekIndex(bytes: bytes))
    let rig = try Rig()
    for (serial, index, isEstimated) in [(2, shifted, true), (3, index, false)] {
      rig.engine.play(entry(serial, index: index), from: .seconds(1600))
      work(rig)
      expectEqual(rig.engine.position?.isEstimated, isEstimated)
    }
  }

  @Test
  func `a seek index is reported when an entry is left, and never shrinks after a seek back`()
    throws
  {
    let rig = try Rig()
    rig.engine.play(entry(1))
    work(rig)
    #expect(indexes(rig, of: 1).isEmpty)
    rig.engine.stop()
    work(rig)
    expectEqual(indexes(rig, of: 1).count, 1)

    // A guess far ahead, then on from the beginning.
    rig.engine.play(entry(2))
    for seconds in [1800, 0, 100, 200] {
      rig.engine.seek(to: .seconds(seconds))
      work(rig)
    }
    let reaches = indexes(rig, of: 2).map(\.reach)
    #expect(reaches.count >= 3 && reaches == reaches.sorted())
    #expect(try #require(reaches.last) > 7000, "\(reaches)")

    // What is known from elsewhere is not lost to what little the decoder has seen.
    let whole = try learnt()
    rig.engine.play(entry(3))
    work(rig)
    rig.engine.learn(whole, of: EntrySerial(rawValue: 3))
    let little = try #require(indexes(rig, of: 1).first)
    rig.engine.receive(.indexed(EntrySerial(rawValue: 3), little))
    rig.engine.seek(to: .seconds(1600))
    work(rig)
    #expect(rig.engine.position?.isEstimated == false)
  }

  @Test func `a short file has no seek index to report`() throws {
    let rig = try Rig()
    rig.engine.play(Playlist.entry(1, "\(Repository.root)/Fixtures/formats/vbr-no-xing.mp3"))
    rig.engine.setNext(nil)
    rig.feed()
    #expect(indexes(rig, of: 1).isEmpty)
  }
}
