import Glibc
import Support
import Testing

@testable import Audio
@testable import Signal

/// Another speed: how long entries get, where they are, and what comes behind it.
@Suite struct SpeedTests {
  @Test(arguments: [0.25, 0.5, 0.75, 1.25, 1.5, 2.0])
  func `an entry lasts as long as its speed makes it, and reports its own time`(speed: Double) throws {
    let rig = try Rig(pace: .entriesOnly)
    rig.engine.speed = speed
    rig.engine.play(rig.entry(SyntheticDecoder.Plan(serial: 1, frames: 88_200)))
    var frames = 0
    var told: [(heard: Int, elapsed: Double)] = []
    for _ in 0..<2000 where !rig.isDrained {
      rig.feed()
      frames += rig.collect(2000).count / 2
      if let elapsed = rig.engine.position?.elapsed { told.append((frames, elapsed / .seconds(1))) }
    }
    #expect(abs(Double(frames) - 88_200 / speed) < 0.03 * 44_100 / speed)
    #expect(told.count > 20)
    for (heard, elapsed) in told {
      #expect(abs(elapsed - Double(heard) / 44_100 * speed) < 0.03)
    }
  }

  @Test func `entries in a row keep their places at another speed`() throws {
    let rig = try Rig(pace: .entriesOnly)
    rig.engine.speed = 1.5
    rig.onReport = { [weak rig] report in
      guard case .started(let serial, _) = report, serial.rawValue < 3 else { return }
      rig?.engine.setNext(rig?.entry(SyntheticDecoder.Plan(serial: serial.rawValue + 1, frames: 60_000)))
    }
    rig.engine.play(rig.entry(SyntheticDecoder.Plan(serial: 1, frames: 60_000)))
    var frames = 0
    for _ in 0..<2000 where !rig.isDrained {
      rig.feed()
      frames += rig.collect(2000).count / 2
    }
    expectEqual(rig.started, [1, 2, 3])
    #expect(abs(frames - 120_000) <= 2000)
  }

  @Test func `the current song continues from its position with a new speed`() throws {
    let rig = try Rig()
    rig.engine.play(rig.entry(SyntheticDecoder.Plan(serial: 1, frames: 441_000)))
    for _ in 0..<100 {
      rig.feed()
      rig.pull(441)
    }
    rig.engine.speed = 2
    for _ in 0..<100 {
      rig.feed()
      rig.pull(441)
    }
    let elapsed = try #require(rig.engine.position?.elapsed) / .seconds(1)
    #expect(abs(elapsed - 3) < 0.05)
    rig.engine.speed = 1
    for _ in 0..<5 {
      rig.feed()
      rig.pull(441)
    }
    let samples = rig.collect(1000)
    expectEqual(SyntheticDecoder.place(of: samples[1]).serial, 1)
  }

  @Test func `the pitch is kept`() throws {
    var stretcher = try TimeStretcher(rate: 44_100, speed: 1.5)
    let frames = 88_200
    let sine = (0..<frames * 2).map { Float(0.5 * sin(2 * Double.pi * 440 * Double($0 / 2) / 44_100)) }
    var out = [Float](repeating: 0, count: frames * 2)
    let count = try unsafe sine.withUnsafeBufferPointer { source in
      try unsafe out.withUnsafeMutableBufferPointer { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return 0 }
        try unsafe stretcher.write(from, frames: frames)
        try stretcher.flush()
        return unsafe stretcher.read(into: to, room: frames)
      }
    }
    #expect(abs(count - frames * 2 / 3) <= 1)
    // Rising zero crossings of the left channel.
    let crossings = (1..<count).filter { out[2 * $0 - 2] < 0 && out[2 * $0] >= 0 }
    let first = try #require(crossings.first)
    let last = try #require(crossings.last)
    let hertz = Double(crossings.count - 1) * 44_100 / Double(last - first)
    #expect(abs(1200 * log2(hertz / 440)) < 5)
  }

  @Test func `the library is in memory only while the speed is another one`() throws {
    func isLoaded() throws -> Bool {
      try Repository.text(of: "../../../../../../../../proc/self/maps").contains("libsonic")
    }
    let rig = try Rig()
    rig.engine.play(rig.entry(SyntheticDecoder.Plan(serial: 1, frames: 441_000)))
    rig.feed()
    #expect(rig.feeder.chunks.stretch.speed == nil)
    rig.engine.speed = 0.5
    rig.feed()
    #expect(try isLoaded())
    rig.engine.speed = 1
    rig.feed()
    #expect(rig.feeder.chunks.stretch.speed == nil)
  }
}
