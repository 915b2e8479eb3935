import Linux
import Media
import Model
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
    expectEqual(written.rate, 44_100)
    expectEqual(written.samples.count, expected.count)
    #expect(firstDifference(written.samples, expected) == nil)
    let started = playlist.reports.compactMap {
      if case .started(let serial, _) = $0 { serial.rawValue } else { nil }
    }
    expectEqual(started, Array(1...8))
  }

  @Test func `a sound over paused music is written, and ends`() throws {
    let folder = try TemporaryFolder()
    let loop = try EventLoop()
    var settings = EngineSettings()
    settings.output = .file(path: folder.path + "/out.wav")
    settings.volume = 100
    var reports: [EngineReport] = []
    let engine = try Engine.start(on: loop, settings) { reports.append($0) }
    engine.play(Playlist.entry(1, "\(Repository.root)/Fixtures/cut/flac/1.flac"), paused: true)
    let sound = "\(Repository.root)/Fixtures/cut/flac/2.flac"
    engine.voices.loadSound(SoundSource(Playlist.entry(2, sound)), as: SoundKey(rawValue: 1))
    let voice = try #require(engine.voices.startVoice(SoundKey(rawValue: 1), VoiceSettings()))
    // The end of patience, not a measure.
    let deadline = Instant.now() + .seconds(60)
    while !reports.contains(.voiceEnded(voice)), Instant.now() < deadline {
      try loop.turn(waitingAtMost: .milliseconds(50))
    }
    #expect(engine.voices.playing.isEmpty)
    engine.close()
    let written = try WaveFile(path: folder.path + "/out.wav").samples
    let expected = try Reference.integers(of: sound)
    // Of the sound nothing is missing, and little silence is behind it; the music has waited.
    #expect(firstDifference(Array(written.prefix(expected.count)), expected) == nil)
    #expect(written.dropFirst(expected.count).allSatisfy { $0 == 0 })
    #expect(written.count < expected.count + 44_100 * 2)
  }

  @Test func `a rendering engine frees all that it used`() throws {
    let folder = try TemporaryFolder()
    let loop = try EventLoop()
    weak var link: EngineLink?
    do {
      let writer = try SoundFileWriter(
        HostFile.create(folder.path + "/out.wav"), .wave, rate: 44_100, channels: 2, bits: 16)
      let engine = try Engine.render(on: loop, EngineSettings(), into: writer, bits: 16) { _ in }
      link = engine.link
      engine.play(Playlist.entry(1, "\(Repository.root)/Fixtures/cut/flac/1.flac"))
      engine.close()
    }
    #expect(link == nil, "its descriptors would stay open")
  }

  @Test func `a long file's head becomes RF64`() {
    let long = WaveWriter.head(rate: 48_000, dataBytes: 5_000_000_000)
    expectEqual(long.count, 80)
    expectEqual(Array(long[0..<4]), Array("RF64".utf8))
    expectEqual(Array(long[12..<16]), Array("ds64".utf8))
    let data = long[28..<36].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    expectEqual(data, 5_000_000_000)
    let short = WaveWriter.head(rate: 48_000, dataBytes: 800)
    expectEqual(Array(short[0..<4]), Array("RIFF".utf8))
    #expect(short[4..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } == 872)
  }
}
