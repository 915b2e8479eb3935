import Support
import Testing

@testable import Audio

/// A part of an entry that is played over and over.
@Suite("Loops") struct LoopTests {
  private static func plan(_ serial: UInt32, frames: Int64 = 30_000, rate: Int = 44_100)
    -> SyntheticDecoder.Plan
  {
    SyntheticDecoder.Plan(serial: serial, frames: frames, rate: rate)
  }

  private static func time(_ frames: Int64) -> Duration { .nanoseconds(frames * 1_000_000_000 / 44_100 + 1) }

  /// Pulls `count` frames, feeding in between, and gives the number of each frame.
  private func play(_ rig: Rig, _ count: Int) -> [Int64] {
    var frames: [Int64] = []
    // Silence counts as well; a rig that gives nothing at all ends the test.
    for _ in 0..<(count / 256 + 20) where frames.count < count {
      rig.feed()
      let samples = rig.collect(min(512, count - frames.count))
      frames += stride(from: 1, to: samples.count, by: 2).map {
        SyntheticDecoder.place(of: samples[$0]).frame
      }
    }
    return frames
  }

  @Test
  func `every round is exactly as long as the part, and its beginning blends with the sound after its end`()
    throws
  {
    let rig = try Rig(bufferSeconds: 4)
    let (start, end): (Int64, Int64) = (5000, 12_000)
    rig.engine.play(rig.entry(Self.plan(1)))
    rig.engine.setLoop(Self.time(start)..<Self.time(end))
    let frames = play(rig, 40_000)
    #expect(frames[..<12_000].elementsEqual(0..<12_000), "it comes to the part's end as without a loop")
    let blend = LoopedPart.blendFrames
    for round in 0..<3 {
      let first = 12_000 + round * 7000
      let whole = frames[(first + blend)..<(first + 7000)]
      #expect(whole.elementsEqual((start + Int64(blend))..<end), "round \(round)")
      // From what is behind the end to the beginning, by equal steps.
      for index in 0..<blend {
        let (old, new) = (Double(end) + Double(index), Double(start) + Double(index))
        let gain = Double(index + 1) / Double(blend + 1)
        #expect(abs(Double(frames[first + index]) - (old + (new - old) * gain)) <= 1)
      }
    }
    #expect(rig.engine.position?.elapsed ?? .zero >= Self.time(start))
    #expect(rig.engine.position?.elapsed ?? .zero <= Self.time(end))
  }

  @Test func `the end of a loop continues after the part, and to the next entry`() throws {
    let rig = try Rig()
    rig.engine.play(rig.entry(Self.plan(1, frames: 9000)))
    rig.engine.setNext(rig.entry(Self.plan(2)))
    rig.engine.setLoop(Self.time(2000)..<Self.time(7000))
    _ = play(rig, 15_000)
    expectEqual(rig.engine.position?.serial, EntrySerial(rawValue: 1))
    rig.engine.setLoop(nil)
    let place = rig.engine.position?.elapsed ?? .zero
    #expect(place > Self.time(1999) && place < Self.time(7001))
    var rest: [Int64] = []
    while rest.count < 12_000, rig.engine.position?.serial == EntrySerial(rawValue: 1) {
      rest += play(rig, 500)
    }
    expectEqual(rig.engine.position?.serial, EntrySerial(rawValue: 2))
    #expect(rest.contains(8999))
  }

  @Test func `a part at the end of a file ends with the file`() throws {
    let rig = try Rig()
    rig.engine.play(rig.entry(Self.plan(1, frames: 8000)))
    rig.engine.setLoop(Self.time(4000)..<Self.time(20_000))
    let frames = play(rig, 20_000)
    #expect(frames[..<8000].elementsEqual(0..<8000))
    for round in 0..<2 {
      let first = 8000 + round * 4000 + LoopedPart.blendFrames
      #expect(
        frames[first] == 4000 + Int64(LoopedPart.blendFrames) && frames[first + 3000] - frames[first] == 3000)
    }
  }

  @Test func `a part that the file does not reach ends the loop and not the thread`() throws {
    let rig = try Rig()
    rig.engine.play(rig.entry(Self.plan(1, frames: 8000)))
    rig.engine.setLoop(Self.time(50_000)..<Self.time(60_000))
    _ = play(rig, 9000)
    #expect(rig.reports.contains { if case .ended = $0 { true } else { false } })
  }

  @Test func `a loop in a file of another rate has rounds of the same length`() throws {
    let rig = try Rig(rate: 48_000)
    rig.engine.play(rig.entry(Self.plan(1)))
    rig.engine.setLoop(Self.time(4410)..<Self.time(13_230))
    // 0.2 s a round: 9600 frames of the device.
    var left: [Float] = []
    for _ in 0..<120 {
      rig.feed()
      let samples = rig.collect(500)
      left += stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
    }
    let (first, second) = (left[24_000..<33_000], left[33_600..<42_600])
    let difference = zip(first, second).map { abs($0 - $1) }.max() ?? 1
    #expect(difference < 0.000_01)
    #expect((first.max() ?? 0) - (first.min() ?? 0) > 0.005, "there is something to be compared")
  }

  @Test func `a seek keeps the loop, another entry ends it`() throws {
    let rig = try Rig()
    rig.engine.play(rig.entry(Self.plan(1)))
    rig.engine.setLoop(Self.time(5000)..<Self.time(10_000))
    rig.engine.seek(to: Self.time(9000))
    let frames = play(rig, 6000)
    #expect(frames[2000] == 6000 && !frames.contains(10_300))
    rig.engine.play(rig.entry(Self.plan(2)))
    let other = play(rig, 14_000)
    #expect(other.contains(10_500) && other.contains(12_000))
  }
}
