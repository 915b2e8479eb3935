import Linux
import Model
import Support
import Synchronization
import Testing

@testable import Media

/// Streams that a thread of the test sends: each connection is given what is planned for it.
@Suite struct LiveDecoderTests {
  /// What a connection sends, and how it ends.
  private struct Connection: Sendable {
    var bytes: [UInt8]
    var reports: [StreamReport] = []
    /// nil: it stays open.
    var ending: StreamReport.Ending?
  }

  private final class Station: Sendable {
    let planned: Guarded<[Connection]>
    let held = Guarded<[LiveStream.Ends]>([])
    let ready = Atomic<Int>(0)
    init(_ planned: [Connection]) { self.planned = Guarded(planned) }

    func stream() throws -> LiveStream {
      try LiveStream(url: "http://a/b", connect: { _, ends, _ in self.serve(ends) }, changed: { _ in })
    }

    private func serve(_ ends: LiveStream.Ends) {
      let connection = planned.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let connection else { return }
      _ = try? Thread.start(name: "server", payload: connection) { connection in
        for report in connection.reports { _ = try? ends.reports.write(report.line.span) }
        var rest = connection.bytes[...]
        while !rest.isEmpty {
          let part = Array(rest.prefix(4096))
          guard let count = try? ends.data.write(part.span) else { break }
          rest = rest.dropFirst(count)
        }
        if let ending = connection.ending {
          _ = try? ends.reports.write(StreamReport.ended(ending).line.span)
        } else {
          self.held.withLock { $0.append(ends) }
        }
      }
    }
  }

  /// Reads until the end, or until this number of frames.
  private func read(_ decoder: LiveDecoder, atMost limit: Int = .max) throws -> Int {
    var (frames, waits) = (0, 0)
    var buffer = [Float](repeating: 0, count: 4096 * 8)
    let pause = try Wakeup()
    while frames < limit {
      var span = buffer.mutableSpan
      switch try decoder.read(into: &span) {
      case .frames(let count): frames += count
      case .formatChanged: continue
      case .end: return frames
      case .pending:
        waits += 1
        guard waits < 3000 else { return frames }
        _ = try Poll.wait(for: try Descriptor.inMemory("pause"), [.priority], atMost: .milliseconds(2))
        pause.drain()
      }
    }
    return frames
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    try Fixture.open(name).readAll(atMost: 10 << 20)
  }

  @Test(arguments: [
    "formats/rate-44100.mp3", "formats/channels-2.flac", "formats/ogg.oga", "formats/channels-2.ogg",
    "formats/channels-6.opus",
  ])
  func `a stream of each format is decoded to its end`(_ name: String) throws {
    let whole = try Fixture.drain(try Fixture.decoder(name)).reduce(0) {
      $0 + $1.samples.count / $1.format.channels
    }
    let station = Station([Connection(bytes: try bytes(name), ending: .complete)])
    let frames = try read(LiveDecoder(try station.stream()) {})
    // A stream of MP3 keeps the padding that a file's header would cut off.
    #expect(abs(frames - whole) < 3000, "\(frames) of \(whole)")
  }

  @Test func `a connection that breaks is made again`() throws {
    let sound = try bytes("formats/channels-2.ogg")
    let station = Station([
      Connection(bytes: sound, ending: .cut("gone")), Connection(bytes: [], ending: .cut("down")),
      Connection(bytes: sound, ending: .complete),
    ])
    let whole = try Fixture.drain(try Fixture.decoder("formats/channels-2.ogg"))[0]
    let frames = try read(LiveDecoder(try station.stream()) {})
    expectEqual(frames, 2 * whole.samples.count / whole.format.channels)
  }

  @Test func `a stream refused before its first sound fails with the reason`() throws {
    let station = Station([Connection(bytes: [], ending: .refused("not found"))])
    let decoder = try LiveDecoder(try station.stream()) {}
    #expect(throws: MediaError.stream("not found")) { try read(decoder) }
  }

  @Test func `a stream that is no sound fails`() throws {
    let page = Array("<html>".utf8) + [UInt8](repeating: 0x41, count: 4000)
    let decoder = try LiveDecoder(try Station([Connection(bytes: page, ending: .complete)]).stream()) {}
    #expect(throws: MediaError.stream("not a sound file")) { try read(decoder) }
  }

  @Test func `a title holds from its place in the stream`() throws {
    let part = try bytes("formats/channels-2.ogg")
    let sound = Array([[UInt8]](repeating: part, count: 20).joined())
    let half = Int64(sound.count / 2)
    let station = Station([
      Connection(
        bytes: sound,
        reports: [.name([0x4D, 0xFC]), .title(Array("One".utf8), at: 0), .title([0xC3, 0xA4], at: half)],
        ending: .complete)
    ])
    let stream = try station.stream()
    _ = try read(LiveDecoder(stream) {})
    let facts = stream.known
    #expect(facts.name == "Mü" && facts.songs.map(\.words.title) == ["One", "ä"])
    #expect(facts.songs[0].at == .zero && facts.songs[1].at > .zero)
  }

  @Test func `a released stream connects again with the next seek`() throws {
    let sound = try bytes("formats/channels-2.ogg")
    let station = Station([Connection(bytes: sound), Connection(bytes: sound, ending: .complete)])
    let stream = try station.stream()
    let decoder = try LiveDecoder(stream) {}
    #expect(try read(decoder, atMost: 100) > 0)
    stream.release()
    let left = station.planned.withLock { $0.count }
    expectEqual(left, 1)
    try expectEqual(decoder.seek(toFrame: 0), .exact)
    let whole = try Fixture.drain(try Fixture.decoder("formats/channels-2.ogg"))[0]
    #expect(try read(decoder) >= whole.samples.count / whole.format.channels)
  }
}
