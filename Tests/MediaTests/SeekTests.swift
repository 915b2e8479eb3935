import Media
import Support
import Testing

@Suite struct SeekTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// The largest difference from the linear decode that the format's own prediction leaves.
    let tolerance: Float
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "album/1-01 Kettle Waltz.flac", tolerance: 0),
    Case(name: "album/2-01 Solder.flac", tolerance: 0),
    Case(name: "formats/no-length.flac", tolerance: 0),
    Case(name: "formats/ogg.oga", tolerance: 0),
    Case(name: "album/1-02 Ratchet Rag.mp3", tolerance: 1e-5),
    Case(name: "album/1-05 Night Bus.mp3", tolerance: 1e-5),
    Case(name: "album/2-04 Attic Radio.mp3", tolerance: 1e-5),
    Case(name: "formats/no-xing.mp3", tolerance: 1e-5),
    Case(name: "formats/vbr-no-xing.mp3", tolerance: 1e-5),
    Case(name: "formats/junk-first.mp3", tolerance: 1e-5),
    Case(name: "formats/rate-8000.mp3", tolerance: 1e-5),
    Case(name: "album/1-03 Lamp Oil.ogg", tolerance: 0),
    Case(name: "formats/chained-same.ogg", tolerance: 0),
    Case(name: "album/1-04 Windowsill.opus", tolerance: 2e-3),
    Case(name: "album/2-03 Copper Wire.opus", tolerance: 2e-3),
    Case(name: "formats/channels-6.opus", tolerance: 2e-3),
    // Long comments: the library sees a front of our own.
    Case(name: "tags/comments.ogg", tolerance: 0),
    Case(name: "tags/comments.opus", tolerance: 2e-3),
  ]

  @Test(arguments: cases) func `two hundred seeks give what decoding through gives`(file: Case) throws {
    let whole = try #require(try Fixture.drain(try Fixture.decoder(file.name)).first)
    let decoder = try Fixture.decoder(file.name)
    let channels = whole.format.channels
    var random = Numbers(seed: 2024)
    var buffer = [Float](repeating: 0, count: 1200 * channels)
    for round in 0..<200 {
      let target = Int(random.next() % UInt64(whole.frames))
      try expectEqual(decoder.seek(toFrame: Int64(target)), .exact)
      expectEqual(decoder.positionFrames, Int64(target))
      var span = buffer.mutableSpan
      guard case .frames(let count) = try decoder.read(into: &span) else {
        Issue.record("no frames after seek \(round) to \(target)")
        return
      }
      #expect(count <= whole.frames - target)
      var worst: Float = 0
      for i in 0..<(count * channels) {
        worst = max(worst, abs(buffer[i] - whole.samples[target * channels + i]))
      }
      #expect(worst <= file.tolerance, "seek \(round) to \(target)")
    }
  }

  @Test(arguments: cases) func `a seek to or beyond the end ends, and one back continues`(file: Case) throws {
    let whole = try #require(try Fixture.drain(try Fixture.decoder(file.name)).first)
    let decoder = try Fixture.decoder(file.name)
    var buffer = [Float](repeating: 0, count: 8192 * 8)
    for target in [Int64(whole.frames), Int64(whole.frames) + 1, .max] {
      _ = try decoder.seek(toFrame: target)
      var span = buffer.mutableSpan
      try expectEqual(decoder.read(into: &span), .end)
      try expectEqual(decoder.read(into: &span), .end)
    }
    try expectEqual(decoder.seek(toFrame: -5), .exact)
    expectEqual(decoder.positionFrames, 0)
    let again = try #require(try Fixture.drain(decoder).first)
    expectEqual(again.frames, whole.frames)
    #expect(zip(again.samples, whole.samples).allSatisfy { abs($0 - $1) <= file.tolerance })
  }

  @Test(arguments: cases) func `small and odd reads give the same sound`(file: Case) throws {
    let whole = try #require(try Fixture.drain(try Fixture.decoder(file.name)).first)
    for frames in [1, 7, 441, 5000] where frames > 7 || whole.frames < 30_000 {
      let decoder = try Fixture.decoder(file.name)
      var sound: [Float] = []
      var buffer = [Float](repeating: 0, count: frames * whole.format.channels)
      reading: while true {
        var span = buffer.mutableSpan
        switch try decoder.read(into: &span) {
        case .frames(let count): sound += buffer[..<(count * whole.format.channels)]
        case .formatChanged: Issue.record("a change of format")
        case .end, .pending: break reading
        }
      }
      #expect(sound == whole.samples, "\(frames) at a time")
    }
  }

  @Test func `seeks cross the links of a chained file, formats and all`() throws {
    let runs = try Fixture.drain(try Fixture.decoder("formats/chained-change.ogg"))
    expectEqual(runs.map(\.format.rate), [44100, 22050, 44100])
    expectEqual(runs.map(\.format.channels), [2, 1, 2])
    let decoder = try Fixture.decoder("formats/chained-change.ogg")
    let starts = runs.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.frames) }
    var buffer = [Float](repeating: 0, count: 4096)
    for target in [starts[1] + 1000, 100, starts[2] + 5, starts[1], starts[2] - 1, 0, starts[3] - 1] {
      try expectEqual(decoder.seek(toFrame: Int64(target)), .exact)
      let link = starts.lastIndex { $0 <= target } ?? 0
      var span = buffer.mutableSpan
      var result = try decoder.read(into: &span)
      if case .formatChanged = result {
        var span = buffer.mutableSpan
        result = try decoder.read(into: &span)
      }
      #expect(decoder.format == runs[link].format, "at \(target)")
      guard case .frames(let count) = result else {
        Issue.record("\(result) at \(target)")
        continue
      }
      let channels = runs[link].format.channels
      let from = (target - starts[link]) * channels
      expectEqual(
        Array(buffer[..<(count * channels)]), Array(runs[link].samples[from..<(from + count * channels)]))
    }
  }
}
