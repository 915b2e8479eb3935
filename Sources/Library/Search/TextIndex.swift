/// The full-text tables of a volume's database (https://sqlite.org/fts5.html): `songs` and `paths` for who types the
/// beginnings of words, `trigrams` for any part of any tag.
///
/// Rows and entries agree at every moment: `tracks.indexed` says whether a row's entries are there, and changes in the
/// transaction that writes or deletes them.
struct TextIndex {
  let connection: Connection

  func insert(_ id: Int64, _ text: SearchText) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO songs (rowid, title, artist, album, album_artist, genre, composer)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """, .integer(id), .text(text.title), .text(text.artist), .text(text.album), .text(text.albumArtist),
      .text(text.genre), .text(text.composer))
    try connection.execute(
      "INSERT INTO paths (rowid, path, name) VALUES (?1, ?2, ?3)", .integer(id), .text(text.path),
      .text(text.name))
    try connection.execute(
      "INSERT INTO trigrams (rowid, text) VALUES (?1, ?2)", .integer(id), .text(text.folded))
    try connection.execute("UPDATE tracks SET indexed = 1 WHERE id = ?1", .integer(id))
  }

  func delete(_ id: Int64, _ text: SearchText) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO songs (songs, rowid, title, artist, album, album_artist, genre, composer)
      VALUES ('delete', ?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """, .integer(id), .text(text.title), .text(text.artist), .text(text.album), .text(text.albumArtist),
      .text(text.genre), .text(text.composer))
    try connection.execute(
      "INSERT INTO paths (paths, rowid, path, name) VALUES ('delete', ?1, ?2, ?3)", .integer(id),
      .text(text.path), .text(text.name))
    try connection.execute(
      "INSERT INTO trigrams (trigrams, rowid, text) VALUES ('delete', ?1, ?2)", .integer(id),
      .text(text.folded))
    try connection.execute("UPDATE tracks SET indexed = 0 WHERE id = ?1", .integer(id))
  }

  /// Begins anew: no entry is left, and every row is to be taken in again.
  func clear() throws(StoreError) {
    try connection.execute("INSERT INTO songs (songs) VALUES ('delete-all')")
    try connection.execute("INSERT INTO paths (paths) VALUES ('delete-all')")
    try connection.execute("INSERT INTO trigrams (trigrams) VALUES ('delete-all')")
    try connection.execute("UPDATE tracks SET indexed = 0 WHERE indexed <> 0")
    try connection.execute(
      """
      INSERT INTO text_index (one, version, unicode) VALUES (1, ?1, ?2)
      ON CONFLICT (one) DO UPDATE SET version = ?1, unicode = ?2
      """, .integer(SearchText.version), .text(SearchText.unicode))
  }

  /// Whether the entries were made of the texts that rows give now.
  func isCurrent() throws(StoreError) -> Bool {
    try connection.first("SELECT version, unicode FROM text_index") { (row) throws(StoreError) in
      let (version, unicode) = (try row.integer(0), try row.text(1))
      return version == SearchText.version && unicode == SearchText.unicode
    } ?? false
  }
}
