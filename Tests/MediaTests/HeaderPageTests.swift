import Support
import Testing

@testable import Media

/// Sound on the page that ends the headers, as older taggers leave it.
@Suite struct HeaderPageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// Packets of sound that end on the header page.
    let counts: [Int]
    /// The largest difference after a seek that the format's own prediction leaves.
    let tolerance: Float
    var testDescription: String { name }

    func stream() throws -> RepagedOgg { try RepagedOgg(try Repository.bytes(of: "Fixtures/\(name)")) }
  }

  static let cases = [
    Case(name: "album/1-03 Lamp Oil.ogg", counts: [0, 1, 2, 7, 100], tolerance: 0),
    Case(name: "tags/comments.ogg", counts: [0, 1, 2, 13, 14], tolerance: 0),
    Case(name: "cut/vorbis/2.ogg", counts: [2], tolerance: 0),
    Case(name: "album/1-04 Windowsill.opus", counts: [0, 1, 2, 7, 100], tolerance: 2e-3),
    Case(name: "formats/ogg.oga", counts: [0, 1, 2, 4], tolerance: 0),
  ]

  private func check(_ bytes: [UInt8], _ file: Case, _ note: String) throws {
    let whole = try #require(try Fixture.drain(try Fixture.decoder(file.name)).first)
    let channels = whole.format.channels
    let decoder = try openDecoder(try Fixture.open(bytes))
    #expect(decoder.lengthFrames == Int64(whole.frames), "\(note)")
    #expect(try Fixture.drain(decoder).map(\.samples) == [whole.samples], "\(note)")
    expectEqual(decoder.positionFrames, Int64(whole.frames))
    let facts = try probe(of: try Fixture.open(bytes))
    let plain = try probe(of: try Fixture.open(file.name))
    #expect(facts.lengthFrames == plain.lengthFrames && facts.duration == plain.duration, "\(note)")
    #expect(facts.tags == plain.tags && facts.format == plain.format)
    #expect(try readComments(of: try Fixture.open(bytes)) == readComments(of: try Fixture.open(file.name)))
    var random = Numbers(seed: 31)
    var buffer = [Float](repeating: 0, count: 3000 * channels)
    let first = [0, 1, 100, 960, 3000, 0, 20_000, 5000, whole.frames - 1, 0]
    let targets =
      first.filter { $0 < whole.frames }
      + (0..<60).map { round in
        Int(random.next() % UInt64(round % 2 == 0 ? whole.frames : min(whole.frames, 40_000)))
      }
    for target in targets {
      try expectEqual(decoder.seek(toFrame: Int64(target)), .exact)
      expectEqual(decoder.positionFrames, Int64(target))
      var span = buffer.mutableSpan
      guard case .frames(let count) = try decoder.read(into: &span) else {
        Issue.record("\(note): no frames after a seek to \(target)")
        return
      }
      let wanted = whole.samples[(target * channels)...].prefix(count * channels)
      let worst = zip(buffer, wanted).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
      #expect(worst <= file.tolerance && wanted.count == count * channels, "\(note): a seek to \(target)")
    }
  }

  @Test(arguments: cases) func `sound on the last header page plays, seeks and counts as elsewhere`(
    file: Case
  ) throws {
    let stream = try file.stream()
    for count in file.counts {
      try check(stream.bytes(count), file, "\(count) packets")
      if let next = stream.longPacket(from: count), next < 100 {
        try check(stream.bytes(next, startsNext: true), file, "\(next) packets and a part")
      }
    }
  }

  /// Taggers that write the headers anew may leave their time stamp, and move the sound to a page of its own with it. Of
  /// a stream that is cut within its first page, nothing else tells where.
  @Test(arguments: cases) func `a header page without the time of its sound loses none`(file: Case) throws {
    let stream = try file.stream()
    for granule in [0, -1] as [Int64] where file.name != "cut/vorbis/2.ogg" {
      try check(stream.bytes(4, granule: granule), file, "\(granule)")
    }
    if file.name != "cut/vorbis/2.ogg" {
      try check(stream.bytes(4, granule: 0, moves: true), file, "on a page of its own")
    }
    guard stream.longPacket(from: 0) == 0, file.name != "cut/vorbis/2.ogg" else { return }
    for granule in [0, -1] as [Int64] {
      try check(stream.bytes(0, startsNext: true, granule: granule), file, "a part, \(granule)")
    }
  }

  @Test(arguments: ["formats/rate-8000.ogg", "formats/channels-2.opus"])
  func `all sound may lie on the header page`(name: String) throws {
    let file = Case(name: name, counts: [], tolerance: name.hasSuffix("opus") ? 2e-3 : 0)
    let stream = try file.stream()
    try check(stream.bytes(stream.packetCount), file, "all")
  }

  @Test func `the streams of a Vorbis chain may each begin so`() throws {
    let names = [
      "album/1-03 Lamp Oil.ogg", "tags/comments.ogg", "formats/rate-22050.ogg", "album/1-03 Lamp Oil.ogg",
    ]
    let streams = try names.map { try RepagedOgg(try Repository.bytes(of: "Fixtures/\($0)")) }
    let chain = streams.enumerated().flatMap { $1.bytes(3 + $0, serial: UInt32($0)) }
    let plain = try names.enumerated().flatMap { number, name in
      try RepagedOgg(try Repository.bytes(of: "Fixtures/\(name)")).bytes(0, serial: UInt32(number))
    }
    let whole = try Fixture.drain(try openDecoder(try Fixture.open(plain)))
    let decoder = try openDecoder(try Fixture.open(chain))
    let runs = try Fixture.drain(decoder)
    expectEqual(runs.map(\.format), whole.map(\.format))
    expectEqual(runs.map(\.frames), whole.map(\.frames))
    #expect(zip(runs, whole).allSatisfy { $0.samples == $1.samples })
    #expect(decoder.lengthFrames == Int64(whole.reduce(0) { $0 + $1.frames }))
    let starts = whole.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.frames) }
    var buffer = [Float](repeating: 0, count: 4096)
    for (link, run) in whole.enumerated() {
      for frame in [300, 0, run.frames - 1] {
        try expectEqual(decoder.seek(toFrame: Int64(starts[link] + frame)), .exact)
        var span = buffer.mutableSpan
        var result = try decoder.read(into: &span)
        if case .formatChanged = result {
          var span = buffer.mutableSpan
          result = try decoder.read(into: &span)
        }
        guard case .frames(let count) = result else {
          Issue.record("\(result) at \(frame) of \(link)")
          continue
        }
        let channels = run.format.channels
        expectEqual(
          buffer[..<(count * channels)], run.samples[(frame * channels)...].prefix(count * channels))
      }
    }
    #expect(
      try probe(of: try Fixture.open(chain)).duration == probe(of: try Fixture.open(plain)).duration)
  }
}
