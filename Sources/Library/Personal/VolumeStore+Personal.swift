import Model

/// What people say of tracks; of those too whose files have vanished.
extension VolumeStore {
  /// The row of a track, whether its file is there or not.
  func trackRow(at path: [UInt8]) throws(StoreError) -> Int64? {
    let (folderPath, name) = VolumePath.split(path)
    guard let folder = try folder(folderPath)?.id else { return nil }
    return try row(named: name, inFolder: folder)
  }

  /// - Returns: nil where there is no such track.
  func personal(at path: [UInt8]) throws(StoreError) -> PersonalValues? {
    guard let row = try trackRow(at: path) else { return nil }
    return try personal(ofRow: row)
  }

  /// How many favourites have no file here that can be played; of more than the limit, that.
  func absentFavourites() throws(StoreError) -> Int {
    try connection.first(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM personal p JOIN tracks t ON t.id = p.track WHERE p.favourite = 2 AND t.state <> 0 LIMIT ?1)
      """, .number(Self.mostAbsentFavourites)
    ) { (row) throws(StoreError) in try row.integer(0, as: Int.self) } ?? 0
  }

  private static let mostAbsentFavourites = 1_000_000

  func personal(ofRow row: Int64) throws(StoreError) -> PersonalValues {
    try connection.first(
      """
      SELECT favourite, rating, colour, notes, plays, skips, last_played FROM personal WHERE track = ?1
      """, .integer(row)
    ) { (row) throws(StoreError) in try personal(row, from: 0) } ?? PersonalValues()
  }

  /// - Parameters:
  ///   - row: of a query for these seven columns.
  ///   - first: the first of them.
  func personal(_ row: Row, from first: Int32) throws(StoreError) -> PersonalValues {
    var values = PersonalValues()
    let liking = try row.optionalInteger(first, as: Int64.self)
    values.liking = liking.flatMap { Liking(rawValue: $0) }
    values.rating = try row.optionalInteger(first + 1, as: UInt8.self).map { Int($0) }
    values.colour = try row.optionalInteger(first + 2, as: UInt32.self)
    values.notes = try row.optionalText(first + 3)
    values.plays = try row.optionalInteger(first + 4, as: Int64.self)
    values.skips = try row.optionalInteger(first + 5, as: Int64.self)
    values.lastPlayed = try row.optionalInteger(first + 6, as: Int64.self)
    guard values.isValid, liking == nil || values.liking != nil else {
      throw StoreError(.foreign, "something of a track that this program never writes", path: connection.path)
    }
    return values
  }

  /// Makes all of `edits` in one transaction.
  ///
  /// - Returns: what is kept then, and whether it is something else than before.
  func change(
    personalAt path: [UInt8], _ edits: [PersonalEdit]
  ) throws(StoreError) -> Result<(values: PersonalValues, isChanged: Bool), Refusal> {
    guard let row = try trackRow(at: path) else { return .failure(.noSuchSong) }
    var values = try personal(ofRow: row)
    for edit in edits { edit.apply(to: &values) }
    guard values.isValid else { return .failure(.badNotes(mostBytes: PersonalValues.mostNotesBytes)) }
    return .success((values, try change(personalOfRow: row, edits)))
  }

  /// As above, of a row that is there, with values that are in their ranges.
  ///
  /// - Returns: whether anything is kept now that was not.
  func change(personalOfRow row: Int64, _ edits: [PersonalEdit]) throws(StoreError) -> Bool {
    let before = try personal(ofRow: row)
    var values = before
    for edit in edits { edit.apply(to: &values) }
    if values == before { return false }
    try connection.transaction { (_) throws(StoreError) in
      try connection.execute("UPDATE volume SET changes = changes + 1")
      try keep(values, insteadOf: before, ofRow: row)
    }
    return true
  }

  /// Inside a transaction.
  func keep(
    _ values: PersonalValues, insteadOf before: PersonalValues, ofRow row: Int64
  ) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO personal (track, favourite, rating, colour, notes, plays, skips, last_played)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (track) DO UPDATE SET favourite = ?2, rating = ?3, colour = ?4, notes = ?5, plays = ?6, skips = ?7,
        last_played = ?8
      """, .integer(row), .optional(values.liking?.rawValue), .optional(values.rating),
      .optional(values.colour), .optional(values.notes), .optional(values.plays), .optional(values.skips),
      .optional(values.lastPlayed))
    try updatePlayOrder(from: before, to: values, ofRow: row)
  }
}
