import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Files that clients send: their names, and where they go.
@Suite struct UploadTests {
  @Test(arguments: [
    ("a<b>:\"|?*c.flac", "a_b______c.flac"), ("a\\b\u{1}\u{7F}.mp3", "a_b__.mp3"), ("name. . ", "name"),
    (".hidden.flac", "_hidden.flac"), ("...", "_"), (" .", "_"), ("CON", "_CON"), ("con.flac", "_con.flac"),
    ("Aux .mp3", "_Aux .mp3"), ("COM¹.wav", "_COM¹.wav"), ("COM10.wav", "COM10.wav"),
    ("Console.flac", "Console.flac"), ("System Volume Information", "_System Volume Information"),
    ("日本 שלום 🎵.flac", "日本 שלום 🎵.flac"), ("a.b.c", "a.b.c"),
  ]) func `a name is made safe`(name: String, safe: String) {
    expectEqual(SafeName.of(name), safe)
    expectEqual(SafeName.of(safe), safe)
  }

  @Test(arguments: ["x", "ü", "🎵", "e\u{301}"])
  func `a long name is cut between characters, and keeps its extension`(letter: String) {
    for number in [1, 2, 999] {
      let name = SafeName.of(String(repeating: letter, count: 400) + ".flac", number: number)
      #expect(name.utf8.count <= 255 && name.utf8.count > 255 - letter.utf8.count)
      #expect(name.hasSuffix(number == 1 ? ".flac" : " (\(number)).flac"))
    }
    let folder = SafeName.of(String(repeating: letter, count: 10) + String(repeating: ".", count: 300) + "x")
    #expect(folder.utf8.count <= 255 && !folder.hasSuffix("."))
  }

  @Test(arguments: ["", "/", "/a.flac", "a/", "a//b.flac", "../a.flac", "a/../b.flac", "./a.flac", "a/.."])
  func `a path that is not below the volume's root is refused`(text: String) {
    #expect { try UploadPath(text) } throws: { ($0 as? Refusal)?.hasKey(.badFileName) == true }
  }

  @Test(arguments: ["a", "a.txt", "a.flac.exe", "flac", "a.tak", "a.json", "a/b.flac/c"])
  func `a file that the jukebox does not use is refused`(text: String) {
    #expect { try UploadPath(text) } throws: { ($0 as? Refusal)?.hasKey(.unsupportedFile) == true }
  }

  @Test func `sounds, playlists and pictures have a place`() throws {
    try expectEqual(UploadPath("A?/b.FLAC").text, "A_/b.FLAC")
    try expectEqual(UploadPath("a.m3u8").kind, .playlist)
    try expectEqual(UploadPath("a/Cover.JPG").kind, .picture)
  }

  // MARK: Files

  private let stick: Stick
  private let root: Root

  init() throws {
    stick = try Stick()
    root = try Root(path: stick.path)
  }

  private func send(_ bytes: [UInt8], _ path: String, slot: Int = 1) throws -> (path: String, isKnown: Bool) {
    try IncomingFiles.begin(slot, Int64(bytes.count), promised: 0, in: root)
    try IncomingFiles.append(bytes, to: slot, in: root)
    let placed = try IncomingFiles.end(slot, at: UploadPath(path), in: root)
    return (String(decoding: placed.path, as: UTF8.self), placed.isKnown)
  }

  private var parts: [String] {
    HostFolder.names(in: "\(stick.path)/.jukebox").filter { $0.hasPrefix("upload-") }
  }

  @Test func `a file is put in its place when it is whole`() throws {
    try IncomingFiles.begin(2, 6, promised: 0, in: root)
    try IncomingFiles.append([1, 2, 3], to: 2, in: root)
    try IncomingFiles.append([4, 5, 6], to: 2, in: root)
    expectEqual(HostFolder.names(in: stick.path), [".jukebox"])
    #expect(try IncomingFiles.end(2, at: UploadPath("A/B/c.flac"), in: root).isKnown == false)
    try expectEqual(HostFile.open("\(stick.path)/A/B/c.flac").readAll(atMost: 100), [1, 2, 3, 4, 5, 6])
    #expect(parts.isEmpty)
  }

  @Test func `an existing file is not overwritten`() throws {
    #expect(try send([1], "c.flac") == ("c.flac", false))
    #expect(try send([2], "c.flac") == ("c (2).flac", false))
    #expect(try send([3, 4], "c.flac") == ("c (3).flac", false))
    #expect(try send([2], "c.flac") == ("c (2).flac", true))
    try expectEqual(HostFile.open("\(stick.path)/c.flac").readAll(atMost: 100), [1])
    #expect(parts.isEmpty)
  }

  @Test func `a file in the place of a folder is an error that leaves nothing`() throws {
    stick.write("A", [1])
    #expect(throws: UploadFault.nameTaken("A")) { try send([2], "A/c.flac") }
    stick.write("B/C", [1])
    #expect(throws: UploadFault.nameTaken("C")) { try send([2], "B/C/D/c.flac") }
    expectEqual(HostFolder.names(in: stick.path), [".jukebox", "A", "B"])
    #expect(parts.isEmpty)
  }

  @Test func `a folder that leads out of the volume is refused`() throws {
    let other = try TemporaryFolder()
    _ = try ChildProcess.run(["ln", "-s", other.path, "\(stick.path)/A"])
    #expect(throws: UploadFault.self) { try send([2], "A/c.flac") }
    #expect(HostFolder.names(in: other.path).isEmpty)
  }

  @Test func `a file whose part is gone is neither continued nor ended`() throws {
    try IncomingFiles.begin(1, 2, promised: 0, in: root)
    try IncomingFiles.append([1], to: 1, in: root)
    IncomingFiles.dropAll(in: root)
    #expect(throws: UploadFault.gone) { try IncomingFiles.append([2], to: 1, in: root) }
    #expect(throws: UploadFault.gone) { try IncomingFiles.end(1, at: UploadPath("c.flac"), in: root) }
    expectEqual(HostFolder.names(in: stick.path), [".jukebox"])
  }

  @Test func `space reserved by other uploads is not free`() throws {
    let free = try root.freeBytes()
    #expect(throws: UploadFault.self) { try IncomingFiles.begin(1, free, promised: 0, in: root) }
    #expect(throws: UploadFault.self) { try IncomingFiles.begin(1, 1, promised: free, in: root) }
    #expect(throws: UploadFault.self) { try IncomingFiles.begin(1, .max, promised: .max, in: root) }
    try IncomingFiles.begin(1, 1, promised: 0, in: root)
    expectEqual(parts, ["upload-1.part"])
    IncomingFiles.dropAll(in: root)
    #expect(parts.isEmpty)
  }

  @Test func `the remains of uploads after a power cut are removed, and no other file`() throws {
    stick.write(".jukebox/upload-3.part", [1])
    stick.write(".jukebox/library.sqlite", [1])
    stick.write("upload-3.part", [1])
    IncomingFiles.dropAll(in: root)
    expectEqual(HostFolder.names(in: "\(stick.path)/.jukebox"), ["library.sqlite"])
    expectEqual(HostFolder.names(in: stick.path), [".jukebox", "upload-3.part"])
  }
}

extension Refusal {
  fileprivate func hasKey(_ key: ErrorKey) -> Bool {
    if case .failed(key, _, _) = self { true } else { false }
  }
}
