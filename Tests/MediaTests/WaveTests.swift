import Media
import Model
import Support
import Testing

/// WAVE and AIFF.
@Suite struct WaveTests {
  private static func samples(_ count: Int, bits: Int) -> [Int] {
    var dice = Dice(seed: 7)
    let half = 1 << (bits - 1)
    return (0..<count).map { $0 < 2 ? [half - 1, -half][$0] : Int.random(in: -half..<half, using: &dice) }
  }

  @Test(arguments: [8, 16, 24, 32], [1, 2, 6]) func `samples come out bit for bit`(
    bits: Int, channels: Int
  ) throws {
    let samples = Self.samples(600 * channels, bits: bits)
    for (type, bytes) in [
      (FileType.wave, WaveFile.wave(samples, channels: channels, bits: bits)),
      (.aiff, WaveFile.aiff(samples, channels: channels, bits: bits)),
    ] {
      let facts = try probe(of: try Fixture.open(bytes))
      expectEqual(facts.type, type)
      expectEqual(facts.bits, bits)
      expectEqual(facts.lengthFrames, 600)
      expectEqual(facts.format.rate, 44_100)
      let decoder = try openDecoder(try Fixture.open(bytes))
      expectEqual(decoder.lengthFrames, 600)
      let run = try #require(try Fixture.drain(decoder, frames: 100).first)
      expectEqual(run.format.channels, channels)
      expectEqual(run.format.exactBits, (bits == 32 ? .none : .bits(bits == 24 ? 24 : 16)))
      let scale = Float(1 << (bits - 1))
      #expect(run.samples == samples.map { Float($0) / scale })
    }
  }

  @Test(arguments: [
    "wave-8.wav", "wave-16.wav", "wave-24.wav", "wave-float.wav", "wave-alaw.wav", "wave-adpcm.wav",
    "aiff-16.aiff",
    "aiff-24.aiff", "aiff-float.aifc",
  ]) func `every encoding holds its tones, and seeks to them`(name: String) throws {
    let decoder = try Fixture.decoder("formats/\(name)")
    let whole = try #require(try Fixture.drain(decoder).first)
    #expect(abs(whole.frames - 800) < 250)
    for channel in 0..<2 {
      let own = SoundMeasure.tone(
        200 * Double(channel + 1), in: whole.samples, channel: channel, of: 2, rate: 8000)
      let other = SoundMeasure.tone(
        200 * Double(2 - channel), in: whole.samples, channel: channel, of: 2, rate: 8000)
      #expect(own > 0.2 && other < own / 2)
    }
    for frame in [0, 400, 13, 799, 256] {
      try expectEqual(decoder.seek(toFrame: Int64(frame)), .exact)
      let rest = try #require(try Fixture.drain(decoder).first)
      expectEqual(rest.samples, Array(whole.samples[(2 * frame)...]))
    }
  }

  @Test(arguments: [FileType.wave, .aiff]) func `a seek is exact wherever it goes`(type: FileType) throws {
    let samples = Self.samples(2 * 5000, bits: 16)
    let bytes =
      type == .wave ? WaveFile.wave(samples, bits: 16) : WaveFile.aiff(samples, bits: 16)
    let decoder = try openDecoder(try Fixture.open(bytes))
    var dice = Dice(seed: 3)
    var buffer = [Float](repeating: 0, count: 32)
    for _ in 0..<300 {
      let frame = Int.random(in: 0..<4990, using: &dice)
      try expectEqual(decoder.seek(toFrame: Int64(frame)), .exact)
      var span = buffer.mutableSpan
      guard case .frames(let count) = try decoder.read(into: &span) else {
        Issue.record("nothing at \(frame)")
        return
      }
      let wanted = samples[(2 * frame)..<(2 * (frame + count))].map { Float($0) / 32_768 }
      expectEqual(Array(buffer[..<(2 * count)]), wanted)
      expectEqual(decoder.positionFrames, Int64(frame + count))
    }
    try expectEqual(decoder.seek(toFrame: 9999), .exact)
    var span = buffer.mutableSpan
    try expectEqual(decoder.read(into: &span), .end)
  }

  @Test func `floats come out as they are, and what is no number is silent`() throws {
    let floats: [Float] = [0.5, -1, 1.5, .nan, -.infinity, 1e30, 1e-20, 0.25]
    let bytes = WaveFile.wave(
      floats.flatMap { WaveFile.little(Int($0.bitPattern), 4) }, tag: 3, channels: 2, bits: 32)
    let run = try #require(try Fixture.drain(try openDecoder(try Fixture.open(bytes))).first)
    expectEqual(run.samples, [0.5, -1, 1.5, 0, -16, 16, 1e-20, 0.25])
    expectEqual(run.format.exactBits, .none)
  }

  @Test func `tags come from a tagger's chunk first, then from the file's own`() throws {
    let samples = Self.samples(100, bits: 16)
    let list = WaveFile.chunk(
      "LIST",
      Array("INFO".utf8) + WaveFile.chunk("INAM", Array("Own title\0".utf8))
        + WaveFile.chunk("IART", Array("J\u{F6}rg\0".unicodeScalars.map { UInt8($0.value) }))
        + WaveFile.chunk("ITRK", Array("7\0".utf8)) + WaveFile.chunk("ICRD", Array("1999\0".utf8)))
    let title = [UInt8(3)] + Array("Tagger's title".utf8)
    let frame = Array("TIT2".utf8) + WaveFile.big(title.count, 4) + [0, 0] + title
    let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    let plain = try Fixture.tags(of: WaveFile.wave(samples, bits: 16, before: list))
    expectEqual(plain.title, "Own title")
    #expect(plain.artist == "J\u{F6}rg")
    expectEqual(plain.track, 7)
    expectEqual(plain.date, "1999")
    let tagged = WaveFile.wave(samples, bits: 16, before: list, after: WaveFile.chunk("id3 ", tag))
    let both = try Fixture.tags(of: tagged)
    expectEqual(both.title, "Tagger's title")
    #expect(both.artist == "J\u{F6}rg")
    let other = WaveFile.aiff(
      samples, bits: 16, before: WaveFile.chunk("NAME", Array("Name".utf8), isBig: true),
      after: WaveFile.chunk("ID3 ", tag, isBig: true))
    try expectEqual(Fixture.tags(of: other).title, "Tagger's title")
  }

  @Test func `a file that claims more sound than it has, or less, plays what it has`() throws {
    let samples = Self.samples(2 * 500, bits: 16)
    let floats = samples.map { Float($0) / 32_768 }
    // What was written into a pipe tells no length; what was cut tells too much.
    for claimed in [0xFFFF_FFFF, 0x7FFF_FFFF, 4 * 600] {
      let bytes = WaveFile.wave(samples, bits: 16, claimed: claimed)
      #expect(try Fixture.drain(try openDecoder(try Fixture.open(bytes))).first?.samples == floats)
      #expect(try probe(of: try Fixture.open(bytes)).lengthFrames == 500)
    }
  }

  @Test(arguments: 0..<120) func `a file that is cut or bent anywhere gives an error or sound`(seed: Int)
    throws
  {
    var dice = Dice(seed: UInt64(seed))
    var bytes =
      Bool.random(using: &dice)
      ? WaveFile.wave(Self.samples(200, bits: 16), bits: 16)
      : WaveFile.aiff(Self.samples(200, bits: 16), bits: 16)
    for _ in 0..<Int.random(in: 0...4, using: &dice) {
      bytes[Int.random(in: 0..<64, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
    }
    if Bool.random(using: &dice) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &dice)) }
    _ = try? probe(of: try Fixture.open(bytes))
    do {
      let run = try Fixture.drain(try openDecoder(try Fixture.open(bytes))).first
      #expect(run.map { $0.samples.allSatisfy { abs($0) <= 16 } } ?? false)
    } catch is MediaError {}
  }

  /// Each makes such files in its own way: with chunks of its own, an extensible format, the length written at the end.
  @Test(arguments: [
    ["sox", "IN", "-t", "wav", "OUT"], ["sox", "IN", "-t", "aiff", "OUT"],
    ["ffmpeg", "-y", "-v", "error", "-i", "IN", "-f", "wav", "OUT"],
    ["ffmpeg", "-y", "-v", "error", "-i", "IN", "-f", "aiff", "OUT"],
    ["ffmpeg", "-y", "-v", "error", "-i", "IN", "-rf64", "always", "-f", "wav", "OUT"],
    ["flac", "--silent", "-d", "-f", "IN", "--force-legacy-wave-format", "-o", "OUT"],
    ["flac", "--silent", "-d", "-f", "IN", "--force-aiff-format", "-o", "OUT"],
    ["flac", "--silent", "-d", "-f", "IN", "--force-rf64-format", "-o", "OUT"],
  ]) func `files that other programs write have the samples of their source`(command: [String]) throws {
    let folder = try TemporaryFolder()
    for name in ["cut/flac/1.flac", "formats/channels-6.flac"] {
      let (ours, theirs) = try Self.both(name, command, folder)
      expectEqual(ours.samples, theirs.samples)
      expectEqual(ours.format, theirs.format)
    }
  }

  /// As dictation devices and old games have it.
  @Test func `MPEG in a WAVE file plays as MPEG`() throws {
    let bytes = WaveFile.wave(Fixture.sound, tag: 0x55, channels: 2, bits: 16)
    #expect(try probe(of: try Fixture.open(bytes)).type == .mpeg)
    let ours = try Fixture.drain(try openDecoder(try Fixture.open(bytes)))
    let bare = try Fixture.drain(try openDecoder(try Fixture.open(Fixture.sound)))
    expectEqual(ours.map(\.samples), bare.map(\.samples))
    #expect(bare.contains { $0.frames > 1000 })
  }

  @Test(arguments: [["mpg123", "-q", "-w", "OUT", "IN"], ["lame", "--silent", "--decode", "IN", "OUT"]])
  func `files that MP3 decoders write have the samples of their source`(command: [String]) throws {
    let (ours, theirs) = try Self.both("cut/mp3/1.mp3", command, try TemporaryFolder())
    expectEqual(ours.frames, theirs.frames)
    #expect(zip(ours.samples, theirs.samples).allSatisfy { abs($0 - $1) < 2.0 / 32_768 })
  }

  private static func both(
    _ name: String, _ command: [String], _ folder: TemporaryFolder
  ) throws -> (Fixture.Run, Fixture.Run) {
    let output = "\(folder.path)/out"
    let words = command.map { $0 == "IN" ? "\(Repository.root)/Fixtures/\(name)" : $0 == "OUT" ? output : $0 }
    let run = try ChildProcess.run(words)
    try #require(run.status == 0, "\(words): \(run.output)")
    let ours = try Fixture.drain(try openDecoder(try Fixture.open(path: output))).first
    return (try #require(ours), try #require(try Fixture.drain(try Fixture.decoder(name)).first))
  }
}
