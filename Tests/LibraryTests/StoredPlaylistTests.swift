import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Playlists in one volume's database.
@Suite("Playlists in a database") struct StoredPlaylistTests {
  private let stick: Stick
  private let store: VolumeStore
  private static let elsewhere = VolumeID(high: 7, low: 7)

  init() throws {
    stick = try Stick()
    store = try stick.open()
  }

  private func here(_ names: String...) -> [TrackReference] {
    names.map { TrackReference(volume: store.identity, path: Array($0.utf8)) }
  }

  private func there(_ names: String...) -> [TrackReference] {
    names.map { TrackReference(volume: Self.elsewhere, path: Array($0.utf8)) }
  }

  /// A track's row, as a scan writes it.
  @discardableResult
  private func scan(_ paths: String...) throws -> [Int64] {
    var batch = ScanBatch()
    for path in paths {
      let (folder, name) = VolumePath.split(Array(path.utf8))
      let file = ScanBatch.File(
        folder: folder, name: name, sizeBytes: 1, modifiedNanoseconds: 1,
        content: .details(TrackDetails(format: .flac, rate: 44_100, channels: 2)))
      batch.files.append(file)
    }
    return try store.batches.apply(batch, wallClock: nil).rows
  }

  @discardableResult
  private func change(
    _ name: String, _ change: PlaylistChange, time: Int64? = nil
  ) throws -> StoredPlaylist? {
    try store.playlists.change(name, change, time: time).get()
  }

  /// The entries' paths, read in windows of `limit`; those of another volume with a mark.
  private func paths(_ name: String, limit: Int = 300, skipping: Int = 0) throws -> [String]? {
    var paths: [String] = []
    var cursor: Cursor?
    repeat {
      let skipped = cursor == nil ? skipping : 0
      guard
        let page = try store.playlists.contents.entries(
          of: name, after: PlaylistCursor(cursor), skipping: skipped, limit: limit)
      else { return nil }
      for track in page.tracks {
        paths.append(
          (track.volume == store.identity ? "" : "~") + String(decoding: track.path, as: UTF8.self))
      }
      cursor = page.next
    } while cursor != nil
    return paths
  }

  @Test func `a playlist is made, edited and taken away`() throws {
    defer { store.close() }
    try scan("a/1.flac", "a/2.flac", "b/3.flac")
    let made = try #require(try change("Träume", .add(here("a/1.flac", "b/3.flac"), at: nil), time: 100))
    #expect(made.name == "Träume" && made.made == 100 && made.changed == 100)
    try change("Träume", .add(there("x.mp3"), at: 1), time: 200)
    try change("Träume", .add(here("a/2.flac", "not/there.flac"), at: 0), time: 300)
    let all = ["a/2.flac", "not/there.flac", "a/1.flac", "~x.mp3", "b/3.flac"]
    for limit in 1...6 { try expectEqual(paths("Träume", limit: limit), all) }
    try expectEqual(paths("Träume", limit: 2, skipping: 3), ["~x.mp3", "b/3.flac"])
    try expectEqual(paths("Träume", skipping: 9), [])
    try expectEqual(store.playlists.all().map(\.changed), [300])

    try change("Träume", .move(0..<2, to: 3))
    try expectEqual(paths("Träume"), ["a/1.flac", "~x.mp3", "b/3.flac", "a/2.flac", "not/there.flac"])
    try change("Träume", .delete(1..<3))
    try expectEqual(paths("Träume"), ["a/1.flac", "a/2.flac", "not/there.flac"])
    try change("Träume", .delete(2..<99))
    try change("Träume", .save(there("y.mp3"), .append))
    try expectEqual(paths("Träume"), ["a/1.flac", "a/2.flac", "~y.mp3"])
    let renamed = try #require(try change("Träume", .rename("Dreams")))
    #expect(renamed.identity == made.identity && renamed.made == 100)
    #expect(renamed.changed == nil, "the clock was not known")
    try change("Dreams", .save(here("b/3.flac"), .replace))
    #expect(try paths("Dreams") == ["b/3.flac"] && paths("Träume") == nil)
    try change("Dreams", .clear)
    try expectEqual(paths("Dreams"), [])
    #expect(try change("Dreams", .remove) == nil)
    #expect(try store.playlists.all().isEmpty && paths("Dreams") == nil)
    #expect(
      try store.connection.first("SELECT count(*) FROM playlist_entries") { (row) throws(StoreError) in
        try row.integer(0)
      } == 0)
  }

  @Test func `impossible changes are refused and change nothing`() throws {
    defer { store.close() }
    try change("a", .add(there("1", "2"), at: nil))
    try change("b", .save([], .create))
    func refusal(_ name: String, _ change: PlaylistChange) throws -> Refusal? {
      if case .failure(let refusal) = try store.playlists.change(name, change, time: nil) { return refusal }
      return nil
    }
    let before = try store.changeCount()
    try expectEqual(refusal("a", .save([], .create)), .playlistExists)
    try expectEqual(refusal("c", .save([], .append)), .noSuchPlaylist)
    try expectEqual(refusal("c", .save([], .replace)), .noSuchPlaylist)
    for change: PlaylistChange in [.clear, .remove, .rename("d"), .delete(0..<1), .move(0..<1, to: 0)] {
      try expectEqual(refusal("c", change), .noSuchPlaylist)
    }
    try expectEqual(refusal("a", .rename("b")), .playlistExists)
    try expectEqual(refusal("a", .rename("a")), .playlistExists)
    try expectEqual(refusal("a", .add(there("3"), at: 3)), .badPosition)
    try expectEqual(refusal("a", .delete(3..<4)), .badSongIndex)
    try expectEqual(refusal("a", .move(1..<3, to: 0)), .badRange)
    try expectEqual(refusal("a", .move(0..<1, to: 2)), .badRange)
    try expectEqual(refusal("a", .move(0..<3, to: 0)), .badRange)
    let many = [TrackReference](repeating: there("x")[0], count: QueueLimits.entries - 1)
    try expectEqual(refusal("a", .add(many, at: nil)), .playlistFull)
    // Nothing to do is no fault, and writes nothing.
    #expect(try refusal("a", .delete(2..<3)) == nil)
    #expect(try refusal("a", .move(1..<1, to: 0)) == nil)
    #expect(try refusal("new", .add([], at: nil)) == nil)
    #expect(try store.changeCount() == before && store.playlists.all().map(\.name) == ["a", "b"])
    try expectEqual(paths("a"), ["~1", "~2"])
  }

  @Test func `playlists of a volume are limited`() throws {
    defer { store.close() }
    try store.connection.transaction { (_) throws(StoreError) in
      for number in 1...PlaylistTable.most {
        try store.connection.execute(
          "INSERT INTO playlists (identity, name) VALUES (randomblob(16), ?1)", .text("\(number)"))
      }
    }
    let refused = try store.playlists.change("more", .save([], .create), time: nil)
    expectEqual(refused, .failure(.tooManyPlaylists))
    try change("1", .remove)
    try change("more", .save([], .create))
    try expectEqual(store.playlists.all().last?.name, "more")
  }

  @Test func `any row of edits comes to what a plain list comes to, and survives its closing`() throws {
    var dice = SystemRandomNumberGenerator()
    var model: [String] = []
    for round in 0..<400 {
      let position = Int.random(in: 0...model.count, using: &dice)
      let length = min(Int.random(in: 0...3, using: &dice), model.count - position)
      let range = position..<position + length
      switch Int.random(in: 0..<12, using: &dice) {
      case 0:
        // There is no playlist before its first song.
        if model.isEmpty { continue }
        let order = model.indices.shuffled(using: &dice)
        try change("p", .reorder(order))
        model = order.map { model[$0] }
      case 1:
        try change("p", .toggle(there("toggled")[0]))
        let places = model.indices.filter { model[$0] == "toggled" }
        if places.isEmpty { model.append("toggled") } else { model.removeAll { $0 == "toggled" } }
      case 2:
        if model.isEmpty { continue }
        // Other edits of the same rows, by which no list of edits may be misled.
        try store.connection.execute(
          "DELETE FROM playlist_entries WHERE id = (SELECT id FROM playlist_entries ORDER BY place LIMIT 1)")
        model.removeFirst()
        try change("other", .add(there("\(round)"), at: nil))
        try change("other", .remove)
      case 3...6:
        let names = (0..<Int.random(in: 1...3, using: &dice)).map { "\(round)-\($0)" }
        try change("p", .add(names.flatMap { there($0) }, at: position))
        model.insert(contentsOf: names, at: position)
      case 7, 8:
        if model.isEmpty { continue }
        try change("p", .delete(range))
        model.removeSubrange(range)
      default:
        if model.isEmpty { continue }
        let target = Int.random(in: 0...(model.count - length), using: &dice)
        try change("p", .move(range, to: target))
        let moved = Array(model[range])
        model.removeSubrange(range)
        model.insert(contentsOf: moved, at: target)
      }
      if round % 20 == 0 { #expect(try paths("p") == model.map { "~" + $0 }, "round \(round)") }
    }
    #expect(model.count > 20)
    store.close()
    let again = try stick.open()
    defer { again.close() }
    let page = try #require(
      try again.playlists.contents.entries(of: "p", after: nil, skipping: 0, limit: 10_000))
    #expect(page.tracks.map { String(decoding: $0.path, as: UTF8.self) } == model)
  }

  @Test func `the rows that an edit leaves are known to the next one, until somebody else writes`() throws {
    defer { store.close() }
    try change("p", .add((0..<50).flatMap { there("\($0)") }, at: nil))
    func stored() throws -> [[Int64]] {
      var rows: [[Int64]] = []
      try store.connection.forEach(
        "SELECT e.id, e.place FROM playlist_entries e JOIN playlists p ON p.id = e.playlist WHERE p.name = 'p' ORDER BY place"
      ) { (row) throws(StoreError) in rows.append([try row.integer(0), try row.integer(1)]) }
      return rows
    }
    let edits: [PlaylistChange] = [
      .add(there("new", "newer"), at: 7), .delete(3..<9), .move(2..<4, to: 40), .move(10..<40, to: 2),
      .reorder((0..<46).reversed()), .toggle(there("20")[0]), .toggle(there("20")[0]),
      .save(there("end"), .append),
      .move(3..<4, to: 0), .delete(46..<47),
    ]
    for edit in edits {
      try change("p", edit)
      let known = try #require(store.playlists.editedRows)
      expectEqual(known.changes, store.connection.totalChanges)
      #expect(zip(known.rows.rows, known.rows.places).map { [$0, $1] } == (try stored()), "\(edit)")
    }
    // Until there is no room between two places.
    for number in 0..<40 { try change("p", .add(there("in \(number)"), at: 1)) }
    let known = try #require(store.playlists.editedRows)
    #expect(zip(known.rows.rows, known.rows.places).map { [$0, $1] } == (try stored()))
    store.rest()
    #expect(store.playlists.editedRows == nil)
  }

  @Test func `an edit writes about as many rows as it touches, however often it strikes one place`() throws {
    defer { store.close() }
    try change("p", .add((0..<500).flatMap { there("\($0)") }, at: nil))
    func rows() throws -> [[Int64]] {
      var rows: [[Int64]] = []
      try store.connection.forEach("SELECT id, place FROM playlist_entries ORDER BY place, id") {
        (row) throws(StoreError) in rows.append([try row.integer(0), try row.integer(1)])
      }
      return rows
    }
    var before = Set(try rows())
    try change("p", .move(400..<402, to: 3))
    var after = Set(try rows())
    expectEqual(after.subtracting(before).count, 2)
    before = after
    try change("p", .add(there("new"), at: 250))
    after = Set(try rows())
    #expect(after.subtracting(before).count == 1 && before.isSubset(of: after))
    // The room between two places ends at some time: all get new ones.
    for number in 0..<40 { try change("p", .add(there("in \(number)"), at: 1)) }
    let list = try #require(try paths("p"))
    #expect(list.count == 541 && list[0] == "~0" && list[1] == "~in 39" && list[40] == "~in 0")
  }

  @Test func `a file that moves takes its entries along, one that is gone keeps them`() throws {
    defer { store.close() }
    try scan("a/1.flac", "a/2.flac")
    try change("p", .add(here("a/1.flac", "a/2.flac", "a/1.flac"), at: nil))
    try store.move(1, toFileOf: scan("new place/one.flac")[0])
    try expectEqual(paths("p"), ["new place/one.flac", "a/2.flac", "new place/one.flac"])
    _ = try store.vanished.sweep([]) { _ in false }
    try expectEqual(paths("p"), ["new place/one.flac", "a/2.flac", "new place/one.flac"])
  }

  @Test func `a file that is met only later is followed from then on`() throws {
    defer { store.close() }
    try change("p", .add(here("a/1.flac", "a/2.flac") + there("a/1.flac"), at: nil))
    try scan("a/1.flac", "a/3.flac")
    try store.connection.execute("UPDATE tracks SET name = CAST('x.flac' AS BLOB) WHERE id = 1")
    try expectEqual(paths("p"), ["a/x.flac", "a/2.flac", "~a/1.flac"])
  }

  @Test func `entries of another volume follow its files, also those that change places`() throws {
    defer { store.close() }
    try change("p", .add(there("1", "2", "3") + here("1"), at: nil))
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    try store.playlists.relocateEntries(
      of: Self.elsewhere, [(bytes("1"), bytes("2")), (bytes("2"), bytes("1")), (bytes("9"), bytes("8"))])
    try expectEqual(paths("p"), ["~2", "~1", "~3", "1"])
    let before = try store.changeCount()
    try store.playlists.relocateEntries(of: VolumeID(high: 1, low: 1), [(bytes("1"), bytes("2"))])
    try expectEqual(store.changeCount(), before)
  }

  @Test func `a copied volume's playlists get identities of their own`() throws {
    defer { store.close() }
    try change("p", .add(here("1") + there("2"), at: nil))
    let before = try store.playlists.all()[0].identity
    try store.renewIdentity()
    let after = try store.playlists.all()[0].identity
    #expect(before != after && after.description.count == 32)
    #expect(try paths("p") == ["1", "~2"], "its own tracks are its own still")
  }

  @Test(arguments: ["", "a/b", "a\nb", "tab\there", "\u{7F}", String(repeating: "ä", count: 126)])
  func `a name that no playlist can have is known`(_ name: String) {
    #expect(!StoredPlaylist.isValid(name: name))
    store.close()
  }

  @Test func `blanks alone are no new name, and an old one all the same`() throws {
    defer { store.close() }
    for name in [" ", "\u{2003}\u{A0}"] {
      #expect(StoredPlaylist.isValid(name: name) && !StoredPlaylist.isValid(newName: name))
      expectEqual(StoredPlaylist.cleanName(name), "Playlist")
    }
    #expect(StoredPlaylist.isValid(newName: " a ") && !StoredPlaylist.isValid(newName: "a/b"))
    expectEqual(StoredPlaylist.cleanName(" a "), " a ")
    try change(" ", .save([], .create))
    try expectEqual(store.playlists.all().map(\.name), [" "])
    try expectEqual(store.playlists.refusal(of: [.folder(" ")]), .badPlaylistField)
    #expect(try store.playlists.refusal(of: [.folder("a")]) == nil)
  }

  @Test(arguments: ["a", "..", "Träume ~ 1", "\\\"'", String(repeating: "ä", count: 125)])
  func `any other name is taken`(_ name: String) throws {
    defer { store.close() }
    #expect(StoredPlaylist.isValid(name: name))
    try change(name, .save([], .create))
    try expectEqual(store.playlists.all().map(\.name), [name])
  }

  @Test(arguments: [
    "UPDATE playlists SET name = 'a/b'", "UPDATE playlists SET name = CAST(x'ff' AS TEXT)",
    "UPDATE playlists SET name = hex(zeroblob(1000))", "UPDATE playlist_entries SET path = x''",
    "UPDATE playlist_entries SET path = CAST('../x' AS BLOB)",
    "UPDATE playlist_entries SET path = zeroblob(9000)",
    "PRAGMA ignore_check_constraints = ON; UPDATE playlists SET identity = x'01'",
    "PRAGMA ignore_check_constraints = ON; UPDATE playlist_entries SET volume = x'01'",
    "PRAGMA ignore_check_constraints = ON; UPDATE playlist_entries SET path = NULL",
    "PRAGMA foreign_keys = OFF; UPDATE playlist_entries SET track = 99, path = NULL, volume = NULL",
  ])
  func `rows that another program wrote are refused as a whole`(_ sql: String) throws {
    try change("p", .add(there("1"), at: nil))
    store.close()
    try stick.sql(sql)
    let again = try stick.open()
    defer { again.close() }
    let error = #expect(throws: StoreError.self) {
      _ = try again.playlists.all()
      _ = try again.playlists.contents.entries(of: "p", after: nil, skipping: 0, limit: 10)
    }
    expectEqual(error?.kind, .foreign)
  }

  @Test func `places that a foreign hand made equal or extreme stay an order`() throws {
    try change("p", .add(there("1", "2", "3", "4"), at: nil))
    store.close()
    try stick.sql(
      """
      UPDATE playlist_entries SET place = 9223372036854775807 WHERE id IN (3, 4);
      UPDATE playlist_entries SET place = -9223372036854775807 - 1 WHERE id IN (1, 2);
      """)
    let again = try stick.open()
    defer { again.close() }
    func list() throws -> [String]? {
      try again.playlists.contents.entries(of: "p", after: nil, skipping: 0, limit: 100)?.tracks.map {
        String(decoding: $0.path, as: UTF8.self)
      }
    }
    try expectEqual(list()?.count, 4)
    for (position, name) in [(4, "e"), (1, "b"), (0, "a")] {
      _ = try again.playlists.change("p", .add(there(name), at: position), time: nil).get()
    }
    try expectEqual(list(), ["a", "1", "b", "2", "3", "4", "e"])
  }
}
