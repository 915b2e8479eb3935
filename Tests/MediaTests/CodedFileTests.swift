import Model
import Support
import Testing

@testable import Media

/// Files whose sound jukebox-decoder decodes: what the scanner reads of them without it.
@Suite struct CodedFileTests {
  /// Of the sound in each file.
  private static let frames: Int64 = 22_222

  private struct Expected: Sendable {
    let name: String
    let type: FileType
    var rate = 44_100
    var bits: Int?
    /// Exact; nil: an estimate.
    var length: Int64?
    /// How far an estimate may be off, in frames.
    var error: Int64 = 0
  }

  private static let files = [
    Expected(name: "aac.m4a", type: .aac, length: frames),
    Expected(name: "index-first.m4a", type: .aac, length: frames),
    Expected(name: "book.m4b", type: .aac, length: frames),
    Expected(name: "alac.m4a", type: .alac, bits: 16, length: frames),
    Expected(name: "alac-24.m4a", type: .alac, bits: 24, length: frames),
    Expected(name: "flac.mp4", type: .mp4, bits: 16, length: frames),
    Expected(name: "packed.wv", type: .wavpack, bits: 16, length: frames),
    Expected(name: "true.tta", type: .tta, bits: 16, length: frames),
    Expected(name: "flac.mka", type: .matroska, bits: 16, length: frames),
    Expected(name: "muse.mpc", type: .musepack, length: frames),
    Expected(name: "opus.webm", type: .matroska, rate: 48_000, error: 500),
    Expected(name: "windows.wma", type: .wma, error: 3000),
    Expected(name: "stream.aac", type: .aac, error: 2048),
    Expected(name: "dolby.ac3", type: .ac3, error: 1536),
    Expected(name: "dolby.eac3", type: .ac3, error: 1536),
  ]

  private func probe(_ name: String) throws -> ProbeResult {
    try Media.probe(of: try Fixture.open("coded/\(name)"))
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    try Repository.bytes(of: "Fixtures/coded/\(name)")
  }

  @Test(arguments: files) private func `each container states its sound`(file: Expected) throws {
    let facts = try probe(file.name)
    expectEqual(facts.type, file.type)
    expectEqual(facts.format.rate, file.rate)
    expectEqual(facts.format.channels, 2)
    expectEqual(facts.bits, file.bits)
    #expect(facts.format.exactBits == file.bits.map { .bits($0) } ?? .none)
    expectEqual(facts.isLengthEstimated, (file.length == nil))
    let length = try #require(facts.lengthFrames)
    let wanted = file.length ?? Self.frames * Int64(file.rate) / 44_100
    #expect(abs(length - wanted) <= file.error)
  }

  @Test func `the fragments of an MPEG-4 file add up to its length`() throws {
    let facts = try probe("fragments.mp4")
    expectEqual(facts.type, .aac)
    // The last block is whole in them: nothing states its end.
    #expect(try #require(facts.lengthFrames) >= Self.frames)
    #expect(try #require(facts.lengthFrames) < Self.frames + 2048)
  }

  @Test(arguments: [
    "aac.m4a", "index-first.m4a", "book.m4b", "alac.m4a", "windows.wma", "packed.wv", "flac.mka", "opus.webm",
  ])
  func `each container's tags are read`(name: String) throws {
    let tags = try probe(name).tags
    expectEqual(tags.title, "Blue Lamp")
    expectEqual(tags.artist, "The Makers")
    expectEqual(tags.album, "Workshop")
    expectEqual(tags.albumArtist, "All of them")
    expectEqual(tags.genre, "Jazz")
    expectEqual(tags.date, "1999")
    expectEqual(tags.composer, "Ada")
    expectEqual(tags.track, 3)
    #expect(tags.trackTotal == 9 || name == "windows.wma")
    #expect(tags.disc == 1 || name == "windows.wma")
  }

  @Test(arguments: ["book.m4b", "flac.mka", "windows.wma"]) func `chapters have their times and titles`(
    name: String
  ) throws {
    let chapters = try probe(name).tags.chapters
    expectEqual(chapters.map(\.title), ["One", "Two", "Three"])
    expectEqual(chapters.map(\.start), [.zero, .milliseconds(150), .milliseconds(325)])
  }

  @Test func `the track of texts gives the chapters without Nero's list`() throws {
    var bytes = try bytes("book.m4b")
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "chpl".utf8) })
    bytes[place] = UInt8(ascii: "x")
    let chapters = try Media.probe(of: try Fixture.open(bytes)).tags.chapters
    expectEqual(chapters.map(\.title), ["One", "Two", "Three"])
    expectEqual(chapters.map(\.start), [.zero, .milliseconds(150), .milliseconds(325)])
  }

  @Test func `chapters come from the longer of a list and a track of texts`() throws {
    var bytes = try bytes("book.m4b")
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "chpl".utf8) })
    // Version, flags, a reserved byte and the count.
    let count = place + 4 + 5
    #expect(bytes[count..<(count + 4)].elementsEqual([0, 0, 0, 3]))
    bytes[count + 3] = 1
    #expect(
      try Media.probe(of: try Fixture.open(bytes)).tags.chapters.map(\.title) == ["One", "Two", "Three"])
    // A count beyond 255, of which no more are there.
    bytes[count + 2] = 1
    bytes[count + 3] = 3
    #expect(
      try Media.probe(of: try Fixture.open(bytes)).tags.chapters.map(\.title) == ["One", "Two", "Three"])
  }

  @Test(arguments: ["aac.m4a", "alac.m4a", "flac.mka"]) func `the picture is found`(name: String) throws {
    let picture = try #require(try Picture.embedded(in: try Fixture.open("coded/\(name)")))
    expectEqual(picture.kind, .png)
    // The shortest PNG that there is: one pixel.
    expectEqual(picture.byteCount, 69)
  }

  @Test func `a file without a picture gives nil`() throws {
    for name in ["book.m4b", "packed.wv", "windows.wma", "opus.webm"] {
      #expect(try Picture.embedded(in: try Fixture.open("coded/\(name)")) == nil)
    }
  }

  @Test func `Matroska's and Windows Media's comments are read as they stand`() throws {
    let matroska = try readComments(of: try Fixture.open("coded/flac.mka"))
    #expect(matroska.contains { $0.key == "ARTIST" && $0.text == "The Makers" })
    let windows = try readComments(of: try Fixture.open("coded/windows.wma"))
    #expect(windows.contains { $0.key == "WM/AlbumTitle" && $0.text == "Workshop" })
  }

  /// A file of MPEG-4 whose index is at its end, with one more item in its tags.
  private func adding(_ item: [UInt8], to file: [UInt8]) throws -> [UInt8] {
    var bytes = file
    var at = 0
    var end = 0
    for name in ["moov", "udta", "meta", "ilst"] {
      at = try #require(bytes.indices[at...].first { bytes[$0...].starts(with: name.utf8) })
      let size = Int(BigEndian.number(bytes[(at - 4)..<at]))
      end = at - 4 + size
      bytes.replaceSubrange((at - 4)..<at, with: big(size + item.count))
    }
    bytes.insert(contentsOf: item, at: end)
    return bytes
  }

  private func big(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(8 + content.count) + Array(name.utf8) + content
  }

  private func padding(_ text: String) -> [UInt8] {
    box(
      "----",
      box("mean", big(0) + Array("com.apple.iTunes".utf8)) + box("name", big(0) + Array("iTunSMPB".utf8))
        + box("data", big(1) + big(0) + Array(text.utf8)))
  }

  @Test func `iTunSMPB of a longer file, as a cut leaves it, does not count`() throws {
    let plain = try bytes("aac.m4a")
    let cut = try adding(padding(" 00000000 00000840 000001CA 00000000003F31F6 00000000"), to: plain)
    let (with, without) = (
      try Media.probe(of: try Fixture.open(cut)), try Media.probe(of: try Fixture.open(plain))
    )
    expectEqual(with.lengthFrames, without.lengthFrames)
  }

  @Test func `iTunSMPB counts at the rate of the track, which is half of the sound's for some HE-AAC`() throws
  {
    let text = " 00000000 00000840 000001CC 0000000000002710 00000000"
    var bytes = try adding(padding(text), to: try bytes("aac.m4a"))
    #expect(try Media.probe(of: try Fixture.open(bytes)).lengthFrames == 10_000)
    let head = try #require(bytes.indices.first { bytes[$0...].starts(with: "mdhd".utf8) })
    bytes.replaceSubrange((head + 16)..<(head + 20), with: big(22_050))
    let facts = try Media.probe(of: try Fixture.open(bytes))
    expectEqual(facts.format.rate, 44_100)
    expectEqual(facts.lengthFrames, 20_000)
  }

  // MARK: Heads

  private func little(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  /// Sony's DSF, of its head alone.
  private func dsf(rate: UInt64, tagAt: UInt64, samples: UInt64 = 80_000) -> [UInt8] {
    Array("DSD ".utf8) + little(28, 8) + little(92, 8) + little(tagAt, 8) + Array("fmt ".utf8) + little(52, 8)
      + little(1, 4) + little(0, 4) + little(2, 4) + little(2, 4) + little(rate, 4) + little(1, 4)
      + little(samples, 8) + little(4096, 4) + little(0, 4) + Array("data".utf8) + little(12, 8)
  }

  @Test func `DSF becomes PCM of an eighth, with the tag at its end`() throws {
    let frame: [UInt8] = Array("TIT2".utf8) + [0, 0, 0, 4, 0, 0, 3] + Array("Bit".utf8)
    let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    let head = dsf(rate: 2_822_400, tagAt: 92)
    let facts = try Media.probe(of: try Fixture.open(head + tag))
    expectEqual(facts.type, .dsd)
    expectEqual(facts.format.rate, 352_800)
    expectEqual(facts.lengthFrames, 10_000)
    expectEqual(facts.tags.title, "Bit")
  }

  @Test(
    arguments: [(5_644_800, 5_000), (11_289_600, 2_500), (22_579_200, 1_250), (3_072_000, 10_000)]
      as [(UInt64, Int64)])
  func `DSD above DSD64 becomes PCM of the same rate as DSD64`(rate: UInt64, length: Int64) throws {
    let facts = try Media.probe(of: try Fixture.open(dsf(rate: rate, tagAt: 0)))
    expectEqual(facts.format.rate, (rate == 3_072_000 ? 384_000 : 352_800))
    expectEqual(facts.lengthFrames, length)
  }

  @Test func `DSD of an odd rate that cannot be halved is refused`() throws {
    #expect(throws: MediaError.unsupported("DSD of 2 channels at 705601 Hz")) {
      try Media.probe(of: try Fixture.open(dsf(rate: 5_644_808, tagAt: 0)))
    }
  }

  @Test(arguments: [UInt64.max, UInt64(Int64.max), 1 << 40]) func `a DSF tag beyond the file is ignored`(
    place: UInt64
  )
    throws
  {
    let facts = try Media.probe(of: try Fixture.open(dsf(rate: 2_822_400, tagAt: place)))
    expectEqual(facts.tags, Tags())
    #expect(
      try Media.probe(of: try Fixture.open(dsf(rate: 2_822_400, tagAt: 0, samples: .max))).lengthFrames == nil
    )
  }

  /// A packet of Musepack's version 8, shorter than 128 bytes.
  private func packet(_ key: String, _ content: [UInt8]) -> [UInt8] {
    Array(key.utf8) + [UInt8(content.count + 3)] + content
  }

  private func musepack8(gain: [UInt8]) -> [UInt8] {
    // 10,000 frames without silence before them, of 44.1 kHz and two channels.
    Array("MPCK".utf8) + packet("SH", [0, 0, 0, 0, 8, 0xCE, 0x10, 0, 0x1F, 0x14]) + packet("RG", gain)
      + packet("AP", [UInt8](repeating: 0, count: 40))
  }

  @Test func `Musepack's packet of ReplayGain states how loud the sound is`() throws {
    // 70.82 dB, a peak of 20 * log10(16,384); the album 256ths lower, without a peak.
    let facts = try Media.probe(
      of: try Fixture.open(musepack8(gain: [1, 0x46, 0xD2, 0x54, 0x4A, 0x46, 0xD1, 0, 0])))
    expectEqual(facts.type, .musepack)
    expectEqual(facts.lengthFrames, 10_000)
    let loudness = facts.tags.loudness
    #expect(abs(try #require(loudness.trackGain) + 6) < 0.005)
    #expect(abs(try #require(loudness.albumGain) + 6) < 0.005)
    #expect(abs(try #require(loudness.trackPeak) - 0.5) < 0.001)
    #expect(loudness.albumPeak == nil)
    for odd: [UInt8] in [[], [1], [2, 1, 1, 1, 1, 1, 1, 1, 1], [UInt8](repeating: 0, count: 9)] {
      #expect(try Media.probe(of: try Fixture.open(musepack8(gain: odd))).tags.loudness.isEmpty)
    }
  }

  @Test func `the head of Musepack's version 7 has gains in hundredths and peaks of 16 bits`() throws {
    func head(_ gains: [Int16], _ peaks: [UInt64]) -> [UInt8] {
      func gain(_ index: Int) -> [UInt8] { little(UInt64(UInt16(bitPattern: gains[index])), 2) }
      return Array("MP+".utf8) + [7] + little(10, 4) + little(0, 4) + little(peaks[0], 2) + gain(0)
        + little(peaks[1], 2) + gain(1) + little(1 << 31, 4) + [UInt8](repeating: 0, count: 40)
    }
    let facts = try Media.probe(of: try Fixture.open(head([-650, 120], [16_384, 32_768])))
    expectEqual(facts.lengthFrames, 11_520)
    let loudness = facts.tags.loudness
    #expect((loudness.trackGain, loudness.albumGain) == (-6.5, 1.2))
    #expect((loudness.trackPeak, loudness.albumPeak) == (0.5, 1))
    #expect(try Media.probe(of: try Fixture.open(head([0, 0], [0, 0]))).tags.loudness.isEmpty)
    #expect(try Media.probe(of: try Fixture.open(head([.min, .max], [0, 0]))).tags.loudness.isEmpty)
  }

  /// Monkey's Audio 3.99: a descriptor, then a head.
  private func monkey(blocks: UInt64, last: UInt64, count: UInt64) -> [UInt8] {
    Array("MAC ".utf8) + little(3990, 2) + little(0, 2) + little(52, 4) + little(24, 4) + little(0, 36)
      + little(2000, 2) + little(0, 2) + little(blocks, 4) + little(last, 4) + little(count, 4)
      + little(16, 2)
      + little(2, 2) + little(44_100, 4)
  }

  @Test func `Monkey's Audio counts whole blocks and the last one`() throws {
    let facts = try Media.probe(of: try Fixture.open(monkey(blocks: 73_728, last: 100, count: 3)))
    expectEqual(facts.type, .ape)
    expectEqual(facts.bits, 16)
    expectEqual(facts.lengthFrames, Int64(147_556))
    let most = UInt64(UInt32.max)
    #expect(
      try Media.probe(of: try Fixture.open(monkey(blocks: most, last: most, count: most))).lengthFrames == nil
    )
  }

  /// The head of a block of WavPack, 44.1 kHz in stereo, and what follows it.
  private func block(_ samples: UInt64, from first: UInt64, of total: UInt64, _ parts: [UInt8]) -> [UInt8] {
    Array("wvpk".utf8) + little(UInt64(24 + parts.count), 4) + little(0x407, 2) + little(0, 2)
      + little(total, 4)
      + little(first, 4) + little(samples, 4) + little(9 << 23 | 1, 4) + little(0, 4) + parts
  }

  @Test func `bytes after WavPack's first block are no part of it`() throws {
    // Read as parts, the head of the second block would state 131 channels.
    let second = block(100, from: 0, of: 100, [0x0D, 1, 131, 0])
    let facts = try Media.probe(of: try Fixture.open(block(100, from: 0, of: 100, [0x0D, 1, 4, 0]) + second))
    expectEqual(facts.format.channels, 4)
    expectEqual(facts.lengthFrames, 100)
  }

  @Test func `WavPack whose head states no length has that of its last block`() throws {
    let unknown: UInt64 = 0xFFFF_FFFF
    let blocks =
      block(22_050, from: 0, of: unknown, [1, 0]) + block(22_050, from: 22_050, of: unknown, [1, 0])
    // A mark within sound is none of a block that ends in the file.
    let last = block(1_500, from: 44_100, of: unknown, Array("xxwvpk".utf8) + [255, 255, 255, 255])
    #expect(try Media.probe(of: try Fixture.open(blocks + last)).lengthFrames == 45_600)
    #expect(
      try Media.probe(of: try Fixture.open(block(22_050, from: 0, of: unknown, []))).lengthFrames == 22_050)
    #expect(try Media.probe(of: try Fixture.open(block(0, from: 0, of: unknown, []))).lengthFrames == nil)
  }

  @Test func `DSD in WavPack has the rate of its bytes times a power of two`() throws {
    // 88,200 Hz and DSD in the flags; one part with the power.
    let head =
      Array("wvpk".utf8) + little(28, 4) + little(0x410, 2) + little(0, 2) + little(3528, 4) + little(0, 4)
      + little(3528, 4) + little(0x8000_0000 | 12 << 23, 4) + little(0, 4) + [0x0E, 1, 2, 0]
    let facts = try Media.probe(of: try Fixture.open(head))
    expectEqual(facts.type, .wavpack)
    expectEqual(facts.format.rate, 352_800)
    #expect(facts.bits == nil)
    expectEqual(facts.lengthFrames, 3528)
  }

  @Test func `copy protection is named`() throws {
    var bytes = try bytes("windows.wma")
    // The description of the content becomes an object of encryption.
    let description: [UInt8] = [0x33, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]
    let encryption: [UInt8] = [
      0xFB, 0xB3, 0x11, 0x22, 0x23, 0xBD, 0xD2, 0x11, 0xB4, 0xB7, 0x00, 0xA0, 0xC9, 0x55, 0xFC, 0x6E,
    ]
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: description) })
    bytes.replaceSubrange(place..<(place + 16), with: encryption)
    #expect(throws: MediaError.unsupported("Windows Media with copy protection")) {
      try Media.probe(of: try Fixture.open(bytes))
    }
  }

  @Test func `a byte that looks like a frame of AAC or AC-3 is no stream`() throws {
    for head: [UInt8] in [
      [0xFF, 0xF1, 0x50, 0x80, 0x01, 0x7F, 0xFC, 0], [0x0B, 0x77, 0, 0, 0x14, 0x40, 0x43, 0],
    ] {
      #expect(throws: MediaError.notAudio) {
        try Media.probe(of: try Fixture.open(head + [UInt8](repeating: 0, count: 5000)))
      }
    }
    #expect(try Media.probe(of: try Fixture.open([0xFF, 0xF1, 0x50] + Fixture.sound)).type == .mpeg)
  }

  // MARK: Broken files

  @Test func `a box whose long size has no room in its range ends the range`() throws {
    // Ten bytes of room, for a head of sixteen.
    let bytes: [UInt8] = [0, 0, 0, 1] + Array("data".utf8) + [UInt8](repeating: 0x7F, count: 24)
    let source = try ByteSource(try Fixture.open(bytes), capacity: 64 * 1024)
    var count = 0
    try MPEG4Box.forEach(source, in: 0..<10) { (_) throws(MediaError) in
      count += 1
      return true
    }
    expectEqual(count, 0)
  }

  @Test(arguments: files) private func `a file cut anywhere is read or refused`(file: Expected) throws {
    let whole = try bytes(file.name)
    for count in Array(stride(from: 1, to: min(whole.count, 3000), by: 101)) + [whole.count - 1] {
      let bytes = Array(whole[..<count])
      do {
        let facts = try Media.probe(of: try Fixture.open(bytes))
        #expect(facts.format.rate > 0)
        _ = try Picture.embedded(in: try Fixture.open(bytes))
        _ = try readComments(of: try Fixture.open(bytes))
      } catch let error as MediaError {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test(arguments: files) private func `no size in a head leads beyond the file`(file: Expected) throws {
    let whole = try bytes(file.name)
    let last = whole.count - 8
    for place in Array(stride(from: 0, to: min(last, 700), by: 9))
      + Array(stride(from: max(0, last - 900), to: last, by: 11))
    {
      var bytes = whole
      let width = place % 2 == 0 ? 8 : 4
      for index in 0..<width { bytes[place + index] = index == 0 && place % 3 == 0 ? 0x7F : 0xFF }
      do {
        let facts = try Media.probe(of: try Fixture.open(bytes))
        #expect((facts.lengthFrames ?? 0) <= StreamFormat.frameLimit)
        _ = try Picture.embedded(in: try Fixture.open(bytes))
      } catch let error as MediaError {
        #expect(!error.description.isEmpty)
      }
    }
  }
}
