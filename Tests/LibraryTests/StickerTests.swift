import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// What clients keep, over all volumes.
@Suite("Stickers over volumes") struct StickerTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func stick(_ files: String...) throws -> Stick {
    let stick = try Stick()
    for (number, file) in files.enumerated() {
      stick.write(file, FakeFiles.content(title: file, artist: "A", track: number + 1))
    }
    return stick
  }

  private func get(_ name: String, _ subject: StickerSubject) throws -> Result<String?, Refusal> {
    try bench.answer { (done: @escaping (Result<String?, Refusal>) -> Void) in
      bench.library.stickers.value(name, of: subject, completion: done)
    }
  }

  private func list(_ subject: StickerSubject) throws -> [String] {
    try bench.answer { (done: @escaping (Result<[Sticker], Refusal>) -> Void) in
      bench.library.stickers.all(of: subject, completion: done)
    }.get().map { "\($0.name)=\($0.value)" }
  }

  @discardableResult
  private func change(_ subject: StickerSubject, _ change: StickerChange) throws -> Result<
    Bool, Refusal
  > {
    try bench.answer { (done: @escaping (Result<Bool, Refusal>) -> Void) in
      bench.library.stickers.change(of: subject, change, completion: done)
    }
  }

  private func find(
    _ name: String, _ type: String = "song", below base: String = "",
    where test: StickerTest? = nil
  ) throws -> [String] {
    var found: [String] = []
    var cursor: Cursor?
    repeat {
      let page = try bench.answer { (done: @escaping (Result<StickerPage, Refusal>) -> Void) in
        bench.library.stickers.find(
          name, type: type, below: base, after: cursor,
          test: test, completion: done)
      }.get()
      found += page.found.map { "\($0.subject)=\($0.value)" }
      cursor = page.next
    } while cursor != nil
    return found
  }

  private func names() throws -> [String] {
    try bench.answer { (done: @escaping ([StickerName]) -> Void) in
      bench.library.stickers.names(completion: done)
    }.map { "\($0.type) \($0.name)" }
  }

  private func personal(_ uri: String) throws -> PersonalValues {
    let track = try #require(bench.library.reference(of: uri))
    return try bench.answer { (done: @escaping (Result<PersonalValues, Refusal>) -> Void) in
      bench.library.personal.report(of: .track(track)) { done($0.map(\.values)) }
    }.get()
  }

  @Test func `changes of a command list are flushed once, at its end`() throws {
    let stick = try stick("a/1.mp3", "a/2.mp3")
    _ = try bench.mount(stick.path, isFixed: true)
    bench.library.defersFlush = true
    for number in 1...9 {
      try #require(change(.song(uri: "a/1.mp3"), .set(name: "n\(number)", value: "x")).get() == false)
    }
    bench.library.defersFlush = false
    func owes() throws -> Bool {
      let volume = try #require(bench.library.mounted.first)
      return try bench.answer { (done: @escaping (Result<Bool, StoreError>) -> Void) in
        bench.library.ask(
          volume, { (store) throws(StoreError) in store.connection.owesFlush }, completion: done)
      }.get()
    }
    #expect(try owes())
    let failure = try bench.answer { (done: @escaping (Refusal?) -> Void) in
      bench.library.flush(completion: done)
    }
    #expect(try failure == nil && !owes())
    try expectEqual(list(.song(uri: "a/1.mp3")).count, 9)
    // What belongs to no list is flushed by itself.
    try #require(change(.song(uri: "a/2.mp3"), .set(name: "n", value: "x")).get() == false)
    #expect(try !owes())
  }

  private var changesTold: Int {
    bench.events.count { if case .stickersChanged = $0 { true } else { false } }
  }

  @Test func `songs' stickers are kept on their volumes, and follow a file that moves`() throws {
    let (fixed, other) = (try stick("a/1.mp3", "2.mp3"), try stick("a/1.mp3", "b/3.mp3"))
    _ = try bench.mount(fixed.path, isFixed: true)
    _ = try bench.mount(other.path, label: "Two")
    for (uri, value) in [("a/1.mp3", "x"), ("2.mp3", "y"), ("Two/a/1.mp3", "z"), ("Two/b/3.mp3", "")] {
      try expectEqual(change(.song(uri: uri), .set(name: "mood", value: value)), .success(false))
    }
    expectEqual(changesTold, 4)
    try expectEqual(change(.song(uri: "2.mp3"), .set(name: "mood", value: "y")), .success(true))
    #expect(changesTold == 4, "nothing changed")
    try expectEqual(find("mood").sorted(), ["2.mp3=y", "Two/a/1.mp3=z", "Two/b/3.mp3=", "a/1.mp3=x"])
    try expectEqual(find("mood", below: "a"), ["a/1.mp3=x"])
    try expectEqual(find("mood", below: "Two/a"), ["Two/a/1.mp3=z"])
    try expectEqual(find("mood", below: "Two").count, 2)
    try expectEqual(find("mood", below: "Two/a/1.mp3"), [])
    #expect(try find("mood", below: "nosuch") == [] && find("nosuch") == [])
    try expectEqual(
      find("mood", where: StickerTest(comparison: .greater, value: "x")).sorted(),
      [
        "2.mp3=y", "Two/a/1.mp3=z",
      ])
    try expectEqual(get("mood", .song(uri: "Two/a/1.mp3")), .success("z"))
    try expectEqual(get("mood", .song(uri: "Two/a/9.mp3")), .failure(.noSuchSong))
    try expectEqual(get("mood", .song(uri: "Two")), .failure(.noSuchSong))
    try expectEqual(change(.song(uri: "9.mp3"), .set(name: "x", value: "y")), .failure(.noSuchSong))
    other.move("a/1.mp3", to: "c/new.mp3")
    fixed.remove("2.mp3")
    try bench.scan()
    try expectEqual(find("mood").sorted(), ["Two/b/3.mp3=", "Two/c/new.mp3=z", "a/1.mp3=x"])
    try expectEqual(get("mood", .song(uri: "2.mp3")), .failure(.noSuchSong))
    try bench.unmount(other.path)
    try expectEqual(find("mood"), ["a/1.mp3=x"])
    fixed.write("2.mp3", FakeFiles.content(title: "2.mp3", artist: "A", track: 2))
    try bench.scan()
    try expectEqual(get("mood", .song(uri: "2.mp3")), .success("y"))
  }

  @Test func `the names that clients use for what we keep are the same values`() throws {
    let fixed = try stick("1.mp3", "2.mp3")
    _ = try bench.mount(fixed.path, isFixed: true)
    let song = StickerSubject.song(uri: "1.mp3")
    for (name, value) in [
      ("rating", "8"), ("like", "2"), ("playCount", "5"), ("skipCount", "1"), ("lastPlayed", "1700000000"),
      ("mood", "x"),
    ] {
      try expectEqual(change(song, .set(name: name, value: value)), .success(false))
      try expectEqual(get(name, song), .success(value))
    }
    let values = try personal("1.mp3")
    #expect(values.rating == 8 && values.isFavourite && values.plays == 5 && values.skips == 1)
    expectEqual(values.lastPlayed, 1_700_000_000)
    try expectEqual(
      list(song),
      [
        "lastPlayed=1700000000", "like=2", "mood=x", "playCount=5", "rating=8", "skipCount=1",
      ])
    try expectEqual(change(song, .add(name: "playCount", 1, first: 1)), .success(true))
    try expectEqual(change(.song(uri: "2.mp3"), .add(name: "playCount", 1, first: 1)), .success(false))
    try expectEqual(find("playCount"), ["1.mp3=6", "2.mp3=1"])
    #expect(
      try find("rating", where: StickerTest(comparison: .equals, value: "8")) == ["1.mp3=8"]
        && find("like") == ["1.mp3=2"])
    try expectEqual(
      names(),
      [
        "song lastPlayed", "song like", "song mood", "song playCount", "song rating", "song skipCount",
      ])
    for (name, value) in [
      ("rating", "11"), ("rating", "7.5"), ("rating", "x"), ("like", "3"), ("playCount", "-1"),
      ("lastPlayed", "yesterday"), ("rating", ""), ("like", ""),
    ] {
      let result = try change(song, .set(name: name, value: value))
      guard case .failure(.badSticker(name, _)) = result else {
        Issue.record("\(name) \(value): \(result)")
        continue
      }
    }
    try expectEqual(change(song, .delete(name: "like")), .success(true))
    #expect(try get("like", song) == .success(nil) && personal("1.mp3").liking == nil)
    try expectEqual(change(song, .delete(name: "rating")), .success(true))
    try expectEqual(change(song, .delete(name: "rating")), .success(false))
    try expectEqual(change(song, .delete(name: nil)), .success(true))
    #expect(try list(song) == [] && personal("1.mp3") == PersonalValues())
    try expectEqual(change(song, .delete(name: nil)), .success(false))
  }

  @Test func `playlists keep theirs when they are renamed, and take them along when they go`() throws {
    let fixed = try stick("1.mp3")
    let volume = try bench.mount(fixed.path, isFixed: true)
    func playlist(_ name: String, _ change: PlaylistChange) throws {
      let refusal = try bench.answer { (done: @escaping (Refusal?) -> Void) in
        bench.library.playlists.change(name, change, completion: done)
      }
      #expect(refusal == nil)
    }
    let track = TrackReference(volume: volume.id, path: Array("1.mp3".utf8))
    try playlist("mix", .save([track], .create))
    try expectEqual(change(.playlist("mix"), .set(name: "rating", value: "any text")), .success(false))
    try expectEqual(change(.playlist("none"), .set(name: "x", value: "y")), .failure(.noSuchPlaylist))
    try playlist("mix", .rename("Mix 2"))
    try expectEqual(get("rating", .playlist("Mix 2")), .success("any text"))
    #expect(try find("rating", "playlist") == ["Mix 2=any text"] && names() == ["playlist rating"])
    try playlist("Mix 2", .remove)
    #expect(try find("rating", "playlist") == [] && names() == [])
  }

  @Test func `stickers of a tag's value are stored on a volume with such a song, and found on every volume`()
    throws
  {
    let (first, second) = (try stick("1.mp3"), try stick("2.mp3"))
    let (one, two) = (try bench.mount(first.path, label: "One"), try bench.mount(second.path, label: "Two"))
    func artist(_ home: VolumeInfo) -> StickerSubject { .text(type: "Artist", "A", home: home.id) }
    try expectEqual(change(artist(two), .set(name: "n", value: "1")), .success(false))
    // From wherever it is asked, it is the same one.
    try expectEqual(get("n", artist(one)), .success("1"))
    try expectEqual(change(artist(one), .add(name: "n", 4, first: 4)), .success(true))
    #expect(try find("n", "Artist") == ["A=5"] && list(artist(one)) == ["n=5"])
    #expect(try find("n", "Album") == [] && find("n", "filter") == [])
    try bench.unmount(second.path)
    try expectEqual(get("n", artist(one)), .success(nil))
    try expectEqual(get("n", artist(two)), .failure(.volumeGone))
    try expectEqual(change(artist(one), .set(name: "n", value: "9")), .success(false))
    let back = try bench.mount(second.path, label: "Two")
    try expectEqual(find("n", "Artist"), ["A=9", "A=5"])
    try expectEqual(change(artist(back), .delete(name: "n")), .success(true))
    try expectEqual(find("n", "Artist"), [])
  }

  @Test func `numbers are counted by what they begin with, and never run over`() throws {
    let fixed = try stick("1.mp3")
    _ = try bench.mount(fixed.path, isFixed: true)
    let song = StickerSubject.song(uri: "1.mp3")
    for (value, step, sum) in [
      ("5", Int64(3), "8"), ("x", 2, "2"), ("", -2, "-2"), (" 7 apples", 1, "8"), ("+4", 1, "5"),
      ("1.9", 1, "2"),
      ("9223372036854775807", 1, "9223372036854775807"),
      ("-99999999999999999999", -1, "-99999999999999999999"),
    ] {
      try change(song, .set(name: "n", value: value))
      try change(song, .add(name: "n", step, first: 0))
      try expectEqual(get("n", song), .success(sum))
    }
  }

  @Test func `stickers beyond the limits are refused`() throws {
    let fixed = try stick("1.mp3")
    _ = try bench.mount(fixed.path, isFixed: true)
    let song = StickerSubject.song(uri: "1.mp3")
    let (name, value) = (String(repeating: "n", count: 1024), String(repeating: "v", count: 4096))
    try expectEqual(change(song, .set(name: name, value: value)), .success(false))
    try expectEqual(change(song, .set(name: name + "n", value: value)), .failure(.stickerTooLong))
    try expectEqual(change(song, .set(name: name, value: value + "v")), .failure(.stickerTooLong))
    for number in 2...Stickers.most {
      try expectEqual(change(song, .set(name: "\(number)", value: "x")), .success(false))
    }
    try expectEqual(change(song, .set(name: "more", value: "x")), .failure(.tooManyStickers))
    try expectEqual(change(song, .set(name: "2", value: "y")), .success(true))
    try expectEqual(list(song).count, Stickers.most)
  }

  @Test func `many are found window by window`() throws {
    let fixed = try stick("1.mp3")
    _ = try bench.mount(fixed.path, isFixed: true)
    try bench.unmount(fixed.path)
    try fixed.sql(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
        INSERT INTO tracks (folder, name, state, sort_key, match_name, size, mtime_ns, added_sequence)
        SELECT 1, CAST('x' || i AS BLOB), 0, CAST('x' || i AS BLOB), 'x', 1, 1, 1 FROM n;
      INSERT INTO stickers (type, track, name, value) SELECT 'song', id, 'n', id FROM tracks WHERE name <> CAST('1.mp3' AS BLOB);
      INSERT INTO personal (track, rating) SELECT id, id % 11 FROM tracks WHERE name <> CAST('1.mp3' AS BLOB);
      """)
    let store = try fixed.open()
    defer { store.close() }
    for name in ["n", "rating"] {
      var (row, pages, found): (Int64?, Int, Int) = (0, 0, 0)
      while let after = row {
        let page = try store.people.stickers.findSongs(
          withSticker: name, below: [], after: after, limit: 300,
          test: StickerTest(comparison: .sameNumber, value: "3"))
        (row, pages, found) = (page.next, pages + 1, found + page.found.count)
      }
      #expect(pages == 4 && found == (name == "n" ? 1 : 91), "\(name)")
    }
  }

  /// What SQLite's own operators find.
  private func found(
    _ test: StickerTest, _ name: String, by store: VolumeStore
  ) throws -> [String] {
    var found: [String] = []
    try store.connection.forEach(
      """
      SELECT track, value FROM stickers WHERE name = ?1 AND track IS NOT NULL AND CASE ?2
        WHEN '=' THEN value = ?3 WHEN '<' THEN value < ?3 WHEN '>' THEN value > ?3
        WHEN 'eq' THEN CAST(value AS INTEGER) = CAST(?3 AS INTEGER)
        WHEN 'lt' THEN CAST(value AS INTEGER) < CAST(?3 AS INTEGER)
        WHEN 'gt' THEN CAST(value AS INTEGER) > CAST(?3 AS INTEGER)
        WHEN 'contains' THEN instr(lower(value), lower(?3)) > 0
        ELSE substr(lower(value), 1, length(?3)) = lower(?3) END ORDER BY id
      """, .text(name), .text(test.comparison.rawValue), .text(test.value)
    ) { (row) throws(StoreError) in found.append("\(try row.integer(0))=\(try row.text(1))") }
    return found
  }

  @Test(arguments: StickerTest.Operator.allCases)
  func `many are found wherever they lie among others`(comparison: StickerTest.Operator) throws {
    let values = ["3", "03x", "", "A_b", "a%B\\", "-3", "ü3"]
    let stick = try stick("1.mp3")
    let store = try stick.open()
    defer { store.close() }
    try store.connection.transaction { (_) throws(StoreError) in
      for number in 1...3000 {
        try store.connection.execute(
          """
          INSERT INTO tracks (folder, name, state, sort_key, match_name, size, mtime_ns, added_sequence)
          VALUES (1, CAST('x' || ?1 AS BLOB), 0, CAST('x' || ?1 AS BLOB), '', 1, 1, 1)
          """, .number(number))
        let track = store.connection.lastInsertedRow
        // Side by side, then far from each other, then alone; another one everywhere.
        var names = ["always"]
        if number <= 800 || number > 2500 { names += ["a", "b"] }
        if number > 800, number.isMultiple(of: 50) { names.append("c") }
        for name in names {
          try store.connection.execute(
            "INSERT INTO stickers (type, track, name, value) VALUES ('song', ?1, ?2, ?3)", .integer(track),
            .text(name),
            .text(values[number % 7]))
        }
        // Of what is gone, too.
        if number.isMultiple(of: 90) {
          try store.connection.execute(
            "DELETE FROM stickers WHERE track = ?1 AND name = 'a'", .integer(track))
        }
      }
    }
    for name in ["always", "a", "b", "c", "none"] {
      for (limit, wanted) in [(70, "3"), (300, "_b"), (4000, "a%b\\"), (1000, "")] {
        let test = StickerTest(comparison: comparison, value: wanted)
        var values: [String] = []
        var row: Int64? = 0
        while let after = row {
          let page = try store.people.stickers.findSongs(
            withSticker: name, below: [], after: after, limit: limit, test: test)
          values += page.found.map { "\($0.track)=\($0.value)" }
          row = page.next
        }
        let expected = try found(test, name, by: store)
        #expect(values == expected, "\(name) \(limit) \(wanted)")
      }
    }
    // Longer than SQLite's LIKE takes.
    let long = StickerTest(comparison: comparison, value: String(repeating: "3", count: 2000))
    let page = try store.people.stickers.findSongs(
      withSticker: "always", below: [], after: 0, limit: 4000, test: long)
    #expect(page.found.allSatisfy { long.holds($0.value) })
  }

  @Test(arguments: StickerTest.Operator.allCases)
  func `values are compared as SQLite compares them for MPD`(comparison: StickerTest.Operator) throws {
    let values = [
      "", "Ab", "aB1", " 12x", "-3", "+7", "7", "10", "9", "ümlaut", "ÜMLAUT", "99999999999999999999", "%_",
      "b",
    ]
    let names = values.indices.map { "\($0).mp3" }
    let fixed = try Stick(Dictionary(uniqueKeysWithValues: names.map { ($0, FakeFiles.content(title: $0)) }))
    _ = try bench.mount(fixed.path, isFixed: true)
    for (name, value) in zip(names, values) {
      try expectEqual(change(.song(uri: name), .set(name: "n", value: value)), .success(false))
    }
    let tests = values.map { StickerTest(comparison: comparison, value: $0) }
    let answers = try tests.map {
      try find("n", where: $0).map {
        $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).last
      }
    }
    try bench.unmount(fixed.path)
    let store = try fixed.open()
    defer { store.close() }
    for (test, answer) in zip(tests, answers) {
      let expected = try found(test, "n", by: store).map {
        $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).last
      }
      #expect(answer == expected, "\(comparison) \(test.value)")
    }
  }
}
