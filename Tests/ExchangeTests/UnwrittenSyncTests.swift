import CLinux
import Interchange
import JSON
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// What becomes of playlists while the file of a desktop program can't be written: nothing is lost, and nothing is made of
/// them again and again.
@Suite("A file of a desktop program that can't be written") struct UnwrittenSyncTests {
  private let bench: ExchangeBench
  private let stick: Stick

  init() throws {
    bench = try ExchangeBench()
    // Only what a test asks for, and what comes with a stick.
    bench.exchange.sync.delay = .seconds(3600)
    stick = try Stick()
    for file in ["A/one.mp3", "A/two.mp3", "B/three.mp3"] {
      stick.write(file, FakeFiles.content(title: file))
    }
  }

  private static let file = "Sync/mixboard-playlists.json"
  private static let oneSet =
    #"{"playlists": [{"id": "P1", "name": "Set", "entries": [{"fileName": "two.mp3", "path": "A/two.mp3"}]}]}"#

  private func write(_ text: String) { stick.write(Self.file, Array(text.utf8)) }

  private var text: String { Self.text(on: stick) }

  private static func text(on stick: Stick) -> String {
    String(decoding: Files.read("\(stick.path)/\(file)") ?? [], as: UTF8.self)
  }

  /// Another program adds an empty playlist to its file.
  private static func append(_ name: String, on stick: Stick) {
    let first = "\"playlists\": ["
    let longer = text(on: stick).replacing(first, with: "\(first){\"name\": \"\(name)\", \"entries\": []}, ")
    stick.write("Sync/new", Array(longer.utf8))
    stick.move("Sync/new", to: file)
  }

  private func shared() throws -> [String: Int] {
    let file = try SharedPlaylists(reading: Array(text.utf8))
    return Dictionary(
      try file.items.map { ($0.name, try file.playlist($0).entries.count) }, uniquingKeysWith: +)
  }

  private func sync(_ info: VolumeInfo) throws -> SyncReport {
    try bench.answer { (done: @escaping (Result<SyncReport, Refusal>) -> Void) in
      bench.exchange.sync.run(info.id, completion: done)
    }.get()
  }

  private func names() throws -> [String] { try bench.playlists.map(\.name) }

  private func change(_ name: String, _ change: PlaylistChange) throws {
    #expect(try bench.change(playlist: name, change) == nil)
  }

  private func add(_ path: String, to name: String, on info: VolumeInfo) throws {
    try change(name, .add([TrackReference(volume: info.id, path: Array(path.utf8))], at: nil))
  }

  /// Mounts it read-only, once it has had a database of its own.
  private func mountReadOnly() throws -> VolumeInfo {
    _ = try bench.mount(stick.path)
    try bench.unmount(stick.path)
    let info = try bench.mount(stick.path, isReadOnly: true)
    // The one behind the scan is over.
    #expect(try info.isCopy && sync(info).isEmpty)
    return info
  }

  /// Has the file be there to be read, and nothing be written in its place.
  private func block() {
    stick.write("Sync/any", [])
    _ = Files.makeFolder("\(stick.path)/\(Self.file).new")
  }

  private func unblock() {
    let code = unsafe rmdir("\(stick.path)/\(Self.file).new")
    precondition(code == 0)
  }

  // MARK: Files that others write

  @Test func `changes of another program since the file was read stay`() throws {
    write(Self.oneSet)
    let info = try bench.mount(stick.path)
    let volume = try #require(bench.library.open(info.id))
    let access = try #require(VolumeAccess(volume, for: LibraryRequest()))
    func written(_ former: String) throws -> SharedFileWriter.Written? {
      let file = former.isEmpty ? SharedPlaylists() : try SharedPlaylists(reading: Array(former.utf8))
      return try bench.answer { done in
        bench.library.askFiles(
          of: volume,
          { (_) throws(Refusal) in
            try SharedFileWriter.write(file, [], dropping: ["P1"], access)
          }, completion: done)
      }.get()
    }
    let before = text
    let another = before.replacing("\"Set\"", with: "\"Sea\"")
    #expect(another != before)
    for changed in [another, before + " ", String(before.dropLast()), ""] {
      write(changed)
      #expect(try written(before) == nil)
      expectEqual(text, changed)
    }
    stick.remove(Self.file)
    #expect(try written(before) == nil)
    #expect(!Files.exists("\(stick.path)/\(Self.file)") && !Files.exists("\(stick.path)/\(Self.file).new"))
    #expect(try written("") != nil)
    write(before)
    #expect(try written(before) != nil)
    #expect(try shared().isEmpty)
  }

  @Test func `writes of another program at any moment of a sync are lost on neither side`() throws {
    write(Self.oneSet)
    let info = try bench.mount(stick.path)
    _ = try sync(info)
    let volume = try #require(bench.library.open(info.id))
    for turn in 1...12 {
      let (own, desk, late) = ("Own \(turn)", "Desk \(turn)", "Late \(turn)")
      try add("A/one.mp3", to: own, on: info)
      Self.append(desk, on: stick)
      var turns = 0
      var result: Result<SyncReport, Refusal>?
      bench.exchange.sync.run(info.id) { result = $0 }
      let report = try bench.wait { () -> Result<SyncReport, Refusal>? in
        turns += 1
        // Between two steps of the sync: what is read before a step and written after it takes back what the step wrote.
        if turns == turn {
          bench.library.askFiles(
            of: volume, { [stick] _ in Self.append(late, on: stick) }, completion: { _ in })
        }
        return result
      }.get()
      #expect(report.taken.contains(desk) && report.written.contains(own))
      if turns < turn { Self.append(late, on: stick) }
      _ = try sync(info)
      let here = try names()
      let there = try shared()
      for name in [own, desk, late] {
        #expect(here.contains(name), "\(name), in turn \(turn) of \(turns)")
        #expect(there[name] != nil, "\(name), in turn \(turn) of \(turns)")
      }
    }
  }

  // MARK: Volumes that take no writes

  @Test func `an edit on a read-only volume makes no further playlist of one from the file`()
    throws
  {
    let info = try mountReadOnly()
    try add("A/one.mp3", to: "Mine", on: info)
    write(Self.oneSet)
    let first = try sync(info)
    #expect(first.taken == ["Set"] && first.written.isEmpty && first.isReadOnly)
    for _ in 1...3 {
      try add("B/three.mp3", to: "Set", on: info)
      let report = try sync(info)
      #expect(report.isEmpty && report.isReadOnly && report.left.isEmpty)
      try expectEqual(names(), ["Mine", "Set"])
    }
    // What is removed here does not come back, whether the file can be told or not.
    try change("Set", .remove)
    for _ in 1...2 {
      let report = try sync(info)
      #expect(report.isEmpty && report.isReadOnly)
      try expectEqual(names(), ["Mine"])
    }
    expectEqual(text, Self.oneSet)
    try bench.unmount(stick.path)
    let back = try bench.mount(stick.path)
    _ = try sync(back)
    #expect(try !back.isCopy && names() == ["Mine"] && shared() == ["Mine": 1])
  }

  @Test
  func `playlists changed on both sides stay on a read-only volume, and are kept twice later`()
    throws
  {
    let writable = try bench.mount(stick.path)
    try add("A/one.mp3", to: "Set", on: writable)
    try expectEqual(sync(writable).written, ["Set"])
    try bench.unmount(stick.path)
    let info = try bench.mount(stick.path, isReadOnly: true)
    try add("A/two.mp3", to: "Set", on: info)
    write(text.replacing("\"Set\"", with: "\"Theirs\""))
    for number in 1...3 {
      // With something else that is to be written, and without.
      if number == 3 { try add("A/one.mp3", to: "Mine", on: info) }
      let report = try sync(info)
      #expect(report.isEmpty && report.left.map(\.reason) == [.unwritable] && report.isReadOnly)
      try expectEqual(names(), (number == 3 ? ["Mine", "Set"] : ["Set"]))
    }
    try bench.unmount(stick.path)
    let back = try bench.mount(stick.path)
    _ = try sync(back)
    try expectEqual(names(), ["Mine", "Set", "Theirs"])
    try expectEqual(shared(), ["Mine": 1, "Set": 2, "Theirs": 1])
    #expect(try sync(back).isEmpty)
  }

  // MARK: Writing that fails

  @Test func `playlists changed on both sides become two once, however often writing fails`() throws {
    let info = try bench.mount(stick.path)
    try add("A/one.mp3", to: "Set", on: info)
    try expectEqual(sync(info).written, ["Set"])
    write(text.replacing("\"Set\"", with: "\"Theirs\""))
    block()
    for number in 1...3 {
      try add("A/two.mp3", to: "Set", on: info)
      let refusal = try #require(#expect(throws: Refusal.self) { try sync(info) })
      #expect(refusal.text.contains("\"Theirs\"") == (number == 1), "told when it is made")
      try expectEqual(names(), ["Set", "Theirs"])
    }
    unblock()
    let report = try sync(info)
    #expect(Set(report.written) == ["Set", "Theirs"] && report.conflicts.isEmpty && report.taken.isEmpty)
    try expectEqual(shared(), ["Set": 4, "Theirs": 1])
    try expectEqual(bench.paths(ofPlaylist: "Theirs"), ["A/one.mp3"])
    #expect(try sync(info).isEmpty)
  }

  @Test func `pairs and taken playlists stay when writing fails`() throws {
    let info = try bench.mount(stick.path)
    // The sync behind the scan is over.
    let volume = try #require(bench.library.open(info.id))
    try bench.answer { (done: @escaping (Result<Void, Refusal>) -> Void) in
      bench.library.askFiles(of: volume, { _ in }, completion: done)
    }.get()
    try add("A/two.mp3", to: "Set", on: info)
    try add("A/one.mp3", to: "Mine", on: info)
    write(
      String(Self.oneSet.dropLast(2))
        + #", {"id": "P2", "name": "Theirs", "entries": [{"fileName": "one.mp3"}]}]}"#)
    block()
    for _ in 1...3 {
      #expect(throws: Refusal.self) { try sync(info) }
      try expectEqual(names(), ["Mine", "Set", "Theirs"])
      try add("B/three.mp3", to: "Set", on: info)
      try add("B/three.mp3", to: "Theirs", on: info)
    }
    unblock()
    let report = try sync(info)
    #expect(Set(report.written) == ["Mine", "Set", "Theirs"] && report.conflicts.isEmpty)
    #expect(try names() == ["Mine", "Set", "Theirs"] && shared() == ["Mine": 1, "Set": 4, "Theirs": 4])
    #expect(try sync(info).isEmpty)
  }

  @Test func `a playlist removed on both sides is a new one if the file has it again`() throws {
    let info = try bench.mount(stick.path)
    try add("A/one.mp3", to: "Set", on: info)
    try add("A/two.mp3", to: "Other", on: info)
    _ = try sync(info)
    let whole = text
    let file = try SharedPlaylists(reading: Array(whole.utf8))
    let other = try #require(file.items.first { $0.name == "Other" })
    var writer = JSONWriter()
    file.begin(&writer)
    file.copy(other, to: &writer)
    SharedPlaylists.end(&writer)
    write(String(decoding: writer.bytes, as: UTF8.self))
    try add("A/one.mp3", to: "Mine", on: info)
    block()
    #expect(throws: Refusal.self) { try sync(info) }
    try expectEqual(names(), ["Mine", "Other"])
    unblock()
    write(whole)
    let report = try sync(info)
    #expect(report.taken == ["Set"] && report.dropped.isEmpty && report.written == ["Mine"])
    try expectEqual(names(), ["Mine", "Other", "Set"])
  }

  // MARK: Where the power goes

  @Test
  func `a power cut after the file's playlist was taken as a second one lets the next sync write both`()
    throws
  {
    let info = try bench.mount(stick.path)
    try add("A/one.mp3", to: "Set", on: info)
    _ = try sync(info)
    write(text.replacing("\"Set\"", with: "\"Theirs\""))
    try add("A/two.mp3", to: "Set", on: info)
    let file = try SharedPlaylists(reading: Array(text.utf8))
    let item = try #require(file.items.first)
    let digest = SharedPlaylistTable.digest(try file.playlist(item))
    let track = TrackReference(volume: info.id, path: Array("A/one.mp3".utf8))
    _ = try bench.ask(info) { (store) throws(StoreError) in
      let pair = try store.playlists.all().first.map {
        SyncPlan.Pair(identity: $0.identity, key: item.key, own: SyncPlan.Pair.newer, other: digest)
      }
      return try SharedPlaylistTable(store).take(
        nil, expecting: nil, named: "Theirs", [PlaylistEntry(track)], [],
        from: SharedPlaylistTable.SharedSource(key: item.key, digest: digest, pair: pair))
    }.get()
    let report = try sync(info)
    #expect(Set(report.written) == ["Set", "Theirs"] && report.conflicts.isEmpty && report.taken.isEmpty)
    try expectEqual(shared(), ["Set": 2, "Theirs": 1])
    #expect(try sync(info).isEmpty)
  }

  @Test
  func
    `one that has another name in the file is taken with its name, its songs and what is known, or not at all`()
    throws
  {
    let store = try stick.open()
    defer { store.close() }
    let tracks = ["A/one.mp3", "A/two.mp3"].map {
      TrackReference(volume: store.identity, path: Array($0.utf8))
    }
    let made = try store.playlists.change("Set", .add([tracks[0]], at: nil), time: 7).get()
    let identity = try #require(made).identity
    let before = try #require(try SharedPlaylistTable(store).digest(of: identity))
    let changes = try store.changeCount()
    let source = SharedPlaylistTable.SharedSource(key: "k", digest: [1])
    func take() throws -> (PlaylistID, name: String, digest: [UInt8]) {
      try SharedPlaylistTable(store).take(
        identity, expecting: before, named: "Renamed", [PlaylistEntry(tracks[1])], [.changed(9)], from: source
      ).get()
    }
    try store.connection.execute(
      """
      CREATE TEMP TRIGGER cut BEFORE UPDATE OF name ON playlists BEGIN SELECT RAISE(ABORT, 'cut'); END
      """)
    #expect(throws: StoreError.self) { try take() }
    #expect(
      try SharedPlaylistTable(store).digest(of: identity) == before
        && SharedPlaylistTable(store).pairs().isEmpty)
    try expectEqual(store.changeCount(), changes)
    try store.connection.execute("DROP TRIGGER cut")
    let taken = try take()
    #expect(taken.0 == identity && taken.name == "Renamed")
    let after = try #require(try store.playlists.all().first)
    #expect(after.name == "Renamed" && after.changed == 9)
    let known = SyncPlan.Pair(identity: identity, key: "k", own: taken.digest, other: [1])
    #expect(try SharedPlaylistTable(store).pairs() == [known] && store.changeCount() == changes + 1)
  }
}
