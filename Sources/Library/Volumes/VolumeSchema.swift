extension Schema {
  /// `.jukebox/library.sqlite` on a volume.
  static let volume = Schema(
    applicationID: 0x4A6B_766F,  // "Jkvo"
    setApplicationID: "PRAGMA application_id = 1248556655",
    migrations: [
      Migration(tracks + playlists + people + listening + podcasts + pads + analyses + lists),
      // Sticks in use keep their database: a table more needs nothing of the others.
      Migration(cards),
    ])

  /// The volume, its folders and tracks, and what scans keep of them.
  private static let tracks: [StaticString] = [
    // The one row identifies this volume. `changes` counts the changes of people: of two copies the one with more wins.
    // `revision` counts the changes of tracks as clients see them, by which clients know that their caches are old.
    // folders_moved: settings of folders are at their new places already for moves of tracks that are not finished.
    """
    CREATE TABLE volume (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      identity BLOB NOT NULL CHECK (length(identity) = 16),
      name TEXT NOT NULL,
      changes INTEGER NOT NULL DEFAULT 0,
      scans INTEGER NOT NULL DEFAULT 0,
      tracks INTEGER NOT NULL DEFAULT 0,
      sequence INTEGER NOT NULL DEFAULT 0,
      revision INTEGER NOT NULL DEFAULT 0,
      folders_moved INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """,
    // Folders that hold a track, or a folder that does, or did. order_key: NaturalKey.ofFolder. digest: what the
    // files of the folder are, by the rows of those that are there (FolderDigest); NULL where that is not known: a
    // change of such a row's folder, name, size, mtime_ns, state or reader takes the digest away with it.
    """
    CREATE TABLE folders (
      id INTEGER PRIMARY KEY,
      parent INTEGER REFERENCES folders (id),
      path BLOB NOT NULL UNIQUE,
      order_key BLOB NOT NULL UNIQUE,
      digest BLOB CHECK (length(digest) = 16)
    ) STRICT
    """,
    "CREATE INDEX folders_by_parent ON folders (parent, order_key)",
    // Folders that people have included or excluded, by path: an excluded one has no row among the folders.
    """
    CREATE TABLE folder_rules (
      path BLOB PRIMARY KEY, included INTEGER NOT NULL CHECK (included IN (0, 1))
    ) STRICT, WITHOUT ROWID
    """,
    // state: 0 here, 1 vanished (the row keeps what people added), 2 here but unreadable (problem says why). Values
    // of a tag with several are joined by U+001F. more: every other tag, StoredTag's number and the text in turn,
    // joined by U+001F. several: 1 where `more` has further values of the album or the date. reader: which
    // TrackDetails.reader read the file; an older one reads it again. indexed: whether the row's entries are in the
    // text indexes.
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
      reader INTEGER NOT NULL DEFAULT 1,
      disc_total INTEGER,
      track_total INTEGER,
      compilation INTEGER,
      track_gain REAL,
      album_gain REAL,
      track_peak REAL,
      album_peak REAL,
      more TEXT CHECK (length(more) <= 65536),
      several INTEGER NOT NULL DEFAULT 0,
      indexed INTEGER NOT NULL DEFAULT 0,
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
    // Part of an entry's track to play: microseconds since the track's beginning, dB; NULL is the track as it is.
    """
    CREATE TABLE carried_queue (
      place INTEGER PRIMARY KEY,
      entry INTEGER NOT NULL,
      path BLOB NOT NULL,
      priority INTEGER NOT NULL,
      start_us INTEGER,
      end_us INTEGER,
      gain REAL,
      crossfade_us INTEGER
    ) STRICT
    """,
    // The frame offsets of a long file, for exact seeks; of the file as it was then.
    """
    CREATE TABLE seek_indexes (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      size INTEGER NOT NULL,
      mtime_ns INTEGER NOT NULL,
      data BLOB NOT NULL CHECK (length(data) <= 16384)
    ) STRICT
    """,
    // Text indexes (TextIndex): they keep no text, only where words are. Words come parted and folded (SearchText); the
    // tokenizer takes all that isn't ASCII for letters.
    """
    CREATE VIRTUAL TABLE songs USING fts5 (
      title, artist, album, album_artist, genre, composer,
      content = '', prefix = '1 2 3', tokenize = 'ascii')
    """,
    """
    CREATE VIRTUAL TABLE paths USING fts5 (
      path, name, content = '', prefix = '1 2 3', tokenize = 'ascii')
    """,
    """
    CREATE VIRTUAL TABLE trigrams USING fts5 (
      text, content = '', detail = none, tokenize = 'trigram case_sensitive 1')
    """,
    "CREATE VIRTUAL TABLE words USING fts5vocab (songs, row)",
    // Version of SearchText that made the text indexes.
    """
    CREATE TABLE text_index (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      version INTEGER NOT NULL,
      unicode TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX tracks_not_indexed ON tracks (indexed) WHERE indexed = 0 AND state = 0",
    // The fingerprint of a track's file, by which it is recognised at any path (TrackFingerprint).
    """
    CREATE TABLE prints (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE ON UPDATE CASCADE,
      print INTEGER NOT NULL
    ) STRICT
    """,
    // The rows that scans have made (is_new), written over or lost the files of since the last Reconcile. former: the
    // fingerprint of the file that was at the row's path before. other_sound: 1 where the results of the row's analysis
    // are still of that file.
    """
    CREATE TABLE unreconciled (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
      is_new INTEGER NOT NULL DEFAULT 0,
      former INTEGER,
      other_sound INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """,
    // The chapters that a track's file names, in the order of the sound. These rows are replaced with their track's.
    """
    CREATE TABLE chapters (
      track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE ON UPDATE CASCADE,
      number INTEGER NOT NULL,
      start_us INTEGER NOT NULL,
      end_us INTEGER,
      title TEXT,
      performer TEXT,
      PRIMARY KEY (track, number)
    ) STRICT, WITHOUT ROWID
    """,
    // Record of the last change of a file's tags (FormerTags). print: of the file with the new ones.
    """
    CREATE TABLE former_tags (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      print INTEGER NOT NULL,
      tags BLOB NOT NULL
    ) STRICT
    """,
    // Files of playlists, as the last scan met them. Their content is read at each request.
    """
    CREATE TABLE playlist_files (
      folder INTEGER NOT NULL REFERENCES folders (id),
      name BLOB NOT NULL,
      PRIMARY KEY (folder, name)
    ) STRICT, WITHOUT ROWID
    """,
  ]

  /// Playlists, and what came of syncs and backups.
  private static let playlists: [StaticString] = [
    // Stored playlists, each with a permanent identity: a name may change. made, changed: seconds since 1970; NULL if
    // the clock was not known. colour: 0xRRGGBB. tempo: beats per minute. slot: 1 to 3, the mix slot. extra: a JSON
    // object, other fields of the file that it came from.
    """
    CREATE TABLE playlists (
      id INTEGER PRIMARY KEY,
      identity BLOB NOT NULL UNIQUE CHECK (length(identity) = 16),
      name TEXT NOT NULL UNIQUE,
      made INTEGER,
      changed INTEGER,
      notes TEXT,
      colour INTEGER,
      tempo REAL,
      template TEXT,
      folder INTEGER REFERENCES playlist_folders (id) ON DELETE SET NULL,
      slot INTEGER,
      extra TEXT
    ) STRICT
    """,
    // An entry is a track of this volume by its row, wherever its file goes; or a path, of this volume where it has
    // no row (yet), or of the one with the identity `volume`. Entries stand by place, numbers with gaps between them
    // (SparseOrder). Times in microseconds since the track's beginning, gain in dB; NULL is the track as it is.
    """
    CREATE TABLE playlist_entries (
      id INTEGER PRIMARY KEY,
      playlist INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      track INTEGER REFERENCES tracks (id) DEFERRABLE INITIALLY DEFERRED,
      volume BLOB CHECK (length(volume) = 16),
      path BLOB,
      start_us INTEGER,
      end_us INTEGER,
      gain REAL,
      crossfade_us INTEGER,
      notes TEXT,
      extra TEXT,
      CHECK ((track IS NULL) <> (path IS NULL)),
      CHECK (track IS NULL OR volume IS NULL)
    ) STRICT
    """,
    "CREATE INDEX playlist_entries_in_order ON playlist_entries (playlist, place)",
    // A row of a file that turns out to be a moved one goes: SQLite looks for what refers to it.
    "CREATE INDEX playlist_entries_by_track ON playlist_entries (track) WHERE track IS NOT NULL",
    "CREATE INDEX playlist_entries_by_path ON playlist_entries (volume, path) WHERE path IS NOT NULL",
    """
    CREATE TABLE playlist_folders (
      id INTEGER PRIMARY KEY,
      identity BLOB NOT NULL UNIQUE CHECK (length(identity) = 16),
      name TEXT NOT NULL UNIQUE
    ) STRICT
    """,
    """
    CREATE TABLE playlist_covers (
      playlist INTEGER PRIMARY KEY REFERENCES playlists (id) ON DELETE CASCADE,
      data BLOB NOT NULL CHECK (length(data) <= 524288)
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
    // The last backup: when, in seconds since 1970, if the clock was known, and volume.changes then. elsewhere: files
    // have other paths than in the last backup.
    """
    CREATE TABLE backups (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      made INTEGER,
      changes INTEGER NOT NULL,
      elsewhere INTEGER NOT NULL DEFAULT 0 CHECK (elsewhere IN (0, 1))
    ) STRICT
    """,
    // A row if the database was rebuilt and no backup has been restored: how many openings may still try.
    """
    CREATE TABLE pending_restore (one INTEGER PRIMARY KEY CHECK (one = 1), tries INTEGER NOT NULL) STRICT
    """,
  ]

  /// Tables of people's and clients' values for tracks.
  private static let people: [StaticString] = [
    // Personal values of a track, and its counts; no row if there are none yet. favourite: Liking, NULL if unset.
    // rating: 0 to 10. colour: 0xRRGGBB. last_played: seconds since 1970. plays and skips are NULL until the first.
    """
    CREATE TABLE personal (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      favourite INTEGER CHECK (favourite BETWEEN 0 AND 2),
      rating INTEGER CHECK (rating BETWEEN 0 AND 10),
      colour INTEGER CHECK (colour BETWEEN 0 AND 16777215),
      notes TEXT CHECK (length(notes) <= 8192),
      plays INTEGER CHECK (plays >= 0),
      skips INTEGER CHECK (skips >= 0),
      last_played INTEGER CHECK (last_played >= 0)
    ) STRICT
    """,
    // Points in a track, and sections that have an end. number is unique and permanent among a track's cues; they are
    // read by start_us. kind: a word (CueKind).
    """
    CREATE TABLE cues (
      track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      number INTEGER NOT NULL,
      start_us INTEGER NOT NULL CHECK (start_us >= 0),
      end_us INTEGER CHECK (end_us > start_us),
      kind TEXT NOT NULL,
      name TEXT CHECK (length(name) <= 1024),
      colour INTEGER CHECK (colour BETWEEN 0 AND 16777215),
      PRIMARY KEY (track, number)
    ) STRICT, WITHOUT ROWID
    """,
    // Values of clients, by MPD's rules: for a track, for a playlist, or for the `subject`: a filter, or a
    // value of the tag that `type` names. Names whose values are columns of `personal` are not here.
    """
    CREATE TABLE stickers (
      id INTEGER PRIMARY KEY,
      type TEXT NOT NULL,
      track INTEGER REFERENCES tracks (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      playlist INTEGER REFERENCES playlists (id) ON DELETE CASCADE,
      subject TEXT CHECK (length(subject) <= 4096),
      name TEXT NOT NULL CHECK (length(name) <= 1024),
      value TEXT NOT NULL CHECK (length(value) <= 4096),
      CHECK ((track IS NULL) + (playlist IS NULL) + (subject IS NULL) = 2)
    ) STRICT
    """,
    "CREATE UNIQUE INDEX stickers_of_track ON stickers (track, name) WHERE track IS NOT NULL",
    "CREATE UNIQUE INDEX stickers_of_playlist ON stickers (playlist, name) WHERE playlist IS NOT NULL",
    """
    CREATE UNIQUE INDEX stickers_of_subject ON stickers (type, subject, name) WHERE subject IS NOT NULL
    """,
    "CREATE INDEX stickers_by_name ON stickers (type, name)",
    "CREATE INDEX personal_by_plays ON personal (plays) WHERE plays > 0",
  ]

  /// Listening statistics, and positions of folders that resume.
  private static let listening: [StaticString] = [
    // Sums of listening to a track, beside the counts in `personal`; no row if nothing was heard. listened_us of
    // offered_us: time heard of the whole length, where that was known. affinity: Affinity, as of the beginning of the
    // listening clock. played_sequence, played_clock: of the last time that it counted as played.
    """
    CREATE TABLE heard (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
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
    // The last playings, in their order. playing identifies one, so that it is counted once however often a jukebox
    // reports it. time: seconds since 1970, if the clock was known.
    """
    CREATE TABLE listening (
      sequence INTEGER PRIMARY KEY,
      playing INTEGER NOT NULL UNIQUE,
      track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      time INTEGER,
      heard_us INTEGER NOT NULL,
      played INTEGER NOT NULL,
      skipped INTEGER NOT NULL,
      sought_end INTEGER NOT NULL,
      over INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX listening_by_track ON listening (track)",
    // Seconds since the first playing, as far as they are known; wall: seconds since 1970 when that was so.
    """
    CREATE TABLE listening_clock (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      seconds INTEGER NOT NULL,
      wall INTEGER
    ) STRICT
    """,
    // The position in a folder (a track and the time in it), and its setting. resumes: NULL if its tracks decide
    // whether it does. sequence: the highest was listened to last.
    """
    CREATE TABLE folder_positions (
      folder INTEGER PRIMARY KEY REFERENCES folders (id) ON DELETE CASCADE,
      resumes INTEGER CHECK (resumes IN (0, 1)),
      -- At which it is listened to.
      speed REAL,
      track INTEGER REFERENCES tracks (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
      position_us INTEGER NOT NULL DEFAULT 0 CHECK (position_us >= 0),
      at_end INTEGER NOT NULL DEFAULT 0,
      sequence INTEGER NOT NULL DEFAULT 0,
      changed INTEGER
    ) STRICT
    """,
    "CREATE INDEX folder_positions_by_track ON folder_positions (track) WHERE track IS NOT NULL",
  ]

  /// Playlists that are podcasts.
  private static let podcasts: [StaticString] = [
    // checked: when the feed was read last, in seconds since 1970, if the clock was known; problem: why that failed.
    """
    CREATE TABLE feeds (
      playlist INTEGER PRIMARY KEY REFERENCES playlists (id) ON DELETE CASCADE,
      url TEXT NOT NULL UNIQUE CHECK (length(url) <= 4096),
      checked INTEGER,
      problem TEXT CHECK (length(problem) <= 1024)
    ) STRICT
    """,
    // The episodes that were ever listed: identity is the feed's, and so is length_us. playing: the playing that was
    // counted last.
    // position_us, at_end, sequence, speed as in folder_positions.
    """
    CREATE TABLE episodes (
      playlist INTEGER NOT NULL REFERENCES feeds (playlist) ON DELETE CASCADE,
      identity TEXT NOT NULL CHECK (length(identity) <= 4096),
      url TEXT NOT NULL CHECK (length(url) <= 4096),
      length_us INTEGER CHECK (length_us > 0),
      plays INTEGER NOT NULL DEFAULT 0 CHECK (plays >= 0),
      last_played INTEGER,
      playing INTEGER,
      position_us INTEGER NOT NULL DEFAULT 0 CHECK (position_us >= 0),
      at_end INTEGER NOT NULL DEFAULT 0,
      sequence INTEGER NOT NULL DEFAULT 0,
      speed REAL,
      PRIMARY KEY (playlist, identity)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX episodes_by_url ON episodes (url)",
    // Files of fetched episodes. volume: NULL for this one.
    """
    CREATE TABLE episode_files (
      playlist INTEGER NOT NULL,
      identity TEXT NOT NULL,
      volume BLOB CHECK (length(volume) = 16),
      path BLOB NOT NULL CHECK (length(path) BETWEEN 1 AND 4096),
      PRIMARY KEY (playlist, identity),
      FOREIGN KEY (playlist, identity) REFERENCES episodes (playlist, identity) ON DELETE CASCADE ON UPDATE CASCADE
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX episode_files_by_path ON episode_files (path)",
  ]

  /// The soundboard.
  private static let pads: [StaticString] = [
    // Values of a pad: of a file in the folder Sounds, whose row has state 3, or of any other that people
    // made a pad. removed: it is no pad until it is added again. name, folder: NULL where the file's path
    // gives them. mode: a word (PadMode). Times in microseconds, equaliser and duck in dB.
    """
    CREATE TABLE pads (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
      name TEXT CHECK (length(name) <= 256),
      folder TEXT CHECK (length(folder) <= 256),
      place INTEGER,
      presses INTEGER NOT NULL DEFAULT 0,
      volume REAL NOT NULL,
      boost REAL NOT NULL,
      speed REAL NOT NULL,
      loops INTEGER NOT NULL,
      bass REAL NOT NULL,
      mid REAL NOT NULL,
      treble REAL NOT NULL,
      colour INTEGER,
      favourite INTEGER NOT NULL,
      start_us INTEGER NOT NULL,
      end_us INTEGER,
      delay_us INTEGER NOT NULL,
      mode TEXT NOT NULL,
      pad_group TEXT NOT NULL CHECK (length(pad_group) <= 256),
      duck REAL NOT NULL
    ) STRICT
    """,
    "CREATE TABLE pad_folders (name TEXT PRIMARY KEY, place INTEGER, colour INTEGER) STRICT, WITHOUT ROWID",
    "CREATE INDEX tracks_of_sounds ON tracks (folder, sort_key) WHERE state = 3",
  ]

  /// The cards that play music of this volume.
  private static let cards: [StaticString] = [
    // A card plays a playlist, or the folder at a path, or a track: never anything but music of this volume. again, away,
    // play_order: words (CardAgain, CardAway, CardOrder), NULL for the default. volume: percent.
    """
    CREATE TABLE cards (
      number TEXT PRIMARY KEY CHECK (length(number) BETWEEN 1 AND 128),
      name TEXT CHECK (length(name) <= 256),
      playlist INTEGER REFERENCES playlists (id) ON DELETE CASCADE,
      folder BLOB CHECK (length(folder) BETWEEN 1 AND 4096),
      track INTEGER REFERENCES tracks (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      again TEXT CHECK (length(again) <= 32),
      away TEXT CHECK (length(away) <= 32),
      play_order TEXT CHECK (length(play_order) <= 32),
      volume INTEGER CHECK (volume BETWEEN 0 AND 100),
      CHECK ((playlist IS NULL) + (folder IS NULL) + (track IS NULL) = 2)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX cards_by_track ON cards (track) WHERE track IS NOT NULL",
    "CREATE INDEX cards_by_folder ON cards (folder) WHERE folder IS NOT NULL",
  ]

  /// Tempo, key and loudness, as far as lists use them; the rest is in `AnalysisDatabase`.
  private static let analyses: [StaticString] = [
    // version: of the methods, 0 while there is no result. outcome: AnalysisOutcome, and why in words. Keys are
    // MusicalKey's numbers, loudness in LUFS, peak in dB (true peak). remote: whether a server's analysis is there (1) and
    // shown (2). bpm and music_key are what counts: what a person said, else the file's tags, else what was found by
    // the server if that is shown, else by the jukebox.
    """
    CREATE TABLE analyses (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      version INTEGER NOT NULL DEFAULT 0,
      has_chords INTEGER NOT NULL DEFAULT 0,
      outcome INTEGER NOT NULL DEFAULT 0,
      problem TEXT CHECK (length(problem) <= 1024),
      tag_bpm REAL,
      tag_key INTEGER,
      found_bpm REAL,
      found_key INTEGER,
      remote INTEGER NOT NULL DEFAULT 0,
      remote_bpm REAL,
      remote_key INTEGER,
      loudness REAL,
      peak REAL,
      bpm REAL,
      music_key INTEGER
    ) STRICT
    """,
    "CREATE INDEX analyses_by_bpm ON analyses (bpm) WHERE bpm IS NOT NULL",
    "CREATE INDEX analyses_by_key ON analyses (music_key, bpm) WHERE music_key IS NOT NULL",
    """
    CREATE TABLE said_analyses (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      bpm REAL,
      music_key INTEGER
    ) STRICT
    """,
  ]

  /// Orders and sums of lists that would read every track otherwise.
  private static let lists: [StaticString] = [
    "CREATE INDEX tracks_by_addition ON tracks (added_time / 1000000 DESC, added_sequence) WHERE state = 0",
    // Rows of tracks are long: for the sum of many lengths, a stick would have to read all of them.
    "CREATE INDEX track_lengths ON tracks (id, duration_us) WHERE state = 0",
    // For lists and counts of artists, albums, genres and dates. Files of one folder have their entries side by side, so a
    // scan writes few pages of it.
    """
    CREATE INDEX tracks_by_album ON tracks (album_artist, artist, album, date, genre, folder, duration_us)
    WHERE state = 0 AND several = 0
    """,
    // The artists of an album whose songs name no album artist.
    """
    CREATE INDEX tracks_of_folder_albums ON tracks (folder, album, artist)
    WHERE state = 0 AND album_artist IS NULL AND album IS NOT NULL
    """,
    "CREATE INDEX tracks_of_several ON tracks (id) WHERE state = 0 AND several <> 0",
    "CREATE INDEX personal_favourites ON personal (track) WHERE favourite = 2",
    "CREATE INDEX personal_by_rating ON personal (rating) WHERE rating IS NOT NULL",
  ]
}
