import Interchange
import Linux
import Model
import Support
import Testing

@testable import Library

/// Undo of imports where a backup has taken the place of what a volume had.
@Suite("Undo of imports behind a restore") struct RestoredImportsTests {
  private let bench: Bench
  private let stick: Stick
  private let info: VolumeInfo

  init() throws {
    bench = try Bench()
    // No backup is made but those that a test asks for.
    bench.library.clock = { 1_000_000 }
    stick = try Stick()
    for file in ["A/one.mp3", "A/two.mp3", "B/three.mp3", "B/four.mp3"] {
      stick.write(file, FakeFiles.content(title: file))
    }
    info = try bench.mount(stick.path)
  }

  private static let file = ".jukebox/backup.json"

  @discardableResult
  private func take(_ songs: String, _ name: String, step: Int64? = nil) throws -> ImportReport {
    try bench.answer { (done: @escaping (Result<ImportReport, Refusal>) -> Void) in
      bench.library.importPlaylist(
        .bytes(Array(songs.utf8), .m3u, path: nil), named: name, step: step, completion: done)
    }.get()
  }

  private func undo(at bench: Bench? = nil) throws -> Result<UndoReport?, Refusal> {
    let bench = bench ?? self.bench
    return try bench.answer { (done: @escaping (Result<UndoReport?, Refusal>) -> Void) in
      bench.library.undoImport(completion: done)
    }
  }

  private func undone(
    _ removed: [String], kept: [String] = [], unknown: [String] = []
  ) -> Result<UndoReport?, Refusal> {
    .success(UndoReport(removed: removed, kept: kept, unknown: unknown))
  }

  private var names: [String] { get throws { try bench.playlists.map(\.name) } }

  private func rename(_ name: String, to new: String) throws {
    #expect(try bench.change(playlist: name, .rename(new)) == nil)
  }

  /// Takes the stick away, has something happen to it, and has it come again.
  @discardableResult
  private func away(_ body: () throws -> Void) throws -> VolumeInfo {
    try bench.unmount(stick.path)
    try body()
    return try bench.mount(stick.path)
  }

  private func corrupt() {
    Files.write(stick.database, Array("no database at all, but as long as one would be".utf8))
  }

  private func loseDatabase() {
    for name in Files.list("\(stick.path)/.jukebox") where name.hasPrefix("library") {
      stick.remove(".jukebox/\(name)")
    }
  }

  /// What a backup says, as another program or an earlier version may have written it.
  private func edit(_ change: (String) -> String) throws {
    let before = String(decoding: try #require(Files.read("\(stick.path)/\(Self.file)")), as: UTF8.self)
    let after = change(before)
    #expect(after != before)
    stick.write(Self.file, Array(after.utf8))
  }

  // MARK: What is in the backup

  @Test func `an import is undone where a broken database was filled again from the backup`() throws {
    try take("A/one.mp3", "old")
    let both = try take("A/one.mp3\nA/two.mp3", "plain")
    try take("A/one.mp3\nA/missing.mp3", "comes", step: both.step)
    try take("B/three.mp3\nB/four.mp3", "moved", step: both.step)
    try take("A/one.mp3", "before", step: both.step)
    try take("A/one.mp3", "behind", step: both.step)
    try rename("before", to: "changed before")
    // Files that go elsewhere change nothing of what people made: before the backup, behind it, and behind the restore.
    stick.move("B/three.mp3", to: "B/c/3.mp3")
    try bench.scan()
    try bench.backUp(info)
    try away {
      corrupt()
      stick.move("B/four.mp3", to: "B/c/4.mp3")
    }
    #expect(bench.warnings.contains { $0.contains(" restored: ") })
    stick.move("A/two.mp3", to: "A/c/2.mp3")
    stick.write("A/missing.mp3", FakeFiles.content(title: "missing"))
    try bench.scan()
    #expect(try bench.paths(ofPlaylist: "plain") == ["A/one.mp3", "A/c/2.mp3"])
    #expect(try bench.paths(ofPlaylist: "moved") == ["B/c/3.mp3", "B/c/4.mp3"])
    try rename("behind", to: "changed behind")
    let result = try undo()
    guard case .success(let report?) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(Set(report.removed) == ["plain", "moved", "comes"])
    #expect(Set(report.kept) == ["changed before", "changed behind"] && report.unknown.isEmpty)
    #expect(try undo() == undone(["old"]))
    #expect(try undo() == .success(nil))
    #expect(try Set(names) == ["changed before", "changed behind"])
  }

  @Test func `an import is undone where the backup was restored into an empty library`() throws {
    try take("A/one.mp3\nB/three.mp3", "P")
    try bench.backUp(info)
    let fresh = try away {
      loseDatabase()
      stick.move(Self.file, to: ".jukebox/aside.json")
    }
    #expect(try names.isEmpty)
    stick.move(".jukebox/aside.json", to: Self.file)
    #expect(try bench.restore(fresh) > 3)
    #expect(try undo() == undone(["P"]))
    #expect(try names.isEmpty)
  }

  @Test func `a volume that another jukebox filled again is known by what was imported onto it`() throws {
    let home = try Stick(["h.mp3": FakeFiles.content(title: "h")])
    _ = try bench.mount(home.path, isFixed: true, label: "Music")
    let step = try take("A/one.mp3", "on stick").step
    try take("h.mp3", "at home", step: step)
    try bench.backUp(info)
    let other = try Bench()
    let again = try away {
      loseDatabase()
      #expect(try other.mount(stick.path).id != info.id)
      #expect(try other.playlists.map(\.name) == ["on stick"])
      // It is none of that one's own.
      #expect(try undo(at: other) == .failure(.importOfOthers(volume: "Stick")))
      try other.unmount(stick.path)
      #expect(try undo() == .failure(.importAway(volume: "Stick")))
      #expect(try names == ["at home"])
    }
    #expect(again.id != info.id)
    guard case .success(let report?) = try undo() else {
      Issue.record("refused")
      return
    }
    #expect(Set(report.removed) == ["on stick", "at home"] && report.kept.isEmpty && report.unknown.isEmpty)
    #expect(try names.isEmpty && undo() == .success(nil))
  }

  @Test func `of two volumes that could stand for one that is away none is taken`() throws {
    try take("A/one.mp3", "P")
    try bench.backUp(info)
    let backup = try #require(Files.read("\(stick.path)/\(Self.file)"))
    try bench.unmount(stick.path)
    let copies = try ["X", "Y"].map { label in
      let copy = try Stick(["A/one.mp3": FakeFiles.content(title: "A/one.mp3"), "\(label).mp3": []])
      copy.write(Self.file, backup)
      _ = try bench.mount(copy.path, label: label)
      return copy
    }
    #expect(try undo() == .failure(.importAway(volume: "Stick")))
    try bench.unmount(copies[1].path)
    #expect(try undo() == undone(["P"]))
  }

  // MARK: What is not in it

  @Test func `an import that the backup is older than is told to be unknown, and the next undo goes on`()
    throws
  {
    try take("A/one.mp3", "old")
    try bench.backUp(info)
    try take("A/two.mp3", "new")
    try away(corrupt)
    #expect(try names == ["old"])
    #expect(try undo() == .failure(.importUnknown(volume: "Stick")))
    #expect(try names == ["old"])
    #expect(try undo() == undone(["old"]))
    #expect(try undo() == .success(nil))
  }

  @Test func `a backup of an earlier version brings playlists and leaves them`() throws {
    try take("A/one.mp3", "P")
    try bench.backUp(info)
    try edit { $0.replacing("\"imports\"", with: "\"other\"") }
    try away(corrupt)
    #expect(try names == ["P"])
    #expect(try undo() == .failure(.importUnknown(volume: "Stick")))
    #expect(try names == ["P"])
    #expect(try undo() == .success(nil))
  }

  @Test func `where one volume knows nothing of an import the other one's part is taken back`() throws {
    let home = try Stick(["h.mp3": FakeFiles.content(title: "h")])
    _ = try bench.mount(home.path, isFixed: true, label: "Music")
    let step = try take("h.mp3", "at home").step
    try take("A/one.mp3", "on stick", step: step)
    try away(loseDatabase)
    #expect(try undo() == undone(["at home"], unknown: ["Stick"]))
    #expect(try undo() == .success(nil))
  }

  // MARK: Into what is there

  @Test func `a restore over a library with other imports keeps what is known of them`() throws {
    try take("A/one.mp3", "in both")
    let second = try take("A/one.mp3", "changed")
    try take("A/one.mp3", "restored", step: second.step)
    try rename("changed", to: "changed since")
    try bench.backUp(info)
    try edit { $0.replacing("\"imports\"", with: "\"other\"") }
    try rename("restored", to: "renamed")
    try take("A/two.mp3", "behind")
    _ = try bench.restore(info)
    #expect(try Set(names) == ["in both", "changed since", "restored"])
    // All that is left of the last one is that it was.
    #expect(try undo() == undone([]))
    #expect(try undo() == undone(["restored"], kept: ["changed since"]))
    #expect(try undo() == undone(["in both"]))
  }

  @Test func `what was undone and comes back with a restore is nobody's to undo`() throws {
    try take("A/one.mp3", "P")
    try bench.backUp(info)
    #expect(try undo() == undone(["P"]))
    _ = try bench.restore(info)
    #expect(try undo() == .failure(.importOfOthers(volume: "Stick")))
    #expect(try names == ["P"])
  }

  @Test func `a copy that got an identity of its own has nothing of imports in its backup`() throws {
    try take("A/one.mp3", "P")
    try bench.ask(info) { (store) throws(StoreError) in try store.renewIdentity() }
    let rows = try bench.ask(info) { (store) throws(StoreError) in
      try store.backupRows(of: .imports, after: BackupTable.imports.start) { true }.rows.count
    }
    #expect(rows == 0)
  }

  // MARK: What anybody may have written

  @Test func `values that no import has are passed over, and what is none at all is refused`() throws {
    try take("A/one.mp3", "P")
    try take("A/one.mp3", "Q")
    try bench.backUp(info)
    let good = try #require(Files.read("\(stick.path)/\(Self.file)"))
    let known = try bench.ask(info) { (store) throws(StoreError) in try store.importNotes() }
    func restore(_ row: String) throws -> [VolumeStore.ImportNote] {
      stick.write(Self.file, good)
      try edit { $0.replacing("\"imports\": [", with: "\"imports\": [\(row), ") }
      try bench.ask(info) { (store) throws(StoreError) in
        try store.connection.execute("DELETE FROM imports")
      }
      _ = try bench.restore(info)
      return try bench.ask(info) { (store) throws(StoreError) in try store.importNotes() }
    }
    let other = #"{"hex": "00112233445566778899aabbccddeeff"}"#
    for step in ["0", "-1", "2305843009213693952", "9223372036854775807", #""x""#, "null"] {
      #expect(try restore("[\(other), \(step), 1]").map(\.step) == known.map(\.step), "\(step)")
    }
    for state in ["2", "null", #""1""#, #"{"hex": "31"}"#, "0", "1"] {
      let notes = try restore("[\(other), 5, \(state)]")
      #expect(notes.count == 3 && notes.last?.step == 5 && notes.last?.state == "0", "\(state)")
      #expect(notes.dropLast().map(\.state) == known.map(\.state))
    }
    for row in [
      "[\(other), 5.5, 1]", #"[{"hex": "00"}, 5, 1]"#, "[null, 5, 1]",
      #"["00112233445566778899aabbccddeeff", 5, 1]"#, "[\(other), 5]",
    ] {
      #expect(throws: Refusal.self, "\(row)") { try restore(row) }
    }
  }

  @Test func `of imports without end the last ones of what is there stay`() throws {
    try take("A/one.mp3", "P")
    try bench.backUp(info)
    let many = (0..<VolumeStore.mostImportNotes + 50).map { number in
      let digits = String(number, radix: 16)
      let hex = String(repeating: "0", count: 32 - digits.count) + digits
      return "[{\"hex\": \"\(hex)\"}, \(99 << 40), 0]"
    }
    try edit { $0.replacing("\"imports\": [", with: "\"imports\": [\(many.joined(separator: ", ")), ") }
    try away(corrupt)
    let count = try bench.ask(info) { (store) throws(StoreError) in try store.importNotes().count }
    #expect(count == VolumeStore.mostImportNotes)
    #expect(try undo() == undone(["P"]))
  }
}
