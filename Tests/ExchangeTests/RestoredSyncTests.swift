import Interchange
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// What the file of a desktop program and a backup that is taken back make of each other.
@Suite("The file of a desktop program and backups") struct RestoredSyncTests {
  private let bench: ExchangeBench
  private let stick: Stick

  init() throws {
    bench = try ExchangeBench()
    // No backup is made but those that a test asks for.
    bench.exchange.backups.clock = { 1_000_000 }
    stick = try Stick()
    for file in ["A/one.mp3", "A/two.mp3", "B/three.mp3"] {
      stick.write(file, FakeFiles.content(title: file))
    }
  }

  private static let file = "Sync/mixboard-playlists.json"

  private func write(_ text: String) { stick.write(Self.file, Array(text.utf8)) }
  private func text(_ file: String = Self.file) -> String {
    String(decoding: Files.read("\(stick.path)/\(file)") ?? [], as: UTF8.self)
  }

  /// The playlists in the file: names and the names of what is in them.
  private func shared() throws -> [String: [String]] {
    let file = try SharedPlaylists(reading: Array(text().utf8))
    return Dictionary(
      try file.items.map { ($0.name, try file.playlist($0).entries.map(\.fileName)) }, uniquingKeysWith: +)
  }

  /// Those of the volume.
  private func own() throws -> [String: [String]] {
    Dictionary(
      try bench.playlists.map { playlist in
        (
          playlist.name,
          try bench.paths(ofPlaylist: playlist.name).map {
            String(decoding: VolumePath.split(Array($0.utf8)).name, as: UTF8.self)
          }
        )
      }, uniquingKeysWith: +)
  }

  @discardableResult
  private func sync(_ info: VolumeInfo) throws -> SyncReport {
    try bench.answer { (done: @escaping (Result<SyncReport, Refusal>) -> Void) in
      bench.exchange.sync.run(info.id, completion: done)
    }.get()
  }

  /// Waits until nothing goes on by itself: what is written into the file then is seen by nobody.
  private func settle(_ info: VolumeInfo) throws {
    try bench.wait { bench.library.scans.runningJob == nil ? () : nil }
    for _ in 1...2 { try sync(info) }
  }

  private func change(_ name: String, _ change: PlaylistChange) throws {
    #expect(try bench.change(playlist: name, change) == nil)
  }

  private func add(_ path: String, to name: String, on info: VolumeInfo) throws {
    try change(name, .add([TrackReference(volume: info.id, path: Array(path.utf8))], at: nil))
  }

  /// Whether any sync has kept a playlist twice.
  private var conflicts: [SyncReport.Conflict] {
    bench.syncs.flatMap(\.conflicts)
  }

  /// One playlist that was made before a backup, and changed behind it; one that was not; both in the file.
  private func changedBehindBackup() throws -> VolumeInfo {
    let info = try bench.mount(stick.path, isFixed: true)
    try add("A/one.mp3", to: "Set", on: info)
    try add("B/three.mp3", to: "Same", on: info)
    try sync(info)
    try bench.backUp(info)
    try add("A/two.mp3", to: "Set", on: info)
    try sync(info)
    let both = try shared()
    #expect(both["Set"] == ["one.mp3", "two.mp3"] && both["Same"] == ["three.mp3"])
    return info
  }

  // MARK: Chosen by a person

  @Test func `a restore is not undone by an unchanged file`() throws {
    let info = try changedBehindBackup()
    _ = try bench.restore(info)
    for _ in 1...2 {
      try sync(info)
      try expectEqual(own(), ["Set": ["one.mp3"], "Same": ["three.mp3"]])
      try expectEqual(shared(), own())
    }
    #expect(try sync(info).isEmpty && conflicts.isEmpty)
    // Nor by one that the desktop program had changed without a sync having seen it: that is kept, too.
    try add("A/two.mp3", to: "Set", on: info)
    try settle(info)
    write(text().replacing("\"two.mp3\"", with: "\"unseen.mp3\"").replacing("A/two", with: "A/unseen"))
    _ = try bench.restore(info)
    try sync(info)
    try settle(info)
    let expected = ["Set": ["one.mp3"], "Set 2": ["one.mp3", "unseen.mp3"], "Same": ["three.mp3"]]
    #expect(try own() == expected && shared() == expected)
  }

  @Test
  func `an edit of the file after a restore is taken, and kept as a second playlist if both were changed`()
    throws
  {
    let info = try changedBehindBackup()
    _ = try bench.restore(info)
    // No sync has come in between: the loop has not turned.
    write(
      text().replacing("\"two.mp3\"", with: "\"new.mp3\"").replacing("A/two", with: "A/new").replacing(
        "\"Same\"", with: "\"Renamed\""))
    try sync(info)
    let taken = try bench.wait { () -> [String]? in
      let names = (try? own().keys.sorted()) ?? []
      return names.contains("Renamed") ? names : nil
    }
    expectEqual(taken, ["Renamed", "Set", "Set 2"])
    #expect(try own()["Set"] == ["one.mp3"] && own()["Set 2"] == ["one.mp3", "new.mp3"])
    try sync(info)
    try expectEqual(shared(), own())
    try settle(info)
    // Once both were the same again, it is an edit like any other.
    write(text().replacing("\"three.mp3\"", with: "\"two.mp3\"").replacing("B/three", with: "A/two"))
    try expectEqual(sync(info).taken, ["Renamed"])
    try expectEqual(own()["Renamed"], ["two.mp3"])
  }

  @Test func `a playlist of which the backup has nothing is taken from the file again`() throws {
    let info = try changedBehindBackup()
    try add("A/two.mp3", to: "Later", on: info)
    try sync(info)
    _ = try bench.restore(info)
    try sync(info)
    try settle(info)
    try expectEqual(own(), ["Later": ["two.mp3"], "Set": ["one.mp3"], "Same": ["three.mp3"]])
    #expect(try shared() == own() && conflicts.isEmpty)
  }

  @Test func `a playlist that the file has lost since the backup comes back on both sides`() throws {
    let info = try changedBehindBackup()
    write(
      text().replacing("\"Set\"", with: "\"Other\""))
    try sync(info)
    try change("Other", .remove)
    try sync(info)
    try expectEqual(shared().keys.sorted(), ["Same"])
    _ = try bench.restore(info)
    try sync(info)
    try expectEqual(own(), ["Set": ["one.mp3"], "Same": ["three.mp3"]])
    #expect(try shared() == own() && conflicts.isEmpty)
  }

  @Test(arguments: [nil, "{"]) func `a file that is missing or broken at the restore does not win`(
    meanwhile: String?
  ) throws {
    let info = try changedBehindBackup()
    let file = text()
    if let meanwhile { write(meanwhile) } else { stick.remove(Self.file) }
    _ = try bench.restore(info)
    try bench.scan()
    write(file)
    try sync(info)
    try expectEqual(own(), ["Set": ["one.mp3"], "Same": ["three.mp3"]])
    #expect(try shared() == own() && conflicts.isEmpty)
    #expect(try sync(info).isEmpty)
  }

  @Test func `a restore waits for a sync, and the next sync for the restore`() throws {
    let info = try changedBehindBackup()
    try settle(info)
    var order: [String] = []
    bench.exchange.sync.run(info.id) { _ in order.append("first sync") }
    bench.exchange.backups.restore(info.id) { _ in order.append("restore") }
    bench.exchange.sync.run(info.id) { _ in order.append("second sync") }
    try bench.wait { order.count == 3 ? () : nil }
    expectEqual(order, ["first sync", "restore", "second sync"])
    #expect(try own()["Set"] == ["one.mp3"] && shared() == own())
  }

  // MARK: After damage

  private func breakDatabase() throws {
    try bench.unmount(stick.path)
    Files.write(stick.database, Array("no database at all, but as long as one would be".utf8))
  }

  @Test func `equal playlists are paired after the loss of the database, and others are kept twice`() throws {
    write(#"{"playlists": [{"id": "P1", "name": "Theirs", "entries": [{"fileName": "ONE.mp3"}]}]}"#)
    let info = try changedBehindBackup()
    try add("A/two.mp3", to: "Later", on: info)
    try sync(info)
    let before = try own()
    #expect(before["Theirs"] == ["one.mp3"] && before["Set"] == ["one.mp3", "two.mp3"])
    try breakDatabase()
    let again = try bench.mount(stick.path, isFixed: true)
    try settle(again)
    var both = before
    both["Set"] = ["one.mp3"]
    both["Set 2"] = ["one.mp3", "two.mp3"]
    try expectEqual(own(), both)
    both["Theirs"] = ["ONE.mp3"]
    try expectEqual(shared(), both)
    both["Theirs"] = ["one.mp3"]
    // Once more with the file as the backup knew it: nothing is changed by that.
    try bench.backUp(again)
    let file = text()
    try breakDatabase()
    let third = try bench.mount(stick.path, isFixed: true)
    #expect(try sync(third).isEmpty)
    #expect(try own() == both && text() == file)
  }

  @Test func `a lost database removes no playlist that the file lacks`() throws {
    let info = try changedBehindBackup()
    try bench.backUp(info)
    try breakDatabase()
    let file = try SharedPlaylists(reading: Array(text().utf8))
    let item = try #require(file.items.first { $0.name == "Same" })
    var playlist = try file.playlist(item)
    playlist.entries = []
    write(#"{"playlists": [{"id": "\#(item.key)", "name": "Same", "entries": []}]}"#)
    let again = try bench.mount(stick.path, isFixed: true)
    try sync(again)
    try expectEqual(own(), ["Set": ["one.mp3", "two.mp3"], "Same": ["three.mp3"], "Same 2": []])
    try expectEqual(shared(), own())
  }

  // MARK: Spelling

  @Test func `a playlist that the file spells otherwise is the same, however often its time is unknown`()
    throws
  {
    stick.write("Ü/Größe.mp3", FakeFiles.content(title: "g"))
    let decomposed = "Gro\u{308}ße.MP3"
    write(
      #"{"playlists": [{"id": "P1", "name": "Set/1", "notes": "", "entries": ["#
        + #"{"fileName": "ONE.MP3", "path": "E:\\a\\ONE.mp3", "startOffset": 0.123456789, "position": 5}, "#
        + #"{"fileName": "\#(decomposed)", "crossfade": 1.00000049, "gain": -90, "position": 9}, "#
        + #"{"fileName": "Gone.mp3"}, {"title": "untold"}]}]}"#)
    let info = try bench.mount(stick.path, isFixed: true)
    try sync(info)
    let before = try own()
    #expect(before["Set_1"] == ["one.mp3", "Größe.mp3", "Gone.mp3"] && before.count == 1)
    let file = text()
    for _ in 1...3 {
      try bench.ask(info) { (store) throws(StoreError) in try SharedPlaylistTable(store).keep([]) }
      let report = try sync(info)
      #expect(report.isEmpty, "\(report)")
      #expect(try own() == before && text() == file)
    }
    // What is another thing is told as one.
    for (old, new) in [
      ("0.123456789", "0.1235"), ("ONE", "TWO"), ("1.00000049", "1.1"), ("Gone", "Lost"),
      (#"{"fileName": "Gone.mp3"}, "#, ""),
    ] {
      write(file.replacing(old, with: new))
      try bench.ask(info) { (store) throws(StoreError) in try SharedPlaylistTable(store).keep([]) }
      let report = try sync(info)
      #expect(report.conflicts.map(\.name) == ["Set_1"], "\(old)")
      let other = try #require(report.conflicts.first?.other)
      try change(other, .remove)
      write(file)
      try bench.ask(info) { (store) throws(StoreError) in try SharedPlaylistTable(store).keep([]) }
      #expect(try sync(info).isEmpty)
    }
  }
}
