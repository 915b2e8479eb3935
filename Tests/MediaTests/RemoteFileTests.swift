import Linux
import Model
import Support
import Synchronization
import Testing

@testable import Media

/// Files on a server that sends any part of them.
@Suite struct RemoteFileTests {
  private final class Server: Sendable {
    let bytes: [UInt8]
    /// A connection breaks after this number of bytes; a broken one is not counted among others.
    let cut: Int?
    /// It sends a file only from its start: the end of it comes when all of it has come, which is never in a test.
    let refusesParts: Bool
    /// How many playlists lead to the file.
    let lists: Int
    private let held = Guarded<[LiveStream.Ends]>([])
    /// Where each connection began.
    let connections = Guarded<[Int64]>([])
    /// What each connection knows of the lists before the file.
    let known = Guarded<[Int]>([])

    init(_ name: String, cut: Int? = nil, refusesParts: Bool = false, lists: Int = 0) throws {
      bytes = try Fixture.open(name).readAll(atMost: 10 << 20)
      self.cut = cut
      self.refusesParts = refusesParts
      self.lists = lists
    }

    func decoder() throws -> LiveDecoder { try LiveDecoder(stream()) {} }

    func stream() throws -> LiveStream {
      try LiveStream(
        url: "http://a/b",
        connect: { stream, ends, first in
          self.known.withLock { $0.append(stream.known.lists) }
          self.serve(ends, from: first)
        }, changed: { _ in })
    }

    private func serve(_ ends: LiveStream.Ends, from first: Int64) {
      connections.withLock { $0.append(first) }
      let bytes = bytes
      let cut = cut
      _ = try? Thread.start(name: "server", payload: ends) { ends in
        var reports = first == 0 ? [StreamReport.length(Int64(bytes.count))] : []
        func report(_ report: StreamReport) { _ = try? ends.reports.write(report.line.span) }
        if first > 0, self.refusesParts { reports.append(.partsRefused) }
        if self.lists > 0 { report(.lists(self.lists)) }
        for one in reports { report(one) }
        if first > 0, self.refusesParts, first == Int64(bytes.count) - 32 << 10 {
          return self.held.withLock { $0.append(ends) }
        }
        reports = []
        var rest = bytes[Int(first)...].prefix(cut ?? .max)
        while !rest.isEmpty {
          let part = Array(rest.prefix(4096))
          guard let count = try? ends.data.write(part.span) else { return }
          rest = rest.dropFirst(count)
        }
        report(.ended(cut == nil ? .complete : .cut("gone")))
      }
    }
  }

  private func read(_ decoder: LiveDecoder, atMost limit: Int = .max) throws -> [Float] {
    var samples: [Float] = []
    var waits = 0
    var buffer = [Float](repeating: 0, count: 4096 * 8)
    while samples.count < limit {
      var span = buffer.mutableSpan
      switch try decoder.read(into: &span) {
      case .frames(let count): samples += buffer[..<(count * decoder.format.channels)]
      case .formatChanged: continue
      case .end: return samples
      case .pending:
        waits += 1
        guard waits < 3000 else { return samples }
        _ = try Poll.wait(for: try Descriptor.inMemory("pause"), [.priority], atMost: .milliseconds(2))
      }
    }
    return samples
  }

  private func whole(_ name: String) throws -> [Float] {
    try Fixture.drain(try Fixture.decoder(name)).flatMap(\.samples)
  }

  @Test(arguments: [
    "formats/rate-44100.mp3", "formats/channels-2.flac", "formats/ogg.oga", "formats/channels-2.ogg",
    "formats/channels-2.opus",
  ])
  func `a file from a server has the samples and the length of the file`(_ name: String) throws {
    let decoder = try Server(name).decoder()
    let (samples, expected) = (try read(decoder), try whole(name))
    expectEqual(samples, expected)
    expectEqual(decoder.lengthFrames, Int64(expected.count / decoder.format.channels))
  }

  @Test func `a server that refuses parts is read in order`() throws {
    let name = "formats/ogg.oga"
    let server = try Server(name, refusesParts: true)
    let decoder = try server.decoder()
    // A tag behind the sound is not seen; the sound is whole.
    let (samples, expected) = (try read(decoder), try whole(name))
    #expect(samples.count >= expected.count && samples.prefix(4096) == expected.prefix(4096))
    let tail = Int64(server.bytes.count) - 32 << 10
    #expect(server.connections.withLock { Array($0.prefix(2)) } == [0, tail])
    _ = try decoder.seek(toFrame: 1000)
    try expectEqual(read(decoder, atMost: 2000).prefix(2000), samples[2000...].prefix(2000))
  }

  @Test func `the connections to a file that playlists lead to know how many these are`() throws {
    let server = try Server("formats/channels-2.flac", lists: 2)
    let decoder = try server.decoder()
    _ = try read(decoder, atMost: 100)
    _ = try decoder.seek(toFrame: 5000)
    _ = try read(decoder, atMost: 100)
    let known = server.known.withLock { $0 }
    #expect(known.count > 1 && known.first == 0 && known.dropFirst().allSatisfy { $0 == 2 })
  }

  @Test func `connections that break leave no gap`() throws {
    let name = "formats/channels-2.flac"
    let server = try Server(name, cut: 40_000)
    #expect(try read(try server.decoder()) == whole(name))
    #expect(server.connections.withLock { $0.count } > 1)
  }

  @Test func `a seek before the file is known begins there, and later ones go elsewhere`() throws {
    let name = "formats/channels-2.flac"
    let decoder = try Server(name).decoder()
    let expected = try whole(name)
    let channels = 2
    try expectEqual(decoder.seek(toFrame: 10_000), .exact)
    let first = try read(decoder, atMost: 2000)
    let rate = decoder.format.rate
    // The rate was assumed to be 44,100 Hz.
    let start = Int((10_000.0 / 44_100 * Double(rate)).rounded())
    expectEqual(Array(first.prefix(2000)), Array(expected[(start * channels)...].prefix(2000)))
    _ = try decoder.seek(toFrame: 3000)
    expectEqual(decoder.positionFrames, 3000)
    try expectEqual(read(decoder), Array(expected[(3000 * channels)...]))
    // After its end, too.
    _ = try decoder.seek(toFrame: 5000)
    try expectEqual(read(decoder), Array(expected[(5000 * channels)...]))
  }

  @Test func `a pause closes the connection, and it continues at its place`() throws {
    let name = "formats/channels-2.flac"
    let server = try Server(name)
    let stream = try server.stream()
    let decoder = try LiveDecoder(stream) {}
    _ = try read(decoder, atMost: 100)
    stream.release()
    let place = decoder.positionFrames
    _ = try decoder.seek(toFrame: place)
    #expect(!stream.isReleased)
    #expect(try read(decoder) == Array(try whole(name)[(Int(place) * 2)...]))
  }
}
