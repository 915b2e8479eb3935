import Linux
import Media
import Support
import Testing

@testable import Audio

/// Files whose rate or channels are not the device's, or change on the way, through the whole chain.
@Suite struct FormatChangeTests {
  /// What a file holds: frames in a row of one rate and channel count.
  private struct Part {
    var format: StreamFormat
    var frames: Int
  }

  private static func parts(of path: String) throws -> [Part] {
    let decoder = try openDecoder(try Playlist.entry(1, path).open())
    var parts = [Part(format: decoder.format, frames: 0)]
    var buffer = [Float](repeating: 0, count: 8192 * 8)
    while true {
      var span = buffer.mutableSpan
      switch try decoder.read(into: &span) {
      case .frames(let count): parts[parts.count - 1].frames += count
      case .formatChanged(let format): parts.append(Part(format: format, frames: 0))
      case .end, .pending: return parts.filter { $0.frames > 0 }
      }
    }
  }

  private static let deviceRate = 44_100

  /// Plays all of `path` from a time on.
  private func play(_ path: String, from time: Duration = .zero) throws -> (samples: [Float], rig: Rig) {
    let rig = try Rig(rate: Self.deviceRate)
    rig.engine.play(Playlist.entry(1, path), from: time)
    rig.engine.setNext(nil)
    var samples: [Float] = []
    for _ in 0..<400 {
      rig.feed()
      rig.pull(441) { run in
        if let from = unsafe run.samples {
          unsafe samples += UnsafeBufferPointer(start: from, count: run.frames * 2)
        }
      }
      if rig.reports.contains(where: { if case .drained = $0 { true } else { false } }) { break }
    }
    return (samples, rig)
  }

  static let files = [
    "change.flac", "change.mp3", "chained-change.ogg", "chained-change.opus", "chained-same.ogg",
    "mono-8000.flac",
    "mono-384000.flac", "channels-1.opus", "channels-3.ogg", "channels-6.flac", "channels-8.flac",
    "channels-8.opus",
    "mono.mp3", "rate-8000.mp3", "bits-24.flac",
  ]

  @Test(arguments: files)
  func `every frame of every part is heard, as one entry`(_ file: String) throws {
    let path = "\(Repository.root)/Fixtures/formats/\(file)"
    let parts = try Self.parts(of: path)
    let wanted = parts.reduce(0.0) {
      $0 + Double($1.frames) * Double(Self.deviceRate) / Double($1.format.rate)
    }
    let (samples, rig) = try play(path)
    #expect(abs(Double(samples.count / 2) - wanted) <= Double(parts.count))
    #expect(samples.contains { abs($0) > 0.02 })
    #expect(samples.allSatisfy { $0.isFinite && abs($0) < 2 })
    let starts = rig.reports.filter { if case .started = $0 { true } else { false } }.count
    let ends = rig.reports.filter { if case .ended = $0 { true } else { false } }.count
    expectEqual(starts, 1)
    expectEqual(ends, 1)
  }

  @Test(arguments: [
    "change.flac", "change.mp3", "chained-change.ogg", "chained-change.opus",
  ])
  func `playing from a later part begins, and with a fade`(_ file: String) throws {
    let path = "\(Repository.root)/Fixtures/formats/\(file)"
    let parts = try Self.parts(of: path)
    let first = try #require(parts.first)
    // A little into the second part.
    let time = Duration.milliseconds(first.frames * 1000 / first.format.rate + 300)
    let (samples, rig) = try play(path, from: time)
    let starts = rig.reports.filter { if case .started = $0 { true } else { false } }.count
    expectEqual(starts, 1)
    #expect(samples.contains { abs($0) > 0.02 })
    // Its first frames rise from nothing.
    let position = try #require(samples.firstIndex { $0 != 0 })
    #expect(abs(samples[position]) < 0.01)
    #expect(rig.engine.position.map { $0.elapsed > time } ?? true)
  }
}
