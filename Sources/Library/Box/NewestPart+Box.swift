extension NewestPart {
  /// The schema of `STATE/box.sqlite` after all of its migrations, where each column's meaning is told.
  static let ofBox: [NewestPart] = [
    .table(
      "box",
      """
      CREATE TABLE box (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        identity BLOB NOT NULL CHECK (length(identity) = 16),
        counter INTEGER NOT NULL DEFAULT 0,
        sequence INTEGER NOT NULL DEFAULT 0,
        queue_version INTEGER NOT NULL DEFAULT 0,
        next_entry INTEGER NOT NULL DEFAULT 1,
        current INTEGER,
        position_us INTEGER NOT NULL DEFAULT 0,
        position_hint BLOB,
        transport TEXT NOT NULL DEFAULT 'stop'
      , playing INTEGER, heard_us INTEGER NOT NULL DEFAULT 0, sought_end INTEGER NOT NULL DEFAULT 0) STRICT
      """),
    .table(
      "volumes",
      """
      CREATE TABLE volumes (
        id INTEGER PRIMARY KEY,
        identity BLOB NOT NULL UNIQUE CHECK (length(identity) = 16),
        name TEXT NOT NULL DEFAULT '',
        fingerprint BLOB,
        counter_seen INTEGER NOT NULL DEFAULT 0
      ) STRICT
      """, uniqueIndexes: 1),
    .table(
      "queue",
      """
      CREATE TABLE queue (
        place INTEGER PRIMARY KEY,
        entry INTEGER NOT NULL,
        volume INTEGER NOT NULL REFERENCES volumes (id),
        path BLOB NOT NULL,
        priority INTEGER NOT NULL
      , start_us INTEGER, end_us INTEGER, gain REAL, crossfade_us INTEGER, told TEXT) STRICT
      """),
    .table(
      "play_order", "CREATE TABLE play_order (place INTEGER PRIMARY KEY, entry INTEGER NOT NULL) STRICT"),
    .table(
      "settings", "CREATE TABLE settings (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID"),
    .table(
      "presets",
      """
      CREATE TABLE presets (
        number INTEGER PRIMARY KEY,
        playlist BLOB NOT NULL CHECK (length(playlist) = 16),
        name TEXT NOT NULL
      ) STRICT
      """),
    .table(
      "volume_marks",
      """
      CREATE TABLE volume_marks (
        volume INTEGER NOT NULL REFERENCES volumes (id),
        number INTEGER NOT NULL,
        place BLOB,
        folder BLOB,
        look BLOB,
        PRIMARY KEY (volume, number)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "imports",
      """
      CREATE TABLE imports (
        place INTEGER NOT NULL,
        volume INTEGER NOT NULL REFERENCES volumes (id),
        step INTEGER NOT NULL,
        PRIMARY KEY (place, volume)
      ) STRICT, WITHOUT ROWID
      """),
  ]
}
