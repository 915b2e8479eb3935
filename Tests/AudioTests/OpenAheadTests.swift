import CLinux
import Linux
import Media
import Support
import Synchronization
import Testing

@testable import Audio

/// The file of what follows is opened, and its first frames are read, before its turn.
@Suite struct OpenAheadTests {
  private func entry(_ rig: Rig, _ plan: SyntheticDecoder.Plan, gain: Double = 0) -> EngineEntry {
    var entry = rig.entry(plan)
    entry.opensAhead = true
    entry.gain = gain
    return entry
  }

  private func plan(_ serial: UInt32, frames: Int64 = 400_000, rate: Int = 44_100) -> SyntheticDecoder.Plan {
    SyntheticDecoder.Plan(serial: serial, frames: frames, rate: rate)
  }

  /// Plays until the ring is full of long chunks: those of a beginning are short.
  private func fill(_ rig: Rig) {
    for _ in 0..<6 {
      rig.feed()
      _ = rig.collect(4_000)
    }
    rig.feed()
  }

  /// What comes out of the ring between a start and the end.
  private func played(_ rig: Rig, _ entries: [EngineEntry], _ look: () -> Void = {}) -> [Float] {
    var rest = entries.dropFirst(2)
    rig.onReport = { [weak rig] report in
      guard case .started(let serial, _) = report, serial != entries[0].serial, let next = rest.popFirst()
      else { return }
      rig?.engine.setNext(next)
    }
    rig.engine.play(entries[0])
    rig.engine.setNext(entries[1])
    var samples: [Float] = []
    while !rig.reports.contains(where: { if case .drained = $0 { true } else { false } }) {
      rig.feed()
      look()
      samples += rig.collect(10_000)
    }
    return samples
  }

  @Test(arguments: [44_100, 48_000], [0, -6.0])
  func `joints with files that were opened ahead are those without, sample for sample`(
    rate: Int, gain: Double
  ) throws {
    let plans = [plan(1), plan(2, rate: rate), plan(3, frames: 500), plan(4)]
    let rig = try Rig(pace: .entriesOnly)
    var isAhead = false
    let ahead = played(rig, plans.map { entry(rig, $0, gain: gain) }) {
      isAhead = isAhead || rig.feeder.ahead.held != nil
    }
    let plain = try Rig(pace: .entriesOnly)
    let wanted = played(
      plain,
      plans.map {
        var entry = entry(plain, $0, gain: gain)
        entry.opensAhead = false
        return entry
      })
    expectEqual(ahead, wanted)
    #expect(isAhead)
    #expect(plain.feeder.ahead.tried == nil)
  }

  @Test func `a skip to what follows opens nothing, and it begins at its first frame`() throws {
    let rig = try Rig()
    rig.engine.play(rig.entry(plan(1)))
    rig.engine.setNext(entry(rig, plan(2)))
    fill(rig)
    expectEqual(rig.feeder.ahead.held?.serial, EntrySerial(rawValue: 2))
    var again = Rig.absent(3)
    again.repeated = EntrySerial(rawValue: 2)
    rig.engine.play(again)
    rig.feed()
    #expect(rig.feeder.ahead.held == nil)
    // What was decoded of the one before makes room.
    _ = rig.collect(300)
    rig.feed()
    var samples = rig.collect(4_000)
    for _ in 0..<4 {
      rig.feed()
      samples += rig.collect(4_000)
    }
    let begin = try #require(
      (0..<10_000).first { samples[2 * $0 + 1] == SyntheticDecoder.sample(serial: 2, frame: 0) })
    let right = (begin..<20_000).map { samples[2 * $0 + 1] }
    #expect(right == (0..<Int64(right.count)).map { SyntheticDecoder.sample(serial: 2, frame: $0) })
    #expect(!rig.reports.contains { if case .failed = $0 { true } else { false } })
  }

  @Test
  func `an entry opened ahead stays open over pauses and seeks, and closes when the next entry changes`()
    throws
  {
    let rig = try Rig()
    rig.engine.play(rig.entry(plan(1)))
    rig.feed()
    #expect(rig.feeder.ahead.held == nil)
    rig.engine.setNext(entry(rig, plan(2)))
    fill(rig)
    let kept = try #require(rig.feeder.ahead.held?.decoder)
    rig.engine.pause()
    rig.feed()
    rig.engine.seek(to: .seconds(1))
    rig.engine.resume()
    fill(rig)
    #expect(rig.feeder.ahead.held?.decoder === kept)
    rig.engine.setNext(entry(rig, plan(3)))
    rig.feed()
    expectEqual(rig.feeder.ahead.held?.serial, EntrySerial(rawValue: 3))
    rig.engine.setNext(nil)
    rig.feed()
    #expect(rig.feeder.ahead.held == nil)
    rig.engine.setNext(entry(rig, plan(4)))
    rig.feed()
    #expect(rig.feeder.ahead.held != nil)
    rig.engine.runOut()
    rig.feed()
    #expect(rig.feeder.ahead.held == nil)
  }

  @Test func `another entry played, and a stop, close it`() throws {
    let rig = try Rig()
    let ways = [{ rig.engine.stop() }, { rig.engine.play(rig.entry(self.plan(9))) }]
    for (serial, begin) in zip(UInt32(1)..., ways) {
      rig.engine.play(rig.entry(plan(serial)))
      rig.engine.setNext(entry(rig, plan(serial + 10)))
      fill(rig)
      #expect(rig.feeder.ahead.held != nil)
      begin()
      rig.feed()
      #expect(rig.feeder.ahead.held == nil)
    }
  }

  @Test func `an entry that cannot be opened ahead is tried once, and fails at its turn`() throws {
    let rig = try Rig()
    rig.engine.play(rig.entry(plan(1, frames: 100_000)))
    var absent = Rig.absent(2)
    absent.opensAhead = true
    rig.engine.setNext(absent)
    fill(rig)
    expectEqual(rig.feeder.ahead.tried, absent.serial)
    #expect(!rig.reports.contains { if case .failed = $0 { true } else { false } })
    for _ in 0..<5 {
      _ = rig.collect(20_000)
      rig.feed()
    }
    #expect(rig.reports.contains { if case .failed(absent.serial, _) = $0 { true } else { false } })
  }

  @Test func `an entry whose storage failed ahead fails at its turn without another try`() throws {
    let rig = try Rig()
    rig.engine.play(rig.entry(plan(1, frames: 100_000)))
    let opened = Opened()
    var broken = EngineEntry(serial: EntrySerial(rawValue: 2)) { () throws(SystemError) in
      opened.count.add(1, ordering: .relaxed)
      throw SystemError(.init(rawValue: 5), call: "open")
    }
    broken.opensAhead = true
    rig.engine.setNext(broken)
    for _ in 0..<6 {
      rig.feed()
      _ = rig.collect(20_000)
    }
    #expect(rig.reports.contains { if case .failed(broken.serial, _) = $0 { true } else { false } })
    expectEqual(opened.count.load(ordering: .relaxed), 1)
  }

  private final class Opened: Sendable { let count = Atomic<Int>(0) }

  @Test func `an entry decoded as the next one is not opened again by a skip to it`() throws {
    let rig = try Rig()
    rig.engine.play(rig.entry(plan(1, frames: 5_000)))
    rig.engine.setNext(entry(rig, plan(2)))
    rig.feed()
    expectEqual(rig.feeder.track?.entry.serial, EntrySerial(rawValue: 2))
    var again = Rig.absent(3)
    again.repeated = EntrySerial(rawValue: 2)
    rig.engine.play(again)
    rig.feed()
    _ = rig.collect(300)
    rig.feed()
    let samples = rig.collect(20_000)
    #expect((0..<20_000).contains { samples[2 * $0 + 1] == SyntheticDecoder.sample(serial: 2, frame: 0) })
    #expect(rig.reports.contains { if case .started(again.serial, _) = $0 { true } else { false } })
  }

  @Test func `a skip's target is decoded before the entry after it is opened`() throws {
    let rig = try Rig()
    rig.engine.play(rig.entry(plan(1)))
    rig.engine.setNext(entry(rig, plan(2)))
    fill(rig)
    var again = Rig.absent(3)
    again.repeated = EntrySerial(rawValue: 2)
    rig.engine.play(again)
    rig.engine.setNext(entry(rig, plan(4)))
    // The ring is still full of what sounded.
    rig.feed()
    #expect(rig.feeder.ahead.held == nil)
    fill(rig)
    expectEqual(rig.feeder.ahead.held?.serial, EntrySerial(rawValue: 4))
  }

  @Test func `an entry used at a joint is opened ahead again after a seek back`() throws {
    let rig = try Rig()
    rig.engine.play(rig.entry(plan(1, frames: 200_000)))
    rig.engine.setNext(entry(rig, plan(2)))
    while rig.feeder.track?.entry.serial != EntrySerial(rawValue: 2) {
      rig.feed()
      _ = rig.collect(5_000)
    }
    rig.engine.seek(to: .seconds(1))
    fill(rig)
    expectEqual(rig.feeder.ahead.held?.serial, EntrySerial(rawValue: 2))
  }

  @Test func `an entry is not opened ahead unless it allows that`() throws {
    let rig = try Rig()
    rig.engine.play(rig.entry(plan(1)))
    rig.engine.setNext(rig.entry(plan(2)))
    fill(rig)
    #expect(rig.feeder.ahead.held == nil)
    #expect(rig.feeder.ahead.tried == nil)
  }

  // MARK: - The decoder with a head

  private func frames(_ decoder: any Decoder, at most: Int) throws -> [Int64] {
    var part = [Float](repeating: 0, count: most * 2)
    var span = part.mutableSpan
    guard case .frames(let count) = try decoder.read(into: &span) else { return [] }
    return (0..<count).map { SyntheticDecoder.place(of: part[2 * $0 + 1]).frame }
  }

  @Test(arguments: [0, 1, 300, 1024, 5_000])
  func `frames and positions are those without a head`(head: Int) throws {
    let decoder = try HeadDecoder(SyntheticDecoder(plan(1, frames: 3_000)), frames: head)
    expectEqual(decoder.positionFrames, 0)
    var read: [Int64] = []
    while true {
      let more = try frames(decoder, at: 100)
      guard !more.isEmpty else { break }
      read += more
      expectEqual(decoder.positionFrames, Int64(read.count))
    }
    expectEqual(read, Array(0..<3_000))
    #expect(try frames(decoder, at: 100).isEmpty)
    try expectEqual(decoder.seek(toFrame: 0), .exact)
    try expectEqual(frames(decoder, at: 2), [0, 1])
  }

  @Test func `a seek forgets the head`() throws {
    let decoder = try HeadDecoder(SyntheticDecoder(plan(1, frames: 3_000)), frames: 1024)
    _ = try frames(decoder, at: 10)
    try expectEqual(decoder.seek(toFrame: 20), .exact)
    expectEqual(decoder.positionFrames, 20)
    try expectEqual(frames(decoder, at: 2), [20, 21])
  }

  @Test func `a format that changes within the head is reported after the frames before it`() throws {
    let changing = ChangingDecoder()
    let decoder = try HeadDecoder(changing, frames: 1024)
    expectEqual(decoder.format.rate, 44_100)
    var part = [Float](repeating: 0, count: 2_000)
    var span = part.mutableSpan
    try expectEqual(decoder.read(into: &span), .frames(100))
    expectEqual(decoder.format.rate, 44_100)
    try expectEqual(decoder.read(into: &span), .formatChanged(changing.format))
    expectEqual(decoder.format.rate, 48_000)
    try expectEqual(decoder.read(into: &span), .frames(7))
    expectEqual(decoder.positionFrames, 107)
  }

  @Test func `a hole within the head leaves the beginning where it is`() throws {
    let decoder = try HeadDecoder(HoledDecoder(), frames: 1024)
    expectEqual(decoder.positionFrames, 0)
    var part = [Float](repeating: 0, count: 4_000)
    var span = part.mutableSpan
    try expectEqual(decoder.read(into: &span), .frames(1024))
    expectEqual(decoder.positionFrames, 6_024)
  }

  /// Behind its first hundred frames five thousand are missing.
  private final class HoledDecoder: Decoder {
    let format = StreamFormat(rate: 44_100, channels: 2, exactBits: .bits(16))
    private(set) var positionFrames: Int64 = 0
    let lengthFrames: Int64? = nil

    func read(into span: inout MutableSpan<Float>) throws(MediaError) -> ReadResult {
      let count = min(span.count / 2, 100)
      positionFrames += positionFrames == 100 ? 5_000 + Int64(count) : Int64(count)
      return .frames(count)
    }

    func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision { .exact }
  }

  /// A hundred frames of one rate, then seven of another at a time.
  private final class ChangingDecoder: Decoder {
    private(set) var format = StreamFormat(rate: 44_100, channels: 2, exactBits: .bits(16))
    private(set) var positionFrames: Int64 = 0
    let lengthFrames: Int64? = nil

    func read(into span: inout MutableSpan<Float>) throws(MediaError) -> ReadResult {
      if positionFrames == 0 {
        positionFrames = 100
        return .frames(100)
      }
      guard format.rate == 48_000 else {
        format = StreamFormat(rate: 48_000, channels: 2, exactBits: .bits(16))
        return .formatChanged(format)
      }
      positionFrames += 7
      return .frames(7)
    }

    func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision { .exact }
  }
}
