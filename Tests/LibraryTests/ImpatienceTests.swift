import Model
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct ImpatienceTests {
  @Test func `the last events are described in a few short lines, with paths as text`() {
    let volume = VolumeID.random()
    let tracks = (0..<300).map { TrackReference(volume: volume, path: Array("A/\($0) ü.mp3".utf8)) }
    let events =
      Array(repeating: LibraryEvent.found(volume, tracks), count: 500) + [
        .moved([tracks[1]: tracks[2]]), .warning(String(repeating: "w", count: 5000)),
      ]
    let lines = "\(Bench.Impatience(events: events))".split(separator: "\n")
    #expect(lines.count == 11 && lines.allSatisfy { $0.count <= 170 })
    #expect(lines[0].contains("502 events") && lines[1].contains("found 300 tracks, A/0 ü.mp3"))
    #expect(lines[9].contains("A/1 ü.mp3 to A/2 ü.mp3"))
  }
}
