import CLinux
import Linux
import Support
import Testing

@testable import Audio
@testable import Signal

/// The engine and an output, with their threads. Under the thread sanitizer this is the proof that nothing races.
@Suite(.serialized) struct TapOutputTests {
  private static let song = "\(Repository.root)/Fixtures/cut/flac/1.flac"

  /// The program at the other end of the pipe.
  private final class Reader {
    private let descriptor: Descriptor

    init(_ path: String) throws(SystemError) {
      descriptor = Descriptor(
        owning: try systemCall("open", path: path) {
          unsafe clinux_open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0)
        })
    }

    /// - Returns: what is there now; nil at the end.
    func read() throws(SystemError) -> [UInt8]? {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      var span = buffer.mutableSpan
      guard let count = try descriptor.read(into: &span) else { return [] }
      return count > 0 ? Array(buffer[..<count]) : nil
    }
  }

  @Test func `a song reaches a pipe whole, between silence, while the output's volume is full`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/pipe"
    let loop = try EventLoop()
    var settings = EngineSettings()
    settings.volume = 100
    let tap = TapRing(rate: settings.rate)
    let output = try TapOutput(
      name: "tape", .pipe(path: path), format: TapFormat(rate: settings.rate, bits: 16), ring: tap,
      isEnabled: true, volume: 100, trust: .all)
    var reports: [EngineReport] = []
    let engine = try Engine.start(on: loop, settings, tap: tap) { reports.append($0) }
    let deadline = Instant.now() + .seconds(30)
    var found: Reader?
    while found == nil, Instant.now() < deadline {
      try loop.turn(waitingAtMost: .milliseconds(5))
      found = try? Reader(path)
    }
    let reader = try #require(found)
    engine.play(Playlist.entry(1, Self.song))
    engine.setNext(nil)
    var bytes: [UInt8] = []
    func hasDrained() -> Bool {
      reports.contains { if case .drained = $0 { true } else { false } }
    }
    var silent = 0
    // To the end, and what is still in device, tap and pipe.
    while silent < settings.rate, Instant.now() < deadline {
      try loop.turn(waitingAtMost: .milliseconds(5))
      // Until the output has opened it, it is at its end.
      guard let some = try reader.read() else { continue }
      bytes += some
      if hasDrained() { silent += some.count / 4 }
    }
    let expected = try WholeSound.played([Self.song], rate: settings.rate)
    let samples = stride(from: 0, to: bytes.count - 1, by: 2).map {
      Float(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)) * 0x1p-15
    }
    let first = try #require(samples.firstIndex { $0 != 0 })
    let begin = try #require(expected.firstIndex { $0 != 0 })
    expectEqual(first % 2, begin % 2)
    #expect(samples.count - first >= expected.count - begin)
    #expect(
      zip(samples[first...], expected[begin...]).enumerated().first { $0.element.0 != $0.element.1 } == nil)
    engine.close()
    output.close(by: Instant.now() + .seconds(5))
    // Its end of the pipe is closed.
    while let some = try reader.read(), !some.isEmpty {}
    #expect(try reader.read() == nil)
  }
}
