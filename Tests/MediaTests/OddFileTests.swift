import CLinux
import Linux
import Model
import Support
import Testing

@testable import Media

/// Files that other tools cut, shifted, chained, or never finished.
@Suite struct OddFileTests {
  private static func frames(of bytes: [UInt8]) throws -> [Fixture.Run] {
    try Fixture.drain(try openDecoder(try Fixture.open(bytes)))
  }

  // MARK: - What is listed plays

  @Test(arguments: BrokenFile.listed) func `broken files that the scan lists give sound`(file: BrokenFile)
    throws
  {
    guard (try? probe(of: try Fixture.open(file.path))) != nil else { return }
    let decoder: any Decoder
    // jukebox-decoder does not run here.
    do { decoder = try Fixture.decoder(file.path) } catch let error as MediaError {
      guard case .needsFormats = error else { throw error }
      return
    }
    var buffer = [Float](repeating: 0, count: 8192 * 8)
    for _ in 0..<4 {
      var span = buffer.mutableSpan
      if case .formatChanged = try decoder.read(into: &span) { continue }
      break
    }
    #expect(decoder.positionFrames > 0)
  }

  @Test(arguments: ["album", "cut", "formats", "tags"])
  func `the scanned length is the length of the decoded sound`(folder: String) throws {
    for path in try Repository.files(below: "Fixtures/\(folder)", suffix: "") {
      let name = String(path.dropFirst("Fixtures/".count))
      let facts = try probe(of: try Fixture.open(name))
      let frames = try Fixture.drain(try Fixture.decoder(name)).reduce(0) { $0 + $1.frames }
      if let length = facts.lengthFrames, !facts.isLengthEstimated { #expect(length == frames, "\(name)") }
    }
  }

  // MARK: - Ogg

  @Test(arguments: ["formats/channels-2.ogg", "formats/channels-2.opus"])
  func `a small file is intact unless a page is damaged, missing or of another stream`(name: String) throws {
    func isIntact(_ pages: [[UInt8]]) throws -> Bool {
      let bytes = pages.flatMap { $0 }
      let source = try ByteSource(try Fixture.open(bytes), capacity: 64 * 1024)
      guard let first = OggPage(bytes, offset: 0) else { return false }
      return try OggPage.areIntact(source, 0..<Int64(bytes.count), serial: first.serial)
    }
    let pages = OggTestPages(try Repository.bytes(of: "Fixtures/\(name)")).pages
    #expect(try isIntact(pages))
    #expect(try !isIntact(Array(pages.prefix(2))), "no page has sound")
    #expect(try !isIntact(Array(pages.prefix(1) + pages.dropFirst(2))), "a page is missing")
    #expect(
      try !isIntact(pages + OggTestPages(Self.renumbered(pages.flatMap { $0 }, 1)).pages), "another stream")
    var damaged = pages
    damaged[pages.count - 1][pages[pages.count - 1].count - 1] ^= 1
    #expect(try !isIntact(damaged), "a bit is wrong")
    #expect(
      try !isIntact(pages.dropLast() + [Array(pages[pages.count - 1].dropLast())]), "the end is cut off")
  }

  private static func pages(_ file: [UInt8]) -> [(page: OggPage, body: [UInt8])] {
    var (found, at): ([(OggPage, [UInt8])], Int) = ([], 0)
    while let page = OggPage(Array(file[at...].prefix(OggPage.headSize + 255)), offset: Int64(at)) {
      found.append((page, Array(file[Int(page.bodyStart)..<Int(page.end)])))
      at = Int(page.end)
    }
    return found
  }

  /// With other time stamps on the pages of sound.
  private static func shifted(_ file: [UInt8], by frames: Int64) -> [UInt8] {
    pages(file).flatMap { page, body in
      OggPage.bytes(
        flags: page.flags, granule: page.granule > 0 ? page.granule + frames : page.granule,
        serial: page.serial, sequence: page.sequence, lacing: page.segments[...], body: body[...])
    }
  }

  /// Streams of one chain have serial numbers of their own.
  private static func renumbered(_ file: [UInt8], _ serial: UInt32) -> [UInt8] {
    pages(file).flatMap { page, body in
      OggPage.bytes(
        flags: page.flags, granule: page.granule, serial: page.serial &+ serial, sequence: page.sequence,
        lacing: page.segments[...], body: body[...])
    }
  }

  /// As ffmpeg cuts without encoding: what it needs to begin with has times below 0.
  @Test(
    arguments: ["album/1-03 Lamp Oil.ogg", "album/1-04 Windowsill.opus"],
    [1000, 15_000, 19_200, 60_000, 130_000] as [Int])
  func `sound before position 0 is not heard, and the rest is where it belongs`(name: String, count: Int)
    throws
  {
    let file = try Repository.bytes(of: "Fixtures/\(name)")
    let whole = try #require(try Self.frames(of: file).first)
    let cut = Self.shifted(file, by: -Int64(count))
    let facts = try probe(of: try Fixture.open(cut))
    expectEqual(facts.lengthFrames, Int64(whole.frames - count))
    let decoder = try openDecoder(try Fixture.open(cut))
    expectEqual(decoder.lengthFrames, Int64(whole.frames - count))
    let runs = try Fixture.drain(decoder)
    #expect(runs.count == 1 && decoder.positionFrames == decoder.lengthFrames)
    // Opus begins from 0.4 s before, when its decoder is not yet quite as it was.
    let tolerance: Float = name.hasSuffix("opus") ? 0.01 : 1e-6
    func agrees(_ samples: [Float], from frame: Int) -> Bool {
      let wanted = whole.samples[((frame + count) * 2)...].prefix(samples.count)
      return samples.count == wanted.count && zip(samples, wanted).allSatisfy { abs($0 - $1) < tolerance }
    }
    #expect(agrees(runs[0].samples, from: 0))
    for frame in [0, 50_000, 700, 120_000] {
      try expectEqual(decoder.seek(toFrame: Int64(frame)), .exact)
      expectEqual(decoder.positionFrames, Int64(frame))
      #expect(agrees(try #require(try Fixture.drain(decoder).first).samples, from: frame))
    }
  }

  @Test(arguments: ["album/1-03 Lamp Oil.ogg", "album/1-04 Windowsill.opus"])
  func `a stream whose times begin late is as long as its sound`(name: String) throws {
    let file = try Repository.bytes(of: "Fixtures/\(name)")
    let whole = try #require(try Self.frames(of: file).first)
    let late = Self.shifted(file, by: 4_800_000)
    #expect(try probe(of: try Fixture.open(late)).lengthFrames == Int64(whole.frames))
    try expectEqual(Self.frames(of: late).first?.samples, whole.samples)
  }

  @Test func `time stamps are changed with the checksum, wherever a read begins`() throws {
    let file = try Repository.bytes(of: "Fixtures/album/1-04 Windowsill.opus")
    let source = try ByteSource(try Fixture.open(file), capacity: 65_536)
    let whole = Self.pages(file)
    let window = StreamWindow(
      source, [.init(body: 0..<Int64(file.count), granuleShift: -70_000)])
    for piece in [1, 7, 26, 300, 5000, 100_000] {
      var (bytes, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: piece))
      window.beginCall()
      _ = window.seek(to: 0, whence: SEEK_SET)
      while bytes.count < file.count, piece > 1 || bytes.count < 3000 {
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe window.read(into: $0) }
        bytes += buffer[..<count]
      }
      for (page, body) in whole where page.end <= bytes.count {
        let wanted = OggPage.bytes(
          flags: page.flags, granule: page.granule - 70_000, serial: page.serial, sequence: page.sequence,
          lacing: page.segments[...], body: body[...])
        #expect(Array(bytes[Int(page.offset)..<Int(page.end)]) == wanted, "\(piece)")
      }
    }
  }

  @Test(arguments: ["album/1-03 Lamp Oil.ogg", "album/1-04 Windowsill.opus"])
  func `a file that ends within a page is as long as what is whole`(name: String) throws {
    let file = try Repository.bytes(of: "Fixtures/\(name)")
    let cut = Array(file.dropLast(1000))
    let facts = try probe(of: try Fixture.open(cut))
    #expect(facts.lengthFrames == (try Self.frames(of: cut).first).map { Int64($0.frames) })
  }

  @Test func `channels without a meaning come in the order that they have`() throws {
    for (name, places) in [("channels-2", [0, 1]), ("channels-6", ChannelOrder.vorbisPlaces(channels: 6))] {
      let file = try Repository.bytes(of: "Fixtures/formats/\(name).opus")
      let named = try #require(try Self.frames(of: file).first)
      var pages = Self.pages(file)
      pages[0].body[18] = 255
      if places.count == 2 { pages[0].body += [1, 1, 0, 1] }
      let bytes = pages.enumerated().flatMap { number, one in
        OggPage.bytes(
          flags: one.page.flags, granule: one.page.granule, serial: one.page.serial,
          sequence: one.page.sequence,
          lacing: number == 0 ? [UInt8(one.body.count)] : one.page.segments[...], body: one.body[...])
      }
      #expect(try probe(of: try Fixture.open(bytes)).lengthFrames == Int64(named.frames))
      let plain = try #require(try Self.frames(of: bytes).first)
      let channels = places.count
      try #require(plain.frames == named.frames && plain.format == named.format)
      for frame in 0..<plain.frames {
        for channel in 0..<channels
        where plain.samples[frame * channels + places[channel]] != named.samples[frame * channels + channel] {
          Issue.record("frame \(frame), channel \(channel)")
          return
        }
      }
    }
  }

  @Test func `a channel mapping that cannot be played is not listed, with the reason`() throws {
    var pages = Self.pages(try Repository.bytes(of: "Fixtures/formats/channels-6.opus"))
    for family in [2, 3, 17] as [UInt8] {
      pages[0].body[18] = family
      let bytes = pages.flatMap { page, body in
        OggPage.bytes(
          flags: page.flags, granule: page.granule, serial: page.serial, sequence: page.sequence,
          lacing: page.segments[...], body: body[...])
      }
      #expect(throws: MediaError.unsupported("an Opus stream of this channel mapping")) {
        _ = try probe(of: try Fixture.open(bytes))
      }
    }
  }

  @Test(arguments: [
    ["album/1-04 Windowsill.opus", "album/1-03 Lamp Oil.ogg"],
    ["album/1-03 Lamp Oil.ogg", "album/1-04 Windowsill.opus", "formats/rate-22050.ogg"],
    ["formats/ogg.oga", "formats/channels-1.opus", "formats/channels-6.opus", "formats/channels-2.ogg"],
    ["formats/channels-2.ogg", "broken/speex.ogg", "formats/channels-2.opus"],
  ]) func `a chain of several formats plays all that can be played`(names: [String]) throws {
    let files = try names.enumerated().map { number, name in
      Self.renumbered(try Repository.bytes(of: "Fixtures/\(name)"), UInt32(number) << 16)
    }
    let parts = files.flatMap { (try? Self.frames(of: $0)) ?? [] }
    var wanted: [Fixture.Run] = []
    for part in parts {
      if wanted.last?.format == part.format {
        wanted[wanted.count - 1].samples += part.samples
      } else {
        wanted.append(part)
      }
    }
    let bytes = files.flatMap { $0 }
    let seconds = parts.map { Double($0.frames) / Double($0.format.rate) }
    let total = seconds.reduce(0, +)
    let facts = try probe(of: try Fixture.open(bytes))
    #expect(abs(try #require(facts.duration) / .seconds(1) - total) < 1e-6)
    let decoder = try openDecoder(try Fixture.open(bytes))
    expectEqual(decoder.lengthFrames, facts.lengthFrames)
    #expect(abs(Double(decoder.lengthFrames ?? 0) / Double(decoder.format.rate) - total) < 1e-4)
    let runs = try Fixture.drain(decoder)
    #expect(runs.filter { $0.frames > 0 }.map(\.format) == wanted.map(\.format))
    #expect(runs.filter { $0.frames > 0 }.map(\.samples) == wanted.map(\.samples))
    // To the middle of each part, the last first: a time is right by the rate of whatever part it was reckoned in.
    var start = total
    for length in seconds.reversed() {
      start -= length
      let target = start + length / 2
      try expectEqual(decoder.seek(toFrame: Int64(target * Double(decoder.format.rate))), .exact)
      #expect(abs(Double(decoder.positionFrames) / Double(decoder.format.rate) - target) < 1e-3)
      let rest = try Fixture.drain(decoder).reduce(0) { $0 + Double($1.frames) / Double($1.format.rate) }
      #expect(abs(rest - (total - target)) < 1e-3)
    }
  }

  @Test(arguments: 0..<80) func `a chain that is cut or changed anywhere gives an error or sound`(seed: Int)
    throws
  {
    var dice = Dice(seed: UInt64(seed))
    let names = ["channels-2.ogg", "channels-1.opus", "rate-8000.ogg"].shuffled(using: &dice)
    var files = try names.enumerated().map { number, name in
      Self.renumbered(try Repository.bytes(of: "Fixtures/formats/\(name)"), UInt32(number) << 16)
    }
    // Times of 2^63 and below 0, and a rate of 1 Hz, with right checksums.
    let far = [Int64.max / 2, -1 << 40, 1 << 52, -9000, 0]
    files[Int.random(in: 0..<3, using: &dice)] = Self.shifted(
      files[1], by: try #require(far.randomElement(using: &dice)))
    var bytes = files.flatMap { $0 }
    for _ in 0..<Int.random(in: 0...3, using: &dice) {
      bytes[Int.random(in: 0..<bytes.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
    }
    if Bool.random(using: &dice) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &dice)) }
    if let facts = try? probe(of: try Fixture.open(bytes)) { #expect((facts.lengthFrames ?? 1) > 0) }
    do {
      let decoder = try openDecoder(try Fixture.open(bytes))
      for frame in [0, 30_000, decoder.lengthFrames ?? 0, Int64.max] {
        _ = try? decoder.seek(toFrame: frame)
        #expect(decoder.positionFrames >= 0)
      }
      _ = try decoder.seek(toFrame: 0)
      #expect(try Fixture.drain(decoder).allSatisfy { $0.samples.allSatisfy { abs($0) <= 16 } })
    } catch is MediaError {}
  }

  @Test func `a chain of many streams is found by halving the file`() throws {
    let opus = try Repository.bytes(of: "Fixtures/formats/channels-1.opus")
    let vorbis = try Repository.bytes(of: "Fixtures/formats/channels-2.ogg")
    let bytes = (0..<40).flatMap { number in
      Self.renumbered(vorbis, UInt32(number) << 16) + Self.renumbered(opus, UInt32(number) << 16)
    }
    let source = try ByteSource(try Fixture.open(bytes), capacity: 65_536)
    let stream = try OggStream(source, at: 0)
    let runs = try OggChain.runs(source, stream, 0..<Int64(bytes.count))
    var at: Int64 = 0
    for (index, run) in runs.enumerated() {
      expectEqual(run.type, (index % 2 == 0 ? .vorbis : .opus))
      expectEqual(run.body, at..<at + Int64(index % 2 == 0 ? vorbis.count : opus.count))
      at = run.body.upperBound
    }
    expectEqual(runs.count, 80)
  }

  /// A picture of 12 MB as a comment, on pages of 4 KB as taggers write them.
  @Test(arguments: ["formats/channels-2.ogg", "formats/channels-2.opus"])
  func `a picture of 12 MB hides no sound`(name: String) throws {
    let file = try Repository.bytes(of: "Fixtures/\(name)")
    let plain = try Self.frames(of: file)
    let isVorbis = name.hasSuffix("ogg")
    let feed = try ByteSource(try Fixture.open(file), capacity: 65_536)
    let stream = try OggStream(feed, at: 0)
    let front = try #require(try OggFront(feed, stream, try OggHead(stream)))
    func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let texts = [
      Array("METADATA_BLOCK_PICTURE=".utf8) + [UInt8](repeating: UInt8(ascii: "A"), count: 16_000_000),
      Array("TITLE=Behind it".utf8),
    ]
    var packet = isVorbis ? [3] + Array("vorbis".utf8) : Array("OpusTags".utf8)
    packet += little(0) + little(texts.count)
    for text in texts { packet += little(text.count) + text }
    if isVorbis { packet.append(1) }
    let first = try #require(Self.pages(file).first)
    var bytes = Array(file[..<Int(first.page.end)])
    let size = 255 * 16
    for start in stride(from: 0, to: packet.count, by: size) {
      let body = packet[start..<min(start + size, packet.count)]
      let isLast = start + size > packet.count
      let lacing =
        [UInt8](repeating: 255, count: body.count / 255) + (isLast ? [UInt8(body.count % 255)] : [])
      // Nothing looks at the checksum.
      bytes += Array("OggS".utf8) + [0, start == 0 ? 0 : 1] + [UInt8](repeating: isLast ? 0 : 255, count: 8)
      bytes += little(Int(stream.serial)) + little(1 + start / size) + little(0)
      bytes += [UInt8(lacing.count)] + lacing + body
    }
    if isVorbis {
      let lacing = [UInt8](repeating: 255, count: front.setup.count / 255) + [UInt8(front.setup.count % 255)]
      bytes += OggPage.bytes(
        flags: 0, serial: stream.serial, sequence: 2, lacing: lacing[...], body: front.setup[...])
    }
    bytes += file[Int(front.soundStart)...]
    let facts = try probe(of: try Fixture.open(bytes))
    expectEqual(facts.tags.title, "Behind it")
    #expect(facts.lengthFrames == plain.first.map { Int64($0.frames) })
    try expectEqual(Self.frames(of: bytes).map(\.samples), plain.map(\.samples))
  }

  // MARK: - WAVE

  private static let sound: [UInt8] = {
    var dice = Dice(seed: 5)
    return (0..<4000).map { _ in UInt8.random(in: 0...255, using: &dice) }
  }()
  private static let title = WaveFile.chunk(
    "LIST", Array("INFO".utf8) + WaveFile.chunk("INAM", Array("Own title\0".utf8)))

  private static func samples(_ bytes: [UInt8]) throws -> [Float]? { try frames(of: bytes).first?.samples }

  @Test(arguments: [0, 0x7FFF_FFFF - 36, 0x7FFF_F000, 0xFFFF_FFFF, 0xFFFF_FFDB])
  func `a WAVE file whose header was never finished plays to its end`(claimed: Int) throws {
    let whole = WaveFile.wave(Self.sound, tag: 1, channels: 2, bits: 16, before: Self.title)
    var bytes = WaveFile.wave(
      Self.sound, tag: 1, channels: 2, bits: 16, before: Self.title, claimed: claimed)
    for riff in [0, 0xFFFF_FFFF, bytes.count - 8] {
      bytes.replaceSubrange(4..<8, with: WaveFile.little(riff, 4))
      let facts = try probe(of: try Fixture.open(bytes))
      expectEqual(facts.lengthFrames, 1000)
      expectEqual(facts.tags.title, "Own title")
      try expectEqual(Self.samples(bytes), Self.samples(whole))
    }
  }

  @Test func `a WAVE file without sound is not listed`() throws {
    for after in [[], Self.title] {
      let bytes = WaveFile.wave([] as [UInt8], tag: 1, channels: 2, bits: 16, after: after)
      #expect(throws: MediaError.truncated) { _ = try probe(of: try Fixture.open(bytes)) }
      #expect(throws: MediaError.truncated) { _ = try openDecoder(try Fixture.open(bytes)) }
    }
  }

  @Test func `chunks after the sound are no sound`() throws {
    let bytes = WaveFile.wave(Self.sound, tag: 1, channels: 2, bits: 16, after: Self.title)
    try expectEqual(Self.samples(bytes)?.count, 2000)
    try expectEqual(Fixture.tags(of: bytes).title, "Own title")
  }

  private static func long(_ form: String, stated: Int, data: Int = 0xFFFF_FFFF) -> [UInt8] {
    let plain = WaveFile.wave([] as [UInt8], tag: 1, channels: 2, bits: 16)
    let size = WaveFile.little(stated, 8)
    return Array(form.utf8) + WaveFile.little(0xFFFF_FFFF, 4) + Array("WAVE".utf8)
      + WaveFile.chunk(
        "ds64", WaveFile.little(stated + 72, 8) + size + WaveFile.little(stated / 4, 8) + [0, 0, 0, 0])
      + plain[12..<plain.count - 4] + WaveFile.little(data, 4)
  }

  @Test(arguments: ["RF64", "BW64"], [4000, 0, -1])
  func `sizes of 64 bits are read`(form: String, stated: Int) throws {
    let bytes = Self.long(form, stated: stated) + Self.sound
    #expect(try probe(of: try Fixture.open(bytes)).lengthFrames == 1000)
    try expectEqual(Self.samples(bytes)?.count, 2000)
    // BW64 may say a size of 32 bits as well.
    let short = Self.long(form, stated: 0, data: 4000) + Self.sound + Self.title
    try expectEqual(Self.samples(short)?.count, 2000)
  }

  /// A hole in the file costs no storage.
  @Test(arguments: ["RF64", "BW64", "wrapped", "wrapped to a little", "never finished", "unknown"])
  func `a WAVE file of more than 4 GiB plays to its end`(kind: String) throws {
    let size = kind == "wrapped to a little" ? 1 << 32 + 4000 : 5 << 30
    let plain = WaveFile.wave([] as [UInt8], tag: 1, channels: 2, bits: 16)
    let head: [UInt8] =
      switch kind {
      case "RF64", "BW64": Self.long(kind, stated: size)
      case "never finished": plain
      case "unknown": Array(plain.dropLast(4)) + WaveFile.little(0xFFFF_FFFF, 4)
      default: Array(plain.dropLast(4)) + WaveFile.little(size, 4)
      }
    let folder = try TemporaryFolder()
    let path = try folder.write("file", head + Self.sound)
    try #require(try ChildProcess.run(["truncate", "-s", "\(head.count + size - 4000)", path]).status == 0)
    let tail = try folder.write("tail", Self.sound)
    try #require(try ChildProcess.run(["sh", "-c", "cat '\(tail)' >> '\(path)'"]).status == 0)
    let facts = try probe(of: try Fixture.open(path: path))
    expectEqual(facts.lengthFrames, Int64(size / 4))
    expectEqual(facts.bitRate, 1_411_200)
    let decoder = try openDecoder(try Fixture.open(path: path))
    try expectEqual(decoder.seek(toFrame: Int64(size / 4 - 1000)), .exact)
    let wanted = try Self.samples(WaveFile.wave(Self.sound, tag: 1, channels: 2, bits: 16))
    try expectEqual(Fixture.drain(decoder).first?.samples, wanted)
  }

  // MARK: - MPEG

  @Test(arguments: [
    ["-b", "400"], ["-b", "640"], ["-b", "330", "-m", "m"], ["-b", "150", "--resample", "22.05"],
  ])
  func `a stream of free format plays`(options: [String]) throws {
    let folder = try TemporaryFolder()
    let source = "\(Repository.root)/Fixtures/formats/channels-2.flac"
    let (wave, target) = ("\(folder.path)/in.wav", "\(folder.path)/out.mp3")
    try #require(try ChildProcess.run(["flac", "-s", "-d", "-o", wave, source]).status == 0)
    let command = ["lame", "--quiet", "--freeformat"] + options + [wave, target]
    try #require(try ChildProcess.run(command).status == 0)
    let facts = try probe(of: try Fixture.open(path: target))
    expectEqual(facts.type, .mpeg)
    let wanted = (Int(options[1]) ?? 0) * 1000
    #expect(abs((facts.bitRate ?? 0) - wanted) < wanted / 4)
    let run = try #require(try Fixture.drain(try openDecoder(try Fixture.open(path: target))).first)
    #expect(abs((facts.lengthFrames ?? 0) - Int64(run.frames)) <= 1152)
    let channels = run.format.channels
    #expect(SoundMeasure.tone(200, in: run.samples, channel: 0, of: channels, rate: run.format.rate) > 0.1)
    // A tag before it, and rubbish.
    let bytes = try Fixture.open(path: target).readAll(atMost: 1 << 20)
    let more = try probe(of: try Fixture.open((0..<3000).map { UInt8($0 % 251) } + bytes))
    expectEqual(more.format, facts.format)
  }
}
