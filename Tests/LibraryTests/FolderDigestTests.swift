import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Folders that a scan knows by their digests, and whatever could make one say what is not so.
@Suite("Scans by digests of folders") struct FolderDigestTests {
  private static let noon = 1_700_000_000

  private func digest(_ files: [(String, Int64, Int64)]) -> [UInt8] {
    var digest = FolderDigest()
    for file in files { digest.add(Array(file.0.utf8), sizeBytes: file.1, modifiedNanoseconds: file.2) }
    return digest.value
  }

  @Test func `any other name, size or time makes another digest`() {
    let folders: [[(String, Int64, Int64)]] = [
      [], [("", 0, 0)], [("a", 1, 2)], [("b", 1, 2)], [("A", 1, 2)], [("a", 2, 2)], [("a", 1, 3)],
      [("a", 2, 1)],
      [("a", -1, 2)], [("a\0", 1, 2)], [("ab", 1, 2)], [("abcdefgh", 1, 2)], [("abcdefgh\0", 1, 2)],
      [("abcdefghi", 1, 2)], [("a", 1, 2), ("b", 1, 2)], [("a", 1, 2), ("b", 1, 3)],
      [("ab", 1, 2), ("b", 1, 2)],
      [("a", 1, 2), ("a", 1, 2)], [("a", .max, .min)], [("a", .min, .max)],
    ]
    expectEqual(Set(folders.map(digest)).count, folders.count)
    #expect(folders.allSatisfy { digest($0).count == FolderDigest.byteCount })
    expectEqual(digest([]), FolderDigest.empty)
  }

  private func tagged(_ number: Int) -> [UInt8] {
    FakeFiles.content(title: "Title \(number)", artist: "Artist", album: "Album", track: number)
  }

  /// Three folders of three files each that nobody has written to for long, below one without any.
  private func stick() throws -> Stick {
    let stick = try Stick()
    for (number, folder) in ["x/a", "x/b", "x/c"].enumerated() {
      for file in 0..<3 { write("\(folder)/\(file).mp3", tagged(3 * number + file), on: stick) }
    }
    return stick
  }

  private func write(_ path: String, _ content: [UInt8], on stick: Stick, seconds: Int = noon) {
    stick.write(path, content)
    stick.setModified(path, seconds: seconds)
  }

  private func ask<Value: Sendable>(
    _ bench: Bench, _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value
  ) throws -> Value {
    let volume = try #require(bench.library.ordered.first)
    return try bench.answer { (done: @escaping (Result<Value, StoreError>) -> Void) in
      bench.library.ask(volume, work, completion: done)
    }.get()
  }

  /// The folders that have a digest, after a look whether each is what its rows say.
  private func settled(_ bench: Bench) throws -> [String] {
    try ask(bench) { (store) throws(StoreError) in try store.settledFolders() }
  }

  private func forget(_ bench: Bench) throws {
    try ask(bench) { (store) throws(StoreError) in
      try store.connection.execute("UPDATE folders SET digest = NULL")
    }
  }

  /// Makes rows differ from the files behind the digests' back.
  private func spoil(_ bench: Bench) throws {
    try ask(bench) { (store) throws(StoreError) in
      try store.connection.execute("UPDATE tracks SET mtime_ns = 7")
    }
  }

  private struct Scan: Equatable {
    var opened = 0
    var moved = 0
    var hasChanged = false
    var examined = 0
  }

  private func scan(_ bench: Bench, _ uri: String = "", rescan: Bool = false) throws -> Scan {
    let before = bench.events.count
    try bench.scan(uri, rescan: rescan)
    var result = Scan()
    for event in bench.events[before...] {
      switch event {
      case .progress(_, let progress): (result.opened, result.examined) = (progress.opened, progress.examined)
      case .moved(let files): result.moved += files.count
      case .tracksChanged: result.hasChanged = true
      default: continue
      }
    }
    return result
  }

  @Test func `the first scan settles folders, and the next one reads no row of them`() throws {
    let stick = try stick()
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    try expectEqual(settled(bench), ["", "x", "x/a", "x/b", "x/c"])
    try spoil(bench)
    try expectEqual(scan(bench), Scan(examined: 9))
    // With them a scan looks at the rows again, and settles them.
    try forget(bench)
    try expectEqual(scan(bench), Scan(opened: 9, hasChanged: true, examined: 9))
    try expectEqual(settled(bench), ["", "x", "x/a", "x/b", "x/c"])
    try forget(bench)
    try expectEqual(scan(bench), Scan(examined: 9))
    try expectEqual(settled(bench), ["", "x", "x/a", "x/b", "x/c"])
    try spoil(bench)
    try expectEqual(scan(bench, rescan: true), Scan(opened: 9, hasChanged: true, examined: 9))
    expectEqual(bench.warnings, [])
  }

  @Test func `rows that are missing unnoticed make a scan examine all files`() throws {
    let stick = try stick()
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    try bench.unmount(stick.path)
    try stick.sql("PRAGMA foreign_keys = ON; DELETE FROM tracks WHERE id % 2 = 0")
    _ = try bench.mount(stick.path, isFixed: true)
    try expectEqual(rows(bench).count, 9)
    try expectEqual(settled(bench), ["", "x", "x/a", "x/b", "x/c"])
    try spoil(bench)
    try expectEqual(scan(bench), Scan(examined: 9))
  }

  @Test func `a scan that finds what it knows writes nothing`() throws {
    let stick = try stick()
    let bench = try Bench()
    try bench.indexed(try bench.mount(stick.path, isFixed: true).id)
    _ = try scan(bench)
    let before = try ask(bench) { (store) throws(StoreError) in
      // The indexes are made better behind the scan, until there is nothing to make better.
      while try store.textIndex.merge() {}
      return store.connection.totalChanges
    }
    try expectEqual(scan(bench), Scan(examined: 9))
    #expect(try ask(bench) { (store) throws(StoreError) in store.connection.totalChanges } == before)
  }

  @Test func `a file that was written just now is not settled, one that is far ahead of the clock is`() throws
  {
    let stick = try stick()
    let bench = try Bench()
    stick.write("x/b/1.mp3", tagged(77))
    let clock = Int(WallClock.now())
    stick.setModified("x/b/1.mp3", seconds: clock + 10_000)
    stick.setModified("x/c/1.mp3", seconds: clock)
    _ = try bench.mount(stick.path, isFixed: true)
    try expectEqual(settled(bench), ["", "x", "x/a", "x/b"])
    // Its time is of whole seconds.
    try expectEqual(scan(bench).opened, 1)
    stick.setModified("x/c/1.mp3", seconds: Self.noon)
    try expectEqual(scan(bench).opened, 1)
    try expectEqual(settled(bench), ["", "x", "x/a", "x/b", "x/c"])
  }

  @Test func `files are recent within three seconds of the clock`() {
    let second: Int64 = 1_000_000_000
    func isRecent(_ times: Int64..., until end: Int64 = 105) -> Bool {
      var recent = RecentFiles(since: 100 * second)
      for time in times { recent.add(modifiedNanoseconds: time * second) }
      return recent.areAny(until: end * second)
    }
    #expect(!isRecent() && !isRecent(96) && isRecent(97) && isRecent(100) && isRecent(108) && !isRecent(109))
    #expect(isRecent(109, 101, 5) && !isRecent(109, 5) && isRecent(109, until: 106))
    var recent = RecentFiles(since: 0)
    for time in [Int64.min, .max] { recent.add(modifiedNanoseconds: time) }
    #expect(!recent.areAny(until: second))
  }

  @Test func `a file of doubtful time on FAT is read again`() throws {
    let stick = try stick()
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    stick.setModified("x/b/1.mp3", seconds: Int(WallClock.now()))
    try expectEqual(bench.scanDirectly(isFAT: true), 1)
    try expectEqual(bench.scanDirectly(isFAT: true), 1)
    stick.setModified("x/b/1.mp3", seconds: Self.noon + 1)
    try expectEqual(bench.scanDirectly(isFAT: true), 1)
    try expectEqual(bench.scanDirectly(isFAT: true), 0)
  }

  @Test func `a file that is written again within its second is read again where times are of whole seconds`()
    throws
  {
    let stick = try stick()
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    let now = Int(WallClock.now())
    for (title, isReplaced) in [("One", false), ("Two", false), ("Six", true)] {
      stick.write("x/b/1.mp3", FakeFiles.content(title: title, seconds: isReplaced ? 77 : nil))
      stick.setModified("x/b/1.mp3", seconds: now)
      try expectEqual(scan(bench).opened, 1)
      try expectEqual(bench.track("x/b/1.mp3").details.title, title)
    }
    // What was replaced is in doubt, too.
    try expectEqual(scan(bench).opened, 1)
    stick.setModified("x/b/1.mp3", seconds: now - 100)
    try expectEqual(scan(bench).opened, 1)
    try expectEqual(scan(bench).opened, 0)
    // Milliseconds tell.
    stick.write("x/b/1.mp3", FakeFiles.content(title: "Ten"))
    try expectEqual(scan(bench).opened, 1)
    try expectEqual(scan(bench).opened, 0)
  }

  /// What a scan by rows would find, as path, size and time.
  private func rows(_ bench: Bench) throws -> Set<String> {
    try ask(bench) { (store) throws(StoreError) in
      var rows: Set<String> = []
      try store.connection.forEach(
        """
        SELECT f.path, t.name, t.size, t.mtime_ns FROM tracks t JOIN folders f ON f.id = t.folder WHERE t.state <> 1
        """
      ) { (row) throws(StoreError) in
        let path = VolumePath.join(try row.blob(0), try row.blob(1))
        rows.insert(
          "\(String(decoding: path, as: UTF8.self)) \(try row.integer(2)) \(try row.integer(3) / 1_000_000_000)"
        )
      }
      return rows
    }
  }

  @Test func `rows agree with the files after any changes`() throws {
    var dice = SystemRandomNumberGenerator()
    let stick = try stick()
    let outside = try TemporaryFolder()
    let bench = try Bench()
    var files: [String: (size: Int, seconds: Int)] = [:]
    for path in ["x/a", "x/b", "x/c"].flatMap({ folder in (0..<3).map { "\(folder)/\($0).mp3" } }) {
      files[path] = (tagged(0).count, Self.noon)
    }
    _ = try bench.mount(stick.path, isFixed: true)
    func check(_ what: String) throws {
      let expected = Set(files.map { "\($0.key) \($0.value.size) \($0.value.seconds)" })
      #expect(try rows(bench) == expected, "\(what)")
      _ = try settled(bench)
    }
    try check("first")
    let folders = ["x/a", "x/b", "x/c", "x", "y/d", ""]
    for round in 0..<120 {
      var done: [String] = []
      for _ in 0..<Int.random(in: 1...3, using: &dice) {
        let folder = try #require(folders.randomElement(using: &dice))
        let target = (folder.isEmpty ? "" : folder + "/") + "\(Int.random(in: 0..<6, using: &dice)).mp3"
        let path = files.keys.randomElement(using: &dice) ?? target
        let seconds = Self.noon + Int.random(in: 0..<3, using: &dice)
        switch Int.random(in: 0..<6, using: &dice) {
        case 0, 1:
          let content = tagged(Int.random(in: 1...3000, using: &dice))
          write(target, content, on: stick, seconds: seconds)
          files[target] = (content.count, seconds)
          done.append("write \(target)")
        case 2 where files.count > 3:
          stick.remove(path)
          files[path] = nil
          done.append("remove \(path)")
        case 3 where files[path] != nil && target != path:
          stick.move(path, to: target)
          files[target] = files.removeValue(forKey: path)
          done.append("move \(path) to \(target)")
        case 4 where files[path] != nil:
          stick.setModified(path, seconds: seconds)
          files[path]?.seconds = seconds
          done.append("touch \(path)")
        case 5 where files[path] != nil && files[target] != nil && path != target:
          stick.move(path, to: "aside")
          stick.move(target, to: path)
          stick.move("aside", to: target)
          (files[path], files[target]) = (files[target], files[path])
          done.append("exchange \(path) and \(target)")
        default: continue
        }
      }
      if round % 10 == 9 {
        // All of a folder goes away and comes back.
        stick.move("x", to: "../\(outside.path.split(separator: "/").last ?? "")/x")
        let (away, here) = (files.filter { $0.key.hasPrefix("x/") }, files.filter { !$0.key.hasPrefix("x/") })
        files = here
        _ = try scan(bench)
        try check("round \(round): without x, \(done)")
        stick.move("../\(outside.path.split(separator: "/").last ?? "")/x", to: "x")
        files.merge(away) { $1 }
      }
      if round % 7 == 6 {
        try bench.unmount(stick.path)
        _ = try bench.mount(stick.path, isFixed: true)
      } else {
        _ = try scan(bench)
      }
      try check("round \(round): \(done)")
    }
    #expect(try !settled(bench).isEmpty && bench.warnings == [])
  }

  private func listed(_ bench: Bench) throws -> [String] {
    try bench.list(recursive: true).filter { !$0.hasSuffix("/") }
  }

  @Test func `ignored files leave and come back, playlists too, though no track's file changes`()
    throws
  {
    let stick = try stick()
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    let all = try listed(bench)
    expectEqual(all.count, 9)
    for (file, text, passed) in [
      ("x/a/.jukeboxignore", "2.mp3\n", "x/a/2"), ("x/.jukeboxignore", "a\n", "x/a/"),
      (".mpdignore", "*.mp3\n", "x/"),
    ] {
      stick.write(file, Array(text.utf8))
      _ = try scan(bench)
      #expect(try listed(bench) == all.filter { !$0.hasPrefix(passed) }, "\(file)")
      _ = try settled(bench)
      stick.remove(file)
      try expectEqual(scan(bench).opened, 0)
      try expectEqual(listed(bench), all)
      try expectEqual(settled(bench).count, 5)
    }
    stick.write("x/b/list.m3u", [])
    #expect(try scan(bench).hasChanged)
    #expect(try listed(bench).contains("x/b/list.m3u"))
    stick.remove("x/b/list.m3u")
    #expect(try scan(bench).hasChanged)
    try expectEqual(listed(bench), all)
  }

  @Test func `a row that vanished from a folder that is as it was is taken over where its file turns up`()
    throws
  {
    let stick = try stick()
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    let content = try #require(Files.read("\(stick.path)/x/a/1.mp3"))
    stick.remove("x/a/1.mp3")
    _ = try scan(bench)
    _ = try scan(bench)
    #expect(try settled(bench).contains("x/a"))
    write("x/c/back.mp3", content, on: stick)
    try expectEqual(scan(bench), Scan(opened: 1, moved: 1, hasChanged: true, examined: 9))
    // A copy of one that is there is a track of its own.
    write("x/c/copy.mp3", tagged(0), on: stick)
    try expectEqual(scan(bench), Scan(opened: 1, hasChanged: true, examined: 10))
  }

  @Test func `an update of a part, or of one file, keeps digests what rows say`() throws {
    let stick = try stick()
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    write("x/a/1.mp3", tagged(1000), on: stick)
    stick.remove("x/b/1.mp3")
    stick.remove("x/b/2.mp3")
    write("x/c/9.mp3", tagged(1001), on: stick)
    try expectEqual(scan(bench, "x/a/1.mp3").opened, 1)
    try expectEqual(settled(bench), ["", "x", "x/b", "x/c"])
    _ = try scan(bench, "x/b/1.mp3")
    try expectEqual(settled(bench), ["", "x", "x/c"])
    try expectEqual(scan(bench, "x/c").opened, 1)
    try expectEqual(settled(bench), ["", "x", "x/c"])
    try expectEqual(listed(bench).count, 9)
    // The sweep comes last: what it finds is settled by the next scan.
    try expectEqual(scan(bench), Scan(hasChanged: true, examined: 8))
    try expectEqual(settled(bench), ["", "x", "x/a", "x/c"])
    try expectEqual(scan(bench), Scan(examined: 8))
    try expectEqual(settled(bench), ["", "x", "x/a", "x/b", "x/c"])
    try expectEqual(listed(bench).count, 8)
  }

  @Test
  func `files of FAT are read once when their times are read in another zone, and digests follow`()
    throws
  {
    let stick = try stick()
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    let song = TrackReference(volume: info.id, path: Array("x/a/0.mp3".utf8))
    let rated = try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
      bench.library.personal.change(of: .track(song), [.rate(8)]) { done($0.map(\.values)) }
    }
    try expectEqual(rated.get().rating, 8)
    for folder in ["x/a", "x/b", "x/c"] {
      for file in 0..<3 { stick.setModified("\(folder)/\(file).mp3", seconds: Self.noon + 3600) }
    }
    try expectEqual(bench.scanDirectly(isFAT: true), 9)
    try expectEqual(settled(bench), ["", "x", "x/a", "x/b", "x/c"])
    try expectEqual(bench.scanDirectly(isFAT: true), 0)
    let kept = try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
      _ = bench.library.personal.report(of: .track(song)) { done($0.map(\.values)) }
    }
    try expectEqual(kept.get().rating, 8)
  }

  @Test func `more files than a piece of a folder, and folders that go one by one, are swept to the last`()
    throws
  {
    let stick = try stick()
    for file in 0..<700 { write("many/\(file).mp3", tagged(file + 10), on: stick) }
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    for file in 0..<700 where file % 100 != 0 { stick.remove("many/\(file).mp3") }
    _ = try scan(bench)
    try expectEqual(rows(bench).count, 16)
    _ = try settled(bench)
    for file in 0..<700 where file % 100 == 0 { stick.remove("many/\(file).mp3") }
    try Root(path: stick.path).removeFolder(Array("many".utf8))
    for _ in 0..<2 {
      _ = try scan(bench)
      try expectEqual(rows(bench).count, 9)
    }
    // Of a folder that is gone it is known that it has no files.
    try expectEqual(settled(bench), ["", "many", "x", "x/a", "x/b", "x/c"])
  }

  @Test func `rows that an older reader made, and too many of them, have no digest`() throws {
    let stick = try Stick()
    let store = try stick.open()
    defer { store.close() }
    func file(_ name: String) -> ScanBatch.File {
      ScanBatch.File(
        folder: Array("f".utf8), name: Array(name.utf8), sizeBytes: 1, modifiedNanoseconds: 1,
        content: .unreadable("broken"))
    }
    var batch = ScanBatch()
    batch.files = (0..<FolderDigests.most).map { file("\($0).mp3") }
    batch.settled = [Array("f".utf8), Array("nowhere".utf8)]
    try store.batches.apply(batch, wallClock: nil)
    try expectEqual(store.settledFolders(), ["", "f"])
    try store.connection.execute("UPDATE tracks SET reader = reader - 1 WHERE id = 7")
    let folder = try #require(try store.folder(Array("f".utf8))?.id)
    #expect(try store.digests.digest(ofRowsIn: folder) == nil)
    try store.connection.execute("UPDATE tracks SET reader = reader + 1 WHERE id = 7")
    #expect(try store.digests.digest(ofRowsIn: folder) != nil)
    batch.files = [file("one too many.mp3")]
    try store.batches.apply(batch, wallClock: nil)
    try expectEqual(store.settledFolders(), [""])
    #expect(try store.digests.digest(ofRowsIn: folder) == nil)
  }

  @Test func `no change of rows leaves a digest that says otherwise`() throws {
    var dice = SystemRandomNumberGenerator()
    let stick = try Stick()
    let store = try stick.open()
    defer { store.close() }
    let folders = ["", "a", "a/b", "c"].map { Array($0.utf8) }
    func file() throws -> ScanBatch.File {
      ScanBatch.File(
        folder: try #require(folders.randomElement(using: &dice)),
        name: Array("\(Int.random(in: 0..<5, using: &dice)).mp3".utf8),
        sizeBytes: Int64.random(in: 0..<3, using: &dice),
        modifiedNanoseconds: Int64.random(in: 0..<3, using: &dice), content: .unreadable("broken"),
        isInDoubt: Int.random(in: 0..<8, using: &dice) == 0)
    }
    func rows(_ state: StaticString) throws -> [Int64] {
      var rows: [Int64] = []
      try store.connection.forEach(state) { (row) throws(StoreError) in rows.append(try row.integer(0)) }
      return rows
    }
    var kept = 0
    for round in 0..<400 {
      var batch = ScanBatch()
      switch Int.random(in: 0..<6, using: &dice) {
      case 0, 1: batch.files = [try file(), try file()]
      case 2:
        batch.files = [try file()]
        let new = try store.batches.apply(batch, wallClock: nil).rows[0]
        let row = try rows("SELECT id FROM tracks").randomElement(using: &dice)
        if let row, row != new { try store.move(row, toFileOf: new) }
      case 3:
        batch.returned = Array(
          try rows("SELECT id FROM tracks WHERE state = 1").shuffled(using: &dice).prefix(2))
      case 4:
        let gone = try rows("SELECT id FROM tracks WHERE state <> 1").randomElement(using: &dice)
        _ = try store.vanished.sweep([]) { $0 != gone }
      default:
        let path = VolumePath.join(try #require(folders.randomElement(using: &dice)), Array("1.mp3".utf8))
        if round % 2 == 0 {
          _ = try store.vanished.sweepFile(path) { _ in false }
        } else {
          let song = RestoredSong(number: 1, path: path, sequence: 1, time: nil, print: nil)
          try store.connection.transaction { (transaction) throws(StoreError) in
            _ = try RestoredSong.rows(of: [song], on: store, in: transaction)
          }
        }
      }
      try store.batches.apply(batch, wallClock: nil)
      kept += try store.settledFolders().count
      var settling = ScanBatch()
      settling.settled = Array(folders.shuffled(using: &dice).prefix(2))
      try store.batches.apply(settling, wallClock: nil)
      kept += try store.settledFolders().count
    }
    #expect(kept > 400)
  }

  @Test func `a batch that fails takes neither rows nor digests along`() throws {
    let stick = try Stick()
    let store = try stick.open()
    defer { store.close() }
    func batch(_ name: String) -> ScanBatch {
      var batch = ScanBatch()
      batch.files = [
        ScanBatch.File(
          folder: Array("f".utf8), name: Array(name.utf8), sizeBytes: 1, modifiedNanoseconds: 1,
          content: .unreadable("broken"))
      ]
      batch.settled = [Array("f".utf8)]
      return batch
    }
    try store.batches.apply(batch("1.mp3"), wallClock: nil)
    let before = try #require(try store.folder(Array("f".utf8))?.id)
    try store.connection.execute("UPDATE volume SET sequence = 9223372036854775807")
    #expect(throws: StoreError.self) { try store.batches.apply(batch("2.mp3"), wallClock: nil) }
    try store.connection.execute("UPDATE volume SET sequence = 1")
    try expectEqual(store.settledFolders(), ["", "f"])
    // What comes behind it says what is there all the same.
    try store.batches.apply(batch("3.mp3"), wallClock: nil)
    try expectEqual(store.settledFolders(), ["", "f"])
    try expectEqual(store.digests.digest(ofRowsIn: before), digest([("1.mp3", 1, 1), ("3.mp3", 1, 1)]))
  }
}

extension VolumeStore {
  /// The folders that have a digest, each of which has to be what its rows say.
  func settledFolders() throws(StoreError) -> [String] {
    var folders: [(id: Int64, path: String, digest: [UInt8])] = []
    try connection.forEach("SELECT id, path, digest FROM folders WHERE digest IS NOT NULL ORDER BY order_key")
    {
      (row) throws(StoreError) in
      folders.append((try row.integer(0), String(decoding: try row.blob(1), as: UTF8.self), try row.blob(2)))
    }
    for folder in folders {
      let rows = try digests.digest(ofRowsIn: folder.id)
      #expect(rows == folder.digest, "\(folder.path)")
    }
    return folders.map(\.path)
  }
}
