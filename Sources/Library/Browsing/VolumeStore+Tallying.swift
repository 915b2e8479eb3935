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
    let question = try wanted(having: values, holding: needle)
    if after == .min, let groups = try albumGroups(fields, question, prefix: prefix) { return (groups, nil) }
    var window = TallyWindow(of: fields, store: self, withFirsts: prefix != nil)
    let bounds: [SQLValue] = [
      .integer(Self.mask(of: fields)), .integer(after), .number(limit), .boolean(prefix != nil),
    ]
    func take(_ row: Row) throws(StoreError) -> Bool {
      try window.take(row)
      return !window.isCut
    }
    if let question {
      try usingTextIndex { () throws(StoreError) in
        try connection.forEachWhile(question.sql, with: bounds + [.text(question.expression)], body: take)
      }
    } else {
      try connection.forEachWhile(Self.all, with: bounds, body: take)
    }
    return (window.named(prefix), window.rows < limit && !window.isCut ? nil : window.last)
  }

  // MARK: By albums

  /// Tracks of a text index are looked up singly if they are at most this part of all.
  private static let partOfFound = 4
  /// As many groups, and bytes of their texts, are counted at a time; more come in windows.
  private static let mostGroups = 16_384
  private static let mostGroupBytes = 1 << 20

  /// Counts all playable tracks by an index that has the fields: one group for each album, more or less.
  ///
  /// - Parameter question: finds the tracks that are wanted, if words do.
  /// - Returns: nil if the index lacks a field, there are very many groups, or words find few tracks.
  private func albumGroups(
    _ fields: Set<TagTally.Field>, _ question: Question?, prefix: String?
  ) throws(StoreError) -> [TagTally]? {
    guard fields.isSubset(of: Self.fieldsOfAlbums) else { return nil }
    if let question {
      guard question.isOfWords else { return nil }
      let most = Int(try lastCount()) / Self.partOfFound
      let found = try usingTextIndex { () throws(StoreError) in
        try songs(question.expression, limit: most + 1).count
      }
      if found <= most { return nil }
    }
    var window = TallyWindow(of: fields, store: self, withFirsts: prefix != nil)
    var isWhole = true
    try connection.forEachWhile(
      prefix != nil
        ? Self.byFolder : fields.isSubset(of: Self.fieldsOfArtists) ? Self.byArtist : Self.byAlbum,
      body: { (row) throws(StoreError) in
        try window.takeGroup(row)
        isWhole = window.count <= Self.mostGroups && window.bytes <= Self.mostGroupBytes
        return isWhole
      })
    guard isWhole else { return nil }
    // Those of which `more` has a part.
    try connection.forEachWhile(
      Self.ofSeveral, with: [.integer(Self.mask(of: fields)), .boolean(prefix != nil)],
      body: { (row) throws(StoreError) in
        try window.take(row)
        isWhole = window.count <= Self.mostGroups && window.bytes <= Self.mostGroupBytes
        return isWhole
      })
    return isWhole ? window.named(prefix) : nil
  }

  private static let fieldsOfAlbums: Set<TagTally.Field> = [
    .tag(.artist), .tag(.album), .tag(.albumArtist), .tag(.genre), .tag(.date),
  ]

  private static let fieldsOfArtists: Set<TagTally.Field> = [.tag(.artist), .tag(.albumArtist)]

  private static let byArtist: StaticString = """
    SELECT count(*), total(duration_us), artist, NULL, album_artist, NULL, NULL, NULL, NULL, NULL, NULL
    FROM tracks INDEXED BY tracks_by_album WHERE state = 0 AND several = 0 GROUP BY album_artist, artist
    """
  private static let byAlbum: StaticString = """
    SELECT count(*), total(duration_us), artist, album, album_artist, NULL, NULL, genre, date, NULL, NULL
    FROM tracks INDEXED BY tracks_by_album WHERE state = 0 AND several = 0
    GROUP BY album_artist, artist, album, date, genre
    """
  private static let byFolder: StaticString = """
    SELECT count(*), total(duration_us), artist, album, album_artist, NULL, NULL, genre, date, NULL, NULL, folder
    FROM tracks INDEXED BY tracks_by_album WHERE state = 0 AND several = 0
    GROUP BY album_artist, artist, album, date, genre, folder
    """
  private static let ofSeveral: StaticString = """
    SELECT id, duration_us, CASE WHEN ?1 & 1 THEN artist END, CASE WHEN ?1 & 2 THEN album END,
      CASE WHEN ?1 & 4 THEN album_artist END, NULL, NULL,
      CASE WHEN ?1 & 32 THEN genre END, CASE WHEN ?1 & 64 THEN date END, NULL,
      CASE WHEN ?1 & 256 THEN more END, folder, CASE WHEN ?2 THEN name END, CASE WHEN ?2 THEN sort_key END
    FROM tracks INDEXED BY tracks_of_several WHERE state = 0 AND several <> 0
    """

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
  ) throws(StoreError) -> Question? {
    let words = WantedValue.expression(of: values)
    guard let expression = words ?? needle.flatMap(Trigrams.expression), try isTextIndexComplete() else {
      return nil
    }
    return Question(
      sql: words == nil ? Self.ofTrigrams : Self.ofWords, expression: expression, isOfWords: words != nil)
  }

  private struct Question {
    let sql: StaticString
    let expression: String
    let isOfWords: Bool
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
  static let mostTextBytes = 256 * 1024

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

  /// The values of some fields, in the order of MPD's tags, those of `more` last.
  ///
  /// - Parameters:
  ///   - row: of a query for `artist, album, album_artist, title, track, genre, date, disc, more`, from column `first`
  ///     on.
  ///   - mask: of the fields; other columns may be anything.
  func values(
    _ row: Row, from first: Int32, mask: Int64, more wanted: StoredTag.Selection
  ) throws(StoreError) -> [TagTally.Value] {
    var values: [TagTally.Value] = []
    func add(_ bit: Int64, _ field: TagTally.Field, _ column: Int32) throws(StoreError) {
      guard mask & bit != 0, !row.isNull(column) else { return }
      for text in try texts(row, column) { values.append(TagTally.Value(field: field, text: text)) }
    }
    func one(_ bit: Int64, _ field: TagTally.Field, _ column: Int32) throws(StoreError) {
      guard mask & bit != 0, let text = try row.optionalText(column) else { return }
      values.append(TagTally.Value(field: field, text: text))
    }
    try add(1, .tag(.artist), first)
    try one(2, .tag(.album), first + 1)
    try add(4, .tag(.albumArtist), first + 2)
    try one(8, .tag(.title), first + 3)
    if mask & 16 != 0, let track = try row.optionalInteger(first + 4, as: Int32.self) {
      values.append(TagTally.Value(field: .track, text: TrackNumber.text(of: Int(track))))
    }
    try add(32, .tag(.genre), first + 5)
    try one(64, .tag(.date), first + 6)
    if mask & 128 != 0, let disc = try row.optionalInteger(first + 7, as: Int32.self) {
      values.append(TagTally.Value(field: .disc, text: "\(disc)"))
    }
    if mask & 256 != 0 {
      for value in try moreTags(row, first + 8, wanted) {
        values.append(TagTally.Value(field: .tag(value.tag), text: value.text))
      }
    }
    return values
  }
}
