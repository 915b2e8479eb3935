import Linux
import Model
import Support
import Testing

@testable import Library

/// What people added, in a file beside the database.
@Suite("Backups") struct BackupTests {
  private let bench: Bench
  private let stick: Stick

  init() throws {
    bench = try Bench()
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
    #expect(try bench.content(fresh) == before)
    // Once more into what is there: the same again.
    #expect(try bench.restore(fresh) > 10)
    #expect(try bench.content(fresh) == before)
    #expect(Files.exists("\(stick.path)/.jukebox/before-restore.json"))
  }

  @Test func `a broken database is made anew with what the backup says`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    try bench.backUp(info)
    let before = try bench.content(info)
    try bench.unmount(stick.path)
    Files.write(stick.database, Array("no database at all, but as long as one would be".utf8))
    let again = try bench.mount(stick.path, isFixed: true)
    #expect(try bench.content(again) == before)
    #expect(bench.warnings.contains { $0.contains(" restored: ") })
    let track = try bench.track("B/ümläut.mp3")
    #expect(track.details.title == "B/ümläut.mp3", "the scan has met what waited for it")
  }

  @Test func `a backup that could not be taken back stays beside the next one`() throws {
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

  @Test func `what was there before a restore outlives the next ones`() throws {
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

  @Test func `what a restore replaced outlives those that are refused`() throws {
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
    #expect(Files.read("\(stick.path)/.jukebox/before-restore.json") == former)
    #expect(Files.list("\(stick.path)/.jukebox").sorted() == names.filter { $0 != "backup.json" })
    stick.write(Self.file, good)
    _ = try bench.restore(info)
    #expect(Files.read("\(stick.path)/.jukebox/before-restore-1.json") == former)
  }

  @Test func `what a file says that no program of ours writes changes nothing`() throws {
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
    #expect(try bench.content(info) == before)
    stick.remove(Self.file)
    #expect(throws: Refusal.self) { try bench.restore(info) }
    #expect(try bench.content(info) == before)
  }

  @Test func `one is due a day after the last, where something was changed`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    func isDue(_ time: Int64?) throws -> Bool {
      try bench.ask(info) { (store) throws(StoreError) in try store.needsBackup(time: time) }
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

  @Test func `after a scan it is made by itself`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    #expect(!Files.exists("\(stick.path)/\(Self.file)"))
    try bench.fill(info)
    try bench.scan()
    try bench.wait { Files.exists("\(stick.path)/\(Self.file)") ? () : nil }
  }

  @Test func `what is edited while one is written makes no half of anything, and another one due`() throws {
    for number in 0..<250 { stick.write("C/\(number).mp3", FakeFiles.content(title: "c")) }
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    let (rounds, changes) = try backUp(info) { (store, rounds) throws(StoreError) in
      if rounds == 0 {
        _ = try store.change(playlist: "flip", .save(Self.sides(info.id)[0], .create), time: nil)
        _ = try store.change(playlist: "before", .add([Self.sides(info.id)[0][0]], at: nil), time: nil)
      } else if rounds.isMultiple(of: 3) {
        // An edit behind every third window that is read: each time it is begun it comes somewhere else.
        try Self.edit(store, info.id, round: rounds / 3)
      }
    }
    try bench.ask(info) { (store) throws(StoreError) in try Self.edit(store, info.id, round: rounds) }
    #expect(rounds > 9)
    let root = try #require(bench.library.open(info.id)).worker.root
    let found = try bench.ask(info) { (store) throws(StoreError) in
      try store.noteBackup(changes, time: nil)
      let isDue = try store.needsBackup(time: nil)
      guard case .success = try store.restore(from: root) else {
        return (isDue, [String: Set<[UInt8]>]())
      }
      var found: [String: Set<[UInt8]>] = [:]
      for playlist in try store.playlists() {
        let page = try store.entries(ofPlaylist: playlist.name, after: nil, skipping: 0, limit: 5000)
        found[playlist.name] = Set(page?.entries.map { Array($0.track.path.prefix(2)) } ?? [])
      }
      return (isDue, found)
    }
    #expect(found.0, "what came later is for the next one")
    #expect(found.1.keys.contains("before") && found.1.keys.contains("Plain") && found.1.count >= 4)
    #expect(found.1["flip"]?.count == 1, "one side or the other")
  }

  /// Writes a backup, and does something before its first window and behind each.
  /// - Returns: how many windows were read.
  private func backUp(
    _ info: VolumeInfo, as target: VolumeFile = VolumeStore.backupFile,
    _ act: @escaping @Sendable (VolumeStore, _ rounds: Int) throws(StoreError) -> Void
  ) throws -> (rounds: Int, changes: Int64) {
    let root = try #require(bench.library.open(info.id)).worker.root
    let queue = JobQueue<VolumeStore>()
    let written = Answer<Result<Int64, StoreError>>()
    let thread = try Thread.start(name: "test-backup", payload: root) { root in
      do throws(StoreError) {
        written.give(
          .success(
            try BackupWriter.write(target, in: root, StoreChannel(queue: queue), former: .keptUnlessOwn)))
      } catch {
        written.give(.failure(error))
      }
      queue.close()
    }
    let rounds = try bench.ask(info) { (store) throws(StoreError) in
      try act(store, 0)
      var rounds = 0
      while let job = queue.receive() {
        job(store)
        rounds += 1
        try act(store, rounds)
      }
      return rounds
    }
    thread.join()
    return (rounds, try written.wait().get())
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
      try backUp(info, as: small) { (_, _) throws(StoreError) in }
    }
    #expect(error?.message.contains("the previous backup is kept") == true)
    #expect(Files.read("\(stick.path)/\(Self.file)") == before)
  }

  @Test func `what people edit while the paths are written does not begin it anew`() throws {
    for number in 0..<1500 { stick.write("C/\(number).mp3", FakeFiles.content(title: "c")) }
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.fill(info)
    let (rounds, changes) = try backUp(info) { (store, rounds) throws(StoreError) in
      guard (1...6).contains(rounds) else { return }
      _ = try store.change(playlist: "new \(rounds)", .add([Self.sides(info.id)[0][0]], at: nil), time: nil)
    }
    // Begun anew each time it would have ended as a single job.
    #expect(rounds > 6 + BackupTable.all.count)
    let now = try bench.ask(info) { (store) throws(StoreError) in try store.backupMoment().changes }
    #expect(now == changes)
    #expect(try bench.restore(info) > 10)
  }

  @Test func `where a file is renamed while one is written, it is told by the name that it has at the end`()
    throws
  {
    let info = try bench.mount(stick.path, isFixed: true)
    // None is made by itself beside the one of this test.
    bench.library.clock = { 1000 }
    try bench.fill(info)
    try bench.backUp(info)
    let path = try bench.ask(info) { (store) throws(StoreError) in
      try store.connection.first(
        "SELECT f.path, t.name FROM tracks t JOIN folders f ON f.id = t.folder WHERE t.state = 0 ORDER BY t.id LIMIT 1"
      ) { (row) throws(StoreError) in VolumePath.join(try row.blob(0), try row.blob(1)) }
    }
    let old = String(decoding: try #require(path), as: UTF8.self)
    let before = try bench.ask(info) { (store) throws(StoreError) in try store.backupMoment() }
    stick.move(old, to: "renamed.mp3")
    try bench.scan()
    let after = try bench.ask(info) { (store) throws(StoreError) in try store.backupMoment() }
    #expect(after.places != before.places)
    #expect(after.places.lastRow == before.places.lastRow, "it is the row that it was")
    try bench.scan()
    let again = try bench.ask(info) { (store) throws(StoreError) in try store.backupMoment().places }
    #expect(again == after.places)
    // What a rename does, once the paths are written.
    _ = try backUp(info) { (store, rounds) throws(StoreError) in
      guard rounds == 3 else { return }
      try store.connection.execute(
        "UPDATE tracks SET name = CAST('at the end.mp3' AS BLOB) WHERE name = CAST('renamed.mp3' AS BLOB)")
      store.changesOfPlace += 1
    }
    let text = String(decoding: Files.read("\(stick.path)/\(Self.file)") ?? [], as: UTF8.self)
    #expect(text.contains("at the end.mp3") && !text.contains("renamed.mp3"))
  }

  /// Two playlists of three windows each; one is of files that no scan has met.
  private static func sides(_ volume: VolumeID) -> [[TrackReference]] {
    ["C/", "D/"].map { folder in
      (0..<1200).map { TrackReference(volume: volume, path: Array("\(folder)\($0 % 250).mp3".utf8)) }
    }
  }

  /// Something that a backup which reads in windows would get wrong.
  private static func edit(_ store: VolumeStore, _ volume: VolumeID, round: Int) throws(StoreError) {
    func change(_ name: String, _ change: PlaylistChange) throws(StoreError) {
      _ = try store.change(playlist: name, change, time: nil)
    }
    // A side of new tracks, whose rows are not among the paths that were written.
    _ = try store.makeWaiting(Array("D/\(round).mp3".utf8), for: nil)
    try change("flip", .save(sides(volume)[round % 2], .replace))
    // Names that were another playlist's a moment ago, playlists and folders that come and go.
    try change("Plain", .rename("aside"))
    try change("Träume \"x\"", .rename("Plain"))
    try change("aside", .rename("Träume \"x\""))
    try change("Plain", .describe([.folder("F \(round)")]))
    try change("new \(round)", .add(Array(sides(volume)[1].prefix(3)), at: nil))
    try change("new \(round - 2)", .remove)
    _ = try store.count(
      HeardReport(
        playing: UInt64(round), track: TrackReference(volume: volume, path: Array("D/\(round).mp3".utf8)),
        heard: .seconds(9), length: .seconds(9), isPlayed: true, isSkipped: false, soughtEnd: false,
        isOver: true),
      time: nil)
  }

  /// What a scan finds again, what is the box's, and what is only there to compare with.
  private static let leftOut: Set<String> = [
    "volume", "folders", "tracks", "carried", "carried_queue", "seek_indexes", "text_index", "prints",
    "chapters",
    "analyses", "playlist_files", "backups", "pending_restore", "shared", "imports",
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
