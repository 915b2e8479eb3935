import CLinux
import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct UntrustedVolumeTests {
  /// A stick whose database holds one track, closed in order.
  private func used() throws -> (Stick, VolumeID) {
    let stick = try Stick()
    let store = try stick.open()
    var batch = ScanBatch()
    var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
    details.title = "One"
    batch.files = [
      ScanBatch.File(
        folder: Array("a".utf8), name: Array("1.flac".utf8), sizeBytes: 10, modifiedNanoseconds: 1,
        content: .details(details))
    ]
    try store.batches.apply(batch, wallClock: nil)
    let identity = store.identity
    store.close()
    return (stick, identity)
  }

  @Test func `a planted journal is set aside and deletes nothing`() throws {
    let (stick, identity) = try used()
    let victim = try TemporaryFolder()
    let precious = try victim.write("precious", "dear to somebody")
    // A journal that names another file as its super-journal: SQLite would delete that file in the end.
    var journal: [UInt8] =
      [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] + [UInt8](repeating: 0, count: 504)
    let name = Array(precious.utf8)
    func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    journal += big(1) + name + big(name.count) + big(name.reduce(0) { $0 + Int($1) })
    journal += [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    stick.write(".jukebox/library.sqlite-journal", journal)
    let store = try stick.open()
    expectEqual(store.identity, identity)
    try expectEqual(store.totals.trackCount(), 1)
    expectEqual(store.notes.count, 1)
    store.close()
    expectEqual(Files.read(precious), Array("dear to somebody".utf8))
    expectEqual(Files.list("\(stick.path)/.jukebox"), ["library.sqlite", "library.sqlite-journal.planted-1"])
    expectEqual(Files.read("\(stick.path)/.jukebox/library.sqlite-journal.planted-1"), journal)
  }

  @Test(arguments: [
    "CREATE TRIGGER t AFTER INSERT ON tracks BEGIN DELETE FROM tracks; END",
    "CREATE VIEW v AS SELECT * FROM tracks",
    "CREATE TABLE more (x)",
    "CREATE INDEX i ON tracks (title)",
    "CREATE VIRTUAL TABLE f USING fts5 (x)",
    "ALTER TABLE tracks ADD COLUMN g INTEGER GENERATED ALWAYS AS (size + 1) VIRTUAL",
    "DROP INDEX tracks_in_order",
    "ALTER TABLE carried RENAME TO carried2",
    "PRAGMA application_id = 7",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = -1",
    "UPDATE volume SET identity = zeroblob(16); PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'name TEXT', 'name BLOB') WHERE name = 'volume'",
    "PRAGMA ignore_check_constraints = ON; UPDATE volume SET identity = x'01'",
    "DELETE FROM volume; PRAGMA ignore_check_constraints = ON; INSERT INTO volume (one, identity, name) VALUES (1, x'', 'x')",
  ])
  func `a foreign schema is set aside and a new database begins`(_ sql: String) throws {
    let (stick, identity) = try used()
    try stick.sql(sql)
    let store = try stick.open()
    #expect(try store.totals.trackCount() == 0, "nothing of the foreign database is used")
    #expect(store.identity != identity)
    store.close()
    expectEqual(Files.list("\(stick.path)/.jukebox"), ["library.sqlite", "library.sqlite.foreign-1"])
  }

  @Test func `a newer version is set aside and reported`() throws {
    let (stick, _) = try used()
    try stick.sql("PRAGMA user_version = 99")
    let store = try stick.open()
    #expect(store.notes.contains { $0.contains("later version") })
    store.close()
    #expect(Files.exists("\(stick.database).newer-1"))
  }

  @Test func `a file that is no database is set aside, the third again in the third's place`() throws {
    let stick = try Stick()
    for round in 1...5 {
      stick.write(
        ".jukebox/library.sqlite", Array("round \(round): this is no database, it only says so".utf8))
      try stick.open().close()
    }
    expectEqual(
      Files.list("\(stick.path)/.jukebox"),
      [
        "library.sqlite", "library.sqlite.corrupt-1", "library.sqlite.corrupt-2", "library.sqlite.corrupt-3",
      ])
    #expect(Files.read("\(stick.database).corrupt-3")?.starts(with: Array("round 5".utf8)) == true)
  }

  @Test func `links, folders and pipes in place of the files are set aside and not followed`() throws {
    let outside = try TemporaryFolder()
    let target = try outside.write("target", "not ours")
    for name in ["library.sqlite", "library.sqlite-wal", "library.sqlite-journal"] {
      for kind in 0..<3 {
        let (stick, _) = try used()
        let path = "\(stick.path)/.jukebox/\(name)"
        _ = unsafe unlink(path)
        switch kind {
        case 0: _ = unsafe symlink(target, path)
        case 1: _ = Files.makeFolder(path)
        default: _ = unsafe mkfifo(path, 0o644)
        }
        let store = try stick.open()
        try expectEqual(store.totals.trackCount(), (name == "library.sqlite" ? 0 : 1))
        store.close()
        expectEqual(Files.read(target), Array("not ours".utf8))
        expectEqual(Files.list(outside.path), ["target"])
      }
    }
  }

  @Test func `a link in place of the folder is set aside`() throws {
    let outside = try TemporaryFolder()
    let stick = try Stick()
    _ = unsafe symlink(outside.path, "\(stick.path)/.jukebox")
    try stick.open().close()
    expectEqual(Files.list(outside.path), [])
    expectEqual(Files.list(stick.path), [".jukebox", ".jukebox.not-a-folder"])
  }

  @Test func `a folder that comes and goes while it is opened is opened all the same`() throws {
    let stick = try Stick()
    let (box, away) = ("\(stick.path)/.jukebox", "\(stick.path)/away")
    let isOver = Answer<Void>()
    let thread = try Thread.start(name: "swap", payload: (box, away)) { box, away in
      while !isOver.isGiven {
        _ = unsafe rename(box, away)
        _ = unsafe rename(away, box)
      }
    }
    let root = try Root(path: stick.path)
    var failures: [SystemError] = []
    for _ in 0..<2000 {
      do throws(SystemError) { _ = try DatabaseFolder(".jukebox", in: root) } catch { failures.append(error) }
    }
    isOver.give(())
    thread.join()
    #expect(failures.isEmpty)
  }

  @Test
  func `existing files with the names of set-aside databases stay, and the database is still set aside`()
    throws
  {
    let (stick, _) = try used()
    stick.write(".jukebox/library.sqlite", Array("this is no database, it only says so".utf8))
    for slot in 1...3 { stick.write(".jukebox/library.sqlite.corrupt-\(slot)/full/file", [1]) }
    let store = try stick.open()
    try expectEqual(store.totals.trackCount(), 0)
    store.close()
    expectEqual(Files.list("\(stick.path)/.jukebox").count, 5)

    let outside = try TemporaryFolder()
    let other = try Stick()
    other.write(".jukebox.not-a-folder/full/file", [1])
    _ = unsafe symlink(outside.path, "\(other.path)/.jukebox")
    try other.open().close()
    expectEqual(Files.list(outside.path), [])
    #expect(Files.list(other.path).count == 3 && Files.list("\(other.path)/.jukebox") == ["library.sqlite"])
    #expect(Files.exists("\(other.path)/.jukebox.not-a-folder/full/file"))
  }

  @Test func `a log without its database is set aside`() throws {
    let stick = try Stick()
    stick.write(".jukebox/library.sqlite-wal", Array("left alone".utf8))
    try stick.open().close()
    expectEqual(Files.list("\(stick.path)/.jukebox"), ["library.sqlite", "library.sqlite-wal.stray-1"])
  }

  @Test func `torn and overwritten pages never crash and end in a database that works`() throws {
    let (whole, _) = try used()
    let content = try #require(Files.read(whole.database))
    for round in 0..<60 {
      let stick = try Stick()
      var bytes = content
      switch round % 3 {
      case 0: bytes.removeLast(Int.random(in: 1..<bytes.count))
      case 1: for _ in 0..<20 { bytes[Int.random(in: bytes.indices)] = .random(in: 0...255) }
      default:
        let page = Int.random(in: 0..<bytes.count / 4096) * 4096
        for index in page..<(page + 4096) { bytes[index] = .random(in: 0...255) }
      }
      stick.write(".jukebox/library.sqlite", bytes)
      let root = try Root(path: stick.path)
      let opener = VolumeOpener(
        root: root, label: "Stick", isReadOnly: false, state: nil, knownIdentity: { _ in nil },
        closing: Cancellation())
      var store = try opener.open()
      // As the store thread does: what fails in use is set aside, too.
      func use<Value>(_ work: (VolumeStore) throws(StoreError) -> Value) throws -> Value {
        for _ in 0..<3 {
          let result = store.runCatchingFailure(nil, work)
          guard case .damaged(let error)? = store.trouble else { return try result.get() }
          store.trouble = nil
          store = try opener.rebuild(store, because: error, restores: false)
        }
        throw StoreError(.other, "no end of trouble", path: stick.database)
      }
      try use { (store) throws(StoreError) in try store.quickCheck() }
      _ = try use { (store) throws(StoreError) in
        try store.tree.tree(below: [], after: nil, limit: 100, withFolders: true)
      }
      var batch = ScanBatch()
      batch.files = [
        ScanBatch.File(
          folder: Array("b".utf8), name: Array("2.flac".utf8), sizeBytes: 1, modifiedNanoseconds: 1,
          content: .details(TrackDetails(format: .flac, rate: 44_100, channels: 2)))
      ]
      _ = try use { (store) throws(StoreError) in try store.batches.apply(batch, wallClock: nil) }
      #expect(
        try use { (store) throws(StoreError) in try store.tracks.at([Array("b/2.flac".utf8)]) }.first != nil)
      store.close()
    }
  }

  @Test(arguments: [
    "UPDATE tracks SET name = x'2e2e'", "UPDATE tracks SET name = x'612f62'", "UPDATE tracks SET rate = -1",
    "UPDATE tracks SET channels = 5000", "UPDATE tracks SET format = 77",
    "UPDATE tracks SET title = CAST(x'ff' AS TEXT)",
    "UPDATE folders SET path = x'2e2e2f61' WHERE id = 2", "UPDATE tracks SET title = hex(zeroblob(40000))",
  ])
  func `values that this program never writes are refused on reading`(_ sql: String) throws {
    let (stick, _) = try used()
    try stick.sql(sql)
    let store = try stick.open()
    let result = store.runCatchingFailure { (store) throws(StoreError) in
      try store.tree.tree(below: [], after: nil, limit: 10, withFolders: true)
    }
    #expect(throws: StoreError.self) { try result.get() }
    guard case .damaged? = store.trouble else {
      Issue.record("not taken for damage")
      return
    }
    store.close()
  }

  @Test(arguments: [
    "UPDATE volume SET sequence = 9223372036854775807",
    "UPDATE volume SET changes = 9223372036854775807", "UPDATE volume SET scans = 9223372036854775807",
    "INSERT INTO folders (id, parent, path, order_key) VALUES (9, 1, x'7878', KEY)",
    "PRAGMA foreign_keys = OFF; DELETE FROM folders WHERE id = 1",
    "UPDATE tracks SET title = hex(zeroblob(3000000))",
  ])
  func `a database of ours that breaks a rule in use is rebuilt with all music in it`(_ sql: String) throws {
    let sound = FakeFiles.content()
    let stick = try Stick(["a/1.mp3": sound, "b/2.mp3": sound])
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.unmount(stick.path)
    let key = NaturalKey.ofFolder(name: Array("c".utf8), in: []).map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }
    try stick.sql(sql.replacing("KEY", with: "x'\(key.joined())'"))
    stick.write("c/3.mp3", sound)
    let before = bench.events.count
    bench.library.mounts.appeared(path: stick.path, isFixed: true, label: "Stick", isReadOnly: false)
    try bench.wait { () -> Void? in
      bench.events[before...].contains { if case .opened = $0 { true } else { false } } ? () : nil
    }
    let queue = CarriedQueue(
      stamp: Stamp(box: [UInt8](repeating: 1, count: 16), counter: 1), entries: [], current: nil,
      position: .zero)
    func carry() throws -> StoreError? {
      try bench.answer { done in bench.library.queues.carry(queue, on: info.id, completion: done) }
    }
    var answers: [StoreError?] = []
    var list: [String] = []
    try bench.wait { () -> Void? in
      answers.append(try? carry())
      list = (try? bench.list(recursive: true)) ?? []
      return answers.last! == nil && Files.exists("\(stick.database).foreign-1") && list.count == 6 ? () : nil
    }
    expectEqual(list, ["a/", "a/1.mp3", "b/", "b/2.mp3", "c/", "c/3.mp3"])
    expectEqual(bench.library.volumes.map(\.id), [info.id])
    #expect(!Files.exists("\(stick.database).foreign-2"), "rebuilt once")
    #expect(bench.warnings.contains { $0.contains("set aside and rebuilt") })
  }

  @Test func `a reference that this program breaks costs that write alone`() throws {
    let stick = try Stick(["1.mp3": FakeFiles.content()])
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    func breakReference() throws {
      try bench.ask(info) { (store) throws(StoreError) in
        try store.edit { (_) throws(StoreError) in
          try store.connection.execute("INSERT INTO personal (track, rating) VALUES (999, 1)")
        }
      }
    }
    let error = #expect(throws: StoreError.self) { try breakReference() }
    #expect(error?.kind == .other && error?.message.contains("FOREIGN KEY") == true)
    try expectEqual(bench.list(recursive: true), ["1.mp3"])
    #expect(Files.list("\(stick.path)/.jukebox").allSatisfy { !$0.contains("foreign") })
    // Where others broke one, all that is there is doubtful.
    try bench.ask(info) { (store) throws(StoreError) in
      try store.connection.execute("PRAGMA foreign_keys = OFF")
      try store.connection.execute("INSERT INTO personal (track, rating) VALUES (998, 1)")
      try store.connection.execute("PRAGMA foreign_keys = ON")
    }
    #expect(throws: StoreError.self) { try breakReference() }
    try bench.wait { Files.exists("\(stick.database).foreign-1") ? () : nil }
  }

  @Test func `a database that breaks however often it is rebuilt is left as it is in the end`() throws {
    let stick = try Stick(["1.mp3": FakeFiles.content()])
    // A title longer than any value may be: no reader of ours gives one.
    let bench = try Bench { file in
      let answer = FakeFiles.read(file)
      guard case .details(var details) = answer else { return answer }
      details.title = String(repeating: "x", count: 5 << 20)
      return .details(details)
    }
    let before = bench.events.count
    bench.library.mounts.appeared(path: stick.path, isFixed: true, label: "Stick", isReadOnly: false)
    try bench.wait { () -> Void? in bench.warnings.contains { $0.contains("fails repeatedly") } ? () : nil }
    #expect(Files.list("\(stick.path)/.jukebox").filter { $0.contains("foreign") }.count == 3)
    // And nothing goes on by itself behind it.
    let job = try bench.library.scans.update("", rescan: false)
    try bench.wait { () -> Void? in
      bench.events[before...].contains { if case .updateEnded(job) = $0 { true } else { false } } ? () : nil
    }
    #expect(bench.warnings.count { $0.contains("fails repeatedly") } == 1)
    #expect(bench.warnings.count { $0.contains("rebuilt") } == 3)
    #expect(Files.exists(stick.database))
  }

  @Test func `windows of rows with long texts are short, and all rows are reached`() throws {
    let stick = try Stick()
    let store = try stick.open()
    var batch = ScanBatch()
    var batches = 0
    let long = String(repeating: "kettle ", count: 8000)
    for number in 0..<60 {
      var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
      details.title = long
      batch.append(
        ScanBatch.File(
          folder: Array("a".utf8), name: Array("\(number).flac".utf8), sizeBytes: 10, modifiedNanoseconds: 1,
          content: .details(details)))
      if batch.isFull {
        try store.batches.apply(batch, wallClock: nil)
        (batch, batches) = (ScanBatch(), batches + 1)
      }
    }
    try store.batches.apply(batch, wallClock: nil)
    #expect(batches >= 2)
    for isTree in [true, false] {
      var names: [[UInt8]] = []
      var cursor: ListingCursor?
      repeat {
        let folder = Array("a".utf8)
        let window =
          try isTree
          ? store.tree.tree(below: folder, after: cursor, limit: 300, withFolders: false)
          : store.tree.children(of: folder, after: cursor, limit: 300)
        #expect(window.items.count < 20)
        for case .track(let track) in window.items { names.append(track.reference.path) }
        cursor = window.next
      } while cursor != nil
      #expect(names == (0..<60).map { Array("a/\($0).flac".utf8) })
    }
    while try store.textIndex.takeNext(limit: 300).isLeft {}
    try expectEqual(store.search.lookup(LookupWords("kett"), limit: 1000).count, 60)
    try expectEqual(store.textIndex.takeNext(limit: 300).count, 0)
    store.close()
  }

  @Test func `a queue of any length on a stick is taken over as far as a queue goes`() throws {
    let (stick, _) = try used()
    try stick.sql(
      """
      INSERT INTO carried (one, box, counter, current, position_us) VALUES (1, zeroblob(16), 1, 1, 1);
      WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 70000)
      INSERT INTO carried_queue (place, entry, path, priority) SELECT x * 1000, x, x'61', 0 FROM n;
      """)
    let store = try stick.open()
    try expectEqual(store.carried.queue()?.entries.count, Carried.mostCarried)
    store.close()
    try stick.sql(
      "UPDATE carried_queue SET path = CAST(replace(hex(zeroblob(20)), '00', 'xxxxxxxxxxxxxxxxxxxxxxx/') || 'x' AS BLOB)"
    )
    let again = try stick.open()
    let entries = try #require(try again.carried.queue()).entries
    #expect(!entries.isEmpty && entries.reduce(0) { $0 + $1.path.count } <= 8 << 20)
    again.close()
  }

  @Test func `values out of range in other columns are taken at their limits`() throws {
    let (stick, _) = try used()
    try stick.sql("UPDATE tracks SET duration_us = -5, size = -1, mtime_ns = 9223372036854775807")
    let store = try stick.open()
    let track = try #require(try store.tracks.at([Array("a/1.flac".utf8)]).first ?? nil)
    #expect(track.details.duration == .zero && track.sizeBytes == 0)
    store.close()
  }

  @Test func `the lock of another process on the database delays no thread`() throws {
    let (stick, _) = try used()
    let first = try stick.open()
    // The same process may open a file twice: a lock of its own is no hindrance, so a child tries.
    let result = try ChildProcess.run(["sqlite3", "-batch", stick.database, "SELECT count(*) FROM tracks"])
    #expect(result.status != 0 && result.output.contains("locked"))
    first.close()
  }
}
