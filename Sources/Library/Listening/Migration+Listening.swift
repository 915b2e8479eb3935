extension Migration {
  static let listening = Migration(
    // What was heard of a track, beside the counts in `personal`, summed up; no row where nothing was. listened_us of
    // offered_us: what was heard of how much, where its length was known. affinity: Affinity, as of the beginning of
    // the listening clock. played_sequence, played_clock: of the last time that it counted as played.
    """
    CREATE TABLE heard (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
      playings INTEGER NOT NULL DEFAULT 0,
      listened_us INTEGER NOT NULL DEFAULT 0,
      offered_us INTEGER NOT NULL DEFAULT 0,
      seeks_to_end INTEGER NOT NULL DEFAULT 0,
      last_skipped INTEGER,
      played_sequence INTEGER,
      played_clock INTEGER,
      affinity REAL NOT NULL DEFAULT 0
    ) STRICT
    """,
    "CREATE INDEX heard_by_play ON heard (played_sequence) WHERE played_sequence IS NOT NULL",
    "CREATE INDEX heard_by_clock ON heard (played_clock) WHERE played_clock IS NOT NULL",
    "CREATE INDEX heard_by_affinity ON heard (affinity) WHERE affinity > 0",
    "CREATE INDEX personal_by_plays ON personal (plays) WHERE plays > 0",
    // The last playings, in their order. playing tells a playing from all others, so that it is counted once however
    // often a jukebox tells of it. time: seconds since 1970, where the clock was known.
    """
    CREATE TABLE listening (
      sequence INTEGER PRIMARY KEY,
      playing INTEGER NOT NULL UNIQUE,
      track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
      time INTEGER,
      heard_us INTEGER NOT NULL,
      played INTEGER NOT NULL,
      skipped INTEGER NOT NULL,
      sought_end INTEGER NOT NULL,
      over INTEGER NOT NULL
    ) STRICT
    """,
    // Seconds since the first playing, as far as they are known; wall: seconds since 1970 when that was so.
    """
    CREATE TABLE listening_clock (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      seconds INTEGER NOT NULL,
      wall INTEGER
    ) STRICT
    """,
    // Where listening to a folder has come to (a track and the time in it), and what people say of it. resumes: NULL
    // where its tracks say whether it does. sequence: the highest was listened to last.
    """
    CREATE TABLE folder_positions (
      folder INTEGER PRIMARY KEY REFERENCES folders (id) ON DELETE CASCADE,
      resumes INTEGER CHECK (resumes IN (0, 1)),
      track INTEGER REFERENCES tracks (id) ON DELETE SET NULL,
      position_us INTEGER NOT NULL DEFAULT 0 CHECK (position_us >= 0),
      at_end INTEGER NOT NULL DEFAULT 0,
      sequence INTEGER NOT NULL DEFAULT 0,
      changed INTEGER
    ) STRICT
    """)
}
