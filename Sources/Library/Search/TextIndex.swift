/// The full-text tables of a volume's database (https://sqlite.org/fts5.html): `songs` and `paths` for who types the
/// beginnings of words, `trigrams` for any part of any tag.
///
/// Rows and entries agree at every moment: `tracks.indexed` says whether a row's entries are there, and changes in the
/// transaction that writes or deletes them.
final class TextIndex {
  private let connection: Connection
  /// Whether the entries match the rows' present texts; else they are made again before use.
  private(set) var isCurrent = false
  /// How many of the indexes were found to be of few pieces, in the order of `merges`, since something was taken in or out.
  private var mergedCount = 0
  /// Words that more tracks have than are ranked by them; a few that were looked for.
  var commonWords: Set<String> = []

  init(_ connection: Connection) { self.connection = connection }

  /// Reads whether the entries were made of the texts that rows give now.
  func readAgain() throws(StoreError) {
    isCurrent =
      try connection.first("SELECT version, unicode FROM text_index") { (row) throws(StoreError) in
        let (version, unicode) = (try row.integer(0), try row.text(1))
        return version == SearchText.version && unicode == SearchText.unicode
      } ?? false
  }

  /// Whether every playable track has its entries.
  func isComplete() throws(StoreError) -> Bool {
    guard isCurrent else { return false }
    return try connection.first(
      "SELECT 1 FROM tracks INDEXED BY tracks_not_indexed WHERE indexed = 0 AND state = 0 LIMIT 1"
    ) { (row) throws(StoreError) in true } == nil
  }

  /// `note` must follow it, in the same transaction.
  private func insert(_ id: Int64, _ text: SearchText) throws(StoreError) {
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
  private func note(upTo id: Int64) throws(StoreError) {
    try connection.execute(
      """
      UPDATE tracks INDEXED BY tracks_not_indexed SET indexed = 1 WHERE indexed = 0 AND state = 0 AND id <= ?1
      """, .integer(id))
  }

  private func delete(_ id: Int64, _ text: SearchText) throws(StoreError) {
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

  /// Starts again, whatever they hold: no entry is left, and every row is to be indexed again.
  func clear() throws(StoreError) {
    try connection.transaction { (_) throws(StoreError) in try empty() }
    isCurrent = true
  }

  private func empty() throws(StoreError) {
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
    // Bytes that each gathers in memory before it writes a piece: half of the default.
    try connection.execute("INSERT INTO songs (songs, rank) VALUES ('hashsize', 524288)")
    try connection.execute("INSERT INTO paths (paths, rank) VALUES ('hashsize', 524288)")
    try connection.execute("INSERT INTO trigrams (trigrams, rank) VALUES ('hashsize', 524288)")
  }

  /// Merges of about sixteen pages in each index: a request waits a few milliseconds for one.
  private static let merges: [StaticString] = [
    "INSERT INTO songs (songs, rank) VALUES ('merge', 16)",
    "INSERT INTO paths (paths, rank) VALUES ('merge', 16)",
    "INSERT INTO trigrams (trigrams, rank) VALUES ('merge', 16)",
  ]

  /// Merges pieces of one of the indexes, a little, where at least four are of a size.
  /// - Returns: whether there was anything to do.
  private func mergePieces() throws(StoreError) -> Bool {
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

  // MARK: Filling

  /// Takes rows into the text indexes, in one transaction: what FTS5 gathers in it becomes one piece of each index, and
  /// many small pieces would have to be merged repeatedly.
  ///
  /// - Parameters:
  /// - limit: rows at most.
  /// - goesOn: asked after each `ScanBatch.most` rows: whether no request waits.
  /// Long texts end it earlier.
  /// - Returns: how many were taken in, and whether some may be left.
  func takeNext(
    limit: Int, while goesOn: () -> Bool = { true }
  ) throws(StoreError) -> (count: Int, isLeft: Bool) {
    if !isCurrent { try clear() }
    var count = 0
    var bytes = 0
    var isLeft = true
    // An error in the rows is no damage to the indexes.
    var rowFailure: StoreError?
    do throws(StoreError) {
      try using { () throws(StoreError) in
        try connection.transaction(isDurable: false) { (_) throws(StoreError) in
          var upTo = Int64.min
          repeat {
            let rows: [(id: Int64, text: SearchText)]
            do throws(StoreError) {
              rows = try rowsToIndex(min(limit - count, ScanBatch.most), behind: upTo)
            } catch {
              rowFailure = error
              throw error
            }
            guard let last = rows.last else {
              isLeft = false
              break
            }
            for row in rows {
              try insert(row.id, row.text)
              bytes += row.text.folded.utf8.count
            }
            upTo = last.id
            count += rows.count
          } while count < limit && bytes < Self.mostBytesAtOnce && goesOn()
          // Once, at the end: a statement that changes many rows has FTS5 write a piece of what it has gathered before.
          if count > 0 { try note(upTo: upTo) }
        }
      }
    } catch {
      throw rowFailure ?? error
    }
    return (count, isLeft)
  }

  /// The next rows, in the order of their numbers; fewer where their texts are long.
  private func rowsToIndex(_ limit: Int, behind id: Int64) throws(StoreError) -> [(
    id: Int64, text: SearchText
  )] {
    var rows: [(id: Int64, text: SearchText)] = []
    var bytes = 0
    try connection.forEachWhile(
      """
      SELECT t.id, title, artist, album, album_artist, genre, date, disc, track, more, name, path
      FROM tracks t INDEXED BY tracks_not_indexed CROSS JOIN folders f ON f.id = t.folder
      WHERE t.indexed = 0 AND t.state = 0 AND t.id > ?2 ORDER BY t.id LIMIT ?1
      """, .number(limit), .integer(id),
      body: { (row) throws(StoreError) in
        let text = try SearchText(row, from: 1, more: try row.moreTags(9))
        rows.append((try row.integer(0), text))
        bytes += text.folded.utf8.count
        return bytes < Self.mostBytesIndexed
      })
    return rows
  }

  /// Amount indexed at a time, so that no request waits long; 300 ordinary songs seldom have more.
  private static let mostBytesIndexed = 256 * 1024
  /// Limit of the bytes of one transaction.
  private static let mostBytesAtOnce = 512 * 1024

  /// Makes the pieces of the text indexes fewer and larger, a step at a time, which makes searching them quicker.
  /// - Returns: whether there was anything to do.
  func merge() throws(StoreError) -> Bool {
    guard isCurrent else { return false }
    return try using { () throws(StoreError) in
      try connection.transaction(isDurable: false) { (_) throws(StoreError) in try mergePieces() }
    }
  }

  /// Takes a row's text out of the indexes before it changes; within the transaction that changes it.
  func remove(_ id: Int64) throws(StoreError) {
    // Indexes that are to be rebuilt are cleared first.
    guard isCurrent else { return }
    let text = try connection.first(
      """
      SELECT title, artist, album, album_artist, genre, date, disc, track, more, name, path
      FROM tracks t CROSS JOIN folders f ON f.id = t.folder WHERE t.id = ?1 AND t.indexed = 1
      """, .integer(id)
    ) { (row) throws(StoreError) in try SearchText(row, from: 0, more: try row.moreTags(8)) }
    guard let text else { return }
    try using { () throws(StoreError) in try delete(id, text) }
  }

  /// Runs what reads or writes the text indexes: what is wrong with them is not wrong with the rows.
  func using<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    do {
      return try body()
    } catch {
      switch error.kind {
      case .corrupt, .foreign, .other: throw error.of(.textIndex)
      default: throw error
      }
    }
  }
}
