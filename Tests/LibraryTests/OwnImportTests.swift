import Interchange
import Linux
import Model
import Support
import Testing

@testable import Library

/// Undo takes back what was imported here, in the order in which it was, whatever volumes come and go.
@Suite("Undo of imports made here") struct OwnImportTests {
  private let bench: Bench
  private let folder: Stick
  private let stick: Stick
  private let home: VolumeInfo

  init() throws {
    bench = try Bench()
    folder = try Stick(["a.mp3": FakeFiles.content(title: "a")])
    stick = try Stick(["b.mp3": FakeFiles.content(title: "b")])
    home = try bench.mount(folder.path, isFixed: true, label: "Music")
  }

  /// A playlist of one song, on the volume that has it.
  @discardableResult
  private func take(
    _ song: String, _ name: String, step: Int64? = nil, at bench: Bench? = nil
  ) throws -> ImportReport {
    let bench = bench ?? self.bench
    return try bench.answer { (done: @escaping (Result<ImportReport, Refusal>) -> Void) in
      bench.library.playlists.imports.make(
        .bytes(Array(song.utf8), .m3u, path: nil), named: name, step: step, completion: done)
    }.get()
  }

  private func undo(at bench: Bench? = nil) throws -> Result<UndoReport?, Refusal> {
    let bench = bench ?? self.bench
    return try bench.answer { (done: @escaping (Result<UndoReport?, Refusal>) -> Void) in
      bench.library.playlists.imports.undo(completion: done)
    }
  }

  private func removed(_ names: String...) -> Result<UndoReport?, Refusal> {
    .success(UndoReport(removed: names, kept: []))
  }

  private var names: [String] { get throws { try bench.playlists.map(\.name) } }

  @Test func `a stick that comes with imports of another box keeps them`() throws {
    let other = try Bench()
    _ = try other.mount(stick.path)
    for name in ["x1", "x2", "x3"] { try take("b.mp3", name, at: other) }
    try other.unmount(stick.path)
    try take("a.mp3", "party")
    _ = try bench.mount(stick.path)
    #expect(try undo() == removed("party"))
    #expect(try names == ["x1", "x2", "x3"])
    #expect(try undo() == .failure(.importOfOthers(volume: "Stick")))
    // Nor does the other one take back what is added here.
    try take("b.mp3", "here")
    try bench.unmount(stick.path)
    #expect(try undo() == .failure(.importAway(volume: "Stick")))
    _ = try other.mount(stick.path)
    #expect(try undo(at: other) == removed("x3"))
    #expect(try undo(at: other) == removed("x2"))
    try other.unmount(stick.path)
    _ = try bench.mount(stick.path)
    #expect(try undo() == removed("here"))
    #expect(try names == ["x1"])
  }

  @Test func `while the last import lies on a volume that is away none before it is taken back`() throws {
    try take("a.mp3", "old")
    _ = try bench.mount(stick.path)
    try take("b.mp3", "new")
    // One on both.
    let both = try take("a.mp3", "first")
    try take("b.mp3", "second", step: both.step)
    try bench.unmount(stick.path)
    #expect(try undo() == .failure(.importAway(volume: "Stick")))
    #expect(try names == ["first", "old"])
    _ = try bench.mount(stick.path)
    #expect(try undo() == removed("first", "second"))
    #expect(try undo() == removed("new"))
    #expect(try undo() == removed("old"))
    #expect(try undo() == .success(nil))
  }

  @Test func `an import is kept in mind before it is made, and not made where that fails`() throws {
    var kept: [(history: ImportHistory, done: (StoreError?) -> Void)] = []
    bench.library.playlists.imports.keep = { kept.append(($0, $1)) }
    for isRefused in [true, false] {
      var result: Result<ImportReport, Refusal>?
      bench.library.playlists.imports.make(.bytes(Array("a.mp3".utf8), .m3u, path: nil), named: "P") {
        result = $0
      }
      try bench.wait { kept.isEmpty ? nil : () }
      // It is asked for by then, had it been before.
      #expect(try names.isEmpty && result == nil)
      let (history, done) = kept.removeFirst()
      #expect(history.steps.map(\.volumes) == [[home.id]])
      let error = StoreError(.other, "full", path: "box.sqlite")
      done(isRefused ? error : nil)
      let made = try bench.wait { result }
      if isRefused {
        #expect(throws: Refusal(error)) { try made.get() }
        #expect(bench.library.playlists.imports.history == ImportHistory())
      } else {
        #expect(
          try bench.library.playlists.imports.history == history && made.get().step == history.steps[0].number
        )
      }
    }
    #expect(try names == ["P"])
  }

  @Test func `an import that a power cut ended before it was made takes no older one with it`() throws {
    try take("a.mp3", "old")
    bench.library.playlists.imports.history.add(5 << 20, on: home.id)
    #expect(try undo() == .failure(.importUnknown(volume: "Music")))
    #expect(try names == ["old"])
    #expect(try undo() == removed("old"))
  }

  @Test func `an import whose name is taken meanwhile is kept in mind once`() throws {
    var kept: [(history: ImportHistory, done: (StoreError?) -> Void)] = []
    bench.library.playlists.imports.keep = { kept.append(($0, $1)) }
    var result: Result<ImportReport, Refusal>?
    bench.library.playlists.imports.make(.bytes(Array("a.mp3".utf8), .m3u, path: nil), named: "P") {
      result = $0
    }
    try bench.wait { kept.isEmpty ? nil : () }
    #expect(try bench.change(playlist: "P", .write([], .create, [])) == nil)
    kept[0].done(nil)
    try bench.wait { kept.count < 3 ? nil : () }
    #expect(kept[1].history == ImportHistory() && kept[2].history == kept[0].history)
    kept[2].done(nil)
    #expect(try bench.wait { result }.get().name == "P 2")
    #expect(bench.library.playlists.imports.history == kept[0].history)
  }

  @Test func `what another box has counted further makes nothing forget`() throws {
    for name in ["one", "two", "three"] { try take("a.mp3", name) }
    let other = try Bench()
    _ = try other.mount(stick.path)
    try other.unmount(stick.path)
    try stick.sql("INSERT INTO imports (playlist, step, state) VALUES (randomblob(16), 300 << 20, '0 0')")
    _ = try bench.mount(stick.path)
    #expect(try take("a.mp3", "four").step > 300 << 20)
    for name in ["four", "three", "two", "one"] { #expect(try undo() == removed(name)) }
  }

  @Test func `a volume remembers the last hundred imports, and passes over numbers that none can have`()
    throws
  {
    let store = try stick.open()
    for number in Int64(1)...103 {
      let change = PlaylistChange.write([], .create, [])
      _ = try store.playlists.change("P\(number)", change, inImport: number << 20, time: nil)
    }
    let (count, first) = try #require(
      try store.connection.first("SELECT count(DISTINCT step), min(step) FROM imports") {
        (row) throws(StoreError) in (try row.integer(0), try row.integer(1))
      })
    #expect(count == Int64(ImportStep.mostOnVolume) && first == 4 << 20)
    store.close()
    try stick.sql("UPDATE imports SET step = 9223372036854775807 WHERE step = 103 << 20")
    _ = try bench.mount(stick.path)
    let step = try take("b.mp3", "here").step
    #expect(ImportStep.told.contains(step))
    #expect(try undo() == removed("here"))
  }
}
