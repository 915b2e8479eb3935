import Linux
import Media
import Player
import Support
import Testing

@testable import Library

/// Databases as every version made them, with rows in each of their tables, lead to the newest version whole.
@Suite struct MigrationTests {
  private static let volumeVersions = Array(1...Schema.volume.latest)
  private static let boxVersions = Array(1...Schema.box.latest)

  /// What each version of the volume's schema had that the one before had not.
  private static let volumeRows: [Int: String] = [
    1: """
    INSERT INTO volume (one, identity, name, changes, openings, scans, tracks, sequence)
      VALUES (1, x'000102030405060708090a0b0c0d0e0f', 'Träume', 7, 3, 2, 2, 12);
    INSERT INTO folders (id, parent, path, order_key) VALUES (1, NULL, x'', x''), (2, 1, CAST('a' AS BLOB), x'0161');
    INSERT INTO tracks (id, folder, name, state, sort_key, match_name, size, mtime_ns, added_sequence, added_time,
        problem, format, rate, channels, bits, bit_rate, frames, duration_us, duration_estimated, title, artist, album,
        album_artist, genre, date, disc, track)
      VALUES (1, 2, CAST('1.flac' AS BLOB), 0, x'31', '1.flac', 10, 1, 5, 99, NULL, 1, 44100, 2, 16, 700000, 88200,
          2000000, 0, 'One', 'A' || char(31) || 'B', 'Al', 'AA', 'G', '2003-05-01', 1, 2),
        (2, 2, CAST('gone.flac' AS BLOB), 1, x'32', 'gone.flac', 11, 2, 6, NULL, NULL, 1, 48000, 1, NULL, NULL, NULL,
          NULL, 1, 'Gone', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
        (3, 2, CAST('odd.mp3' AS BLOB), 2, x'33', 'odd.mp3', 12, 3, 7, NULL, 'no sound', NULL, NULL, NULL, NULL, NULL,
          NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
    INSERT INTO carried (one, box, counter, current, position_us) VALUES (1, zeroblob(16), 4, 9, 1500000);
    INSERT INTO carried_queue (place, entry, path, priority) VALUES (1000, 8, CAST('a/1.flac' AS BLOB), 0),
      (2000, 9, CAST('a/gone.flac' AS BLOB), 3);
    """,
    2: "INSERT INTO seek_indexes (track, size, mtime_ns, data) VALUES (1, 10, 1, x'0102030405');",
    3: """
    UPDATE tracks SET reader = 2, disc_total = 2, track_total = 9, compilation = 1, track_gain = -6.5, album_gain = 1.25,
      track_peak = 0.5, album_peak = 1.0, more = '1' || char(31) || 'Composer' WHERE id = 1;
    """,
    4: """
    INSERT INTO songs (rowid, title, artist) VALUES (1, 'One', 'A');
    INSERT INTO paths (rowid, path, name) VALUES (1, 'a/1', '1');
    INSERT INTO trigrams (rowid, text) VALUES (1, 'one');
    INSERT INTO text_index (one, version, unicode) VALUES (1, 0, 'of another time');
    UPDATE tracks SET indexed = 1 WHERE id = 1;
    """,
    5: "INSERT INTO prints (track, print) VALUES (1, -77), (2, 78);",
    6: """
    INSERT INTO chapters (track, number, start_us, end_us, title, performer)
      VALUES (1, 1, 0, 1000000, 'Intro', NULL), (1, 2, 1000000, NULL, NULL, 'P');
    """,
    7: """
    INSERT INTO playlists (id, identity, name, made, changed)
      VALUES (1, x'00112233445566778899aabbccddeeff', 'Träume', 7, NULL), (2, zeroblob(16), 'Empty', NULL, 8);
    INSERT INTO playlist_entries (id, playlist, place, track, volume, path)
      VALUES (1, 1, 200, 2, NULL, NULL), (2, 1, 100, NULL, NULL, CAST('later.mp3' AS BLOB)),
        (3, 1, 300, NULL, x'0f0e0d0c0b0a09080706050403020100', CAST('x.mp3' AS BLOB)), (4, 1, 400, 1, NULL, NULL);
    """,
    8: """
    INSERT INTO personal (track, favourite, rating, colour, notes, plays, skips, last_played)
      VALUES (1, 2, 9, 16711935, 'Schön', 12, 3, 1700000000), (2, NULL, 0, NULL, NULL, NULL, NULL, NULL);
    INSERT INTO cues (track, number, start_us, end_us, kind, name, colour)
      VALUES (1, 1, 1500000, NULL, 'drop', 'Da', 255), (1, 2, 500000, 1500000, 'loop', NULL, NULL);
    INSERT INTO stickers (id, type, track, playlist, subject, name, value)
      VALUES (1, 'song', 2, NULL, NULL, 'mood', 'calm'), (2, 'playlist', NULL, 1, NULL, 'mood', 'wild'),
        (3, 'Artist', NULL, NULL, 'A', 'mood', '7');
    INSERT INTO analysis (track, size, mtime_ns, version, tempo, key, waveform)
      VALUES (1, 10, 1, 1, 127.5, '8A', x'0102');
    """,
    9: """
    INSERT INTO playlist_folders (id, identity, name) VALUES (3, x'a0112233445566778899aabbccddeeff', 'Evenings');
    UPDATE playlists SET notes = 'loud', colour = 16711680, tempo = 128.5, template = '{Album}', folder = 3, slot = 2,
      extra = '{}' WHERE id = 1;
    INSERT INTO playlist_covers (playlist, data) VALUES (1, x'ffd8ff00');
    UPDATE playlist_entries SET start_us = 1500000, end_us = 9000000, gain = -3.5, crossfade_us = 4000000,
      notes = 'here', extra = '{}' WHERE id = 2;
    UPDATE carried_queue SET start_us = 1500000, end_us = 9000000, gain = -3.5, crossfade_us = 4000000 WHERE entry = 8;
    """,
    10: """
    INSERT INTO playlist_files (folder, name) VALUES (1, CAST('x.m3u' AS BLOB));
    INSERT INTO imports (playlist, step, state) VALUES (x'00112233445566778899aabbccddeeff', 3, '0 2');
    INSERT INTO shared (playlist, key, own, other)
      VALUES (x'00112233445566778899aabbccddeeff', 'a', x'01', x'02');
    INSERT INTO backups (one, made, changes) VALUES (1, 1795227888, 7);
    """,
    11: """
    INSERT INTO heard (track, playings, listened_us, offered_us, seeks_to_end, last_skipped, played_sequence,
        played_clock, affinity)
      VALUES (1, 15, 900000000, 1500000000, 2, 1700000000, 7, 86400, 3.5), (2, 1, 0, 0, 0, NULL, NULL, NULL, -1.0);
    INSERT INTO listening (sequence, playing, track, time, heard_us, played, skipped, sought_end, over)
      VALUES (7, -12345, 1, 1700000000, 60000000, 1, 0, 0, 1), (8, 9, 2, NULL, 1000, 0, 1, 0, 0);
    INSERT INTO listening_clock (one, seconds, wall) VALUES (1, 90000, 1700000000);
    INSERT INTO folder_positions (folder, resumes, track, position_us, at_end, sequence, changed)
      VALUES (1, NULL, 1, 5000000, 0, 3, NULL), (2, 1, NULL, 0, 0, 0, 1700000000);
    """,
    12: "UPDATE folders SET digest = x'00112233445566778899aabbccddeeff' WHERE id = 2;",
    13: "UPDATE backups SET elsewhere = 1; INSERT INTO pending_restore (one, tries) VALUES (1, 4);",
  ]

  private static let boxRows: [Int: String] = [
    1: """
    INSERT INTO box (one, identity, counter, sequence, queue_version, next_entry, current, position_us, position_hint,
        transport)
      VALUES (1, x'0f0e0d0c0b0a09080706050403020100', 5, 6, 7, 12, 11, 3000000, x'0102', 'pause');
    INSERT INTO volumes (id, identity, name, fingerprint, counter_seen)
      VALUES (1, x'000102030405060708090a0b0c0d0e0f', 'Träume', x'aa', 4), (2, zeroblob(16), 'Other', NULL, 0);
    INSERT INTO queue (place, entry, volume, path, priority) VALUES (100, 10, 1, CAST('a/1.flac' AS BLOB), 0),
      (200, 11, 2, CAST('x.mp3' AS BLOB), 9);
    INSERT INTO play_order (place, entry) VALUES (1, 11), (2, 10);
    INSERT INTO settings (name, value) VALUES ('volume', 42), ('random', 1);
    """,
    2: "UPDATE box SET playing = -77, heard_us = 1500000, sought_end = 1",
    3: """
    UPDATE queue SET start_us = 1500000, end_us = 9000000, gain = -3.5, crossfade_us = 4000000 WHERE entry = 11;
    INSERT INTO presets (number, playlist, name) VALUES (3, x'00112233445566778899aabbccddeeff', 'Träume');
    """,
    4: """
    INSERT INTO volume_marks (volume, number, place, folder, look)
      VALUES (1, 1, CAST('/music' AS BLOB), CAST('12 3' AS BLOB), NULL), (2, 0, NULL, CAST('99 0' AS BLOB), x'aa');
    """,
    5: #"UPDATE queue SET told = '{"title":"Eins"}' WHERE entry = 10"#,
    6: "INSERT INTO imports (place, volume, step) VALUES (0, 1, 77), (0, 2, 77), (1, 2, 7);",
  ]

  private func sqlite(_ path: String, _ sql: String) throws -> String {
    let result = try ChildProcess.run(["sqlite3", "-batch", path, sql])
    try #require(result.status == 0, "\(result.output)")
    return result.output
  }

  /// Makes `name` in `folder`, empty, by the migrations up to `version`.
  private func migrate(_ name: String, in folder: String, _ schema: Schema, to version: Int) throws -> String
  {
    let old = Schema(
      applicationID: schema.applicationID, setApplicationID: schema.setApplicationID,
      migrations: Array(schema.migrations.prefix(version)))
    var place = try DatabaseFolder(trusted: Array(folder.utf8))
    try place.openDatabase(name, schema: old).close()
    return "\(folder)/\(name)"
  }

  /// The same with rows in all of its tables.
  private func make(
    _ name: String, in folder: String, _ schema: Schema, _ version: Int, _ rows: [Int: String]
  )
    throws -> String
  {
    let path = try migrate(name, in: folder, schema, to: version)
    let filling = try (1...version).map { number in
      try #require(rows[number], "give the rows of version \(number) here")
    }
    _ = try sqlite(path, filling.filter { !$0.isEmpty }.joined(separator: ";\n"))
    #expect(try sqlite(path, "PRAGMA user_version") == "\(version)\n")
    let empty = try shape(path).keys.filter { $0 != "words" }.sorted().map {
      "SELECT '\($0)' WHERE NOT EXISTS (SELECT 1 FROM \($0))"
    }
    #expect(try sqlite(path, empty.joined(separator: ";")) == "", "tables without a row")
    return path
  }

  /// The tables that a person would name, not those that FTS5 keeps for itself, each with its columns.
  private func shape(_ path: String) throws -> [String: [String]] {
    let columns = """
      SELECT tables.name, columns.name FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
        WHERE tables.schema = 'main' AND tables.type IN ('table', 'virtual') ORDER BY tables.name, columns.cid
      """
    var shape: [String: [String]] = [:]
    for line in try sqlite(path, columns).split(separator: "\n") where !line.hasPrefix("sqlite_") {
      let names = line.split(separator: "|").map(String.init)
      shape[names[0], default: []].append(names[1])
    }
    try #require(!shape.isEmpty)
    return shape
  }

  /// Every table's values in every row, of the columns that it has in `shape`. Text indexes give back only whose entries
  /// they have. One program tells all: there are thousands of cuts.
  private func content(_ path: String, of shape: [String: [String]]) throws -> String {
    let questions = shape.sorted { $0.key < $1.key }.compactMap { table, columns -> String? in
      let isText = ["songs", "paths", "trigrams", "words"].contains(table)
      let isIndex = isText || table == "text_index"
      // What the text indexes say is made anew for another version of their texts.
      if isIndex { return nil }
      let list = columns.filter { !["indexed", "openings"].contains($0) }
      let quoted = list.map { "quote(\($0))" }.joined(separator: ",")
      return "SELECT '\(table)'; SELECT \(quoted) FROM \(table) ORDER BY \(quoted);"
    }
    return try sqlite(path, questions.joined())
  }

  @Test(arguments: [Schema.volume, .box])
  func `a new database holds what the migrations make of an empty one`(
    _ schema: Schema
  ) throws {
    let folder = try TemporaryFolder()
    let migrated = try migrate("migrated.sqlite", in: folder.path, schema, to: schema.latest)
    var place = try DatabaseFolder(trusted: Array(folder.path.utf8))
    try place.openDatabase("made.sqlite", schema: schema).close()
    let made = "\(folder.path)/made.sqlite"
    func dump(_ path: String) throws -> [Substring] {
      try sqlite(path, ".dump").split(separator: "\n").sorted()
    }
    #expect(try dump(made) == dump(migrated))
    for pragma in ["user_version", "application_id", "page_size", "journal_mode", "encoding", "auto_vacuum"] {
      #expect(try sqlite(made, "PRAGMA \(pragma)") == sqlite(migrated, "PRAGMA \(pragma)"))
    }
  }

  // MARK: Volumes

  private func used(_ version: Int) throws -> (Stick, [String: [String]], String) {
    let stick = try Stick()
    _ = Files.makeFolder("\(stick.path)/.jukebox")
    let path = try make(
      "library.sqlite", in: "\(stick.path)/.jukebox", .volume, version, Self.volumeRows)
    let shape = try shape(path)
    // One that is pending does not outlast the first opening.
    if shape["pending_restore"] != nil { _ = try sqlite(path, "DELETE FROM pending_restore") }
    return (stick, shape, try content(path, of: shape))
  }

  private static let identity = VolumeID(high: 0x0001_0203_0405_0607, low: 0x0809_0a0b_0c0d_0e0f)

  private func expectWhole(_ store: VolumeStore, version: Int) throws {
    #expect(store.identity == Self.identity && store.name == "Träume")
    let track = try #require(try store.tracks(at: [Array("a/1.flac".utf8)]).first ?? nil)
    #expect(track.details.title == "One" && track.details.artists == ["A", "B"])
    #expect(track.details.date == "2003-05-01" && track.details.duration == .seconds(2))
    if version >= 3 { #expect(track.details.trackTotal == 9 && track.details.loudness.trackGain == -6.5) }
    #expect(try store.seekIndex(at: Array("a/1.flac".utf8)) == (version >= 2 ? [1, 2, 3, 4, 5] : nil))
    #expect(try store.print(ofRow: 1) == (version >= 5 ? -77 : nil))
    let chapters = try store.chapters(at: Array("a/1.flac".utf8))
    #expect(chapters?.map(\.title) == (version >= 6 ? ["Intro", nil] : []))
    #expect(try store.playlists().map(\.name) == (version >= 7 ? ["Träume", "Empty"] : []))
    let entries = try store.entries(ofPlaylist: "Träume", after: nil, skipping: 0, limit: 10)
    let paths = ["later.mp3", "a/gone.flac", "x.mp3", "a/1.flac"].map { Array($0.utf8) }
    #expect(entries?.tracks.map(\.path) == (version >= 7 ? paths : nil))
    var kept = PersonalValues()
    if version >= 8 {
      (kept.liking, kept.rating, kept.colour, kept.notes) = (.favourite, 9, 0xFF_00FF, "Schön")
      (kept.plays, kept.skips, kept.lastPlayed) = (12, 3, 1_700_000_000)
    }
    #expect(try store.personal(at: Array("a/1.flac".utf8)) == kept)
    #expect(try store.personal(at: Array("a/gone.flac".utf8))?.rating == (version >= 8 ? 0 : nil))
    let playlist = try store.playlists().first
    #expect(
      playlist?.colour == (version >= 9 ? 0xFF0000 : nil)
        && playlist?.hasCover == (version >= 9 ? true : version >= 7 ? false : nil))
    #expect(
      playlist?.folder == (version >= 9 ? "Evenings" : nil) && playlist?.slot == (version >= 9 ? 2 : nil))
    let excerpt = Excerpt(start: .milliseconds(1500), end: .seconds(9), gain: -3.5, crossfade: .seconds(4))
    #expect(entries?.entries.first?.excerpt == (version >= 9 ? excerpt : version >= 7 ? .whole : nil))
    let carried = try #require(try store.carried())
    #expect(carried.entries.map(\.path) == [Array("a/1.flac".utf8), Array("a/gone.flac".utf8)])
    #expect(carried.entries.map(\.excerpt) == [version >= 9 ? excerpt : .whole, .whole])
    #expect(carried.current == EntryID(rawValue: 9) && carried.position == .milliseconds(1500))
    while try store.indexNext(limit: 100).isLeft {}
    #expect(
      try store.lookup(LookupWords("one"), limit: 10).map(\.track.reference.path) == [Array("a/1.flac".utf8)])
  }

  @Test(arguments: volumeVersions) func `a volume's database of each version keeps every row`(_ version: Int)
    throws
  {
    let (stick, shape, before) = try used(version)
    let store = try stick.open()
    #expect(store.notes == [])
    try store.quickCheck()
    try expectWhole(store, version: version)
    store.close()
    #expect(try sqlite(stick.database, "PRAGMA user_version") == "\(Schema.volume.latest)\n")
    #expect(try content(stick.database, of: shape) == before)
    #expect(try sqlite(stick.database, "PRAGMA integrity_check") == "ok\n")
    #expect(Files.list("\(stick.path)/.jukebox") == ["library.sqlite"])
  }

  @Test(arguments: [
    ("1, 1795227888, 7", "1795227888|7|0", ""), ("1, -1795227888, 7", "1795227888|7|1", ""),
    ("1, -1, 7", "|7|1", ""), ("1, NULL, 7", "|7|0", ""), ("1, NULL, -3", "", "1|3"),
    ("1, NULL, -9223372036854775808", "", "1|5"),
    ("1, -9223372036854775808, 7", "9223372036854775807|7|1", ""),
  ])
  func `numbers below 0 that stood for something else get columns of their own`(
    row: String, backup: String, pending: String
  ) throws {
    let stick = try Stick()
    _ = Files.makeFolder("\(stick.path)/.jukebox")
    let path = try make("library.sqlite", in: "\(stick.path)/.jukebox", .volume, 12, Self.volumeRows)
    _ = try sqlite(path, "INSERT OR REPLACE INTO backups (one, made, changes) VALUES (\(row))")
    var place = try DatabaseFolder(trusted: Array("\(stick.path)/.jukebox".utf8))
    try place.openDatabase("library.sqlite", schema: .volume).close()
    #expect(
      try sqlite(path, "SELECT made, changes, elsewhere FROM backups")
        == (backup.isEmpty ? "" : backup + "\n"))
    #expect(
      try sqlite(path, "SELECT one, tries FROM pending_restore") == (pending.isEmpty ? "" : pending + "\n"))
  }

  @Test(arguments: volumeVersions) func `a migration that a power cut ends leads on from either side of it`(
    _ version: Int
  ) throws {
    let (stick, shape, before) = try used(version)
    // The log holds the migration alone; closing would bring it into the database.
    let whole = try #require(Files.read(stick.database))
    let store = try stick.open()
    let log = try #require(Files.read("\(stick.database)-wal"))
    store.close()
    // Behind its header, a log is frames of a page each: cut between them, and within one.
    var lengths = Array(stride(from: 32, through: log.count, by: 24 + 4096))
    lengths += [0, 17, log.count / 2, max(0, log.count - 5)]
    for length in lengths {
      let cut = try Stick()
      cut.write(".jukebox/library.sqlite", whole)
      cut.write(".jukebox/library.sqlite-wal", Array(log.prefix(length)))
      let store = try cut.open()
      #expect(store.notes == [], "cut at \(length)")
      try expectWhole(store, version: version)
      store.close()
      #expect(try content(cut.database, of: shape) == before, "cut at \(length)")
    }
  }

  @Test(arguments: volumeVersions)
  func `on a volume that takes no writes a copy is migrated, and the volume's stays`(
    _ version: Int
  ) throws {
    let (stick, _, _) = try used(version)
    let bytes = Files.read(stick.database)
    let box = try TemporaryFolder()
    let state = try StateFolder(in: Array(box.path.utf8))
    for _ in 0..<2 {
      let store = try stick.open(isReadOnly: true, state: state)
      #expect(store.isCopy)
      try expectWhole(store, version: version)
      store.close()
    }
    #expect(Files.read(stick.database) == bytes)
    // Without a place for the copy it is not used at all.
    let error = #expect(throws: StoreError.self) { try stick.open(isReadOnly: true) }
    #expect(error?.kind == .unwritable)
    #expect(Files.read(stick.database) == bytes && Files.list("\(stick.path)/.jukebox") == ["library.sqlite"])
  }

  // MARK: The box

  @Test(arguments: boxVersions) func `the box's database of each version keeps every row`(_ version: Int)
    throws
  {
    let folder = try TemporaryFolder()
    let path = try make("box.sqlite", in: folder.path, .box, version, Self.boxRows)
    let shape = try shape(path)
    let before = try content(path, of: shape)
    var state = BoxState()
    let database = try BoxDatabase(folder: Array(folder.path.utf8), state: &state)
    #expect(state.saved.entries.map(\.id.rawValue) == [10, 11])
    let excerpt = Excerpt(start: .milliseconds(1500), end: .seconds(9), gain: -3.5, crossfade: .seconds(4))
    #expect(state.saved.entries.map(\.excerpt) == [.whole, version >= 3 ? excerpt : .whole])
    let numbers: [Int64] = [77, 7]
    #expect(state.imports.steps.map(\.number) == (version >= 6 ? numbers : []))
    #expect(state.imports.steps.map(\.volumes.count) == (version >= 6 ? [2, 1] : []))
    #expect(state.saved.entries.map(\.told) == [version >= 5 ? [ToldValue(.title, "Eins")] : [], []])
    database.close()
    #expect(try sqlite(path, "PRAGMA user_version") == "\(Schema.box.latest)\n")
    #expect(try content(path, of: shape) == before)
    #expect(Files.list(folder.path).filter { $0.contains("foreign") || $0.contains("corrupt") } == [])
  }
}
