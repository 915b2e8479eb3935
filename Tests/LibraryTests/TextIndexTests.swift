import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Rows and text indexes say the same, whatever happens.
@Suite struct TextIndexTests {
  private static let vocabulary = [
    "moon", "river", "Zürich", "Ærø", "żółw", "blue", "Bluebird", "straße", "STRASSE", "ночь", "夜", "夜想曲",
    "x", "no", "one",
  ]

  private func file(_ name: String, _ dice: inout SystemRandomNumberGenerator) -> ScanBatch.File {
    func words(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &dice)).map { _ in
        Self.vocabulary.randomElement(using: &dice) ?? ""
      }.joined(separator: " ")
    }
    guard Int.random(in: 0..<12, using: &dice) > 0 else {
      return ScanBatch.File(
        folder: Array("f".utf8), name: Array(name.utf8), sizeBytes: 1, modifiedNanoseconds: 1,
        content: .unreadable("broken"), isNew: Bool.random(using: &dice))
    }
    var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
    let title = words(3)
    details.title = title.isEmpty ? nil : title
    details.artists = [words(2), words(1)].filter { !$0.isEmpty }
    details.genres = [words(1)].filter { !$0.isEmpty }
    details.track = Bool.random(using: &dice) ? Int.random(in: 1...200, using: &dice) : nil
    let composer = words(1)
    if !composer.isEmpty { details.more = [.init(.composer, composer), .init(.musicBrainzTrack, "0a1b")] }
    return ScanBatch.File(
      folder: Array((Bool.random(using: &dice) ? "f" : "g/h").utf8), name: Array(name.utf8), sizeBytes: 1,
      modifiedNanoseconds: 1, content: .details(details),
      // A name that a file system lists twice is new twice.
      isNew: Bool.random(using: &dice))
  }

  @Test func `every value of a row is in its text once, folded, and numbers are where a part of them can be`()
    throws
  {
    let store = try Stick().open()
    var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
    details.title = "Straße \u{F714}"
    details.artists = ["Zoë", "MOON"]
    details.albumArtists = details.artists
    details.genres = ["Jazz"]
    details.date = "1999"
    (details.disc, details.track) = (12, 345)
    details.more = [.init(.composer, "A"), .init(.composer, "B"), .init(.musicBrainzTrack, "0a1b")]
    var side = TrackDetails(format: .flac, rate: 44_100, channels: 2)
    side.track = TrackNumber.value(of: "A12".utf8)
    var batch = ScanBatch()
    batch.files = [
      ScanBatch.File(
        folder: Array("F/G".utf8), name: Array("01.x y.flac".utf8), sizeBytes: 1, modifiedNanoseconds: 1,
        content: .details(details), isNew: true),
      ScanBatch.File(
        folder: [], name: Array(".flac".utf8), sizeBytes: 1, modifiedNanoseconds: 1,
        content: .details(side), isNew: true),
    ]
    try store.batches.apply(batch, wallClock: nil)
    var texts: [SearchText] = []
    try store.connection.forEach(
      """
      SELECT title, artist, album, album_artist, genre, date, disc, track, more, name, path
      FROM tracks t JOIN folders f ON f.id = t.folder ORDER BY t.id
      """
    ) { (row) throws(StoreError) in
      texts.append(try SearchText(row, from: 0, more: try row.moreTags(8)))
    }
    #expect(texts.map(\.folded) == ["strasse \u{F714} zoe moon jazz 1999 345 a b", "a12"])
    expectEqual(texts.map(\.path), ["f g 01 x y", "flac"])
    #expect(texts[0].title == "strasse" && texts[0].composer == "a b" && texts[0].artist == "zoe moon")
    store.close()
  }

  private func tracks(_ store: VolumeStore) throws -> [Track] {
    try store.tree.tree(below: [], after: nil, limit: 10_000, withFolders: false).items.compactMap {
      if case .track(let track) = $0 { track } else { nil }
    }
  }

  private func texts(_ track: Track) -> [String] {
    let details = track.details
    return [details.title].compactMap { $0 } + details.artists + details.genres + details.more.map(\.text)
      + [details.track.map { TrackNumber.text(of: $0) }].compactMap { $0 }
  }

  /// Parts of tags and beginnings of words, by the indexes and by a look at every row.
  private func compare(_ store: VolumeStore, isFull: Bool) throws {
    let all = try tracks(store)
    let needles =
      Self.vocabulary + ["oon", "rass", "üri", "lue", "想", "想曲", "夜想曲", "100", "river moon", "ЧЬ", "ue mo"]
    for needle in needles {
      let folded = SearchText.folded(needle)
      func holds(_ track: Track) -> Bool { texts(track).contains { SearchText.folded($0).contains(folded) } }
      let expected = all.filter(holds)
      for folder in ["", "f", "g"] {
        let found = try store.tree.select(
          at: Array(folder.utf8), mayBeTrack: false, holding: needle, after: nil, limit: 10_000, prefix: "",
          transform: { track, _ in holds(track) ? track : nil })
        let below = expected.filter {
          folder.isEmpty || $0.reference.path.starts(with: Array("\(folder)/".utf8))
        }
        #expect(found?.values ?? [] == below, "\(needle) below \(folder)")
      }
    }
    guard isFull else { return }
    for word in ["moo", "zur", "blue", "ноч", "夜", "one"] {
      let folded = SearchText.folded(word)
      let expected = all.filter { track in
        texts(track).dropLast(track.details.track == nil ? 0 : 1).contains { text in
          SearchText.folded(text).split(separator: " ").contains { $0.hasPrefix(folded) }
        }
      }
      let found = try store.search.lookup(LookupWords(word), limit: 1000).map(\.track.reference)
      #expect(Set(found) == Set(expected.map(\.reference)) && found.count == expected.count, "\(word)")
    }
  }

  @Test func `the indexes agree with the rows after any changes`() throws {
    var dice = SystemRandomNumberGenerator()
    let stick = try Stick()
    var store = try stick.open()
    var merges = 0
    for round in 0..<60 {
      var batch = ScanBatch()
      batch.files = (0..<Int.random(in: 1...8, using: &dice)).map { _ in
        file("\(Int.random(in: 1...40, using: &dice)).flac", &dice)
      }
      let ids = try store.batches.apply(batch, wallClock: nil).rows
      if round % 5 == 2 {
        // Some vanish, and some of them come back.
        let gone = Set(ids.prefix(3))
        _ = try store.vanished.sweep([]) { !gone.contains($0) }
        var back = ScanBatch()
        back.returned = Array(gone.prefix(1))
        try store.batches.apply(back, wallClock: nil)
      }
      if round % 4 == 1 {
        // One is found elsewhere, with other tags; another is gone by itself.
        var moved = ScanBatch()
        moved.files = [file("moved \(round).flac", &dice)]
        let new = try store.batches.apply(moved, wallClock: nil).rows[0]
        try store.move(ids[0], toFileOf: new)
        _ = try store.vanished.sweepFile(Array("f/\(round).flac".utf8)) { _ in false }
      }
      // Now and then the indexing is cut short.
      let isFull = round % 3 > 0
      _ = try store.textIndex.takeNext(limit: isFull ? 1000 : 2)
      if round % 7 == 6 {
        merges += try store.textIndex.merge() ? 1 : 0
        while try store.textIndex.merge() {}
      }
      try compare(store, isFull: isFull)
      if round % 10 == 9 {
        store.close()
        store = try stick.open()
      }
    }
    #expect(try tracks(store).count > 10)
    #expect(merges > 0)
    store.close()
  }

  @Test func `a transaction that does not come to be leaves rows and indexes as they were`() throws {
    let stick = try Stick()
    let store = try stick.open()
    var dice = SystemRandomNumberGenerator()
    var batch = ScanBatch()
    batch.files = (1...20).map { file("\($0).flac", &dice) }
    try store.batches.apply(batch, wallClock: nil)
    while try store.textIndex.takeNext(limit: 7).isLeft {}
    #expect(throws: StoreError.self) {
      try store.connection.transaction { (_) throws(StoreError) in
        for id in Int64(1)...10 {
          try store.textIndex.remove(id)
          try store.connection.execute("UPDATE tracks SET state = 1 WHERE id = ?1", .integer(id))
        }
        throw StoreError(.other, "cut", path: "")
      }
    }
    try compare(store, isFull: true)
    store.close()
  }

  private func played() throws -> (Bench, Stick, VolumeInfo) {
    let stick = try Stick([
      "1.flac": FakeFiles.content(title: "Moon", artist: "Anna"),
      "2.flac": FakeFiles.content(title: "River", artist: "Bernd"),
    ])
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.indexed(info.id)
    return (bench, stick, info)
  }

  private func titles(_ text: String, _ bench: Bench) throws -> [String?] {
    try bench.answer { (done: @escaping (LookupPage) -> Void) in
      bench.library.search.lookup(text, limit: 50, completion: done)
    }.tracks.map(\.track.details.title)
  }

  /// Whether the rows stayed is told by when they were first met.
  private func damaged(_ damage: String, finds isFound: Bool, keepsRows: Bool) throws {
    let (bench, stick, info) = try played()
    try bench.unmount(stick.path)
    try stick.sql("UPDATE tracks SET added_sequence = 77")
    try stick.sql(damage)
    try expectEqual(bench.mount(stick.path, isFixed: true).id, info.id)
    // The first question may find out, and so may the first change.
    _ = try titles("moon", bench)
    stick.write("1.flac", FakeFiles.content(title: "Moonlight", artist: "Anna"))
    stick.write("3.flac", FakeFiles.content(title: "Moon"))
    try bench.scan()
    for (text, found) in [("moon", ["Moon", "Moonlight"]), ("anna", ["Moonlight"]), ("river", ["River"])] {
      try bench.wait {
        let titles = (try? titles(text, bench)) ?? []
        return !isFound || Set(titles) == Set(found) ? () : nil
      }
    }
    try bench.unmount(stick.path)
    let store = try stick.open()
    let kept = try store.connection.first("SELECT count(*) FROM tracks WHERE added_sequence = 77") {
      (row) throws(StoreError) in try row.integer(0)
    }
    #expect(kept == (keepsRows ? 2 : 0), "\(bench.warnings)")
    expectEqual(store.identity, info.id)
    store.close()
  }

  @Test(arguments: [
    "UPDATE songs_data SET block = x'00'", "UPDATE songs_data SET block = zeroblob(100000)",
  ])
  func `broken indexes are made again, and the rows stay`(damage: String) throws {
    try damaged(damage, finds: true, keepsRows: true)
  }

  @Test(arguments: [
    "UPDATE songs_data SET block = x'ffffffffffffffffffffffffffffffffffffffff'",
    "DELETE FROM songs_data", "UPDATE songs_config SET v = 99 WHERE k = 'version'",
    "DELETE FROM trigrams_data; DELETE FROM paths_data",
  ])
  func `the database is made again if the indexes cannot even be emptied`(damage: String) throws {
    try damaged(damage, finds: true, keepsRows: false)
  }

  @Test(arguments: [
    "UPDATE songs_idx SET pgno = 77777", "DELETE FROM songs_docsize",
    "INSERT OR REPLACE INTO songs_config VALUES ('pgsz', 1e300), ('hashsize', -5), ('rank', 'snippet(1)')",
    "UPDATE songs_docsize SET sz = x'ffffffffffffffffffffffffffffff'",
  ])
  func `damage that SQLite doesn't notice ends nothing`(damage: String) throws {
    try damaged(damage, finds: false, keepsRows: true)
  }

  @Test func `indexes of another version are made again`() throws {
    let (bench, stick, info) = try played()
    try bench.unmount(stick.path)
    try stick.sql("UPDATE text_index SET version = 99")
    _ = try bench.mount(stick.path, isFixed: true)
    try bench.indexed(info.id)
    try expectEqual(titles("moon", bench), ["Moon"])
    expectEqual(bench.warnings, [])
  }
}
