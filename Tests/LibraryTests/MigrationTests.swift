import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// A database in use that a later version of the program migrates keeps every row. The later version is a fixture.
@Suite struct MigrationTests {
  /// Rows in all tables of a volume.
  private static let volumeRows = #"""
    INSERT INTO volume (one, identity, name, changes, scans, tracks, sequence)
      VALUES (1, x'000102030405060708090a0b0c0d0e0f', 'Träume', 7, 2, 2, 12);
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
    INSERT INTO seek_indexes (track, size, mtime_ns, data) VALUES (1, 10, 1, x'0102030405');
    UPDATE tracks SET reader = 2, disc_total = 2, track_total = 9, compilation = 1, track_gain = -6.5, album_gain = 1.25,
      track_peak = 0.5, album_peak = 1.0, more = '1' || char(31) || 'Composer' WHERE id = 1;
    INSERT INTO songs (rowid, title, artist) VALUES (1, 'One', 'A');
    INSERT INTO paths (rowid, path, name) VALUES (1, 'a/1', '1');
    INSERT INTO trigrams (rowid, text) VALUES (1, 'one');
    INSERT INTO text_index (one, version, unicode) VALUES (1, 0, 'of another time');
    UPDATE tracks SET indexed = 1 WHERE id = 1;
    INSERT INTO prints (track, print) VALUES (1, -77), (2, 78);
    INSERT INTO unreconciled (track, is_new, former, other_sound) VALUES (1, 0, 79, 1), (3, 1, NULL, 0);
    INSERT INTO chapters (track, number, start_us, end_us, title, performer)
      VALUES (1, 1, 0, 1000000, 'Intro', NULL), (1, 2, 1000000, NULL, NULL, 'P');
    INSERT INTO playlists (id, identity, name, made, changed)
      VALUES (1, x'00112233445566778899aabbccddeeff', 'Träume', 7, NULL), (2, zeroblob(16), 'Empty', NULL, 8);
    INSERT INTO playlist_entries (id, playlist, place, track, volume, path)
      VALUES (1, 1, 200, 2, NULL, NULL), (2, 1, 100, NULL, NULL, CAST('later.mp3' AS BLOB)),
        (3, 1, 300, NULL, x'0f0e0d0c0b0a09080706050403020100', CAST('x.mp3' AS BLOB)), (4, 1, 400, 1, NULL, NULL);
    INSERT INTO personal (track, favourite, rating, colour, notes, plays, skips, last_played)
      VALUES (1, 2, 9, 16711935, 'Schön', 12, 3, 1700000000), (2, NULL, 0, NULL, NULL, NULL, NULL, NULL);
    INSERT INTO cues (track, number, start_us, end_us, kind, name, colour)
      VALUES (1, 1, 1500000, NULL, 'drop', 'Da', 255), (1, 2, 500000, 1500000, 'loop', NULL, NULL);
    INSERT INTO stickers (id, type, track, playlist, subject, name, value)
      VALUES (1, 'song', 2, NULL, NULL, 'mood', 'calm'), (2, 'playlist', NULL, 1, NULL, 'mood', 'wild'),
        (3, 'Artist', NULL, NULL, 'A', 'mood', '7');
    INSERT INTO playlist_folders (id, identity, name) VALUES (3, x'a0112233445566778899aabbccddeeff', 'Evenings');
    UPDATE playlists SET notes = 'loud', colour = 16711680, tempo = 128.5, template = '{Album}', folder = 3, slot = 2,
      extra = '{}' WHERE id = 1;
    INSERT INTO playlist_covers (playlist, data) VALUES (1, x'ffd8ff00');
    INSERT INTO feeds (playlist, url, checked, problem) VALUES (1, 'http://a/f', 5, 'gone');
    INSERT INTO episodes (playlist, identity, url, plays) VALUES (1, 'one', 'http://a/1.mp3', 2);
    INSERT INTO episode_files (playlist, identity, path) VALUES (1, 'one', CAST('Podcasts/1.mp3' AS BLOB));
    UPDATE playlist_entries SET start_us = 1500000, end_us = 9000000, gain = -3.5, crossfade_us = 4000000,
      notes = 'here', extra = '{}' WHERE id = 2;
    UPDATE carried_queue SET start_us = 1500000, end_us = 9000000, gain = -3.5, crossfade_us = 4000000 WHERE entry = 8;
    INSERT INTO playlist_files (folder, name) VALUES (1, CAST('x.m3u' AS BLOB));
    INSERT INTO pads (track, removed, name, folder, place, presses, volume, boost, speed, loops, bass, mid, treble, colour,
        favourite, start_us, end_us, delay_us, mode, pad_group, duck)
      VALUES (1, 0, 'Ding', NULL, 3, 2, 0.5, 1.0, 1.0, 0, 0.0, 0.0, 0.0, 255, 1, 0, NULL, 0, 'once', '', 6.0);
    INSERT INTO pad_folders (name, place, colour) VALUES ('Animals', 1, 255);
    INSERT INTO cards (number, name, playlist, folder, track, again, away, play_order, volume)
      VALUES ('1', 'Rot', 1, NULL, NULL, 'next', 'keep', 'shuffle', 40), ('2', NULL, NULL, CAST('a' AS BLOB), NULL, NULL,
        NULL, NULL, NULL), ('3', NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL);
    INSERT INTO folder_rules (path, included) VALUES (CAST('a/Speech' AS BLOB), 0);
    INSERT INTO analyses (track, version, tag_bpm, found_bpm, found_key, loudness, bpm, music_key)
      VALUES (1, 1, 99.0, 120.0, 5, -14.0, 60.0, 5);
    INSERT INTO former_tags (track, print, tags) VALUES (1, 7, x'4b415254495354004c6f7374');
    INSERT INTO said_analyses (track, bpm, music_key) VALUES (1, 60.0, NULL);
    INSERT INTO shared (playlist, key, own, other)
      VALUES (x'00112233445566778899aabbccddeeff', 'a', x'01', x'02');
    INSERT INTO backups (one, made, changes) VALUES (1, 1795227888, 7);
    INSERT INTO heard (track, playings, listened_us, offered_us, seeks_to_end, last_skipped, played_sequence,
        played_clock, affinity)
      VALUES (1, 15, 900000000, 1500000000, 2, 1700000000, 7, 86400, 3.5), (2, 1, 0, 0, 0, NULL, NULL, NULL, -1.0);
    INSERT INTO listening (sequence, playing, track, time, heard_us, played, skipped, sought_end, over)
      VALUES (7, -12345, 1, 1700000000, 60000000, 1, 0, 0, 1), (8, 9, 2, NULL, 1000, 0, 1, 0, 0);
    INSERT INTO listening_clock (one, seconds, wall) VALUES (1, 90000, 1700000000);
    INSERT INTO folder_positions (folder, resumes, track, position_us, at_end, sequence, changed)
      VALUES (1, NULL, 1, 5000000, 0, 3, NULL), (2, 1, NULL, 0, 0, 0, 1700000000);
    UPDATE folders SET digest = x'00112233445566778899aabbccddeeff' WHERE id = 2;
    UPDATE backups SET elsewhere = 1; INSERT INTO pending_restore (one, tries) VALUES (1, 4);
    """#

  /// Rows in all tables of the box.
  private static let boxRows = #"""
    INSERT INTO box (one, identity, counter, sequence, queue_version, next_entry, current, position_us, position_hint,
        transport)
      VALUES (1, x'0f0e0d0c0b0a09080706050403020100', 5, 6, 7, 12, 11, 3000000, x'0102', 'pause');
    INSERT INTO volumes (id, identity, name, fingerprint, counter_seen)
      VALUES (1, x'000102030405060708090a0b0c0d0e0f', 'Träume', x'aa', 4), (2, zeroblob(16), 'Other', NULL, 0);
    INSERT INTO queue (place, entry, volume, path, priority) VALUES (100, 10, 1, CAST('a/1.flac' AS BLOB), 0),
      (200, 11, 2, CAST('x.mp3' AS BLOB), 9);
    INSERT INTO play_order (place, entry) VALUES (1, 11), (2, 10);
    INSERT INTO settings (name, value) VALUES ('volume', 42), ('random', 1);
    UPDATE box SET playing = -77, heard_us = 1500000, sought_end = 1;
    UPDATE queue SET start_us = 1500000, end_us = 9000000, gain = -3.5, crossfade_us = 4000000 WHERE entry = 11;
    INSERT INTO presets (number, playlist, name) VALUES (3, x'00112233445566778899aabbccddeeff', 'Träume');
    UPDATE queue SET told = '{"title":"Eins"}' WHERE entry = 10;
    """#

  private func sqlite(_ path: String, _ sql: String) throws -> String {
    let result = try ChildProcess.run(["sqlite3", "-batch", path, sql])
    try #require(result.status == 0, "\(result.output)")
    return result.output
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
  /// they have.
  private func content(_ path: String, of shape: [String: [String]]) throws -> String {
    let questions = shape.sorted { $0.key < $1.key }.compactMap { table, columns -> String? in
      let isText = ["songs", "paths", "trigrams", "words"].contains(table)
      let isIndex = isText || table == "text_index"
      // What the text indexes say is made anew for another version of their texts.
      if isIndex { return nil }
      let list = columns.filter { $0 != "indexed" }
      let quoted = list.map { "quote(\($0))" }.joined(separator: ",")
      return "SELECT '\(table)'; SELECT \(quoted) FROM \(table) ORDER BY \(quoted);"
    }
    return try sqlite(path, questions.joined())
  }

  // MARK: A later version

  private enum Kind: CaseIterable {
    case volume, box

    var schema: Schema { self == .volume ? .volume : .box }
    var rows: String { self == .volume ? volumeRows : boxRows }

    /// As a later version of the program might have it: a column, a table made from another one, an index.
    var later: Schema {
      let step: [StaticString] =
        switch self {
        case .volume:
          [
            "ALTER TABLE personal ADD COLUMN mood TEXT",
            "CREATE TABLE later_moods (track INTEGER PRIMARY KEY, mood TEXT NOT NULL) STRICT",
            "INSERT INTO later_moods (track, mood) SELECT track, 'calm' FROM personal",
            "CREATE INDEX cues_by_kind ON cues (kind)",
          ]
        case .box:
          [
            "ALTER TABLE queue ADD COLUMN fade_us INTEGER", "UPDATE queue SET fade_us = 5 WHERE gain IS NULL",
          ]
        }
      return Schema(
        applicationID: schema.applicationID, setApplicationID: schema.setApplicationID,
        migrations: schema.migrations + [Migration(step)])
    }
  }

  private func open(_ folder: String, _ schema: Schema) throws -> (Connection, [String]) {
    var place = try DatabaseFolder(trusted: Array(folder.utf8))
    let connection = try place.openDatabase("x.sqlite", schema: schema)
    return (connection, place.notes)
  }

  /// A database with rows in all of its tables.
  private func use(_ kind: Kind, in folder: String) throws -> (
    path: String, before: String, [String: [String]]
  ) {
    try open(folder, kind.schema).0.close()
    let path = "\(folder)/x.sqlite"
    _ = try sqlite(path, kind.rows)
    let shape = try shape(path)
    let empty = shape.keys.filter { $0 != "words" }.sorted().map {
      "SELECT '\($0)' WHERE NOT EXISTS (SELECT 1 FROM \($0))"
    }
    #expect(try sqlite(path, empty.joined(separator: ";")) == "", "tables without a row")
    return (path, try content(path, of: shape), shape)
  }

  private func expectLater(_ kind: Kind, _ connection: Connection) throws {
    func number(_ sql: StaticString) throws -> Int64? {
      try connection.first(sql) { (row) throws(StoreError) in try row.integer(0) }
    }
    try expectEqual(number("PRAGMA user_version"), Int64(kind.schema.latest + 1))
    switch kind {
    case .volume: try expectEqual(number("SELECT count(*) FROM later_moods WHERE mood = 'calm'"), 2)
    case .box: try expectEqual(number("SELECT sum(fade_us) FROM queue"), 5)
    }
  }

  @Test(arguments: Kind.allCases) private func `every row is kept`(_ kind: Kind) throws {
    let folder = try TemporaryFolder()
    let (path, before, shape) = try use(kind, in: folder.path)
    for _ in 0..<2 {
      let (connection, notes) = try open(folder.path, kind.later)
      expectEqual(notes, [])
      try expectLater(kind, connection)
      connection.close()
    }
    try expectEqual(content(path, of: shape), before)
    try expectEqual(sqlite(path, "PRAGMA integrity_check"), "ok\n")
    expectEqual(Files.list(folder.path), ["x.sqlite"])
    // The program of before sets it aside whole.
    let (fresh, notes) = try open(folder.path, kind.schema)
    #expect(notes.contains { $0.contains("later version") })
    fresh.close()
    try expectEqual(content("\(folder.path)/x.sqlite.newer-1", of: shape), before)
  }

  @Test(arguments: Kind.allCases)
  private func `a migration that a power cut ends leads on from either side of it`(_ kind: Kind) throws {
    let folder = try TemporaryFolder()
    let (path, before, shape) = try use(kind, in: folder.path)
    // The log holds the migration alone; closing would bring it into the database.
    let whole = try #require(Files.read(path))
    let migrated = try open(folder.path, kind.later).0
    let log = try #require(Files.read("\(path)-wal"))
    migrated.close()
    // Behind its header, a log is frames of a page each: cut between them, and within one.
    var lengths = Array(stride(from: 32, through: log.count, by: 24 + 4096))
    lengths += [0, 17, log.count / 2, max(0, log.count - 5)]
    for length in lengths {
      let cut = try TemporaryFolder()
      try cut.write("x.sqlite", whole)
      try cut.write("x.sqlite-wal", Array(log.prefix(length)))
      let (connection, notes) = try open(cut.path, kind.later)
      #expect(notes == [], "cut at \(length)")
      try expectLater(kind, connection)
      connection.close()
      #expect(try content("\(cut.path)/x.sqlite", of: shape) == before, "cut at \(length)")
    }
  }
}
