/// The full-text tables of a volume's database (https://sqlite.org/fts5.html): `songs` and `paths` for who types the
/// beginnings of words, `trigrams` for any part of any tag.
///
/// Rows and entries agree at every moment: `tracks.indexed` says whether a row's entries are there, and changes in the
/// transaction that writes or deletes them.
struct TextIndex {
  let connection: Connection
  /// How many of the indexes were found to be of few pieces, in the order of `merges`, since something was taken in or out.
  private var mergedCount = 0

  init(connection: Connection) { self.connection = connection }

  /// `note` must follow it, in the same transaction.
  mutating func insert(_ id: Int64, _ text: SearchText) throws(StoreError) {
    mergedCount = 0
    try connection.execute(
      """
      INSERT INTO songs (rowid, title, artist, album, album_artist, genre, composer)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """, .integer(id), .text(text.title), .text(text.artist), .text(text.album), .text(text.albumArtist),
      .text(text.genre), .text(text.composer))
    // Words of the name are in the path already, which ends with it.
    try connection.execute("INSERT INTO paths (rowid, path) VALUES (?1, ?2)", .integer(id), .text(text.path))
    try connection.execute(
      "INSERT INTO trigrams (rowid, text) VALUES (?1, ?2)", .integer(id), .text(text.folded))
  }

  /// Notes that every row up to `id` that is to be in has been inserted.
  func note(upTo id: Int64) throws(StoreError) {
    try connection.execute(
      """
      UPDATE tracks INDEXED BY tracks_not_indexed SET indexed = 1 WHERE indexed = 0 AND state = 0 AND id <= ?1
      """, .integer(id))
  }

  mutating func delete(_ id: Int64, _ text: SearchText) throws(StoreError) {
    mergedCount = 0
    try connection.execute(
      """
      INSERT INTO songs (songs, rowid, title, artist, album, album_artist, genre, composer)
      VALUES ('delete', ?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """, .integer(id), .text(text.title), .text(text.artist), .text(text.album), .text(text.albumArtist),
      .text(text.genre), .text(text.composer))
    try connection.execute(
      "INSERT INTO paths (paths, rowid, path) VALUES ('delete', ?1, ?2)", .integer(id), .text(text.path))
    try connection.execute(
      "INSERT INTO trigrams (trigrams, rowid, text) VALUES ('delete', ?1, ?2)", .integer(id),
      .text(text.folded))
    try connection.execute("UPDATE tracks SET indexed = 0 WHERE id = ?1", .integer(id))
  }

  /// Starts again: no entry is left, and every row is to be indexed again.
  mutating func clear() throws(StoreError) {
    mergedCount = 0
    try connection.execute("INSERT INTO songs (songs) VALUES ('delete-all')")
    try connection.execute("INSERT INTO paths (paths) VALUES ('delete-all')")
    try connection.execute("INSERT INTO trigrams (trigrams) VALUES ('delete-all')")
    try mergeLater()
    try connection.execute("UPDATE tracks SET indexed = 0 WHERE indexed <> 0")
    try connection.execute(
      """
      INSERT INTO text_index (one, version, unicode) VALUES (1, ?1, ?2)
      ON CONFLICT (one) DO UPDATE SET version = ?1, unicode = ?2
      """, .integer(SearchText.version), .text(SearchText.unicode))
  }

  /// Each transaction makes a piece of each index. By default FTS5 merges four of a kind as soon as they exist, which
  /// costs a first scan as much as making them; so more are allowed, and `merge` runs when the store is idle. At more
  /// than `crisismerge` it would merge all at once, while a request waits.
  private func mergeLater() throws(StoreError) {
    try connection.execute("INSERT INTO songs (songs, rank) VALUES ('automerge', 64)")
    try connection.execute("INSERT INTO paths (paths, rank) VALUES ('automerge', 64)")
    try connection.execute("INSERT INTO trigrams (trigrams, rank) VALUES ('automerge', 64)")
    try connection.execute("INSERT INTO songs (songs, rank) VALUES ('crisismerge', 256)")
    try connection.execute("INSERT INTO paths (paths, rank) VALUES ('crisismerge', 256)")
    try connection.execute("INSERT INTO trigrams (trigrams, rank) VALUES ('crisismerge', 256)")
    // What it gathers of each in memory before it writes a piece, in bytes: half of what it does by itself.
    try connection.execute("INSERT INTO songs (songs, rank) VALUES ('hashsize', 524288)")
    try connection.execute("INSERT INTO paths (paths, rank) VALUES ('hashsize', 524288)")
    try connection.execute("INSERT INTO trigrams (trigrams, rank) VALUES ('hashsize', 524288)")
  }

  /// Of each index, sixteen pages or so: who asks meanwhile waits for a few milliseconds.
  private static let merges: [StaticString] = [
    "INSERT INTO songs (songs, rank) VALUES ('merge', 16)",
    "INSERT INTO paths (paths, rank) VALUES ('merge', 16)",
    "INSERT INTO trigrams (trigrams, rank) VALUES ('merge', 16)",
  ]

  /// Merges pieces of one of the indexes, a little, where at least four are of a size.
  /// - Returns: whether there was anything to do.
  mutating func merge() throws(StoreError) -> Bool {
    // FTS5 counts a change even where it changes nothing, and a scan that found nothing new has written nothing.
    while mergedCount < Self.merges.count {
      let before = connection.totalChanges
      try connection.execute(Self.merges[mergedCount])
      // As FTS5 reports it: one row changes by the command itself.
      if connection.totalChanges - before >= 2 { return true }
      mergedCount += 1
    }
    return false
  }

  /// Whether the entries were made of the texts that rows give now.
  func isCurrent() throws(StoreError) -> Bool {
    try connection.first("SELECT version, unicode FROM text_index") { (row) throws(StoreError) in
      let (version, unicode) = (try row.integer(0), try row.text(1))
      return version == SearchText.version && unicode == SearchText.unicode
    } ?? false
  }
}
