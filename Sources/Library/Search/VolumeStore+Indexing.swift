extension VolumeStore {
  /// Takes rows into the text indexes, in one transaction: what FTS5 gathers in it becomes one piece of each index, and
  /// many small pieces would have to be merged repeatedly.
  ///
  /// - Parameters:
  /// - limit: rows at most.
  /// - goesOn: asked after each `ScanBatch.most` rows: whether no request waits.
  /// Long texts end it earlier.
  /// - Returns: how many were taken in, and whether some may be left.
  func indexNext(
    limit: Int, while goesOn: () -> Bool = { true }
  ) throws(StoreError) -> (count: Int, isLeft: Bool) {
    if !isTextIndexCurrent { try clearTextIndex() }
    var count = 0
    var bytes = 0
    var isLeft = true
    // What is wrong with the rows is not wrong with the indexes.
    var rowFailure: StoreError?
    do throws(StoreError) {
      try usingTextIndex { () throws(StoreError) in
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
              try textIndex.insert(row.id, row.text)
              bytes += row.text.folded.utf8.count
            }
            upTo = last.id
            count += rows.count
          } while count < limit && bytes < Self.mostBytesAtOnce && goesOn()
          // Once, at the end: a statement that changes many rows has FTS5 write a piece of what it has gathered before.
          if count > 0 { try textIndex.note(upTo: upTo) }
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
        let text = try SearchText(row, from: 1, more: try moreTags(row, 9))
        rows.append((try row.integer(0), text))
        bytes += text.folded.utf8.count
        return bytes < Self.mostBytesIndexed
      })
    return rows
  }

  /// Amount indexed at a time, so that no request waits long; 300 ordinary songs seldom have more.
  private static let mostBytesIndexed = 256 * 1024
  /// Of one transaction.
  private static let mostBytesAtOnce = 512 * 1024

  /// Makes the pieces of the text indexes fewer and larger, a step at a time, which makes searching them quicker.
  /// - Returns: whether there was anything to do.
  func mergeIndexes() throws(StoreError) -> Bool {
    guard isTextIndexCurrent else { return false }
    return try usingTextIndex { () throws(StoreError) in
      try connection.transaction(isDurable: false) { (_) throws(StoreError) in try textIndex.merge() }
    }
  }

  /// Makes the text indexes empty and ready to be filled, whatever they hold.
  func clearTextIndex() throws(StoreError) {
    try connection.transaction { (_) throws(StoreError) in try textIndex.clear() }
    isTextIndexCurrent = true
  }

  /// Takes a row's text out of the indexes before it changes; within the transaction that changes it.
  func unindex(_ id: Int64) throws(StoreError) {
    // Indexes that are to be rebuilt are cleared first.
    guard isTextIndexCurrent else { return }
    let text = try connection.first(
      """
      SELECT title, artist, album, album_artist, genre, date, disc, track, more, name, path
      FROM tracks t CROSS JOIN folders f ON f.id = t.folder WHERE t.id = ?1 AND t.indexed = 1
      """, .integer(id)
    ) { (row) throws(StoreError) in try SearchText(row, from: 0, more: try moreTags(row, 8)) }
    guard let text else { return }
    try usingTextIndex { () throws(StoreError) in try textIndex.delete(id, text) }
  }

  func unindex(_ name: [UInt8], inFolder folder: Int64) throws(StoreError) {
    let id = try connection.first(
      "SELECT id FROM tracks WHERE folder = ?1 AND name = ?2 AND indexed = 1", .integer(folder), .blob(name)
    ) { (row) throws(StoreError) in try row.integer(0) }
    if let id { try unindex(id) }
  }

  /// Runs what reads or writes the text indexes: what is wrong with them is not wrong with the rows.
  func usingTextIndex<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
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
