import Linux
import Support
import Testing

@testable import Media

/// The decoders of streams, given bytes without a connection.
@Suite struct StreamDecoderTests {
  /// Everything that a stream of these bytes gives, and its last format.
  /// - Parameter bytes: as many as the channel takes at once.
  private func sound(of bytes: [UInt8]) throws -> (format: StreamFormat, samples: [Float]) {
    let blocks = try blocks(of: bytes)
    guard let last = blocks.last else { throw MediaError.notAudio }
    return (last.format, blocks.flatMap(\.samples))
  }

  /// All pieces of sound, one after the other.
  private func blocks(of bytes: [UInt8]) throws -> [LiveBlock] {
    let input = try input(of: bytes)
    var blocks: [LiveBlock] = []
    while let decoder = try openStream(input) {
      while let block = try decoder.next() {
        #expect(!block.samples.isEmpty && block.samples.count.isMultiple(of: block.format.channels))
        blocks.append(block)
      }
    }
    return blocks
  }

  /// As far as both have samples: mpg123 rounds by where its buffers lie.
  private func isClose(_ some: ArraySlice<Float>, _ others: ArraySlice<Float>) -> Bool {
    zip(some, others).allSatisfy { abs($0 - $1) < 1e-5 }
  }

  private func input(of bytes: [UInt8]) throws -> LiveInput {
    let (data, reports) = (try DescriptorPair.sockets(), try DescriptorPair.pipe())
    do {
      let writer = Descriptor(owning: data.writer)
      _ = Descriptor(owning: reports.writer)
      try expectEqual(writer.write(bytes.span), bytes.count)
    }
    return LiveInput(
      data: Descriptor(owning: data.reader), reports: Descriptor(owning: reports.reader), stop: try Wakeup()
    ) { _ in }
  }

  @Test(arguments: [0, 0x7FFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFD0, 24])
  func `a WAVE stream is decoded, whatever its header knows of its length`(claimed: Int) throws {
    let values = [0, 1, -1, 32_767, -32_768, 256, -300, 7, 8, 9, 10, 11]
    let list = WaveFile.chunk("LIST", Array("INFOISFT odd".utf8) + [1])
    let file = WaveFile.wave(values, bits: 16, rate: 48_000, before: list, after: list, claimed: claimed)
    let (format, samples) = try sound(of: file)
    expectEqual(format, StreamFormat(rate: 48_000, channels: 2, exactBits: .bits(16)))
    // Without a length what follows is sound as well.
    #expect(samples.count >= values.count && (claimed != 24 || samples.count == values.count))
    #expect(samples.prefix(values.count).elementsEqual(values.map { Float($0) / 32_768 }))
  }

  @Test func `WAVE streams of 24 and 32 bits and floats are decoded`() throws {
    let values = [0, 1, -1, 8_388_607, -8_388_608, 65_536]
    let deep = try sound(of: WaveFile.wave(values, bits: 24, claimed: 0))
    #expect(deep.format.exactBits == .bits(24) && deep.samples == values.map { Float($0) / 8_388_608 })
    let deeper = try sound(of: WaveFile.wave(values.map { $0 << 8 }, bits: 32, claimed: 0))
    #expect(deeper.format.exactBits == .none && deeper.samples == values.map { Float($0) / 8_388_608 })
    let floats = [Float(0.5), -0.25, .nan, .infinity].flatMap { WaveFile.little(Int($0.bitPattern), 4) }
    try expectEqual(
      sound(of: WaveFile.wave(floats, tag: 3, channels: 1, bits: 32)).samples,
      [
        0.5, -0.25, 0, Bounded.peak,
      ])
    // The format is extensible (0xFFFE): the tag is in its last part.
    var file = WaveFile.wave(values, bits: 24, claimed: 0)
    let more =
      WaveFile.little(22, 2) + WaveFile.little(24, 2) + WaveFile.little(3, 4) + WaveFile.little(1, 16)
    file.replaceSubrange(36..<36, with: more)
    file.replaceSubrange(16..<22, with: WaveFile.little(40, 4) + [0xFE, 0xFF])
    try expectEqual(sound(of: file).samples, deep.samples)
  }

  @Test(arguments: [
    WaveFile.wave([UInt8](repeating: 0, count: 64), tag: 0x55, channels: 2, bits: 16),
    WaveFile.wave([UInt8](repeating: 0, count: 64), tag: 1, channels: 2, bits: 8),
    WaveFile.wave([UInt8](repeating: 0, count: 64), tag: 1, channels: 0, bits: 16),
    WaveFile.wave([UInt8](repeating: 0, count: 64), tag: 1, channels: 9, bits: 16),
    WaveFile.wave([UInt8](repeating: 0, count: 64), tag: 1, channels: 2, bits: 16, rate: 0),
    Array("RIFF____AVI fmt ".utf8), Array("RIFF____WAVEdata____".utf8) + [UInt8](repeating: 0, count: 64),
    Array("RIFF____WAVELIST".utf8) + [0xFF, 0xFF, 0xFF, 0xFF],
  ])
  func `a WAVE stream of another kind fails`(bytes: [UInt8]) throws {
    #expect(throws: MediaError.self) { try sound(of: bytes) }
  }

  private static let kinds: [(name: String, kind: StreamKind)] = [
    ("formats/rate-44100.mp3", .frames(.mpeg)), ("coded/stream.aac", .frames(.aac)),
    ("coded/dolby.ac3", .frames(.dolby(isPlus: false))), ("coded/dolby.eac3", .frames(.dolby(isPlus: true))),
    ("formats/channels-2.ogg", .ogg), ("formats/channels-2.flac", .flac), ("formats/wave-16.wav", .wave),
    ("coded/index-first.m4a", .mpeg4), ("coded/flac.mka", .container(demuxer: "matroska", name: "Matroska")),
    ("coded/windows.wma", .container(demuxer: "asf", name: "Windows Media")),
  ]

  @Test(arguments: kinds.map(\.name), [0, 1, 100, 3000])
  func `the kind of a stream is found by its content, also within a frame`(_ name: String, _ start: Int)
    throws
  {
    let kind = try #require(Self.kinds.first { $0.name == name }).kind
    let bytes = try Fixture.open(name).readAll(atMost: 10 << 20)
    var search = StreamSearch(try input(of: Array(bytes.dropFirst(start).prefix(100_000))))
    let found = try search.next()
    switch kind {
    case .frames: expectEqual(found, kind)
    // Further pages are known by their checksums; other containers only by their beginning.
    case .ogg: expectEqual(found, kind)
    default: expectEqual((found == kind), (start == 0))
    }
  }

  /// Heads that libvorbis divides by zero with, or overflows its stack, are among them.
  @Test func `broken files as streams end or fail`() throws {
    let files = try Repository.files(below: "Fixtures/broken", suffix: "")
    #expect(files.count > 20)
    for file in files {
      let bytes = try Repository.bytes(of: file)
      do {
        let samples = try sound(of: Array(bytes.prefix(100_000))).samples
        #expect(samples.allSatisfy { $0.isFinite })
      } catch {
        #expect(!"\(error)".isEmpty, "\(file)")
      }
    }
  }

  /// Each pair of kinds, and links of a chain; what jukebox-decoder decodes has no process here.
  @Test(arguments: [
    "formats/rate-44100.mp3", "formats/channels-2.flac", "formats/ogg.oga", "formats/channels-2.ogg",
    "formats/channels-6.opus", "formats/mono.mp3", "formats/rate-8000.ogg", "formats/channels-1.flac",
  ])
  func `a stream continues after its kind, rate or channels change`(_ second: String) throws {
    for first in [
      "formats/rate-44100.mp3", "formats/channels-2.flac", "formats/ogg.oga", "formats/channels-2.ogg",
    ] {
      let pair = try [first, second].map { try Fixture.open($0).readAll(atMost: 10 << 20) }
      let alone = try pair.map { try blocks(of: $0) }
      let joined = try blocks(of: pair[0] + pair[1])
      let count = joined.reduce(0) { $0 + $1.samples.count / $1.format.channels }
      let wanted = alone.joined().reduce(0) { $0 + $1.samples.count / $1.format.channels }
      #expect(abs(count - wanted) <= 1152, "\(first), \(second): \(count) of \(wanted)")
      expectEqual(joined.last?.format, alone[1].last?.format)
      expectEqual(joined.first?.format, alone[0].first?.format)
      let ends = [alone[1], joined].map { $0.last?.samples.suffix(500) ?? [] }
      #expect(ends[0].count == ends[1].count && isClose(ends[0][...], ends[1][...]), "\(first), \(second)")
    }
  }

  @Test func `a short FLAC stream that loses its place is not begun again`() throws {
    let flac = Array(try Fixture.open("formats/mono-8000.flac").readAll(atMost: 1 << 20).prefix(7000))
    let alone = try blocks(of: flac).reduce(0) { $0 + $1.samples.count }
    #expect(alone > 0)
    for rest in [
      [UInt8](repeating: 0x55, count: 3000), try Fixture.open("formats/mono.mp3").readAll(atMost: 1 << 20),
    ] {
      let joined = try blocks(of: flac + rest)
      let count = joined.filter { $0.format.rate == 8000 }.reduce(0) { $0 + $1.samples.count }
      #expect(count <= alone, "\(count) of \(alone)")
    }
  }

  @Test func `a frame that is cut by other sound makes no noise`() throws {
    let mp3 = try Fixture.open("formats/rate-44100.mp3").readAll(atMost: 1 << 20)
    let other = try Fixture.open("formats/channels-2.flac").readAll(atMost: 1 << 20)
    for cut in [5000, 5001, 5100, 5300] {
      let joined = try blocks(of: mp3.prefix(cut) + other)
      let formats = joined.map(\.format).reduce(into: [StreamFormat]()) { if $0.last != $1 { $0.append($1) } }
      expectEqual(formats.count, 2)
      let mpeg = joined.filter { $0.format == formats[0] }.flatMap(\.samples)
      let alone = try blocks(of: Array(mp3.prefix(cut))).flatMap(\.samples)
      #expect(!mpeg.isEmpty && mpeg.count <= alone.count && isClose(mpeg[...], alone[...]), "\(mpeg.count)")
    }
  }

  @Test func `a page that comes in parts is not taken for what is in it`() throws {
    let bytes = try Fixture.open("formats/ogg.oga").readAll(atMost: 10 << 20)
    let (data, reports) = (try DescriptorPair.sockets(), try DescriptorPair.pipe())
    let writer = Descriptor(owning: data.writer)
    _ = Descriptor(owning: reports.writer)
    let input = LiveInput(
      data: Descriptor(owning: data.reader), reports: Descriptor(owning: reports.reader), stop: try Wakeup()
    ) { _ in }
    // The mark of FLAC is within the first page; its checksum covers the rest.
    let (first, second) = (Array(bytes.prefix(60)), Array(bytes.dropFirst(60).prefix(50_000)))
    _ = try writer.write(first.span)
    #expect(input.gather(60))
    _ = try writer.write(second.span)
    var search = StreamSearch(input)
    try expectEqual(search.next(), .ogg)
  }

  @Test func `WAVE of no stated length ends where other sound begins`() throws {
    let values = (0..<60_000).map { $0 * 7919 % 65_536 - 32_768 }
    for other in ["formats/channels-2.ogg", "formats/rate-44100.mp3"] {
      let bytes = try Fixture.open(other).readAll(atMost: 1 << 20)
      let joined = try blocks(of: WaveFile.wave(values, bits: 16, claimed: 0) + bytes)
      let wave = joined.filter { $0.format.exactBits == .bits(16) }.flatMap(\.samples)
      #expect(wave.count == values.count && isClose(wave[...], values.map { Float($0) / 32_768 }[...]))
      expectEqual(joined.last?.format.exactBits, ExactBits.none)
    }
  }

  @Test(arguments: ["formats/channels-2.ogg", "formats/channels-2.opus", "formats/ogg.oga"])
  func `a link has the words of its comments`(_ name: String) throws {
    let bytes = try Fixture.open(name).readAll(atMost: 10 << 20)
    var pages = OggTestPages(bytes)
    pages.comment(["TITLE=Käse", "ARTIST=One", "artist=Two", "ALBUM=No"])
    let input = try input(of: pages.bytes + bytes)
    let first = try #require(try openStream(input))
    #expect(try first.next() != nil)
    #expect(first.words.title == "Käse" && first.words.artists == ["One", "Two"])
    while try first.next() != nil {}
    let second = try #require(try openStream(input))
    #expect(try second.next() != nil)
    #expect(second.words.title != "Käse")
  }

  @Test func `bytes without sound end a stream after a while`() throws {
    let input = try input(of: [UInt8](repeating: 0x41, count: 20_000))
    input.limitSilence(to: .zero)
    #expect(try openStream(input) == nil)
    #expect(input.wasSilentTooLong && input.position < 20_000)
  }

  @Test func `MPEG-4 with its index after its sound fails with that reason`() throws {
    let bytes = try Fixture.open("coded/aac.m4a").readAll(atMost: 1 << 20)
    let boxes = StreamBoxes(try input(of: bytes))
    while !boxes.take(atMost: 4096).isEmpty {}
    let behind = boxes.failure.map { "\($0)" } ?? ""
    #expect(behind.contains("index is behind the sound"))
    let first = try Fixture.open("coded/index-first.m4a").readAll(atMost: 1 << 20)
    let whole = StreamBoxes(try input(of: first + first))
    var given: [UInt8] = []
    while case let part = whole.take(atMost: 4096), !part.isEmpty { given += part }
    let isSame = given == first
    #expect(isSame && whole.failure == nil)
  }

  @Test func `a Vorbis stream is found among other pages, and joins where one was lost`() throws {
    let whole = try Fixture.open("formats/channels-6.ogg").readAll(atMost: 1 << 20)
    let count = try sound(of: whole).samples.count
    var pages: [[UInt8]] = []
    while let page = OggPage(Array(whole[pages.reduce(0) { $0 + $1.count }...]), offset: 0) {
      let start = pages.reduce(0) { $0 + $1.count }
      pages.append(Array(whole[start..<(start + Int(page.end))]))
    }
    let other = OggPage.bytes(
      flags: 2, serial: 77, sequence: 0, lacing: [9], body: Array("fishead\0\0".utf8)[...])
    let among = Array(pages.flatMap { other + Array("OgOggS junk".utf8) + $0 })
    expectEqual(pages.count, 4)
    try expectEqual(sound(of: among).samples.count, count)
    // A page of sound is lost.
    let lost = try sound(of: Array((pages[..<2] + pages[3...]).joined())).samples.count
    #expect(lost > 0 && lost < count)
    // The second page of the head is lost.
    #expect(throws: MediaError.self) { try sound(of: Array((pages[..<1] + pages[2...]).joined())) }
  }

  /// Any bytes decode, end or fail: nothing traps or waits for ever.
  @Test(arguments: [
    "formats/rate-44100.mp3", "formats/channels-2.flac", "formats/ogg.oga", "formats/channels-2.ogg",
    "formats/channels-6.opus", "formats/wave-16.wav", "coded/stream.aac",
  ])
  func `changed bytes of a stream trap nothing`(_ name: String) throws {
    let whole = try Fixture.open(name).readAll(atMost: 10 << 20)
    var dice = Dice(seed: 7)
    for _ in 0..<25 {
      var changed = Array(whole.prefix(24_000))
      for _ in 0..<Int.random(in: 1...20, using: &dice) {
        let place = Int.random(in: changed.indices, using: &dice)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: changed[place] = UInt8.random(in: 0...255, using: &dice)
        case 1: changed.removeSubrange(place..<min(place + 9, changed.count))
        default: changed.replaceSubrange(place..<place, with: changed.prefix(40))
        }
      }
      // Not the first bytes alone: the heads are where lengths are.
      for place in 0..<Int.random(in: 0..<3, using: &dice) { changed[place * 13] ^= 0x40 }
      do {
        let samples = try sound(of: changed).samples
        #expect(samples.allSatisfy { abs($0) <= Bounded.peak })
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
  }

  /// Many programs never write the length into the head of FLAC in Ogg.
  @Test func `a file of links of any codec plays to its end`() throws {
    let names = [
      "formats/ogg.oga", "formats/channels-2.ogg", "formats/ogg.oga", "formats/channels-2.opus",
      "formats/rate-8000.ogg",
    ]
    let files = try names.enumerated().map { number, name in
      var pages = OggTestPages(try Fixture.open(name).readAll(atMost: 10 << 20))
      pages.number(UInt32(100 + number), withoutLength: name.hasSuffix("oga"))
      return pages.bytes
    }
    let alone = try files.map { try openDecoder(try Fixture.open($0)) }
    let lengths = try alone.map { try #require($0.lengthFrames) }
    let joined = try openDecoder(try Fixture.open(files.flatMap { $0 }))
    #expect(joined.lengthFrames != nil)
    let runs = try Fixture.drain(joined)
    let seconds = runs.reduce(0) {
      $0 + Double($1.samples.count / $1.format.channels) / Double($1.format.rate)
    }
    let wanted = zip(alone, lengths).reduce(0) { $0 + Double($1.1) / Double($1.0.format.rate) }
    #expect(abs(seconds - wanted) < 0.001)
  }
}
