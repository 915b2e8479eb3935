import CLinux
import Linux
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// A database that was made anew gets what the backup says, whatever happens in between.
@Suite("Pending restores") struct PendingRestoreTests {
  private let bench: ExchangeBench
  private let stick: Stick

  init() throws {
    bench = try ExchangeBench()
    bench.exchange.backups.clock = { 1_000_000 }
    stick = try Stick()
    for file in ["A/one.mp3", "A/two.mp3", "B/ümläut.mp3"] {
      stick.write(file, FakeFiles.content(title: file))
    }
  }

  private static let backup = ".jukebox/backup.json"

  /// A stick that has lost its database and carries a backup.
  /// - Returns: all that people had added.
  private func lose(notes: String? = nil) throws -> [String] {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    if let notes {
      try bench.ask(info) { (store) throws(StoreError) in
        try store.connection.execute("UPDATE personal SET notes = ?1", .text(notes))
      }
    }
    try bench.backUp(info)
    let content = try bench.content(info)
    try bench.unmount(stick.path)
    for name in Files.list("\(stick.path)/.jukebox") where name.hasPrefix("library") {
      stick.remove(".jukebox/\(name)")
    }
    return content
  }

  /// Opens the database, or makes it, and ends where the power may go: before anything was taken back.
  private func cut(_ body: (VolumeStore, Root) throws -> Void = { _, _ in }) throws {
    let root = try Root(path: stick.path)
    let opener = VolumeOpener(
      root: root, label: "Stick", isReadOnly: false, state: nil, knownIdentity: { _ in nil },
      closing: Cancellation())
    let store = try opener.openBeforeRestore(
      .volume(root), "Stick", nil, in: try DatabaseFolder(VolumeOpener.folderName, in: root))
    defer { store.close() }
    try body(store, root)
  }

  private func notes() throws -> [String] {
    let store = try stick.open()
    defer { store.close() }
    return store.notes.filter { $0.contains("backup") }
  }

  @Test func `a power cut after the making of a database restores the backup at the next opening`()
    throws
  {
    let before = try lose()
    try cut { (store, _) throws in #expect(try store.isNew && store.playlists.all().isEmpty) }
    try cut { (store, _) throws in #expect(try !store.isNew && store.playlists.all().isEmpty) }
    let other = try ExchangeBench()
    other.exchange.backups.clock = { 1_000_000 }
    let info = try other.mount(stick.path, isFixed: true)
    try expectEqual(other.content(info), before)
    let words = other.warnings.filter { $0.contains("backup") }
    #expect(words.count == 1 && words[0].contains(" restored: "), "\(words)")
    // What is changed from then on stays.
    try other.ask(info) { (store) throws(StoreError) in
      try store.connection.execute("DELETE FROM playlists WHERE id = 9")
      try store.connection.execute("UPDATE volume SET changes = changes + 1")
    }
    let after = try other.content(info)
    try other.unmount(stick.path)
    let last = try ExchangeBench()
    #expect(try last.content(try last.mount(stick.path, isFixed: true)) == after)
    #expect(last.warnings.allSatisfy { !$0.contains("backup") })
  }

  @Test func `a broken database is restored after a power cut, too`() throws {
    _ = try lose()
    Files.write(stick.database, Array(repeating: 7, count: 9000))
    try cut()
    #expect(try notes().filter { $0.contains(" restored: ") }.count == 1)
    #expect(try notes().isEmpty)
  }

  @Test func `data added before a pending restore stays, and is reported once`() throws {
    _ = try lose()
    try cut()
    try stick.sql("INSERT INTO playlists (id, identity, name) VALUES (1, randomblob(16), 'New')")
    let words = try notes()
    #expect(words.count == 1 && words[0].contains("data was added meanwhile"), "\(words)")
    #expect(try notes().isEmpty)
    // Who wants it has it: the backups that are made from now on leave it beside themselves.
    let other = try ExchangeBench()
    let info = try other.mount(stick.path, isFixed: true)
    try other.backUp(info)
    try other.unmount(stick.path)
    let older = (1...3).compactMap { Files.read("\(stick.path)/.jukebox/backup-\($0).json") }
    let former = older.first { String(decoding: $0, as: UTF8.self).contains("Plain") }
    stick.write(Self.backup, try #require(former))
    try cut { (store, root) throws in
      try expectEqual(store.playlists.all().map(\.name), ["New"])
      guard case .success(let report) = try Backup.restore(store, from: root) else {
        Issue.record("refused")
        return
      }
      #expect(try report.rows > 10 && store.playlists.all().count == 2)
    }
  }

  @Test func `a refused backup is reported once, and a deleted one not at all`() throws {
    _ = try lose()
    let good = try #require(Files.read("\(stick.path)/\(Self.backup)"))
    try cut()
    stick.write(Self.backup, Array("my notes".utf8))
    try expectEqual(notes().count, 1)
    stick.write(Self.backup, good)
    #expect(try notes().isEmpty)

    for name in Files.list("\(stick.path)/.jukebox") where name.hasPrefix("library") {
      stick.remove(".jukebox/\(name)")
    }
    try cut()
    stick.remove(Self.backup)
    #expect(try notes().isEmpty)
    stick.write(Self.backup, good)
    #expect(try notes().isEmpty)
  }

  @Test func `a restore that a full stick prevents is tried some times, then abandoned with a message`()
    throws
  {
    _ = try lose(notes: String(repeating: "x", count: 8000))
    var words: [String] = []
    for _ in 1...6 {
      try cut { (store, root) throws in
        // As many pages as there are.
        _ = try store.connection.first("PRAGMA max_page_count = 1") { (row) throws(StoreError) in
          try row.integer(0)
        }
        words.append(store.backups.restoreByItself(from: root) ?? "")
        #expect(try store.playlists.all().isEmpty)
      }
    }
    #expect(words.prefix(5).allSatisfy { $0.contains("not restored") }, "\(words)")
    #expect(Set(words.prefix(5)).count == 1 && words[5].contains("5 attempts failed"), "\(words)")
    #expect(try notes().isEmpty)
  }

  @Test func `a backup too large for any restore is reported with a remedy, by itself and on demand`()
    throws
  {
    _ = try lose()
    try cut()
    let path = "\(stick.path)/\(Self.backup)"
    try #require(unsafe truncate(path, off_t(VolumeFile.backup.mostBytes + 1)) == 0)
    let words = try notes()
    #expect(
      words.count == 1
        && words[0].hasSuffix(
          """
          not restored: it is larger than 64 MiB. It is kept as \
          .jukebox/backup-1.json; make it smaller, rename it to backup.json and run `jukebox restore`.
          """),
      "\(words)")
    #expect(try notes().isEmpty)
    try cut { (store, root) throws in
      guard case .failure(.badFile(let reason, nil)) = try Backup.restore(store, from: root) else {
        Issue.record("not refused")
        return
      }
      #expect(reason.contains("it is larger than 64 MiB") && reason.contains("make it smaller"))
    }
  }

  @Test func `texts and rows without end are refused before they are all in the memory`() throws {
    let head =
      #"{"format": "jukebox-backup", "version": 1, "songs": [[1, "A/one.mp3", 1, null, null]], "tables": {"#
    let text = String(repeating: "n", count: 1 << 20)
    for (tables, isRefused) in [
      (#""tracks": [[1, 1, 5, null, "n", null, null, null]]}}"#, false),
      (#""unknown": [["\#(text)n"]], "tracks": [[1, 1, 5, null, "n", null, null, null]]}}"#, false),
      (#""tracks": [[1, 1, 5, null, "\#(text)n", null, null, null]]}}"#, true),
      (#""\#(text)n": []}}"#, true),
      (#""stickers": [[1, "\#(text)", "\#(text)", "\#(text)", "", "", ""]]}}"#, true),
    ] {
      for name in Files.list("\(stick.path)/.jukebox") where name.hasPrefix("library") {
        stick.remove(".jukebox/\(name)")
      }
      stick.write(Self.backup, Array((head + tables).utf8))
      let words = try notes()
      expectEqual(words.count, 1)
      #expect(
        words.first?.contains(isRefused ? "cannot read the backup on " : " restored: ") == true, "\(words)")
    }
  }

  @Test
  func
    `while it is pending, no backup is taken for this database's own, and a restore by hand is the end of it`()
    throws
  {
    let before = try lose()
    try cut { (store, _) throws in
      #expect(try store.backups.changesInLast() == nil)
      #expect(try !store.backups.isDue(time: 9_000_000))
    }
    let root = try Root(path: stick.path)
    try cut { (store, _) throws in
      guard case .success = try Backup.restore(store, from: root) else {
        Issue.record("refused")
        return
      }
      try store.connection.execute("DELETE FROM playlists")
    }
    #expect(try notes().isEmpty)
    let other = try ExchangeBench()
    let content = try other.content(try other.mount(stick.path, isFixed: true))
    #expect(content != before && !content.contains { $0.hasPrefix("playlists") })
  }
}
