import Linux
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// Songs of a backup whose files have other names or lie elsewhere when it is taken back.
@Suite("Songs of a backup that lie elsewhere now") struct RestoredSongTests {
  private let bench: ExchangeBench
  private let stick: Stick

  init() throws {
    bench = try ExchangeBench()
    // No backup is made but those that a test asks for.
    bench.exchange.backups.clock = { 1_000_000 }
    stick = try Stick([
      "A/one.mp3": Self.song(1), "A/two.mp3": Self.song(2), "B/three.mp3": Self.song(3),
    ])
  }

  private static func song(_ number: Int, title: String? = nil) -> [UInt8] {
    FakeFiles.content(title: title ?? "T\(number)", artist: "A", track: number, seconds: 10 + number)
  }

  private static let file = ".jukebox/backup.json"
  private var text: String {
    String(decoding: Files.read("\(stick.path)/\(Self.file)") ?? [], as: UTF8.self)
  }

  private func rate(_ path: String, _ rating: Int, on info: VolumeInfo) throws {
    let (folder, name) = VolumePath.split(Array(path.utf8))
    try bench.ask(info) { (store) throws(StoreError) in
      try store.connection.execute(
        """
        INSERT INTO personal (track, rating) SELECT t.id, ?3 FROM tracks t JOIN folders f ON f.id = t.folder
        WHERE f.path = ?1 AND t.name = ?2
        """, .blob(folder), .blob(name), .number(rating))
      try store.connection.execute("UPDATE volume SET changes = changes + 1")
    }
  }

  /// By the paths of the songs; of those that are not here with a question mark.
  private func ratings(_ info: VolumeInfo, in bench: ExchangeBench? = nil) throws -> [String: Int64] {
    try (bench ?? self.bench).ask(info) { (store) throws(StoreError) in
      var ratings: [String: Int64] = [:]
      try store.connection.forEach(
        """
        SELECT f.path, t.name, t.state, p.rating FROM personal p JOIN tracks t ON t.id = p.track
        JOIN folders f ON f.id = t.folder
        """
      ) { (row) throws(StoreError) in
        let path = String(decoding: VolumePath.join(try row.blob(0), try row.blob(1)), as: UTF8.self)
        ratings[try row.integer(2) == 0 ? path : path + "?"] = try row.integer(3)
      }
      return ratings
    }
  }

  private func rowCount(_ info: VolumeInfo) throws -> Int64? {
    try bench.ask(info) { (store) throws(StoreError) in
      try store.connection.first("SELECT count(*) FROM tracks") { (row) throws(StoreError) in
        try row.integer(0)
      }
    }
  }

  /// Two rated songs of which one is in a playlist, and a backup of that.
  private func backedUp() throws -> VolumeInfo {
    let info = try bench.mount(stick.path, isFixed: true)
    try rate("A/one.mp3", 9, on: info)
    try rate("A/two.mp3", 4, on: info)
    let tracks = ["A/one.mp3", "B/three.mp3"].map { TrackReference(volume: info.id, path: Array($0.utf8)) }
    #expect(try bench.change(playlist: "P", .add(tracks, at: nil)) == nil)
    try bench.backUp(info)
    return info
  }

  /// The backup, until it is to be taken back.
  private static let aside = ".jukebox/aside.json"

  private func restored(_ info: VolumeInfo, in bench: ExchangeBench? = nil) throws -> RestoreReport {
    if Files.exists("\(stick.path)/\(Self.aside)") { stick.move(Self.aside, to: Self.file) }
    return try (bench ?? self.bench).restored(info)
  }

  /// A scan comes before the backup is there, which would be taken back by itself.
  private func removeDatabase(isMounted: Bool = true) throws {
    if isMounted { try bench.unmount(stick.path) }
    stick.move(Self.file, to: Self.aside)
    for name in Files.list("\(stick.path)/.jukebox") where name.hasPrefix("library") {
      stick.remove(".jukebox/\(name)")
    }
  }

  private var tellsOfMissing: String? { bench.warnings.last { $0.contains("data of missing songs") } }

  @Test func `a song that was renamed gets what is its in a library that has met it under its new name`()
    throws
  {
    _ = try backedUp()
    try removeDatabase()
    stick.move("A/one.mp3", to: "C/uno.mp3")
    let info = try bench.mount(stick.path, isFixed: true)
    try expectEqual(restored(info).missing, 0)
    try expectEqual(ratings(info), ["C/uno.mp3": 9, "A/two.mp3": 4])
    try expectEqual(bench.paths(ofPlaylist: "P"), ["C/uno.mp3", "B/three.mp3"])
    try expectEqual(rowCount(info), 3)
    try bench.scan()
    try expectEqual(ratings(info), ["C/uno.mp3": 9, "A/two.mp3": 4])
    #expect(tellsOfMissing == nil)
  }

  @Test func `a renamed song is found by the scan after a restore of a damaged database`() throws {
    _ = try backedUp()
    try bench.unmount(stick.path)
    Files.write(stick.database, Array("no database at all, but as long as one would be".utf8))
    stick.move("A/one.mp3", to: "C/uno.mp3")
    stick.move("B/three.mp3", to: "A/drei.mp3")
    let info = try bench.mount(stick.path, isFixed: true)
    try expectEqual(ratings(info), ["C/uno.mp3": 9, "A/two.mp3": 4])
    try expectEqual(bench.paths(ofPlaylist: "P"), ["C/uno.mp3", "A/drei.mp3"])
    try expectEqual(bench.track("C/uno.mp3").details.title, "T1")
    #expect(tellsOfMissing == nil)
  }

  @Test func `a song that was renamed since the backup keeps its row`() throws {
    let info = try backedUp()
    stick.move("A/one.mp3", to: "C/uno.mp3")
    try bench.scan()
    try bench.ask(info) { (store) throws(StoreError) in
      try store.connection.execute("UPDATE personal SET rating = 1")
    }
    try expectEqual(restored(info).missing, 0)
    try expectEqual(ratings(info), ["C/uno.mp3": 9, "A/two.mp3": 4])
    try expectEqual(rowCount(info), 3)
  }

  @Test func `songs that have changed places are known, and one with other tags is the one that it was`()
    throws
  {
    _ = try backedUp()
    try removeDatabase()
    stick.move("A/one.mp3", to: "x.mp3")
    stick.move("A/two.mp3", to: "A/one.mp3")
    stick.move("x.mp3", to: "A/two.mp3")
    let info = try bench.mount(stick.path, isFixed: true)
    try expectEqual(restored(info).missing, 0)
    try expectEqual(ratings(info), ["A/two.mp3": 9, "A/one.mp3": 4])

    try bench.backUp(info)
    let backup = Array(text.utf8)
    try removeDatabase()
    stick.write("A/two.mp3", Self.song(1, title: "better"))
    let again = try bench.mount(stick.path, isFixed: true)
    _ = try restored(again)
    try expectEqual(ratings(again), ["A/two.mp3": 9, "A/one.mp3": 4])
    // As it was it is the song more than with other tags.
    try removeDatabase()
    stick.write(Self.aside, backup)
    stick.write("D/copy.mp3", Self.song(1))
    let last = try bench.mount(stick.path, isFixed: true)
    _ = try restored(last)
    try expectEqual(ratings(last), ["D/copy.mp3": 9, "A/one.mp3": 4])
  }

  /// When songs of one length have changed places: while the library was there, before it met them anew, or before it was
  /// made anew by the scan behind a restore.
  enum Moment: CaseIterable { case inLibrary, beforeLibrary, beforeScan }

  @Test(
    arguments: Moment.allCases,
    [
      ([2, 3, 4], [1, 2, 3]), ([2, 3, 4], [1, 3]), ([2, 3, 4], [3]), ([2, 1, 3], [1, 2]), ([2, 1, 3], [1]),
    ])
  func `songs of one length that take each other's names keep what is theirs`(
    moment: Moment, _ places: (targets: [Int], rated: [Int])
  ) throws {
    func path(_ number: Int) -> String { "L/0\(number).mp3" }
    for number in 1...3 {
      stick.write(path(number), FakeFiles.content(title: "S\(number)", artist: "B", track: number))
      stick.setModified(path(number), seconds: 1_600_000_000 + 10 * number)
    }
    let before = try bench.mount(stick.path, isFixed: true)
    for number in places.rated { try rate(path(number), number, on: before) }
    let tracks = places.rated.map { TrackReference(volume: before.id, path: Array(path($0).utf8)) }
    #expect(try bench.change(playlist: "P", .add(tracks, at: nil)) == nil)
    try bench.backUp(before)
    if moment != .inLibrary { try bench.unmount(stick.path) }
    for number in 1...3 { stick.move(path(number), to: "on its way \(number)") }
    for number in 1...3 { stick.move("on its way \(number)", to: path(places.targets[number - 1])) }
    let info: VolumeInfo
    switch moment {
    case .inLibrary:
      try bench.scan()
      info = before
    case .beforeLibrary:
      try removeDatabase(isMounted: false)
      info = try bench.mount(stick.path, isFixed: true)
    case .beforeScan:
      Files.write(stick.database, Array("no database at all, but as long as one would be".utf8))
      info = try bench.mount(stick.path, isFixed: true)
    }
    if moment != .beforeScan { try expectEqual(restored(info).missing, 0) }
    func expect(_ words: Comment) throws {
      let found = try ratings(info)
      let right = places.rated.map { (path(places.targets[$0 - 1]), Int64($0)) }
      #expect(found == Dictionary(uniqueKeysWithValues: right), words)
      #expect(try bench.paths(ofPlaylist: "P") == right.map(\.0), words)
    }
    try expect("at once")
    try bench.scan()
    try expect("after a scan")
  }

  @Test func `data stay with both songs if one took the place of a deleted one`() throws {
    _ = try backedUp()
    try removeDatabase()
    stick.remove("A/one.mp3")
    stick.move("A/two.mp3", to: "A/one.mp3")
    let info = try bench.mount(stick.path, isFixed: true)
    try expectEqual(restored(info).missing, 1)
    let found = try ratings(info)
    #expect(found["A/one.mp3"] == 4 && found.count == 2)
    stick.write("C/again.mp3", Self.song(1))
    try bench.scan()
    try expectEqual(ratings(info), ["A/one.mp3": 4, "C/again.mp3": 9])
  }

  @Test func `data of a deleted song wait if a copy of another took its place`() throws {
    _ = try backedUp()
    try removeDatabase()
    stick.write("A/one.mp3", Self.song(2))
    let info = try bench.mount(stick.path, isFixed: true)
    try expectEqual(restored(info).missing, 1)
    let found = try ratings(info)
    #expect(found["A/two.mp3"] == 4 && found.count == 2 && found["A/one.mp3"] == nil, "\(found)")
    stick.write("C/again.mp3", Self.song(1))
    try bench.scan()
    try expectEqual(ratings(info), ["A/two.mp3": 4, "C/again.mp3": 9])
  }

  @Test func `equal songs get the data of one of them each`() throws {
    for path in ["E/a.mp3", "F/b.mp3"] { stick.write(path, Self.song(7)) }
    let before = try bench.mount(stick.path, isFixed: true)
    try rate("E/a.mp3", 1, on: before)
    try rate("F/b.mp3", 2, on: before)
    try bench.backUp(before)
    try removeDatabase()
    stick.move("E/a.mp3", to: "G/c.mp3")
    stick.move("F/b.mp3", to: "H/a.mp3")
    let info = try bench.mount(stick.path, isFixed: true)
    try expectEqual(restored(info).missing, 0)
    try expectEqual(ratings(info), ["H/a.mp3": 1, "G/c.mp3": 2])
  }

  @Test func `data of a missing song are reported, and wait`() throws {
    _ = try backedUp()
    try removeDatabase()
    stick.remove("A/one.mp3")
    let info = try bench.mount(stick.path, isFixed: true)
    try expectEqual(restored(info).missing, 1)
    try expectEqual(ratings(info), ["A/one.mp3?": 9, "A/two.mp3": 4])
    let told = try bench.wait { tellsOfMissing }
    #expect(told.contains("data of missing songs: 1, the first A/one.mp3"))
    stick.write("Z/back.mp3", Self.song(1))
    try bench.scan()
    try expectEqual(ratings(info), ["Z/back.mp3": 9, "A/two.mp3": 4])
    try expectEqual(bench.paths(ofPlaylist: "P"), ["Z/back.mp3", "B/three.mp3"])
  }

  @Test func `an impossible song of a backup is refused`() throws {
    let info = try backedUp()
    let good = text
    let start = try #require(good.firstRange(of: "\"songs\": [")).upperBound
    let end = try #require(good.firstRange(of: "\"tables\"")).lowerBound
    #expect(good[start..<end].split(separator: "[").count - 1 == 3, "\(good[start..<end])")
    func with(_ row: String) -> String { String(good[..<start]) + row + String(good[start...]) }
    for row in [
      "1, ", "[], ", "[1], ", "[9, \"a\", 1, null], ", "[\"9\", \"a\", 1, null, null], ",
      "[9, \"a/../b\", 1, null, null], ", "[9, \"\", 1, null, null], ", "[9, \"a\", 0.5, null, null], ",
    ] {
      stick.write(Self.file, Array(with(row).utf8))
      #expect(throws: Refusal.self, "\(row)") { try bench.restore(info) }
    }
    let before = try ratings(info)
    for row in [
      "[999, \"A/one.mp3\", 1, null, null], ", "[998, \"b\", 1, null, 1], [999, \"b\", 1, null, null], ",
      "[999, \"a\", 1, null, 2], ", "[-1, \"b\", -5, null, null], ",
    ] {
      stick.write(Self.file, Array(with(row).utf8))
      _ = try bench.restore(info)
      try expectEqual(ratings(info), before)
    }
    // A row of a song that the backup has not.
    stick.write(Self.file, Array((String(good[..<start]) + "]," + String(good[end...])).utf8))
    #expect(throws: Refusal.self) { try bench.restore(info) }
  }

  @Test func `a running scan learns of songs that a restore adds meanwhile`() throws {
    _ = try backedUp()
    try removeDatabase()
    // More than a batch, so that the scan has asked which songs are known before.
    for number in 0..<(ScanBatch.most + 50) { stick.write("A/\(number).mp3", Self.song(1000 + number)) }
    stick.write("M/gate.mp3", Self.song(5, title: "gate"))
    stick.move("A/one.mp3", to: "Z/uno.mp3")
    let (reached, goesOn) = (Answer<Bool>(), Answer<Bool>())
    let bench = try ExchangeBench(read: { file in
      let facts = FakeFiles.read(file)
      if case .details(let details) = facts, details.title == "gate", !reached.isGiven {
        reached.give(true)
        _ = goesOn.wait()
      }
      return facts
    })
    bench.exchange.backups.clock = { 1_000_000 }
    bench.library.mounts.appeared(path: stick.path, isFixed: true, label: "x", isReadOnly: false)
    try bench.wait { reached.isGiven ? () : nil }
    let info = try #require(bench.library.volumes.first)
    #expect(try restored(info, in: bench).missing > 0)
    goesOn.give(true)
    try bench.wait { bench.library.scans.runningJob == nil ? () : nil }
    let found = try ratings(info, in: bench)
    #expect(found == ["Z/uno.mp3": 9, "A/two.mp3": 4], "\(found) \(bench.warnings)")
  }

  @Test func `entries that wait for files by their paths follow those that have come since`() throws {
    let info = try bench.mount(stick.path, isFixed: true)
    let track = TrackReference(volume: info.id, path: Array("C/later.mp3".utf8))
    // One that is here, so that the playlist lies on the volume.
    let here = TrackReference(volume: info.id, path: Array("A/one.mp3".utf8))
    #expect(try bench.change(playlist: "P", .add([here, track], at: nil)) == nil)
    try bench.backUp(info)
    stick.write("C/later.mp3", Self.song(8))
    try bench.scan()
    _ = try bench.restore(info)
    stick.move("C/later.mp3", to: "C/latest.mp3")
    try bench.scan()
    try expectEqual(bench.paths(ofPlaylist: "P"), ["A/one.mp3", "C/latest.mp3"])
  }

  @Test func `a renamed file makes a backup due, and is no change by a person`() throws {
    let info = try backedUp()
    func isDue(_ time: Int64?) throws -> Bool {
      try bench.ask(info) { (store) throws(StoreError) in try store.backups.isDue(time: time) }
    }
    func changes() throws -> Int64 {
      try bench.ask(info) { (store) throws(StoreError) in try store.changeCount() }
    }
    let before = try changes()
    #expect(try !isDue(1_086_400) && !isDue(nil))
    for name in ["uno", "eins"] {
      stick.move(name == "uno" ? "A/one.mp3" : "C/uno.mp3", to: "C/\(name).mp3")
      try bench.scan()
      try expectEqual(changes(), before)
      #expect(try !isDue(1_086_399))
      #expect(try isDue(1_086_400) && isDue(nil))
    }
    try bench.backUp(info)
    #expect(try !isDue(1_086_400) && !isDue(nil))
    #expect(!Files.exists("\(stick.path)/.jukebox/backup-1.json"), "it knew its own")
    // Where the clock was not known.
    try bench.ask(info) { (store) throws(StoreError) in
      try store.connection.execute("UPDATE backups SET made = NULL")
      try store.backups.noteChangeOfPlace()
      try store.backups.noteChangeOfPlace()
    }
    #expect(try isDue(1_000_000) && isDue(nil))
  }
}
