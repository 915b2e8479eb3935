import Media
import Support
import Testing

@testable import Audio

@Suite struct FileOutputTests {
  @Test func `a file of consecutive entries is the entries' frames and nothing else`() throws {
    let folder = try TemporaryFolder()
    var settings = EngineSettings()
    settings.output = .file(path: folder.path + "/out.wav")
    settings.volume = 100
    let paths = (1...8).map { "\(Repository.root)/Fixtures/cut/flac/\($0).flac" }
    let playlist = try Playlist(paths, settings)
    playlist.start()
    #expect(try playlist.turn { if case .drained = $0 { true } else { false } })
    playlist.close()
    let written = try WaveFile(path: folder.path + "/out.wav")
    let expected = try paths.flatMap { try Reference.integers(of: $0) }
    #expect(written.rate == 44_100)
    #expect(written.samples.count == expected.count)
    #expect(firstDifference(written.samples, expected) == nil)
    let started = playlist.reports.compactMap {
      if case .started(let serial, _) = $0 { serial.rawValue } else { nil }
    }
    #expect(started == Array(1...8))
  }

  @Test func `a long file's head becomes RF64`() {
    let long = WaveHead.bytes(rate: 48_000, dataBytes: 5_000_000_000)
    #expect(long.count == 80)
    #expect(Array(long[0..<4]) == Array("RF64".utf8))
    #expect(Array(long[12..<16]) == Array("ds64".utf8))
    let data = long[28..<36].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    #expect(data == 5_000_000_000)
    let short = WaveHead.bytes(rate: 48_000, dataBytes: 800)
    #expect(Array(short[0..<4]) == Array("RIFF".utf8))
    #expect(short[4..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } == 872)
  }
}
