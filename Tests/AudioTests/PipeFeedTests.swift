import Linux
import SignalSupport
import Support
import Testing

@testable import Audio
@testable import Signal

/// A pipe's reader, and what it gets: every clock is moved by hand.
@Suite struct PipeFeedTests {
  /// A device that plays by its own clock, a pipe, and a reader with another clock.
  private final class Bench {
    let tap: TapRing
    let pipe: FakePipe
    let feed: PipeFeed
    let format: TapFormat
    private(set) var now: Int64 = 1_000_000_000
    /// Frames that the reader lacked.
    var lacking = 0
    private var played = 0.0
    private var wanted = 0.0
    private var place = 0

    init(rate: Int = 8000, format: TapFormat = TapFormat(rate: 8000, bits: 16), pipe: FakePipe = FakePipe()) {
      tap = TapRing(rate: rate)
      self.pipe = pipe
      self.format = format
      let state = State()
      feed = PipeFeed(TapConverter(tap, format: format)) { () throws(SystemError) in
        state.openings += 1
        if let code = state.opening { throw SystemError(code, call: "open", path: "fifo") }
        return pipe
      } report: {
        state.reports.append($0)
      }
      self.state = state
    }

    final class State {
      var opening: Errno?
      var openings = 0
      var reports: [TapReport] = []
    }
    let state: State

    /// Frames of a device count from 1 in steps of 16 bits.
    private static let counting: [Float] = (1..<32_768).flatMap {
      [Float($0) * 0x1p-15, -Float($0) * 0x1p-15]
    }

    func sound(_ frames: Int) {
      unsafe Self.counting.withUnsafeBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        var done = 0
        while done < frames {
          let run = min(frames - done, samples.count / 2 - place)
          unsafe tap.append(base + 2 * place, frames: run)
          place = (place + run) % (samples.count / 2)
          done += run
        }
      }
      tap.settle(held: 0)
    }

    /// Some milliseconds of the device's clock and of the reader's.
    /// - Parameters:
    ///   - ppm: how much faster the device's clock is.
    ///   - reads: whether the reader takes as many frames as its clock asks for; nil: all that lies in the pipe.
    func run(_ milliseconds: Int, ppm: Double = 0, sounds: Bool = true, reads: Bool? = true, gain: Float? = 1)
    {
      for _ in 0..<max(1, milliseconds / 20) {
        now += 20_000_000
        if sounds {
          played += Double(tap.deviceRate) * 0.02 * (1 + ppm / 1e6)
          sound(Int(played))
          played -= played.rounded(.down)
        }
        _ = feed.step(at: now, gain: gain)
        switch reads {
        case nil: pipe.readAll()
        case false?: break
        case true?:
          wanted += Double(format.rate) * 0.02
          if pipe.writtenBytes > 0 { lacking += pipe.read(Int(wanted) * format.bytesPerFrame) }
          wanted -= wanted.rounded(.down)
        }
      }
    }

    var seconds: Double { Double(pipe.unreadBytes) / Double(format.bytesPerSecond) }
  }

  @Test(arguments: [200.0, -200])
  func `an hour between two clocks costs no frame, and the pipe keeps its level`(ppm: Double) {
    let bench = Bench()
    bench.pipe.keeps = false
    bench.run(1000, ppm: ppm)
    bench.lacking = 0
    var (least, most) = (bench.seconds, bench.seconds)
    for _ in 0..<360 {
      bench.run(10_000, ppm: ppm)
      least = min(least, bench.seconds)
      most = max(most, bench.seconds)
    }
    expectEqual(bench.lacking, 0)
    #expect(least > 0.04 && most < 0.16, "\(least) to \(most)")
    expectEqual(bench.state.reports, [.readerCame])
    // The last of it is music, at the device's pace.
    #expect(abs(Double(bench.pipe.writtenBytes) / Double(bench.format.bytesPerSecond) - 3601.1) < 0.2)
  }

  @Test func `a reader that takes whatever comes gets every frame bit for bit after the silence`() {
    let bench = Bench()
    bench.run(1000, reads: nil)
    // Late now and then.
    for _ in 0..<10 {
      bench.run(60, reads: false)
      bench.run(40, reads: nil)
    }
    let samples = Samples.floats(bench.pipe.written, .s16)
    let silence = Int(PipeFeed.targetSeconds * 8000)
    #expect(samples[..<(2 * silence)].allSatisfy { $0 == 0 })
    let music = samples[(2 * silence)...]
    expectEqual(music.count, 2 * 16_000)
    for (index, sample) in music.enumerated() where index % 2 == 0 {
      guard sample == Float(index / 2 + 1) * 0x1p-15 else {
        Issue.record("frame \(index / 2) is \(sample)")
        break
      }
    }
  }

  @Test func `24 and 32 bits, another rate and a volume reach the pipe`() {
    for bits in [24, 32] {
      let bench = Bench(format: TapFormat(rate: 8000, bits: bits))
      bench.run(100, reads: nil)
      let samples = Samples.floats(bench.pipe.written, bits == 24 ? .s24 : .s32)
      expectEqual(samples[(2 * 800)], 0x1p-15)
    }
    let other = Bench(rate: 48_000, format: TapFormat(rate: 44_100, bits: 16))
    other.run(10_000, reads: nil)
    let frames = other.pipe.writtenBytes / 4 - 4410
    #expect(abs(frames - 441_000) < 4410)
    let quiet = Bench()
    quiet.run(1000, reads: nil, gain: 0.5)
    let samples = Samples.floats(quiet.pipe.written, .s16)
    #expect(abs((samples.last ?? 0) + 0.5 * 8000 * 0x1p-15) < 0x1p-13)
  }

  @Test(arguments: [200, 2000])
  func `a pause of the device is bridged by silence, so that the reader never waits afterwards`(
    milliseconds: Int
  ) {
    let bench = Bench()
    bench.run(5000)
    bench.run(milliseconds, sounds: false)
    #expect(bench.lacking > 0)
    bench.lacking = 0
    bench.run(40)
    #expect(bench.seconds > 0.05)
    bench.lacking = 0
    bench.run(20_000)
    expectEqual(bench.lacking, 0)
  }

  @Test func `a reader that goes and comes back gets sound again, and each change is reported once`() {
    let bench = Bench()
    bench.state.opening = .accessDenied
    bench.run(2000)
    expectEqual(bench.state.reports, [.unusable("fifo: Permission denied (open)")])
    bench.state.opening = nil
    bench.pipe.hasReader = false
    bench.run(2000)
    expectEqual(bench.state.reports.suffix(1), [.noReader])
    bench.pipe.hasReader = true
    bench.run(200)
    expectEqual(bench.state.reports.suffix(1), [.readerCame])
    bench.pipe.hasReader = false
    bench.run(2000)
    expectEqual(bench.state.reports.suffix(1), [.readerLeft])
    bench.pipe.hasReader = true
    bench.pipe.readAll()
    let before = bench.pipe.writtenBytes
    bench.run(1000)
    expectEqual(bench.state.reports.suffix(1), [.readerCame])
    expectEqual(bench.state.reports.count, 5)
    #expect(bench.pipe.writtenBytes - before > 16_000 * 2)
  }

  @Test(arguments: [176_400, 6000])
  func `a reader that stands still costs the newest second at most, and continues in time`(capacity: Int) {
    let bench = Bench(pipe: FakePipe(capacity: capacity))
    // Writes are cut wherever the pipe likes.
    bench.pipe.most = 333
    bench.run(3000)
    bench.run(10_000, reads: false)
    expectEqual(bench.state.reports, [.readerCame, .readerStuck])
    #expect(bench.seconds < 0.7)
    bench.run(3000)
    bench.lacking = 0
    bench.run(10_000)
    expectEqual(bench.lacking, 0)
    #expect(bench.seconds > 0.04 && bench.seconds < 0.3)
    #expect(bench.pipe.writtenBytes % 4 == 0 || bench.pipe.unreadBytes == capacity)
    // Whole frames: left and right belong together.
    let samples = Samples.floats(bench.pipe.written.dropLast(bench.pipe.written.count % 4), .s16)
    for index in stride(from: 0, to: samples.count - 1, by: 2) {
      guard abs(samples[index] + samples[index + 1]) < 0x1p-10 else {
        Issue.record("frame \(index / 2) is cut")
        break
      }
    }
  }

  @Test func `an output that is off writes nothing, and then continues with the present sound`() {
    let bench = Bench()
    bench.run(1000, reads: nil)
    let before = bench.pipe.writtenBytes
    bench.run(5000, reads: nil, gain: nil)
    expectEqual(bench.pipe.writtenBytes, before)
    bench.run(1000, reads: nil)
    #expect(bench.pipe.writtenBytes - before <= 8000 * 4 + 3200)
    #expect(bench.pipe.writtenBytes - before > 7000 * 4)
  }
}
