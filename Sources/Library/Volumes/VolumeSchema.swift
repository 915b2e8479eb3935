extension Schema {
  /// `.jukebox/library.sqlite` on a volume.
  static let volume = Schema(
    applicationID: 0x4A6B_766F,  // "Jkvo"
    setApplicationID: "PRAGMA application_id = 1248556655",
    migrations: [
      Migration(
        // The one row says who this volume is. `changes` counts what people changed: of two copies the one with
        // more wins.
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
        """,
        // Folders that hold a track, or a folder that does, or did. order_key: NaturalKey.ofFolder.
        """
        CREATE TABLE folders (
          id INTEGER PRIMARY KEY,
          parent INTEGER REFERENCES folders (id),
          path BLOB NOT NULL UNIQUE,
          order_key BLOB NOT NULL UNIQUE
        ) STRICT
        """,
        "CREATE INDEX folders_by_parent ON folders (parent, order_key)",
        // state: 0 here, 1 vanished (the row keeps what people added), 2 here but unreadable (problem says why).
        // Values of a tag with several are joined by U+001F.
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
          track INTEGER,
          UNIQUE (folder, name)
        ) STRICT
        """,
        "CREATE INDEX tracks_in_order ON tracks (folder, sort_key) WHERE state = 0",
        // This volume's part of a queue, and who wrote it last.
        """
        CREATE TABLE carried (
          one INTEGER PRIMARY KEY CHECK (one = 1),
          box BLOB NOT NULL CHECK (length(box) = 16),
          counter INTEGER NOT NULL,
          current INTEGER,
          position_us INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE carried_queue (
          place INTEGER PRIMARY KEY,
          entry INTEGER NOT NULL,
          path BLOB NOT NULL,
          priority INTEGER NOT NULL
        ) STRICT
        """),
      Migration(
        // Where the frames of a long file lie, for exact seeks; of the file as it was then.
        """
        CREATE TABLE seek_indexes (
          track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
          size INTEGER NOT NULL,
          mtime_ns INTEGER NOT NULL,
          data BLOB NOT NULL CHECK (length(data) <= 16384)
        ) STRICT
        """),
      Migration(
        // Every tag. more: StoredTag's number and the text in turn, joined by U+001F. reader: which TrackDetails.reader
        // read the file; an older one reads it again.
        "ALTER TABLE tracks ADD COLUMN reader INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE tracks ADD COLUMN disc_total INTEGER",
        "ALTER TABLE tracks ADD COLUMN track_total INTEGER",
        "ALTER TABLE tracks ADD COLUMN compilation INTEGER",
        "ALTER TABLE tracks ADD COLUMN track_gain REAL",
        "ALTER TABLE tracks ADD COLUMN album_gain REAL",
        "ALTER TABLE tracks ADD COLUMN track_peak REAL",
        "ALTER TABLE tracks ADD COLUMN album_peak REAL",
        "ALTER TABLE tracks ADD COLUMN more TEXT CHECK (length(more) <= 65536)"),
      Migration(
        // Text indexes (TextIndex): they keep no text, only where words are. tracks.indexed: whether a row's entries
        // are there. text_index: of which SearchText they were made.
        """
        CREATE VIRTUAL TABLE songs USING fts5 (
          title, artist, album, album_artist, genre, composer,
          content = '', prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2')
        """,
        """
        CREATE VIRTUAL TABLE paths USING fts5 (
          path, name, content = '', prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2')
        """,
        """
        CREATE VIRTUAL TABLE trigrams USING fts5 (
          text, content = '', detail = none, tokenize = 'trigram case_sensitive 1')
        """,
        "CREATE VIRTUAL TABLE words USING fts5vocab (songs, row)",
        """
        CREATE TABLE text_index (
          one INTEGER PRIMARY KEY CHECK (one = 1),
          version INTEGER NOT NULL,
          unicode TEXT NOT NULL
        ) STRICT
        """,
        "ALTER TABLE tracks ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX tracks_not_indexed ON tracks (indexed) WHERE indexed = 0 AND state = 0"),
      Migration(
        // What tells a track's file from others, wherever it lies (TrackPrint).
        """
        CREATE TABLE prints (
          track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
          print INTEGER NOT NULL
        ) STRICT
        """),
      Migration(
        // The chapters that a track's file names, in the order of the sound. What people add is kept elsewhere: these
        // rows are replaced with their track's.
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
      Migration(
        // Playlists that people keep, each with an identity for good: a name may change. made, changed: seconds since
        // 1970; NULL where the clock was not known. What else belongs to one (notes, a colour, a tempo, a folder) comes
        // as further columns, which may be NULL.
        """
        CREATE TABLE playlists (
          id INTEGER PRIMARY KEY,
          identity BLOB NOT NULL UNIQUE CHECK (length(identity) = 16),
          name TEXT NOT NULL UNIQUE,
          made INTEGER,
          changed INTEGER
        ) STRICT
        """,
        // An entry is a track of this volume by its row, wherever its file goes; or a path, of this volume where it has
        // no row (yet), or of the one with the identity `volume`. Entries stand by place, numbers with gaps between them
        // (SparseOrder). What else belongs to one (offsets, crossfade, gain, notes) comes as further columns.
        """
        CREATE TABLE playlist_entries (
          id INTEGER PRIMARY KEY,
          playlist INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
          place INTEGER NOT NULL,
          track INTEGER REFERENCES tracks (id),
          volume BLOB CHECK (length(volume) = 16),
          path BLOB,
          CHECK ((track IS NULL) <> (path IS NULL)),
          CHECK (track IS NULL OR volume IS NULL)
        ) STRICT
        """,
        "CREATE INDEX playlist_entries_in_order ON playlist_entries (playlist, place)",
        "CREATE INDEX playlist_entries_by_path ON playlist_entries (volume, path) WHERE path IS NOT NULL"),
      Migration(
        // What people say of a track, and how often it was heard; no row where nobody said anything yet. favourite:
        // Liking, NULL where nothing was said. rating: 0 to 10. colour: 0xRRGGBB. last_played: seconds since 1970. plays
        // and skips are NULL until the first.
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
        """,
        // Points in a track, and sections that have an end. number tells a track's cues apart for good; they are read by
        // start_us. kind: a word (CueKind).
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
        """,
        // What clients keep, by MPD's rules: of a track, of a playlist, or of what `subject` says: a filter, or a value of
        // the tag that `type` names. Names whose values are columns of `personal` are not here.
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
        """,
        "CREATE UNIQUE INDEX stickers_of_track ON stickers (track, name) WHERE track IS NOT NULL",
        "CREATE UNIQUE INDEX stickers_of_playlist ON stickers (playlist, name) WHERE playlist IS NOT NULL",
        "CREATE UNIQUE INDEX stickers_of_subject ON stickers (type, subject, name) WHERE subject IS NOT NULL",
        "CREATE INDEX stickers_by_name ON stickers (type, name)",
        // What was measured in a track's file, as it was then. tempo: beats in a minute. version: of what measured.
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
      Migration(
        // What people say of playlists and their entries. colour: 0xRRGGBB. tempo: beats per minute. slot: 1 to 3, the
        // mix slot. extra: a JSON object, what else a file that it came from said. Times in microseconds since the
        // track's beginning, gain in dB; NULL is the track as it is.
        """
        CREATE TABLE playlist_folders (
          id INTEGER PRIMARY KEY,
          identity BLOB NOT NULL UNIQUE CHECK (length(identity) = 16),
          name TEXT NOT NULL UNIQUE
        ) STRICT
        """,
        "ALTER TABLE playlists ADD COLUMN notes TEXT",
        "ALTER TABLE playlists ADD COLUMN colour INTEGER",
        "ALTER TABLE playlists ADD COLUMN tempo REAL",
        "ALTER TABLE playlists ADD COLUMN template TEXT",
        "ALTER TABLE playlists ADD COLUMN folder INTEGER REFERENCES playlist_folders (id) ON DELETE SET NULL",
        "ALTER TABLE playlists ADD COLUMN slot INTEGER",
        "ALTER TABLE playlists ADD COLUMN extra TEXT",
        """
        CREATE TABLE playlist_covers (
          playlist INTEGER PRIMARY KEY REFERENCES playlists (id) ON DELETE CASCADE,
          data BLOB NOT NULL CHECK (length(data) <= 524288)
        ) STRICT
        """,
        "ALTER TABLE playlist_entries ADD COLUMN start_us INTEGER",
        "ALTER TABLE playlist_entries ADD COLUMN end_us INTEGER",
        "ALTER TABLE playlist_entries ADD COLUMN gain REAL",
        "ALTER TABLE playlist_entries ADD COLUMN crossfade_us INTEGER",
        "ALTER TABLE playlist_entries ADD COLUMN notes TEXT",
        "ALTER TABLE playlist_entries ADD COLUMN extra TEXT",
        // The same of what a queue holds.
        "ALTER TABLE carried_queue ADD COLUMN start_us INTEGER",
        "ALTER TABLE carried_queue ADD COLUMN end_us INTEGER",
        "ALTER TABLE carried_queue ADD COLUMN gain REAL",
        "ALTER TABLE carried_queue ADD COLUMN crossfade_us INTEGER"),
      Migration(
        // Files of playlists, as the last scan met them. What is in them is read when somebody asks.
        """
        CREATE TABLE playlist_files (
          folder INTEGER NOT NULL REFERENCES folders (id),
          name BLOB NOT NULL,
          PRIMARY KEY (folder, name)
        ) STRICT, WITHOUT ROWID
        """,
        // Which playlists an import made, by their identities, and how they were then, so that it can be undone. What is
        // of one step is undone together.
        """
        CREATE TABLE imports (
          playlist BLOB PRIMARY KEY CHECK (length(playlist) = 16),
          step INTEGER NOT NULL,
          state TEXT NOT NULL
        ) STRICT
        """,
        // Playlists in Sync/mixboard-playlists.json, and digests of both sides when they were last the same.
        """
        CREATE TABLE shared (
          playlist BLOB PRIMARY KEY CHECK (length(playlist) = 16),
          key TEXT NOT NULL,
          own BLOB NOT NULL,
          other BLOB NOT NULL
        ) STRICT
        """,
        // The last backup: when, in seconds since 1970, where the clock was known, and volume.changes then.
        """
        CREATE TABLE backups (
          one INTEGER PRIMARY KEY CHECK (one = 1),
          made INTEGER,
          changes INTEGER NOT NULL
        ) STRICT
        """),
      .listening,
      Migration(
        // What the files of a folder are, by the rows of those that are there (FolderDigest); NULL where that is not
        // known: whoever changes such a row's folder, name, size, mtime_ns, state or reader takes the digest away with it.
        "ALTER TABLE folders ADD COLUMN digest BLOB CHECK (length(digest) = 16)"),
      Migration(
        // elsewhere: files lie elsewhere than the last backup says.
        "ALTER TABLE backups ADD COLUMN elsewhere INTEGER NOT NULL DEFAULT 0 CHECK (elsewhere IN (0, 1))",
        // A row where the database was made anew and has not been given what a backup says: how many openings may still try.
        "CREATE TABLE pending_restore (one INTEGER PRIMARY KEY CHECK (one = 1), tries INTEGER NOT NULL) STRICT",
        // Numbers below 0 stood for both before.
        "INSERT INTO pending_restore (one, tries) SELECT 1, -max(changes, -5) FROM backups WHERE changes < 0",
        "DELETE FROM backups WHERE changes < 0",
        "UPDATE backups SET elsewhere = 1, made = nullif(-max(made, -9223372036854775807), 1) WHERE made < 0"),
    ],
    newest: NewestPart.ofVolume)
}
