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
}
