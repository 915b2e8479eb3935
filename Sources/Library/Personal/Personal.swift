import Model

/// Personal values of tracks, also of those whose files have vanished.
struct Personal {
  private let connection: Connection
  private let rows: PathRows
  private let clock: ListeningClock

  init(_ connection: Connection, _ rows: PathRows, _ clock: ListeningClock) {
    (self.connection, self.rows, self.clock) = (connection, rows, clock)
  }

  /// - Returns: nil where there is no such track.
  func values(at path: [UInt8]) throws(StoreError) -> PersonalValues? {
    guard let row = try rows.track(at: path) else { return nil }
    return try values(ofRow: row)
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

  func values(ofRow row: Int64) throws(StoreError) -> PersonalValues {
    try connection.first(
      """
      SELECT favourite, rating, colour, notes, plays, skips, last_played FROM personal WHERE track = ?1
      """, .integer(row)
    ) { (row) throws(StoreError) in try values(row, from: 0) } ?? PersonalValues()
  }

  /// Reads the annotations of the tracks at `paths`, in their order; nil for those without a row.
  func annotations(at paths: [[UInt8]]) throws(StoreError) -> [SongAnnotations?] {
    var found: [SongAnnotations?] = []
    for path in paths {
      guard let row = try rows.track(at: path) else {
        found.append(nil)
        continue
      }
      let annotations = try connection.first(
        """
        SELECT p.favourite, p.rating, p.colour, a.bpm, a.music_key FROM (SELECT 1)
        LEFT JOIN personal p ON p.track = ?1 LEFT JOIN analyses a ON a.track = ?1
        """, .integer(row)
      ) { (row) throws(StoreError) in
        var annotations = SongAnnotations()
        annotations.isFavourite =
          try row.optionalInteger(0, as: Int64.self) == Liking.favourite.rawValue
        annotations.rating = try row.optionalInteger(1, as: UInt8.self).map { Int($0) }
        annotations.colour = try row.optionalInteger(2, as: UInt32.self)
        annotations.tempo = try row.optionalReal(3).flatMap { Track.tempos.contains($0) ? $0 : nil }
        annotations.key = try row.optionalInteger(4, as: Int64.self).flatMap { number in
          (0..<24).contains(number) ? MusicalKey.all[Int(number)] : nil
        }
        return annotations
      }
      found.append(annotations ?? SongAnnotations())
    }
    return found
  }

  /// - Parameters:
  ///   - row: of a query for these seven columns.
  ///   - first: the first of them.
  private func values(_ row: Row, from first: Int32) throws(StoreError) -> PersonalValues {
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
      throw .strange("value of a track", in: connection)
    }
    return values
  }

  /// Makes all of `edits`, or none.
  ///
  /// - Returns: what is kept then, and whether it is something else than before.
  func change(
    at path: [UInt8], _ edits: [PersonalEdit], in transaction: borrowing Transaction
  ) throws(StoreError) -> Result<(values: PersonalValues, isChanged: Bool), Refusal> {
    guard let row = try rows.track(at: path) else { return .failure(.noSuchSong) }
    var values = try self.values(ofRow: row)
    for edit in edits { edit.apply(to: &values) }
    guard values.isValid else { return .failure(.badNotes(mostBytes: PersonalValues.mostNotesBytes)) }
    return .success((values, try change(ofRow: row, edits, in: transaction)))
  }

  /// As above, of a row that is there, with values that are in their ranges.
  ///
  /// - Returns: whether anything is kept now that was not.
  func change(
    ofRow row: Int64, _ edits: [PersonalEdit], in transaction: borrowing Transaction
  ) throws(StoreError) -> Bool {
    let before = try values(ofRow: row)
    var values = before
    for edit in edits { edit.apply(to: &values) }
    if values == before { return false }
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
    return true
  }

  /// Puts a track where somebody says that it was played last, among those that were; it leaves them where nobody says so
  /// any more.
  private func updatePlayOrder(
    from before: PersonalValues, to values: PersonalValues, ofRow track: Int64
  ) throws(StoreError) {
    let (wasPlayed, isPlayed) = ((before.plays ?? 0) > 0, (values.plays ?? 0) > 0)
    if wasPlayed == isPlayed, before.lastPlayed == values.lastPlayed { return }
    guard isPlayed, let time = values.lastPlayed else {
      return try connection.execute(
        "UPDATE heard SET played_sequence = NULL, played_clock = NULL WHERE track = ?1", .integer(track))
    }
    // No number is between two others: it shares that of the last one before it, and follows it by its time.
    let sequence = try connection.first(
      """
      SELECT h.played_sequence FROM heard h CROSS JOIN personal p ON p.track = h.track
      WHERE h.played_sequence IS NOT NULL AND h.track <> ?1 AND p.last_played <= ?2
      ORDER BY h.played_sequence DESC LIMIT 1
      """, .integer(track), .integer(time)
    ) { (row) throws(StoreError) in try row.integer(0) }
    let (seconds, wall) = try clock.stored()
    let since = wall.map { max(0, $0.subtractingSaturated(time)) } ?? 0
    try connection.execute(
      """
      INSERT INTO heard (track, played_sequence, played_clock) VALUES (?1, ?2, ?3)
      ON CONFLICT (track) DO UPDATE SET played_sequence = ?2, played_clock = ?3
      """, .integer(track), .integer(sequence ?? 0), .integer(max(0, seconds - min(seconds, since))))
  }
}
