import Media
import Model

extension VolumeStore {
  /// Counts a window of the playable tracks, in the order in which their rows lie, by the values of some fields.
  ///
  /// Reads no column that isn't asked for, and makes values of a row only where they differ from those of the row
  /// before: most rows are of the same artist and album.
  ///
  /// - Parameters:
  ///   - values, needle: tags that every wanted track has, and a text that one of its tags holds: rows that have them not
  ///     may be left out.
  ///   - prefix: what stands before the volume's paths in URIs, if the first track of each combination is wanted.
  /// - Returns: each combination of values once in this window; and where the next window begins, nil at the end.
  func tally(
    _ fields: Set<TagTally.Field>, having values: [WantedValue] = [], holding needle: String? = nil,
    prefix: String? = nil, after: Int64, limit: Int
  ) throws(StoreError) -> (tallies: [TagTally], next: Int64?) {
    var tallies: [TagTally] = []
    var firsts = FirstTracks()
    var places: [[TagTally.Value]: Int] = [:]
    var (bytes, last): ([UInt8], [UInt8]) = ([], [])
    var place = 0
    var (next, count, texts) = (after, 0, 0)
    var isCut = false
    func take(_ row: Row) throws(StoreError) -> Bool {
      bytes.removeAll(keepingCapacity: true)
      for column in Int32(2)...10 { row.append(column, to: &bytes) }
      if tallies.isEmpty || bytes != last {
        let values = try self.values(row, of: fields)
        place = places[values] ?? tallies.count
        if place == tallies.count {
          tallies.append(TagTally(values: values))
          places[values] = place
          texts += values.reduce(0) { $0 + $1.text.utf8.count }
        }
        swap(&bytes, &last)
      }
      tallies[place].tracks += 1
      if let duration = try row.optionalInteger(1, as: Int64.self) {
        tallies[place].duration += .microseconds(Self.counted(duration))
      }
      if prefix != nil { try firsts.see(row, from: 11, of: place, self) }
      next = try row.integer(0)
      count += 1
      isCut = texts >= Self.mostTextBytes || tallies.count >= Self.mostDifferent
      return !isCut
    }
    let question = try wanted(having: values, holding: needle)
    let bounds: [SQLValue] = [
      .integer(Self.mask(of: fields)), .integer(after), .number(limit), .boolean(prefix != nil),
    ]
    if let question {
      try usingTextIndex { () throws(StoreError) in
        try connection.forEachWhile(
          question.sql, with: bounds + [.text(question.expression)],
          body: { (row) throws(StoreError) in try take(row) })
      }
    } else {
      try connection.forEachWhile(Self.all, with: bounds, body: { (row) throws(StoreError) in try take(row) })
    }
    if let prefix {
      for (index, first) in firsts.found.enumerated() { tallies[index].first = first.named(prefix) }
    }
    return (tallies, count < limit && !isCut ? nil : next)
  }

  private static let all: StaticString = """
    SELECT id, duration_us, CASE WHEN ?1 & 1 THEN artist END, CASE WHEN ?1 & 2 THEN album END,
      CASE WHEN ?1 & 4 THEN album_artist END, CASE WHEN ?1 & 8 THEN title END, CASE WHEN ?1 & 16 THEN track END,
      CASE WHEN ?1 & 32 THEN genre END, CASE WHEN ?1 & 64 THEN date END, CASE WHEN ?1 & 128 THEN disc END,
      CASE WHEN ?1 & 256 THEN more END, folder, CASE WHEN ?4 THEN name END, CASE WHEN ?4 THEN sort_key END
    FROM tracks NOT INDEXED WHERE id > ?2 AND state = 0 ORDER BY id LIMIT ?3
    """
  private static let ofWords: StaticString = """
    SELECT t.id, duration_us, CASE WHEN ?1 & 1 THEN t.artist END, CASE WHEN ?1 & 2 THEN t.album END,
      CASE WHEN ?1 & 4 THEN t.album_artist END, CASE WHEN ?1 & 8 THEN t.title END, CASE WHEN ?1 & 16 THEN track END,
      CASE WHEN ?1 & 32 THEN t.genre END, CASE WHEN ?1 & 64 THEN date END, CASE WHEN ?1 & 128 THEN disc END,
      CASE WHEN ?1 & 256 THEN more END, folder, CASE WHEN ?4 THEN name END, CASE WHEN ?4 THEN sort_key END
    FROM songs CROSS JOIN tracks t ON t.id = songs.rowid
    WHERE songs MATCH ?5 AND songs.rowid > ?2 AND t.state = 0 ORDER BY songs.rowid LIMIT ?3
    """
  private static let ofTrigrams: StaticString = """
    SELECT t.id, duration_us, CASE WHEN ?1 & 1 THEN artist END, CASE WHEN ?1 & 2 THEN album END,
      CASE WHEN ?1 & 4 THEN album_artist END, CASE WHEN ?1 & 8 THEN title END, CASE WHEN ?1 & 16 THEN track END,
      CASE WHEN ?1 & 32 THEN genre END, CASE WHEN ?1 & 64 THEN date END, CASE WHEN ?1 & 128 THEN disc END,
      CASE WHEN ?1 & 256 THEN more END, folder, CASE WHEN ?4 THEN name END, CASE WHEN ?4 THEN sort_key END
    FROM trigrams CROSS JOIN tracks t ON t.id = trigrams.rowid
    WHERE trigrams MATCH ?5 AND trigrams.rowid > ?2 AND t.state = 0 ORDER BY trigrams.rowid LIMIT ?3
    """

  /// How a text index leads to the rows that may be wanted; nil if none does, or if it lacks rows.
  private func wanted(
    having values: [WantedValue], holding needle: String?
  ) throws(StoreError) -> (sql: StaticString, expression: String)? {
    let words = WantedValue.expression(of: values)
    guard let expression = words ?? needle.flatMap(Trigrams.expression), try isTextIndexComplete() else {
      return nil
    }
    return (words == nil ? Self.ofTrigrams : Self.ofWords, expression)
  }

  /// Whether the text indexes have all playable tracks.
  func isTextIndexComplete() throws(StoreError) -> Bool {
    guard isTextIndexCurrent else { return false }
    return try connection.first(
      "SELECT 1 FROM tracks INDEXED BY tracks_not_indexed WHERE indexed = 0 AND state = 0 LIMIT 1"
    ) { (row) throws(StoreError) in true } == nil
  }

  /// A window ends early at this number of groups, so that the caller does not wait long.
  static let mostDifferent = 500

  /// A window ends early once its texts reach this length.
  private static let mostTextBytes = 256 * 1024

  /// The columns that `tally` reads, as its query numbers them.
  static func mask(of fields: Set<TagTally.Field>) -> Int64 {
    fields.reduce(into: 0) { mask, field in
      switch field {
      case .tag(.artist): mask |= 1
      case .tag(.album): mask |= 2 | 256
      case .tag(.albumArtist): mask |= 4
      case .tag(.title): mask |= 8 | 256
      case .track: mask |= 16
      case .tag(.genre): mask |= 32
      case .tag(.date): mask |= 64 | 256
      case .disc: mask |= 128
      case .tag: mask |= 256
      }
    }
  }

  /// - Parameter row: of `tally`'s query.
  private func values(
    _ row: Row, of fields: Set<TagTally.Field>
  ) throws(StoreError) -> [TagTally.Value] {
    var values: [TagTally.Value] = []
    func add(_ field: TagTally.Field, _ texts: [String]) {
      for text in texts { values.append(TagTally.Value(field: field, text: text)) }
    }
    func one(_ column: Int32) throws(StoreError) -> [String] {
      try row.optionalText(column).map { [$0] } ?? []
    }
    func number(_ column: Int32) throws(StoreError) -> [String] {
      try row.optionalInteger(column, as: Int32.self).map { ["\($0)"] } ?? []
    }
    add(.tag(.artist), try texts(row, 2))
    add(.tag(.album), try one(3))
    add(.tag(.albumArtist), try texts(row, 4))
    add(.tag(.title), try one(5))
    add(.track, try row.optionalInteger(6, as: Int32.self).map { [TrackNumber.text(of: Int($0))] } ?? [])
    add(.tag(.genre), try texts(row, 7))
    add(.tag(.date), try one(8))
    add(.disc, try number(9))
    for value in try moreTags(row, 10) where fields.contains(.tag(value.tag)) {
      add(.tag(value.tag), [value.text])
    }
    return values
  }
}
