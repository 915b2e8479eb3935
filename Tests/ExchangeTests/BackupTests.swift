import Linux
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// What people added, in a file beside the database.
@Suite("Backups") struct BackupTests {
  private let bench: ExchangeBench
  private let stick: Stick

  init() throws {
    bench = try ExchangeBench()
    stick = try Stick()
    for file in ["A/one.mp3", "A/two.mp3", "B/ümläut.mp3"] {
      stick.write(file, FakeFiles.content(title: file))
    }
  }

  private static let file = ".jukebox/backup.json"

  @Test func `every table with what people add is in it, and comes back into an empty library`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    let before = try bench.content(info)
    for table in BackupTable.all {
      #expect(before.contains { $0.hasPrefix("\(table.name) ") }, "\(table.name)")
    }
    try bench.backUp(info)
    #expect(!Files.exists("\(stick.path)/\(Self.file).new"))
    try bench.unmount(stick.path)
    for name in Files.list("\(stick.path)/.jukebox") where name.hasPrefix("library") {
      stick.remove(".jukebox/\(name)")
    }
    // The scan comes first here; in the next test it comes last.
    stick.move(Self.file, to: ".jukebox/aside.json")
    let fresh = try bench.mount(stick.path, isFixed: true)
    stick.move(".jukebox/aside.json", to: Self.file)
    #expect(try bench.content(fresh) != before)
    #expect(try bench.restore(fresh) > 10)
    try expectEqual(bench.content(fresh), before)
    // Once more into what is there: the same again.
    #expect(try bench.restore(fresh) > 10)
    try expectEqual(bench.content(fresh), before)
    #expect(Files.exists("\(stick.path)/.jukebox/before-restore.json"))
  }

  @Test func `a backup of an earlier version, without the speeds of folders, comes back too`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    let text = String(decoding: Files.read("\(stick.path)/\(Self.file)") ?? [], as: UTF8.self)
    let former = text.replacing(", 1.75]", with: "]").replacing("0, null, null]", with: "0, null]")
    #expect(former.utf8.count == text.utf8.count - ", 1.75, null".utf8.count)
    stick.write(Self.file, Array(former.utf8))
    let before = try bench.content(info)
    #expect(try bench.restore(info) > 10)
    let speed = SQLValue.real(1.75)
    try expectEqual(bench.content(info), before.map { $0.replacing("\(speed)", with: "\(SQLValue.null)") })
    // A row that lacks more is none.
    stick.write(Self.file, Array(former.replacing(", 3, 99]", with: ", 3]").utf8))
    #expect(throws: Refusal.self) { try bench.restore(info) }
  }

  @Test func `a broken database is made again from the backup`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    let before = try bench.content(info)
    try bench.unmount(stick.path)
    Files.write(stick.database, Array("no database at all, but as long as one would be".utf8))
    let again = try bench.mount(stick.path, isFixed: true)
    try expectEqual(bench.content(again), before)
    #expect(bench.warnings.contains { $0.contains(" restored: ") })
    let track = try bench.track("B/ümläut.mp3")
    #expect(track.details.title == "B/ümläut.mp3", "the scan has met what waited for it")
  }

  @Test func `a backup that could not be restored stays beside the next one`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    try bench.backUp(info)
    #expect(!Files.exists("\(stick.path)/.jukebox/backup-1.json"), "its own are replaced")
    try bench.unmount(stick.path)
    Files.write(stick.database, Array("no database at all, but as long as one would be".utf8))
    let cut = Array((Files.read("\(stick.path)/\(Self.file)") ?? []).dropLast(3))
    stick.write(Self.file, cut)
    let again = try bench.mount(stick.path, isFixed: true)
    #expect(bench.warnings.contains { $0.contains("cannot read the backup") })
    try bench.backUp(again)
    let isKept = Files.read("\(stick.path)/.jukebox/backup-1.json") == cut
    #expect(isKept)
    #expect(Files.read("\(stick.path)/\(Self.file)") != cut)
    try bench.backUp(again)
    #expect(!Files.exists("\(stick.path)/.jukebox/backup-2.json"))
  }

  @Test func `the copy made before a restore outlives the next restores`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    try bench.ask(info) { (store) throws(StoreError) in
      try store.connection.execute("UPDATE personal SET rating = 7 WHERE track = 1")
      try store.connection.execute("UPDATE volume SET changes = changes + 1")
    }
    for _ in 1...3 { _ = try bench.restore(info) }
    let former = (1...2).map { Files.read("\(stick.path)/.jukebox/before-restore-\($0).json") ?? [] }
    let last = Files.read("\(stick.path)/.jukebox/before-restore.json") ?? []
    #expect(former[1] != last && former[0].count == last.count)
  }

  @Test func `the copy made before a restore outlives refused restores`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    let good = Files.read("\(stick.path)/\(Self.file)") ?? []
    try bench.ask(info) { (store) throws(StoreError) in
      try store.connection.execute("UPDATE playlists SET name = 'Precious' WHERE id = 9")
      try store.connection.execute("UPDATE volume SET changes = changes + 1")
    }
    _ = try bench.restore(info)
    let former = Files.read("\(stick.path)/.jukebox/before-restore.json")
    #expect(String(decoding: former ?? [], as: UTF8.self).contains("Precious"))
    let names = Files.list("\(stick.path)/.jukebox").sorted()
    for text in [Array("{".utf8), Array(good.dropLast(30)), nil] {
      if let text { stick.write(Self.file, text) } else { stick.remove(Self.file) }
      #expect(throws: Refusal.self) { try bench.restore(info) }
    }
    expectEqual(Files.read("\(stick.path)/.jukebox/before-restore.json"), former)
    #expect(Files.list("\(stick.path)/.jukebox").sorted() == names.filter { $0 != "backup.json" })
    stick.write(Self.file, good)
    _ = try bench.restore(info)
    expectEqual(Files.read("\(stick.path)/.jukebox/before-restore-1.json"), former)
  }

  @Test func `a backup that is damaged or of another program changes nothing`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    let before = try bench.content(info)
    let good = String(decoding: Files.read("\(stick.path)/\(Self.file)") ?? [], as: UTF8.self)
    let bad = [
      "", "{}", "[]", String(good.dropLast(30)), good.replacing("jukebox-backup", with: "other"),
      good.replacing("\"version\": 1", with: "\"version\": 2"),
      // A name that no playlist has, values out of range, and tracks and playlists that are not there.
      good.replacing("\"Plain\"", with: "\"a/b\""), good.replacing("128.5", with: "-5.5"),
      good.replacing("\"A/one.mp3\"", with: "\"../one.mp3\""),
      good.replacing("[1, 7, 100, 1,", with: "[1, 7, 100, 99,"),
      good.replacing("[1, 7, 100, 1,", with: "[1, 77, 100, 1,"),
      good.replacing("[1, 7, 100, 1,", with: "[1, 7, 100,"),
      good.replacing("\"ffd8ff00\"", with: "\"xx\""), good.replacing("\"loop\"", with: "[1]"),
    ]
    for text in bad {
      #expect(text != good)
      stick.write(Self.file, Array(text.utf8))
      #expect(throws: Refusal.self) { try bench.restore(info) }
    }
    try expectEqual(bench.content(info), before)
    stick.remove(Self.file)
    #expect(throws: Refusal.self) { try bench.restore(info) }
    try expectEqual(bench.content(info), before)
  }

  @Test func `one is due a day after the last, where something was changed`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    func isDue(_ time: Int64?) throws -> Bool {
      try bench.ask(info) { (store) throws(StoreError) in try store.backups.isDue(time: time) }
    }
    func made(_ time: Int64?) throws {
      try bench.ask(info) { (store) throws(StoreError) in
        try store.connection.execute(
          "INSERT OR REPLACE INTO backups (one, made, changes) SELECT 1, ?1, changes FROM volume",
          .optional(time))
      }
    }
    func change() throws {
      try bench.ask(info) { (store) throws(StoreError) in
        try store.connection.execute("UPDATE volume SET changes = changes + 1")
      }
    }
    #expect(try !isDue(1000))
    try change()
    #expect(try !isDue(1000), "a queue alone needs no backup")
    try bench.fill(info)
    #expect(try isDue(1000))
    try made(1000)
    #expect(try !isDue(1_000_000))
    try change()
    #expect(try !isDue(1000 + 86_399))
    #expect(try isDue(1000 + 86_400))
    #expect(try isDue(nil) && isDue(999))
    try made(nil)
    #expect(try !isDue(5))
    try change()
    #expect(try isDue(5))
  }

  @Test func `a backup is made by itself after a scan`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    #expect(!Files.exists("\(stick.path)/\(Self.file)"))
    try bench.fill(info)
    try bench.scan()
    try bench.wait { Files.exists("\(stick.path)/\(Self.file)") ? () : nil }
  }

  @Test(arguments: [2, 100]) func `a backup ends for who asks, and is written in the end`(asking: Int) throws
  {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    let asked = try backUp(info) { (store, jobs) throws(StoreError) in
      let track = TrackReference(volume: info.id, path: Array("A/one.mp3".utf8))
      if jobs < asking { _ = try store.playlists.change("asked \(jobs)", .add([track], at: nil), time: nil) }
      return jobs < asking
    }
    #expect(asked > 2)
    let text = String(decoding: Files.read("\(stick.path)/\(Self.file)") ?? [], as: UTF8.self)
    #expect(text.contains("\"asked 0\"") && text.contains("\"asked 1\""), "an answered edit is in it")
    #expect(try bench.restore(info) > 10)
  }

  /// Writes a backup while somebody asks something at the beginning of each job of the store, as long as `act` says.
  /// - Returns: how many jobs were done.
  private func backUp(
    _ info: VolumeInfo, as target: VolumeFile = VolumeFile.backup,
    _ act: @escaping @Sendable (VolumeStore, _ jobs: Int) throws(StoreError) -> Bool
  ) throws -> Int {
    let root = try #require(bench.library.open(info.id)).worker.root
    let queue = JobQueue<VolumeStore>()
    let written = Answer<Result<Void, StoreError>>()
    let thread = try Thread.start(name: "test-backup", payload: root) { root in
      do throws(StoreError) {
        written.give(.success(try Backup.make(as: target, in: root, StoreChannel(queue: queue), time: nil)))
      } catch {
        written.give(.failure(error))
      }
      queue.close()
    }
    let count = try bench.ask(info) { (store) throws(StoreError) in
      var jobs = 0
      while let job = queue.receive() {
        if try act(store, jobs) { _ = queue.send({ _ in }, .asked) }
        job(store)
        jobs += 1
      }
      return jobs
    }
    thread.join()
    try written.wait().get()
    return count
  }

  @Test func `one that would be too large is given up with what can be done, and the one before stays`()
    throws
  {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    let before = Files.read("\(stick.path)/\(Self.file)")
    let small = VolumeFile(folder: ".jukebox", name: "backup.json", mostBytes: 1 << 10)
    let error = #expect(throws: StoreError.self) {
      _ = try backUp(info, as: small) { (_, _) throws(StoreError) in false }
    }
    #expect(error?.message.contains("the previous backup is kept") == true)
    expectEqual(Files.read("\(stick.path)/\(Self.file)"), before)
  }

  @Test func `a backup has the songs with personal data, and no others`() throws {
    for number in 0..<50 { stick.write("C/\(number).mp3", FakeFiles.content(title: "c")) }
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    let text = String(decoding: Files.read("\(stick.path)/\(Self.file)") ?? [], as: UTF8.self)
    let songs = try #require(text.split(separator: "\"tables\"").first)
    #expect(songs.contains("A/one.mp3") && songs.contains("B/ümläut.mp3") && !songs.contains("C/"))
  }

  /// What a scan finds again, what is the box's, and what is only there to compare with.
  private static let leftOut: Set<String> = [
    "volume", "folders", "tracks", "carried", "carried_queue", "seek_indexes", "text_index", "prints",
    "unreconciled",
    "chapters", "former_tags",
    "analyses", "playlist_files", "backups", "pending_restore", "shared",
  ]

  @Test func `every table of the volume is backed up or known to need none`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    let tables = try bench.ask(info) { (store) throws(StoreError) in
      var names: [String] = []
      try store.connection.forEach(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
      ) { (row) throws(StoreError) in names.append(try row.text(0)) }
      return names
    }
    // What FTS5 keeps for its indexes.
    let indexes = ["songs_", "paths_", "trigrams_"]
    let backed = Set(BackupTable.all.map { "\($0.delete)".split(separator: " ").last.map(String.init) ?? "" })
    for table in tables where !Self.leftOut.contains(table) && !indexes.contains(where: table.hasPrefix) {
      #expect(backed.contains(table), "describe \(table) in BackupTable.all, or name it here")
    }
  }
}
