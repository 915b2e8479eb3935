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
    #expect(try plain.seek(toFrame: far) == .estimated)
    #expect(try !frames(plain).isEmpty)
    // Near the beginning it is exact again.
    #expect(try plain.seek(toFrame: 44_100) == .exact)
    #expect(plain.positionFrames == 44_100)

    let full = try open(path)
    try full.completeSeekIndex()
    #expect(full.positionFrames == 0)
    let index = try #require(full.seekIndex)
    #expect(index.offsets.count > 100)
    #expect(try full.seek(toFrame: far) == .exact)
    let sound = try frames(full)

    let stored = try #require(SeekIndex(bytes: index.bytes))
    #expect(stored == index)
    let next = try open(path, stored)
    #expect(try next.seek(toFrame: far) == .exact)
    #expect(next.positionFrames == far)
    #expect(zip(sound, try frames(next)).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test func `an index grows on after a guess, and after it was given`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.long(folder)
    let guessing = try open(path)
    #expect(try guessing.seek(toFrame: 44_100 * 1800) == .estimated)
    #expect(try guessing.seek(toFrame: 44_100 * 30) == .exact)
    let little = try #require(guessing.seekIndex)
    #expect(little.reach > 1000)
    let later = try open(path, little)
    for seconds in stride(from: Int64(300), through: 1800, by: 300) {
      #expect(try later.seek(toFrame: 44_100 * seconds) == .exact)
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
    #expect(try decoder.seek(toFrame: 44_100 * 1800) == .estimated)
    #expect(try decoder.seek(toFrame: 44_100 * 30) == .exact)
    decoder.adopt(genuine)
    #expect(try decoder.seek(toFrame: 44_100 * 1800) == .exact)
    #expect(decoder.positionFrames == 44_100 * 1800)
  }

  @Test func `an index of another file is not taken`() throws {
    let foreign = SeekIndex(fileBytes: 12345, soundStart: 0, step: 1, offsets: [0, 400, 800])
    let path = "\(Repository.root)/Fixtures/formats/no-xing.mp3"
    let decoder = try open(path, foreign)
    let own = try open(path)
    #expect(decoder.seekIndex == own.seekIndex)
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
    #expect(SeekIndex(bytes: bytes) == index)
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
