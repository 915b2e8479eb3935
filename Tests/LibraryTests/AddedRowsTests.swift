import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Tracks that are put into playlists by their rows, as by their references.
@Suite("Rows put into playlists") struct AddedRowsTests {
  private let stick: Stick
  private let store: VolumeStore
  private static let elsewhere = VolumeID(high: 7, low: 7)
  private static let paths = ["a/1.flac", "a/2.flac", "b/3.flac", "4.flac", "c/5.flac"]

  init() throws {
    stick = try Stick()
    store = try stick.open()
    var batch = ScanBatch()
    for path in Self.paths {
      let (folder, name) = VolumePath.split(Array(path.utf8))
      batch.files.append(
        ScanBatch.File(
          folder: folder, name: name, sizeBytes: 1, modifiedNanoseconds: 1,
          content: .details(TrackDetails(format: .flac, rate: 44_100, channels: 2))))
    }
    try store.batches.apply(batch, wallClock: nil)
  }

  private func reference(_ path: String) -> TrackReference {
    TrackReference(volume: store.identity, path: Array(path.utf8))
  }

  private func row(_ path: String) throws -> Int64 {
    try #require(try store.trackRow(at: Array(path.utf8)))
  }

  private func paths(_ name: String) throws -> [String]? {
    try store.playlists.contents.entries(of: name, after: nil, skipping: 0, limit: 5000)?.tracks.map {
      ($0.volume == store.identity ? "" : "~") + String(decoding: $0.path, as: UTF8.self)
    }
  }

  @discardableResult
  private func add(
    _ paths: [String], to name: String, at position: Int? = nil, onlyNew: Bool = false, time: Int64? = nil
  ) throws -> StoredPlaylist? {
    try store.playlists.add(
      rows: paths.map(row), to: name, at: position, onlyNew: onlyNew, time: time
    ).get()
  }

  /// What a list begins with: tracks by their rows, one that has none, and one of another volume.
  private func begin(_ name: String) throws {
    let there = TrackReference(volume: Self.elsewhere, path: Array("4.flac".utf8))
    let tracks = ["b/3.flac", "not/there.flac", "a/1.flac"].map(reference) + [there]
    _ = try store.playlists.change(name, .add(tracks, at: nil), time: 1).get()
  }

  @Test(arguments: [nil, 0, 2, 4], [false, true])
  func `rows go where references go`(position: Int?, onlyNew: Bool) throws {
    defer { store.close() }
    try begin("rows")
    try begin("references")
    // Twice between the same two: the numbers between them are halved. One comes twice.
    for added in [["4.flac", "a/1.flac", "c/5.flac", "4.flac"], ["a/2.flac", "b/3.flac"]] {
      let changed = try #require(
        try add(added, to: "rows", at: position, onlyNew: onlyNew, time: 5))
      expectEqual(changed.changed, 5)
      let tracks = added.map(reference)
      _ = try store.playlists.change(
        "references", onlyNew ? .addNew(tracks, at: position) : .add(tracks, at: position), time: 5
      ).get()
      try expectEqual(paths("rows"), paths("references"))
    }
    let count = try #require(try paths("rows")).count
    expectEqual(count, (onlyNew ? 7 : 10))
  }

  @Test func `a playlist is made by what is put into it, and by nothing it is not`() throws {
    defer { store.close() }
    #expect(try add([], to: "new") == nil)
    #expect(try store.playlists.all().isEmpty)
    let made = try #require(try add(["c/5.flac"], to: "new", time: 3))
    #expect(made.made == 3 && made.changed == 3)
    let changes = try store.changeCount()
    try expectEqual(add(["c/5.flac"], to: "new", onlyNew: true, time: 4), made)
    try expectEqual(store.changeCount(), changes)
    try expectEqual(paths("new"), ["c/5.flac"])
    let refused = try store.playlists.add(rows: [row("4.flac")], to: "new", at: 2, onlyNew: false, time: 5)
    expectEqual(refused, .failure(.badPosition))
    try expectEqual(paths("new"), ["c/5.flac"])
  }

  @Test func `rows that are no longer tracks are left out`() throws {
    defer { store.close() }
    try begin("list")
    let rows = try Self.paths.map(row)
    // Its file has gone, a file that is no sound file has come, and a row is not there at all.
    try store.connection.execute("UPDATE tracks SET state = 1 WHERE id = ?1", .integer(rows[1]))
    try store.connection.execute("UPDATE tracks SET state = 2 WHERE id = ?1", .integer(rows[2]))
    let before = try store.changeCount()
    _ = try store.playlists.add(rows: [999] + rows, to: "list", at: 1, onlyNew: false, time: nil).get()
    try expectEqual(
      paths("list"),
      [
        "b/3.flac", "a/1.flac", "4.flac", "c/5.flac", "not/there.flac", "a/1.flac", "~4.flac",
      ])
    try expectEqual(store.changeCount(), before + 1)
    #expect(
      try store.tracks.references(inRows: [999] + rows).map { $0 == nil } == [
        true, false, true, true, false, false,
      ])
    #expect(
      try store.tracks.inRows(rows + [999]).map { $0 == nil } == [false, true, true, false, false, true])
    // Without any there is no playlist.
    #expect(try store.playlists.add(rows: [999], to: "none", at: nil, onlyNew: false, time: nil).get() == nil)
    #expect(try paths("none") == nil)
  }

  @Test func `a playlist's entry without a row is recognised by its path`() throws {
    defer { store.close() }
    // As a foreign hand, or an older program, may have written it: the row is there, and nobody has said so yet.
    _ = try store.playlists.change("list", .add([reference("not/there.flac")], at: nil), time: 1).get()
    for volume in [nil, store.identity.bytes] {
      try store.connection.execute(
        "UPDATE playlist_entries SET path = ?1, volume = ?2", .blob(Array("4.flac".utf8)),
        volume.map { .blob($0) } ?? .null)
      try add(["4.flac"], to: "list", onlyNew: true)
      try expectEqual(paths("list"), ["4.flac"])
    }
  }

  @Test func `a track is found by its path, whatever row is given`() throws {
    defer { store.close() }
    let paths = (Self.paths + ["not/there.flac"]).map { Array($0.utf8) }
    let rows: [Int64?] = try Self.paths.map(row) + [nil]
    let all = try store.tracks.at(paths)
    #expect(all.map { $0 == nil } == [false, false, false, false, false, true])
    let others: [[Int64?]] = [
      rows, rows.reversed(), rows.map { _ in rows[2] }, rows.map { _ in nil }, rows.map { $0.map { $0 + 1 } },
    ]
    for others in others { try expectEqual(store.tracks.at(paths, inRows: others), all) }
    try store.connection.execute("UPDATE tracks SET state = 1 WHERE id = ?1", .optional(rows[1]))
    #expect(
      try store.tracks.at(paths, inRows: rows).map { $0 == nil } == [false, true, false, false, false, true])
    try begin("list")
    let page = try #require(
      try store.playlists.contents.entries(of: "list", after: nil, skipping: 1, limit: 9))
    #expect(page.places.map { $0?.row } == [nil, rows[0], nil] && page.entries.count == 3)
    expectEqual(page.places[1]?.volume, store.identity)
  }

  @Test func `a list takes as many rows as a queue, and very many are put in together`() throws {
    defer { store.close() }
    let some = try row("a/2.flac")
    let many = Array(repeating: some, count: 2500)
    _ = try store.playlists.add(rows: many, to: "long", at: nil, onlyNew: false, time: nil).get()
    _ = try store.playlists.add(rows: [row("4.flac")], to: "long", at: 1200, onlyNew: false, time: nil).get()
    let found = try #require(try paths("long"))
    #expect(found.count == 2501 && found.firstIndex(of: "4.flac") == 1200)
    #expect(try store.tracks.references(inRows: many + [999]).count { $0 == reference("a/2.flac") } == 2500)
    let most = Array(repeating: some, count: QueueLimits.entries - 2501)
    _ = try store.playlists.add(rows: most, to: "long", at: nil, onlyNew: false, time: nil).get()
    try expectEqual(
      store.playlists.add(rows: [some], to: "long", at: nil, onlyNew: false, time: nil),
      .failure(.playlistFull))
    // What is not there takes no room.
    try expectEqual(
      store.playlists.add(rows: [999], to: "long", at: nil, onlyNew: false, time: nil).get()?.name, "long")
  }
}
