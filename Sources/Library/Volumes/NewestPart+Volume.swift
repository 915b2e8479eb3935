extension NewestPart {
  /// The schema of `.jukebox/library.sqlite` after all of its migrations, where each column's meaning is told.
  static let ofVolume: [NewestPart] = ofTracks + ofPlaylists + ofPeople + ofListening

  /// The volume, its folders and tracks, and what scans keep of them.
  private static let ofTracks: [NewestPart] = [
    .table(
      "volume",
      """
      CREATE TABLE volume (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        identity BLOB NOT NULL CHECK (length(identity) = 16),
        name TEXT NOT NULL,
        changes INTEGER NOT NULL DEFAULT 0,
        openings INTEGER NOT NULL DEFAULT 0,
        scans INTEGER NOT NULL DEFAULT 0,
        tracks INTEGER NOT NULL DEFAULT 0,
        sequence INTEGER NOT NULL DEFAULT 0
      ) STRICT
      """),
    .table(
      "folders",
      """
      CREATE TABLE folders (
        id INTEGER PRIMARY KEY,
        parent INTEGER REFERENCES folders (id),
        path BLOB NOT NULL UNIQUE,
        order_key BLOB NOT NULL UNIQUE
      , digest BLOB CHECK (length(digest) = 16)) STRICT
      """, uniqueIndexes: 2),
    .index(
      "folders_by_parent", on: "folders", "CREATE INDEX folders_by_parent ON folders (parent, order_key)"),
    .table(
      "tracks",
      """
      CREATE TABLE tracks (
        id INTEGER PRIMARY KEY,
        folder INTEGER NOT NULL REFERENCES folders (id),
        name BLOB NOT NULL,
        state INTEGER NOT NULL,
        sort_key BLOB NOT NULL,
        match_name TEXT NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        added_sequence INTEGER NOT NULL,
        added_time INTEGER,
        problem TEXT,
        format INTEGER,
        rate INTEGER,
        channels INTEGER,
        bits INTEGER,
        bit_rate INTEGER,
        frames INTEGER,
        duration_us INTEGER,
        duration_estimated INTEGER NOT NULL DEFAULT 0,
        title TEXT,
        artist TEXT,
        album TEXT,
        album_artist TEXT,
        genre TEXT,
        date TEXT,
        disc INTEGER,
        track INTEGER, reader INTEGER NOT NULL DEFAULT 1, disc_total INTEGER, track_total INTEGER, \
      compilation INTEGER, track_gain REAL, album_gain REAL, track_peak REAL, album_peak REAL, \
      more TEXT CHECK (length(more) <= 65536), indexed INTEGER NOT NULL DEFAULT 0,
        UNIQUE (folder, name)
      ) STRICT
      """, uniqueIndexes: 1),
    .index(
      "tracks_in_order", on: "tracks",
      "CREATE INDEX tracks_in_order ON tracks (folder, sort_key) WHERE state = 0"),
    .table(
      "carried",
      """
      CREATE TABLE carried (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        box BLOB NOT NULL CHECK (length(box) = 16),
        counter INTEGER NOT NULL,
        current INTEGER,
        position_us INTEGER NOT NULL
      ) STRICT
      """),
    .table(
      "carried_queue",
      """
      CREATE TABLE carried_queue (
        place INTEGER PRIMARY KEY,
        entry INTEGER NOT NULL,
        path BLOB NOT NULL,
        priority INTEGER NOT NULL
      , start_us INTEGER, end_us INTEGER, gain REAL, crossfade_us INTEGER) STRICT
      """),
    .table(
      "seek_indexes",
      """
      CREATE TABLE seek_indexes (
        track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        data BLOB NOT NULL CHECK (length(data) <= 16384)
      ) STRICT
      """),
    .textIndex(
      "songs",
      """
      CREATE VIRTUAL TABLE songs USING fts5 (
        title, artist, album, album_artist, genre, composer,
        content = '', prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2')
      """),
    .textIndex(
      "paths",
      """
      CREATE VIRTUAL TABLE paths USING fts5 (
        path, name, content = '', prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2')
      """),
    .textIndex(
      "trigrams",
      """
      CREATE VIRTUAL TABLE trigrams USING fts5 (
        text, content = '', detail = none, tokenize = 'trigram case_sensitive 1')
      """),
    .table("words", "CREATE VIRTUAL TABLE words USING fts5vocab (songs, row)"),
    .table(
      "text_index",
      """
      CREATE TABLE text_index (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        version INTEGER NOT NULL,
        unicode TEXT NOT NULL
      ) STRICT
      """),
    .index(
      "tracks_not_indexed", on: "tracks",
      "CREATE INDEX tracks_not_indexed ON tracks (indexed) WHERE indexed = 0 AND state = 0"),
    .table(
      "prints",
      """
      CREATE TABLE prints (
        track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
        print INTEGER NOT NULL
      ) STRICT
      """),
    .table(
      "chapters",
      """
      CREATE TABLE chapters (
        track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        start_us INTEGER NOT NULL,
        end_us INTEGER,
        title TEXT,
        performer TEXT,
        PRIMARY KEY (track, number)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "playlist_files",
      """
      CREATE TABLE playlist_files (
        folder INTEGER NOT NULL REFERENCES folders (id),
        name BLOB NOT NULL,
        PRIMARY KEY (folder, name)
      ) STRICT, WITHOUT ROWID
      """),
  ]

  /// Playlists, and what came of imports, syncs and backups.
  private static let ofPlaylists: [NewestPart] = [
    .table(
      "playlists",
      """
      CREATE TABLE playlists (
        id INTEGER PRIMARY KEY,
        identity BLOB NOT NULL UNIQUE CHECK (length(identity) = 16),
        name TEXT NOT NULL UNIQUE,
        made INTEGER,
        changed INTEGER
      , notes TEXT, colour INTEGER, tempo REAL, template TEXT, \
      folder INTEGER REFERENCES playlist_folders (id) ON DELETE SET NULL, slot INTEGER, extra TEXT) STRICT
      """, uniqueIndexes: 2),
    .table(
      "playlist_entries",
      """
      CREATE TABLE playlist_entries (
        id INTEGER PRIMARY KEY,
        playlist INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        track INTEGER REFERENCES tracks (id),
        volume BLOB CHECK (length(volume) = 16),
        path BLOB, start_us INTEGER, end_us INTEGER, gain REAL, crossfade_us INTEGER, notes TEXT, extra TEXT,
        CHECK ((track IS NULL) <> (path IS NULL)),
        CHECK (track IS NULL OR volume IS NULL)
      ) STRICT
      """),
    .index(
      "playlist_entries_in_order", on: "playlist_entries",
      "CREATE INDEX playlist_entries_in_order ON playlist_entries (playlist, place)"),
    .index(
      "playlist_entries_by_path", on: "playlist_entries",
      "CREATE INDEX playlist_entries_by_path ON playlist_entries (volume, path) WHERE path IS NOT NULL"),
    .table(
      "playlist_folders",
      """
      CREATE TABLE playlist_folders (
        id INTEGER PRIMARY KEY,
        identity BLOB NOT NULL UNIQUE CHECK (length(identity) = 16),
        name TEXT NOT NULL UNIQUE
      ) STRICT
      """, uniqueIndexes: 2),
    .table(
      "playlist_covers",
      """
      CREATE TABLE playlist_covers (
        playlist INTEGER PRIMARY KEY REFERENCES playlists (id) ON DELETE CASCADE,
        data BLOB NOT NULL CHECK (length(data) <= 524288)
      ) STRICT
      """),
    .table(
      "imports",
      """
      CREATE TABLE imports (
        playlist BLOB PRIMARY KEY CHECK (length(playlist) = 16),
        step INTEGER NOT NULL,
        state TEXT NOT NULL
      ) STRICT
      """, uniqueIndexes: 1),
    .table(
      "shared",
      """
      CREATE TABLE shared (
        playlist BLOB PRIMARY KEY CHECK (length(playlist) = 16),
        key TEXT NOT NULL,
        own BLOB NOT NULL,
        other BLOB NOT NULL
      ) STRICT
      """, uniqueIndexes: 1),
    .table(
      "backups",
      """
      CREATE TABLE backups (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        made INTEGER,
        changes INTEGER NOT NULL
      , elsewhere INTEGER NOT NULL DEFAULT 0 CHECK (elsewhere IN (0, 1))) STRICT
      """),
    .table(
      "pending_restore",
      """
      CREATE TABLE pending_restore (one INTEGER PRIMARY KEY CHECK (one = 1), tries INTEGER NOT NULL) STRICT
      """),
  ]

  /// What people and clients say of tracks, and what was measured in them.
  private static let ofPeople: [NewestPart] = [
    .table(
      "personal",
      """
      CREATE TABLE personal (
        track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
        favourite INTEGER CHECK (favourite BETWEEN 0 AND 2),
        rating INTEGER CHECK (rating BETWEEN 0 AND 10),
        colour INTEGER CHECK (colour BETWEEN 0 AND 16777215),
        notes TEXT CHECK (length(notes) <= 8192),
        plays INTEGER CHECK (plays >= 0),
        skips INTEGER CHECK (skips >= 0),
        last_played INTEGER CHECK (last_played >= 0)
      ) STRICT
      """),
    .table(
      "cues",
      """
      CREATE TABLE cues (
        track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        start_us INTEGER NOT NULL CHECK (start_us >= 0),
        end_us INTEGER CHECK (end_us > start_us),
        kind TEXT NOT NULL,
        name TEXT CHECK (length(name) <= 1024),
        colour INTEGER CHECK (colour BETWEEN 0 AND 16777215),
        PRIMARY KEY (track, number)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "stickers",
      """
      CREATE TABLE stickers (
        id INTEGER PRIMARY KEY,
        type TEXT NOT NULL,
        track INTEGER REFERENCES tracks (id) ON DELETE CASCADE,
        playlist INTEGER REFERENCES playlists (id) ON DELETE CASCADE,
        subject TEXT CHECK (length(subject) <= 4096),
        name TEXT NOT NULL CHECK (length(name) <= 1024),
        value TEXT NOT NULL CHECK (length(value) <= 4096),
        CHECK ((track IS NULL) + (playlist IS NULL) + (subject IS NULL) = 2)
      ) STRICT
      """),
    .index(
      "stickers_of_track", on: "stickers",
      "CREATE UNIQUE INDEX stickers_of_track ON stickers (track, name) WHERE track IS NOT NULL"),
    .index(
      "stickers_of_playlist", on: "stickers",
      "CREATE UNIQUE INDEX stickers_of_playlist ON stickers (playlist, name) WHERE playlist IS NOT NULL"),
    .index(
      "stickers_of_subject", on: "stickers",
      """
      CREATE UNIQUE INDEX stickers_of_subject ON stickers (type, subject, name) WHERE subject IS NOT NULL
      """),
    .index("stickers_by_name", on: "stickers", "CREATE INDEX stickers_by_name ON stickers (type, name)"),
    .table(
      "analysis",
      """
      CREATE TABLE analysis (
        track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        version INTEGER NOT NULL,
        tempo REAL,
        key TEXT CHECK (length(key) <= 16),
        waveform BLOB CHECK (length(waveform) <= 16384)
      ) STRICT
      """),
    .index(
      "personal_by_plays", on: "personal",
      "CREATE INDEX personal_by_plays ON personal (plays) WHERE plays > 0"),
  ]

  /// What was heard, and where folders go on.
  private static let ofListening: [NewestPart] = [
    .table(
      "heard",
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
      """),
    .index(
      "heard_by_play", on: "heard",
      "CREATE INDEX heard_by_play ON heard (played_sequence) WHERE played_sequence IS NOT NULL"),
    .index(
      "heard_by_clock", on: "heard",
      "CREATE INDEX heard_by_clock ON heard (played_clock) WHERE played_clock IS NOT NULL"),
    .index(
      "heard_by_affinity", on: "heard",
      "CREATE INDEX heard_by_affinity ON heard (affinity) WHERE affinity > 0"),
    .table(
      "listening",
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
      """, uniqueIndexes: 1),
    .table(
      "listening_clock",
      """
      CREATE TABLE listening_clock (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        seconds INTEGER NOT NULL,
        wall INTEGER
      ) STRICT
      """),
    .table(
      "folder_positions",
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
      """),
  ]
}
