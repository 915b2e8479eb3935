import Model
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// What backups are made of, and taken back into.
extension ExchangeBench {
  func backUp(_ info: VolumeInfo) throws {
    try answer { (done: @escaping (Result<Void, Refusal>) -> Void) in
      exchange.backups.make(on: info.id, completion: done)
    }.get()
  }

  /// - Returns: how many rows were taken back.
  func restore(_ info: VolumeInfo) throws -> Int { try restored(info).rows }

  func restored(_ info: VolumeInfo) throws -> RestoreReport {
    try answer { (done: @escaping (Result<RestoreReport, Refusal>) -> Void) in
      exchange.backups.restore(info.id, completion: done)
    }.get()
  }

  /// Something in every table.
  func fill(_ info: VolumeInfo) throws {
    try ask(info) { (store) throws(StoreError) in
      try store.connection.execute(
        "INSERT INTO playlist_folders (id, identity, name) VALUES (3, randomblob(16), 'F')")
      try store.connection.execute(
        """
        INSERT INTO playlists (id, identity, name, made, changed, notes, colour, tempo, template, folder, slot, extra)
        VALUES (7, randomblob(16), 'Träume "x"', 1, 2, 'a', 255, 128.5, '{Album}', 3, 2, '{"k":1}'),
          (9, randomblob(16), 'Plain', NULL, NULL, NULL, NULL, 120.0, NULL, NULL, NULL, NULL)
        """)
      try store.connection.execute(
        """
        INSERT INTO playlist_entries (
          id, playlist, place, track, volume, path, start_us, end_us, gain, crossfade_us, notes, extra)
        VALUES (1, 7, 100, 1, NULL, NULL, 5, 9, -3.5, 7, 'n', '{}'), (2, 7, 200, NULL, randomblob(16), x'61', NULL, NULL,
          NULL, NULL, NULL, NULL), (3, 9, -5, NULL, NULL, x'67FF6F6E65', NULL, NULL, NULL, NULL, NULL, NULL),
          (4, 9, 5, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
        """)
      try store.connection.execute("INSERT INTO playlist_covers (playlist, data) VALUES (7, x'FFD8FF00')")
      try store.connection.execute("INSERT INTO feeds (playlist, url) VALUES (7, 'http://a/f')")
      try store.connection.execute(
        """
        INSERT INTO episodes (playlist, identity, url, plays, position_us, sequence)
        VALUES (7, 'one', 'http://a/1.mp3', 2, 5000000, 1)
        """)
      try store.connection.execute(
        "INSERT INTO episode_files (playlist, identity, path) VALUES (7, 'one', x'612F622E6D7033')")
      try store.connection.execute(
        """
        INSERT INTO personal (track, favourite, rating, colour, notes, plays, skips, last_played)
        VALUES (1, 2, 10, 5, 'loud' || char(10) || 'ö', 3, NULL, 99), (3, NULL, 0, NULL, NULL, NULL, 4, NULL)
        """)
      try store.connection.execute(
        """
        INSERT INTO cards (number, name, playlist, folder, track, again, away, play_order, volume)
        VALUES ('0012', 'Rot', 7, NULL, NULL, 'next', 'keep', 'shuffle', 40), ('13', NULL, NULL, x'67', NULL, NULL, NULL,
          NULL, NULL), ('14', NULL, NULL, NULL, 2, NULL, NULL, NULL, NULL)
        """)
      try store.connection.execute("INSERT INTO folder_rules (path, included) VALUES (x'67FF', 0)")
      var pad = Pad(
        track: TrackReference(volume: info.id, path: Array("A/two.mp3".utf8)), row: 2, name: "Ding",
        folder: "D")
      pad.settings.duck = 6
      pad.settings.group = "g"
      try store.keep([pad], folders: [PadFolder(name: "D", place: 1, colour: 9)])
      _ = try store.say(
        tempo: .some(60), key: .some(MusicalKey(tonic: 2, isMinor: true)), at: Array("A/one.mp3".utf8))
      try store.connection.execute(
        "INSERT INTO cues (track, number, start_us, end_us, kind, name, colour) VALUES (2, 1, 5, 9, 'loop', 'L', 1)"
      )
      try store.connection.execute(
        """
        INSERT INTO stickers (id, type, track, playlist, subject, name, value)
        VALUES (1, 'song', 2, NULL, NULL, 'mood', 'x'), (2, 'playlist', NULL, 7, NULL, 'mood', 'y'),
          (3, 'Artist', NULL, NULL, 'A', 'mood', 'z')
        """)
      try store.connection.execute(
        """
        INSERT INTO heard (track, playings, listened_us, offered_us, seeks_to_end, last_skipped, played_sequence,
          played_clock, affinity)
        VALUES (1, 4, 5, 9, 1, 7, 2, 86400, 2.5), (3, 1, 0, 0, 0, NULL, NULL, NULL, -1.0)
        """)
      try store.connection.execute(
        """
        INSERT INTO listening (sequence, playing, track, time, heard_us, played, skipped, sought_end, over)
        VALUES (2, -77, 1, 99, 5, 1, 0, 1, 1), (3, 78, 3, NULL, 5, 0, 1, 0, 1)
        """)
      try store.connection.execute("INSERT INTO listening_clock (one, seconds, wall) VALUES (1, 90000, 99)")
      try store.connection.execute(
        """
        INSERT INTO folder_positions (folder, resumes, track, position_us, at_end, sequence, changed, speed)
        VALUES (1, 1, NULL, 0, 0, 0, NULL, NULL),
          ((SELECT folder FROM tracks WHERE id = 2), NULL, 2, 5, 1, 3, 99, 1.75)
        """)
      try store.connection.execute("UPDATE tracks SET added_time = 1000 + id")
      try store.connection.execute("UPDATE volume SET changes = changes + 1")
    }
  }

  /// All that people added, tracks by their paths.
  func content(_ info: VolumeInfo) throws -> [String] {
    try ask(info) { (store) throws(StoreError) in
      var lines: [String] = []
      var paths: [Int64: String] = [:]
      try store.connection.forEach(
        "SELECT t.id, f.path, t.name, t.added_time FROM tracks t JOIN folders f ON f.id = t.folder"
      ) { (row) throws(StoreError) in
        let path = String(decoding: VolumePath.join(try row.blob(1), try row.blob(2)), as: UTF8.self)
        paths[try row.integer(0)] = path
        lines.append("\(path) \(try row.optionalInteger(3, as: Int64.self) ?? -1)")
      }
      lines.sort()
      for table in BackupTable.all {
        var rows: [[SQLValue]] = []
        _ = try table.forEachRow(of: store) { (row) throws(StoreError) in
          rows.append(row)
          return true
        }
        for row in rows {
          var line = table.name
          for (value, column) in zip(row, table.columns) {
            if column == .track, case .integer(let number) = value {
              line += " \(paths[number] ?? "?")"
            } else {
              line += " \(value)"
            }
          }
          lines.append(line)
        }
      }
      return lines
    }
  }
}
