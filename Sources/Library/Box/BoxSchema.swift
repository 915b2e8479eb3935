extension Schema {
  /// `STATE/box.sqlite`.
  static let box = Schema(
    applicationID: 0x4A6B_626F,  // "Jkbo"
    setApplicationID: "PRAGMA application_id = 1248551535",
    migrations: [Migration(jukebox)])

  /// Tables of the box's own state.
  private static let jukebox: [StaticString] = [
    // The one row identifies this jukebox and its place in its queue. The time heard of the current entry is
    // counted once, also after a power cut (Playing). playing: NULL while stopped.
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
      transport TEXT NOT NULL DEFAULT 'stop',
      playing INTEGER,
      heard_us INTEGER NOT NULL DEFAULT 0,
      sought_end INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """,
    // Every volume that this box has seen, for names of absent ones.
    """
    CREATE TABLE volumes (
      id INTEGER PRIMARY KEY,
      identity BLOB NOT NULL UNIQUE CHECK (length(identity) = 16),
      name TEXT NOT NULL DEFAULT '',
      fingerprint BLOB,
      counter_seen INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """,
    // place is sparse: an insertion finds a free number between its neighbours (SparseOrder). The part of an entry's
    // track: microseconds since the track's beginning, dB; NULL is the whole track. told: source tags from a
    // playlist's file in place of the track's tags, a JSON object; NULL for none.
    """
    CREATE TABLE queue (
      place INTEGER PRIMARY KEY,
      entry INTEGER NOT NULL,
      volume INTEGER NOT NULL REFERENCES volumes (id),
      path BLOB NOT NULL,
      priority INTEGER NOT NULL,
      start_us INTEGER,
      end_us INTEGER,
      gain REAL,
      crossfade_us INTEGER,
      told TEXT
    ) STRICT
    """,
    "CREATE TABLE play_order (place INTEGER PRIMARY KEY, entry INTEGER NOT NULL) STRICT",
    // Level, modes, outputs and whatever else the box remembers by name.
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID",
    // Which playlist a preset plays, by its permanent identity, and its name as it was last seen; PlaylistID.path and a
    // path for a folder or song.
    """
    CREATE TABLE presets (
      number INTEGER PRIMARY KEY,
      playlist BLOB NOT NULL CHECK (length(playlist) = 16),
      name TEXT NOT NULL
    ) STRICT
    """,
  ]
}
