import CLinux
import Linux
import Support
import Testing

@testable import Media

@Suite struct SeekIndexTests {
  /// An MP3 file without a length, longer than a seek reads through.
  private static func long(_ folder: TemporaryFolder) throws -> String {
    let sound = try Repository.bytes(of: "Fixtures/formats/vbr-no-xing.mp3")
    var bytes: [UInt8] = []
    while bytes.count < 40_000_000 { bytes += sound }
    return try folder.write("long.mp3", bytes)
  }

  private func open(_ path: String, _ index: SeekIndex? = nil) throws -> any Decoder {
    try openDecoder(
      Descriptor(
        owning: try systemCall("open", path: path) { unsafe clinux_open(path, O_RDONLY | O_CLOEXEC, 0) }),
      index: index)
  }

  private func frames(_ decoder: any Decoder) throws -> [Float] {
    var buffer = [Float](repeating: 0, count: 2000)
    var span = buffer.mutableSpan
    guard case .frames(let count) = try decoder.read(into: &span) else { return [] }
    return Array(buffer[..<(count * decoder.format.channels)])
  }

  @Test func `a far seek is a guess without an index, and exact with a kept one`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.long(folder)
    let far: Int64 = 44_100 * 1200
    let plain = try open(path)
    try expectEqual(plain.seek(toFrame: far), .estimated)
    #expect(try !frames(plain).isEmpty)
    // Near the beginning it is exact again.
    try expectEqual(plain.seek(toFrame: 44_100), .exact)
    expectEqual(plain.positionFrames, 44_100)

    let full = try open(path)
    try full.completeSeekIndex()
    expectEqual(full.positionFrames, 0)
    let index = try #require(full.seekIndex)
    #expect(index.offsets.count > 100)
    try expectEqual(full.seek(toFrame: far), .exact)
    let sound = try frames(full)

    let stored = try #require(SeekIndex(bytes: index.bytes))
    expectEqual(stored, index)
    let next = try open(path, stored)
    try expectEqual(next.seek(toFrame: far), .exact)
    expectEqual(next.positionFrames, far)
    #expect(zip(sound, try frames(next)).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  /// Frames of 96 kbit/s with sound, then of 320 kbit/s without: half of the time is a quarter of the bytes.
  @Test func `a guess goes by the file's own table of places`() throws {
    let folder = try TemporaryFolder()
    func encoded(_ name: String, _ bitRate: Int, _ sound: [UInt8]) throws -> [UInt8] {
      let raw = try folder.write("raw", sound)
      let target = "\(folder.path)/\(name)"
      let run = try ChildProcess.run([
        "lame", "--quiet", "-r", "-s", "44.1", "--resample", "44.1", "-b", "\(bitRate)", "-t", "--nores", raw,
        target,
      ])
      try #require(run.status == 0)
      return try Fixture.open(path: target).readAll(atMost: 1 << 22)
    }
    var dice = Dice(seed: 9)
    let noise = (0..<441_000).flatMap { _ in
      [UInt8.random(in: 0...255, using: &dice), UInt8.random(in: 0...31, using: &dice)]
    }
    let loud = try encoded("loud", 96, noise)
    let silent = try encoded("silent", 320, [UInt8](repeating: 0, count: 882_000))
    func frames(_ bytes: [UInt8]) -> Int {
      var (at, count) = (0, 0)
      while at + 4 <= bytes.count, let header = MPEGHeader(bytes[at...]) {
        (at, count) = (at + header.frameBytes, count + 1)
      }
      return count
    }
    let (first, second) = (150, 150)
    let sound = (0..<first).flatMap { _ in loud } + (0..<second).flatMap { _ in silent }
    let lengths = (frames(loud) * first, frames(silent) * second)
    let total = lengths.0 + lengths.1
    let boundary = Double(loud.count * first)
    // 128 kbit/s at 44.1 kHz: 417 bytes, of which the head and the side information take 36.
    var info = [UInt8](repeating: 0, count: 417)
    info.replaceSubrange(0..<4, with: [0xFF, 0xFB, 0x90, 0x00])
    info.replaceSubrange(36..<44, with: Array("Xing".utf8) + [0, 0, 0, 7])
    info.replaceSubrange(44..<48, with: PictureFiles.big(total))
    info.replaceSubrange(48..<52, with: PictureFiles.big(sound.count + 417))
    for place in 0..<100 {
      let frame = Double(total * place) / 100
      let bytes =
        frame < Double(lengths.0)
        ? frame / Double(lengths.0) * boundary
        : boundary + (frame - Double(lengths.0)) / Double(lengths.1) * (Double(sound.count) - boundary)
      info[52 + place] = UInt8(bytes / Double(sound.count) * 256)
    }
    let path = try folder.write("long.mp3", info + sound)
    let decoder = try open(path)
    expectEqual(decoder.lengthFrames, Int64(total) * 1152)
    for (place, isLoud) in [(0.97, false), (0.52, false), (0.48, true), (0.4, true), (0.8, false)] {
      guard try decoder.seek(toFrame: Int64(Double(total) * place) * 1152) == .estimated else { continue }
      let level = try self.frames(decoder).map { abs($0) }.max() ?? 0
      #expect((level > 0.01) == isLoud, "\(place): \(level)")
    }
    // Read on, all is known.
    let other = try open(path)
    while try other.lengthenSeekIndex() {}
    decoder.adopt(try #require(other.seekIndex))
    try expectEqual(decoder.seek(toFrame: Int64(total) * 700), .exact)
  }

  @Test func `Fraunhofer's table of places is read`() throws {
    let header = try #require(MPEGHeader([0xFF, 0xFB, 0x90, 0x00]))
    var frame = [UInt8](repeating: 0, count: 417)
    let table: [UInt8] = [0, 10, 0, 30, 0, 40, 0, 20]
    let head = Array("VBRI".utf8) + [0, 1, 0, 0, 0, 75] + PictureFiles.big(10_000) + PictureFiles.big(400)
    frame.replaceSubrange(36..<36 + head.count, with: head)
    frame.replaceSubrange(54..<62, with: [0, 4, 0, 100, 0, 2, 0, 100])
    frame.replaceSubrange(62..<62 + table.count, with: table)
    let info = try #require(MPEGInfo(header, frame: frame))
    #expect(info.frames == 400 && info.bytes == 10_000)
    for (place, share) in [(0, 0), (0.25, 0.1), (0.375, 0.25), (0.5, 0.4), (1, 1), (0.75, 0.8)]
      as [(Double, Double)]
    {
      #expect(abs(info.share(before: place) - share) < 1e-9)
    }
    // A table that is cut off says nothing.
    let cut = try #require(MPEGInfo(header, frame: Array(frame[..<66])))
    expectEqual(cut.share(before: 0.3), 0.3)
  }

  @Test func `an index grows on after a guess, and after it was given`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.long(folder)
    let guessing = try open(path)
    try expectEqual(guessing.seek(toFrame: 44_100 * 1800), .estimated)
    try expectEqual(guessing.seek(toFrame: 44_100 * 30), .exact)
    let little = try #require(guessing.seekIndex)
    #expect(little.reach > 1000)
    let later = try open(path, little)
    for seconds in stride(from: Int64(300), through: 1800, by: 300) {
      try expectEqual(later.seek(toFrame: 44_100 * seconds), .exact)
    }
    let whole = try #require(later.seekIndex)
    #expect(whole.reach > 68_000)
    #expect(whole.offsets.count > SeekIndex.entryLimit / 2 - 1, "as fine as there is room for")
  }

  @Test func `an index whose entries lie beside the frames is found out`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.long(folder)
    let full = try open(path)
    try full.completeSeekIndex()
    let genuine = try #require(full.seekIndex)
    let shifted = SeekIndex(
      fileBytes: genuine.fileBytes, soundStart: genuine.soundStart, step: genuine.step,
      offsets: genuine.offsets.map { $0 == 0 ? 0 : $0 + 5 })
    let decoder = try open(path, shifted)
    try expectEqual(decoder.seek(toFrame: 44_100 * 1800), .estimated)
    try expectEqual(decoder.seek(toFrame: 44_100 * 30), .exact)
    decoder.adopt(genuine)
    try expectEqual(decoder.seek(toFrame: 44_100 * 1800), .exact)
    expectEqual(decoder.positionFrames, 44_100 * 1800)
  }

  @Test func `an index of another file is not taken`() throws {
    let foreign = SeekIndex(fileBytes: 12345, soundStart: 0, step: 1, offsets: [0, 400, 800])
    let path = "\(Repository.root)/Fixtures/formats/no-xing.mp3"
    let decoder = try open(path, foreign)
    let own = try open(path)
    expectEqual(decoder.seekIndex, own.seekIndex)
  }

  @Test func `an index that lies costs precision and nothing else`() throws {
    let path = "\(Repository.root)/Fixtures/formats/no-xing.mp3"
    let own = try open(path)
    let genuine = try #require(own.seekIndex)
    for step in [1, 7, Int64.max / 4096] {
      let lie = SeekIndex(
        fileBytes: genuine.fileBytes, soundStart: genuine.soundStart, step: step,
        offsets: (0..<900).map { Int64($0) * 17 })
      let decoder = try open(path, lie)
      for target in [Int64(10_000), 60_000, 0, 30_000] {
        if (try? decoder.seek(toFrame: target)) != nil { _ = try? frames(decoder) }
      }
    }
  }

  @Test func `stored bytes that are no index are refused`() {
    let index = SeekIndex(fileBytes: 1_000_000, soundStart: 4096, step: 4, offsets: [0, 417, 1000, 70_000])
    let bytes = index.bytes
    expectEqual(SeekIndex(bytes: bytes), index)
    #expect(SeekIndex(bytes: []) == nil)
    #expect(SeekIndex(bytes: [2] + bytes.dropFirst()) == nil)
    for count in 0..<bytes.count { #expect(SeekIndex(bytes: Array(bytes[..<count])) == nil) }
    #expect(SeekIndex(bytes: bytes + [0]) == nil)
    #expect(SeekIndex(bytes: [1] + [UInt8](repeating: 0xFF, count: 100)) == nil)
  }

  @Test func `formats that find their way need none`() throws {
    for name in ["formats/ogg.oga", "cut/flac/1.flac", "cut/vorbis/1.ogg", "cut/opus/1.opus"] {
      let decoder = try Fixture.decoder(name)
      #expect(decoder.seekIndex == nil)
      try decoder.completeSeekIndex()
    }
  }
}
