import Linux
import Model
import Support
import Testing

@testable import Audio
@testable import Media

/// A stream over a line that is too slow: the test is the server.
@Suite struct SlowStreamTests {
  /// What the program that fetches would write to.
  private final class Line: Sendable {
    let ends = Guarded<LiveStream.Ends?>(nil)

    func stream() throws -> LiveStream {
      try LiveStream(
        url: "http://a/b", connect: { _, ends, _ in self.ends.withLock { $0 = ends } }, changed: { _ in })
    }

    var isOpen: Bool { ends.withLock { $0 != nil } }

    /// Milliseconds of sound. What a socket holds is more than a part of it.
    func send(_ milliseconds: Int, isFirst: Bool = false) throws {
      func little(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) }
      }
      var bytes: [UInt8] = []
      if isFirst {
        bytes += Array("RIFF".utf8) + little(0, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
        bytes += little(1, 2) + little(2, 2) + little(44_100, 4) + little(176_400, 4) + little(4, 2)
        bytes += little(16, 2) + Array("data".utf8) + little(0, 4)
      }
      bytes += (0..<44_100 * milliseconds / 1000 * 2).flatMap { _ in little(0x2000, 2) }
      let ends = try #require(ends.withLock { $0 })
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = try #require(try ends.data.write(Array(rest.prefix(4096)).span))
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Lets the decode side work until something is so; the end of patience is no measure.
  private func turn(_ rig: Rig, until condition: () -> Bool) throws {
    for _ in 0..<10_000 {
      rig.feed()
      if condition() { return }
      _ = try Poll.wait(for: try Descriptor.inMemory("pause"), [.priority], atMost: .milliseconds(2))
    }
    Issue.record("waited in vain")
  }

  private func count(_ wanted: EngineReport, in rig: Rig) -> Int { rig.reports.count { $0 == wanted } }

  @Test func `each underrun collects more before sound continues, and the status has the reason`() throws {
    let rig = try Rig(bufferSeconds: 4)
    let line = Line()
    let stream = try line.stream()
    rig.engine.play(EngineEntry(serial: EntrySerial(rawValue: 1), stream: stream))
    try turn(rig) { line.isOpen }
    try line.send(600, isFirst: true)
    try turn(rig) { stream.known.state == .playing }
    #expect(stream.known.trouble == nil)
    for (round, seconds) in [2, 4, 8, 8].enumerated() {
      // What is there sounds, then nothing.
      for _ in 0..<2000 where count(.starved, in: rig) == round {
        rig.feed()
        rig.pull(441)
      }
      expectEqual(count(.starved, in: rig), round + 1)
      // A little comes: it does not sound yet.
      try line.send(50)
      try turn(rig) { stream.known.state == .buffering }
      expectEqual(stream.known.trouble, "the stream comes too slowly: collecting \(seconds) s of it")
      try line.send(seconds * 1000 - 500)
      for _ in 0..<50 {
        rig.feed()
        rig.pull(441)
      }
      expectEqual(count(.recovered, in: rig), round)
      try line.send(600)
      try turn(rig) { stream.known.state == .playing }
      #expect(stream.known.trouble == nil)
      for _ in 0..<2000 where count(.recovered, in: rig) == round {
        try turn(rig) { true }
        rig.pull(441)
      }
      expectEqual(count(.recovered, in: rig), round + 1)
    }
  }
}
