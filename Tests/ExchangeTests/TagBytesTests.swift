import CLinux
import Linux
import Media
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// What an edit of tags leaves as it is, byte for byte, and what an undo gives back.
@Suite("Tag bytes") struct TagBytesTests {
  private let bench: ExchangeBench
  private let stick: Stick
  private let editor: FileEditor

  init() throws {
    bench = try ExchangeBench(readers: .media)
    stick = try Stick()
    editor = FileEditor(library: bench.library, tagger: try TaggerProgram.path())
  }

  private func tag(_ file: String, _ request: TagRequest) throws -> Result<[TagEdit], Refusal> {
    try bench.answer { editor.tag("Stick/\(file)", request, completion: $0) }
  }

  private func write(_ file: String, _ pairs: [(String, String)]) throws {
    _ = try tag(file, .write(try TagEdit.all(pairs.map { (key: $0.0, value: $0.1) }))).get()
  }

  private func bytes(_ file: String) throws -> [UInt8] {
    try #require(Files.read("\(stick.path)/\(file)"))
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }

  private func details(_ file: String) throws -> TrackDetails {
    TrackDetails(try probe(of: try HostFile.open("\(stick.path)/\(file)")))
  }

  /// The sound of a file without tags.
  private static func sound() throws -> [UInt8] { try Repository.bytes(of: "Fixtures/tags/none.mp3") }

  // MARK: ID3v2

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  private static func synchsafe(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(value >> (7 * (3 - $0)) & 127) }
  }

  private static func frame(_ id: String, _ content: [UInt8], version: UInt8) -> [UInt8] {
    switch version {
    case 2: Array(id.utf8) + big(content.count, 3) + content
    case 3: Array(id.utf8) + big(content.count, 4) + [0, 0] + content
    default: Array(id.utf8) + synchsafe(content.count) + [0, 0] + content
    }
  }

  private static func text(_ id: String, _ text: String, version: UInt8) -> [UInt8] {
    frame(id, [0] + Array(text.utf8), version: version)
  }

  private static func tag(_ frames: [[UInt8]], version: UInt8) -> [UInt8] {
    let body = frames.flatMap(\.self)
    return Array("ID3".utf8) + [version, 0, 0] + synchsafe(body.count) + body
  }

  /// Frames that no reader here knows, or that TagLib writes otherwise, or not at all in 2.3.
  private static func oddFrames(version: UInt8) -> [[UInt8]] {
    if version == 2 {
      return [
        frame("XYZ", [1, 0, 255, 224], version: 2), frame("ULT", Array("\0engd\0Words".utf8), version: 2),
        frame("ULT", Array("\0deud\0Worte".utf8), version: 2), frame("BUF", [0, 0, 1], version: 2),
      ]
    }
    return [
      frame("RVA2", Array("track\0".utf8) + [1, 0xFA, 0, 0], version: version),
      text("TSST", "Part 1", version: version), text("TPRO", "2020 Somebody", version: version),
      frame("PRIV", Array("own\0".utf8) + [0, 255, 224, 0], version: version),
      frame("XYZW", [9, 8, 7], version: version),
      frame("USLT", Array("\0eng\0Words".utf8), version: version),
      frame("USLT", Array("\0deu\0Worte".utf8), version: version),
      frame("POPM", Array("me@example.org\0".utf8) + [200, 0, 0, 0, 7], version: version),
      frame(
        "CHAP", Array("c1\0".utf8) + [0, 0, 0, 0, 0, 0, 3, 232] + [UInt8](repeating: 255, count: 8),
        version: version),
      text("TMOO", "calm", version: version),
    ]
  }

  @Test(arguments: [UInt8(2), 3, 4]) func `frames not asked for keep their bytes`(version: UInt8)
    throws
  {
    let title = version == 2 ? "TT2" : "TIT2"
    let odd = Self.oddFrames(version: version)
    let before = Self.tag(
      [Self.text(title, "Before", version: version)] + odd
        + [Self.text(version == 2 ? "TRK" : "TRCK", "3/12", version: version)], version: version)
    stick.write("odd.mp3", before + (try Self.sound()))
    _ = try bench.mount(stick.path)
    try write("odd.mp3", [("title", "Nëu"), ("track", "4"), ("composer", "Wer")])
    let after = try bytes("odd.mp3")
    #expect(after[3] == version, "the tag keeps its version")
    for frame in odd {
      #expect(contains(after, frame), "\(String(decoding: frame.prefix(4), as: UTF8.self))")
    }
    let found = try details("odd.mp3")
    #expect(found.title == "Nëu" && found.track == 4 && found.trackTotal == 12)
    #expect(try probe(of: try HostFile.open("\(stick.path)/odd.mp3")).tags.composer == "Wer")
    _ = try tag("odd.mp3", .undo).get()
    try expectEqual(bytes("odd.mp3"), before + Self.sound())
    _ = try tag("odd.mp3", .undo).get()
    try expectEqual(bytes("odd.mp3"), after)
  }

  @Test func `a tag that cannot be read whole is refused`() throws {
    let damaged = Self.tag([Self.text("TIT2", "T", version: 4), [1, 2, 3, 4, 5]], version: 4)
    stick.write("damaged.mp3", damaged + (try Self.sound()))
    _ = try bench.mount(stick.path)
    #expect(throws: Refusal.self) { try write("damaged.mp3", [("title", "X")]) }
    try expectEqual(bytes("damaged.mp3"), damaged + Self.sound())
  }

  // MARK: Several tags

  private static func ape(_ items: [(String, String)]) -> [UInt8] {
    func little(_ value: Int) -> [UInt8] { big(value, 4).reversed() }
    let body = items.flatMap { little($0.1.utf8.count) + little(0) + Array("\($0.0)\0\($0.1)".utf8) }
    func end(_ flags: [UInt8]) -> [UInt8] {
      Array("APETAGEX".utf8) + little(2000) + little(body.count + 32) + little(items.count) + flags
        + [UInt8](repeating: 0, count: 8)
    }
    return end([0, 0, 0, 0xA0]) + body + end([0, 0, 0, 0x80])
  }

  private static func v1(_ title: String, album: String) -> [UInt8] {
    func field(_ text: String, _ count: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
    }
    return Array("TAG".utf8) + field(title, 30) + field("", 30) + field(album, 30) + field("", 34) + [255]
  }

  @Test func `a tag is emptied in all tags of a file, in whatever order they are`() throws {
    let end = Self.v1("T", album: "Old") + Self.ape([("Title", "T"), ("Album", "Old"), ("Odd", "x")])
    let file = Self.tag(
      [Self.text("TIT2", "T", version: 4), Self.text("TALB", "Old", version: 4)], version: 4)
    stick.write("v1-first.mp3", file + (try Self.sound()) + end)
    _ = try bench.mount(stick.path)
    try write("v1-first.mp3", [("album", "")])
    let after = try bytes("v1-first.mp3")
    #expect(try details("v1-first.mp3").album == nil && !contains(after, Array("Old".utf8)))
    #expect(contains(after, Array("Odd\0x".utf8)))
    _ = try tag("v1-first.mp3", .undo).get()
    try expectEqual(bytes("v1-first.mp3"), file + Self.sound() + end)
    try write("v1-first.mp3", [("title", "New")])
    let titles = try bytes("v1-first.mp3").indices.filter { place in
      try bytes("v1-first.mp3")[place...].starts(with: "New".utf8)
    }
    #expect(titles.count == 3, "in ID3v2, ID3v1 and APEv2")
  }

  @Test(arguments: [
    ("tags/full.flac", "flac"), ("tags/full.ogg", "ogg"), ("tags/full.opus", "opus"),
    ("coded/aac.m4a", "m4a"),
    ("coded/windows.wma", "wma"), ("coded/packed.wv", "wv"), ("tags/full-v23.mp3", "mp3"),
    ("formats/wave-16.wav", "wav"),
  ]) func `a number keeps its total`(fixture: String, ending: String) throws {
    let file = "song.\(ending)"
    stick.write(file, try Repository.bytes(of: "Fixtures/\(fixture)"))
    _ = try bench.mount(stick.path)
    try write(file, [("track", "3/12"), ("disc", "1/2")])
    try write(file, [("track", "4"), ("disc", "2")])
    let tags = try probe(of: try HostFile.open("\(stick.path)/\(file)")).tags
    #expect(tags.track == 4 && tags.trackTotal == 12 && tags.disc == 2 && tags.discTotal == 2)
    try write(file, [("track", "5/13")])
    #expect(try probe(of: try HostFile.open("\(stick.path)/\(file)")).tags.trackTotal == 13)
  }

  @Test(arguments: ["coded/windows.wma", "coded/aac.m4a", "coded/packed.wv", "tags/full.ogg"])
  func `several artists are written and read back`(fixture: String) throws {
    let file = "song." + (fixture.split(separator: ".").last ?? "")
    stick.write(file, try Repository.bytes(of: "Fixtures/\(fixture)"))
    _ = try bench.mount(stick.path)
    try write(file, [("artist", "A"), ("artist", "B")])
    try expectEqual(details(file).artists, ["A", "B"])
    try write(file, [("artist", "")])
    #expect(try details(file).artists.isEmpty)
  }

  // MARK: Undo

  // MARK: Chunks

  /// Of AIFF, with one more byte where its size is odd.
  private static func chunk(_ name: String, _ text: String) -> [UInt8] {
    Array(name.utf8) + big(text.utf8.count, 4) + Array(text.utf8)
      + [UInt8](repeating: 0, count: text.utf8.count & 1)
  }

  /// AIFF with its own texts before the sound and after it.
  private static func aiffWithTexts() throws -> [UInt8] {
    let file = try Repository.bytes(of: "Fixtures/formats/aiff-24.aiff")
    let body =
      Array(file[8..<12]) + chunk("NAME", "Old") + file[12...] + chunk("AUTH", "Singer")
      + chunk("ANNO", "A note")
    return Array("FORM".utf8) + big(body.count, 4) + body
  }

  @Test func `the texts of AIFF follow its tags, and those that nobody asked for keep their bytes`() throws {
    let before = try Self.aiffWithTexts()
    stick.write("song.aiff", before)
    _ = try bench.mount(stick.path)
    #expect(try details("song.aiff").title == "Old" && details("song.aiff").artists == ["Singer"])
    try write("song.aiff", [("title", "Newer")])
    let titled = try bytes("song.aiff")
    #expect(contains(titled, Self.chunk("NAME", "Newer")) && !contains(titled, Self.chunk("NAME", "Old")))
    #expect(contains(titled, Self.chunk("AUTH", "Singer")) && contains(titled, Self.chunk("ANNO", "A note")))
    #expect(try details("song.aiff").title == "Newer" && details("song.aiff").artists == ["Singer"])
    _ = try tag("song.aiff", .undo).get()
    try expectEqual(bytes("song.aiff"), before)
    try write("song.aiff", [("artist", "")])
    #expect(try details("song.aiff").artists.isEmpty && !contains(bytes("song.aiff"), Array("AUTH".utf8)))
    #expect(try contains(bytes("song.aiff"), Self.chunk("NAME", "Old")))
  }

  @Test func `MP3 in a WAVE file gets no tag in front of it`() throws {
    let sound = try Self.sound()
    func little(_ value: Int) -> [UInt8] { Self.big(value, 4).reversed() }
    let format: [UInt8] = [0x55, 0, 2, 0, 0x44, 0xAC, 0, 0, 0x80, 0x3E, 0, 0, 1, 0, 0, 0, 12, 0]
    let extra: [UInt8] = [1, 0, 2, 0, 0, 0, 0xA1, 1, 1, 0, 0x71, 5]
    let body =
      Array("WAVEfmt ".utf8) + little(30) + format + extra + Array("data".utf8) + little(sound.count) + sound
    let file = Array("RIFF".utf8) + little(body.count) + body
    stick.write("song.wav", file)
    _ = try bench.mount(stick.path)
    guard case .failure = try tag("song.wav", .write(try TagEdit.all([(key: "title", value: "New")]))) else {
      return #expect(Bool(false), "it was tagged")
    }
    try expectEqual(bytes("song.wav"), file)
  }

  @Test func `a file that another program changed has no undo`() throws {
    stick.write("song.flac", try Repository.bytes(of: "Fixtures/tags/full.flac"))
    _ = try bench.mount(stick.path)
    try write("song.flac", [("title", "New")])
    let changed = try bytes("song.flac") + [0]
    stick.write("song.flac", changed)
    try bench.scan()
    #expect(throws: Refusal.self) { try tag("song.flac", .undo).get() }
    try expectEqual(bytes("song.flac"), changed)
  }

  @Test func `owner, permissions and attributes stay, and the time is that of the edit`() throws {
    stick.write("song.flac", try Repository.bytes(of: "Fixtures/tags/full.flac"))
    let path = "\(stick.path)/song.flac"
    _ = try ChildProcess.run(["chmod", "640", path])
    if geteuid() == 0 { _ = try ChildProcess.run(["chown", "1234:2345", path]) }
    stick.setModified("song.flac", seconds: 1_000_000_000)
    let takesAttributes = unsafe setxattr(path, "user.note", "kept", 4, 0) == 0
    _ = try bench.mount(stick.path)
    func shown() throws -> String { "\(try ChildProcess.run(["stat", "-c", "%a %u %g", path]).output)" }
    let before = try shown()
    try write("song.flac", [("title", "New")])
    try expectEqual(shown(), before)
    var value = [UInt8](repeating: 0, count: 8)
    if takesAttributes {
      expectEqual(unsafe getxattr(path, "user.note", &value, 8), 4)
      #expect(value.starts(with: "kept".utf8))
    }
    #expect(Files.modified(path).tv_sec > 1_700_000_000)
  }

  @Test func `pieces make a file of another one, and the other one of it`() throws {
    let old = [UInt8]("one two three four".utf8)
    let new = [UInt8]("ONE two  fourteen three".utf8)
    let back = FilePieces([
      .bytes(Array("one ".utf8)), .copied(4..<8), .copied(18..<23), .bytes([0x20]), .copied(9..<13),
    ])
    func made(_ pieces: FilePieces, of bytes: [UInt8]) -> [UInt8] {
      pieces.all.flatMap { piece in
        switch piece {
        case .bytes(let own): own
        case .copied(let range): Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
        }
      }
    }
    expectEqual(made(back, of: new), old)
    let forth = try back.inverse(size: Int64(new.count)) { range in
      Array(new[Int(range.lowerBound)..<Int(range.upperBound)])
    }
    #expect(made(forth, of: old) == new && forth.size == Int64(new.count))
    stick.write("new", new)
    #expect(try forth.fits(try HostFile.open("\(stick.path)/new")))
    stick.write("new", Array("One".utf8) + new.dropFirst(3))
    #expect(try !forth.fits(try HostFile.open("\(stick.path)/new")))
    let undo = TagUndo(
      former: [TagEdit(key: "A", values: ["x", "y"])], written: [TagEdit(key: "A", values: [])], back: back,
      forth: forth)
    let stored = FormerTags.bytes(of: undo)
    expectEqual(FormerTags.undo(in: stored), undo)
    for count in 0..<stored.count { #expect(FormerTags.undo(in: Array(stored.prefix(count))) != undo) }
    for text in ["", "K\0", "Va\0F\0", "C1\0F\0", "C-1 4\0F\0", "C9223372036854775807 9\0F\0", "L9\0ab"] {
      #expect(FormerTags.undo(in: Array(text.utf8)) == nil, "\(text)")
    }
  }
}
