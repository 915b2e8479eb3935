import CLinux
import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// The files as they lie on volumes, music or not.
@Suite("Files of volumes") struct FilesTests {
  private static let sound = FakeFiles.content()

  /// Every entry of a folder, as `name/` or `name size`, sorted; and how many windows it took.
  private func list(_ uri: String, _ bench: Bench, limit: Int = 300) throws -> (names: [String], windows: Int)
  {
    let listing = try bench.library.files.list(uri)
    var names: [String] = []
    var windows = 0
    while true {
      let entries = try bench.answer { (done: @escaping (Result<[FileReport], Refusal>) -> Void) in
        listing.next(limit, completion: done)
      }.get()
      if entries.isEmpty { return (names.sorted(), windows) }
      windows += 1
      names += entries.map { $0.name + ($0.size.map { " \($0)" } ?? "/") }
    }
  }

  @Test func `a folder lists all its files, in windows of any size`() throws {
    let stick = try Stick(["a/1.mp3": Self.sound, "a/notes.txt": [1, 2, 3], "a/.hidden": [], "a/deep/x": []])
    _ = unsafe symlink("notes.txt", "\(stick.path)/a/link")
    _ = unsafe symlink("/etc/passwd", "\(stick.path)/a/out")
    _ = unsafe mkfifo("\(stick.path)/a/pipe", 0o600)
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    let all = [".hidden 0", "1.mp3 \(Self.sound.count)", "deep/", "link 3", "notes.txt 3"]
    for limit in 1...6 {
      let listed = try list("Stick/a", bench, limit: limit)
      expectEqual(listed.names, all)
      #expect(listed.windows >= all.count / limit)
    }
    try expectEqual(list("Stick", bench).names, [".jukebox/", "a/"])
    try expectEqual(list("", bench).names, ["Stick/"])
    for uri in ["Stick/nosuch", "Stick/a/1.mp3", "Stick/a/out"] {
      #expect(throws: Refusal.noSuchDirectory) { try list(uri, bench) }
    }
    #expect(throws: Refusal.noSuchDirectory) { try list("Nowhere", bench) }
  }

  @Test func `the root of the tree has the first folder's files and every other volume`() throws {
    let fixed = try Stick(["b/1.mp3": Self.sound, "c.txt": [1]])
    let stick = try Stick(["1.mp3": Self.sound])
    let bench = try Bench()
    _ = try bench.mount(fixed.path, isFixed: true, label: "music")
    _ = try bench.mount(stick.path)
    try expectEqual(list("", bench, limit: 1).names, [".jukebox/", "Stick/", "b/", "c.txt 1"])
    try expectEqual(list("b", bench).names, ["1.mp3 \(Self.sound.count)"])
  }

  @Test func `an abandoned listing leaves nothing open, nor does a volume that has left`() throws {
    let stick = try Stick()
    for number in 0..<20 { stick.write("a/\(number).txt", []) }
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    func openFolders() throws -> Int {
      let volume = try #require(bench.library.ordered.first)
      return try bench.answer { (done: @escaping (Result<Int, StoreError>) -> Void) in
        bench.library.ask(volume, { (store) throws(StoreError) in store.openFolders.count }, completion: done)
      }.get()
    }
    func begin() throws -> FileListing {
      let reading = try bench.library.files.list("Stick/a")
      _ = try bench.answer { (done: @escaping (Result<[FileReport], Refusal>) -> Void) in
        reading.next(5, completion: done)
      }.get()
      return reading
    }
    var reading: FileListing? = try begin()
    try expectEqual(openFolders(), 1)
    _ = reading
    reading = nil
    try expectEqual(openFolders(), 0)
    let left = try begin()
    try bench.unmount(stick.path)
    #expect(throws: Refusal.volumeGone) {
      try bench.answer { (done: @escaping (Result<[FileReport], Refusal>) -> Void) in
        left.next(5, completion: done)
      }.get()
    }
    #expect(OpenFiles.below(stick.path).isEmpty)
  }
}
