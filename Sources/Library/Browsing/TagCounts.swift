import Linux
import Model

/// Counts over the playable tracks of a volume.
struct TagCounts {
  private let store: VolumeStore
  private var connection: Connection { store.connection }

  init(_ store: VolumeStore) { self.store = store }

  /// Counts a window of the playable tracks, in the order in which their rows lie, by the values of some fields.
  ///
  /// Reads no column that isn't asked for, and makes values of a row only where they differ from those of the row
  /// before: most rows are of the same artist and album.
  ///
  /// - Parameters:
  ///   - values, needle: tags that every wanted track has, and a text that one of its tags holds: rows that have them not
  ///     may be left out.
  ///   - prefix: what stands before the volume's paths in URIs, if the first track of each combination or albums of
  ///     folders are wanted.
  /// - Returns: each combination of values once in this window; and where the next window begins, nil at the end.
  func tally(
    _ fields: Set<TagTally.Field>, having values: [WantedValue] = [], holding needle: String? = nil,
    prefix: String? = nil, after: Int64, limit: Int
  ) throws(StoreError) -> (tallies: [TagTally], next: Int64?) {
    let question = try wanted(having: values, holding: needle)
    if after == .min, let groups = try albumGroups(fields, question, prefix: prefix) { return (groups, nil) }
    var window = TallyWindow(of: fields, store: store, prefix: prefix)
    let bounds: [SQLValue] = [
      .integer(Self.mask(of: fields)), .integer(after), .number(limit), .boolean(prefix != nil),
    ]
    func take(_ row: Row) throws(StoreError) -> Bool {
      try window.take(row)
      return !window.isCut
    }
    if let question {
      try store.textIndex.using { () throws(StoreError) in
        try connection.forEachWhile(question.sql, with: bounds + [.text(question.expression)], body: take)
      }
    } else {
      try connection.forEachWhile(Self.all, with: bounds, body: take)
    }
    return (window.counted(), window.rows < limit && !window.isCut ? nil : window.last)
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
      let found = try store.textIndex.using { () throws(StoreError) in
        try store.search.songs(question.expression, limit: most + 1).count
      }
      if found <= most { return nil }
    }
    var window = TallyWindow(of: fields, store: store, prefix: prefix)
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
    return isWhole ? window.counted() : nil
  }

  private static let fieldsOfAlbums: Set<TagTally.Field> = [
    .tag(.artist), .tag(.album), .tag(.albumArtist), .tag(.genre), .tag(.date),
    .folderAlbum,
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
    guard let expression = words ?? needle.flatMap(Trigrams.expression),
      try store.textIndex.isComplete()
    else { return nil }
    return Question(
      sql: words == nil ? Self.ofTrigrams : Self.ofWords, expression: expression, isOfWords: words != nil)
  }

  private struct Question {
    let sql: StaticString
    let expression: String
    let isOfWords: Bool
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
      // The columns of the album and its artist are among the tags that are asked for.
      case .folderAlbum: break
      }
    }
  }

  // MARK: By sound

  /// Counts a window of the playable tracks whose tempo or key is known, in the order of their rows.
  ///
  /// - Returns: each group once in this window; and where the next window begins, nil at the end.
  func tallySounds(after: Int64, limit: Int) throws(StoreError) -> (tallies: [SoundTally], next: Int64?) {
    var found: [SoundTally.Group: SoundTally] = [:]
    var (next, count) = (after, 0)
    // No row of `tracks` is read, since the index has the lengths.
    try connection.forEach(
      """
      SELECT a.track, a.bpm, a.music_key, t.duration_us FROM analyses a
      CROSS JOIN tracks t INDEXED BY track_lengths ON t.id = a.track AND t.state = 0
      WHERE a.track > ?1 AND (a.bpm IS NOT NULL OR a.music_key IS NOT NULL) ORDER BY a.track LIMIT ?2
      """, .integer(after), .number(limit)
    ) { (row) throws(StoreError) in
      next = try row.integer(0)
      count += 1
      let tempo = try row.optionalReal(1).flatMap { Track.tempos.contains($0) ? $0 : nil }
      let key = try row.optionalInteger(2, as: Int64.self).flatMap { number in
        (0..<24).contains(number) ? MusicalKey.all[Int(number)] : nil
      }
      // As clients see it, in hundredths.
      let group = SoundTally.Group(tempo: tempo.map { Int(($0 * 100).rounded()) / 1000 * 10 }, key: key)
      let duration = try row.optionalInteger(3, as: Int64.self).map(Self.counted) ?? 0
      found[group, default: SoundTally(group: group)].tracks += 1
      found[group]?.duration += .microseconds(duration)
    }
    return (Array(found.values), count < limit ? nil : next)
  }

  // MARK: By folders

  /// Counts a window of the playable tracks, in the order of their rows, by the first folders of their paths; those in
  /// none under an empty name.
  ///
  /// - Returns: each folder once in this window; and where the next window begins, nil at the end.
  func topFolders(
    after: Int64, limit: Int
  ) throws(StoreError) -> (tallies: [FolderTally], next: Int64?) {
    // By the number of the folder that they are in: most rows are in the same one as the row before.
    var sums: [Int64: FolderTally] = [:]
    var (next, count) = (after, 0)
    try connection.forEach(
      "SELECT id, folder, duration_us FROM tracks NOT INDEXED WHERE id > ?1 AND state = 0 ORDER BY id LIMIT ?2",
      .integer(after), .number(limit)
    ) { (row) throws(StoreError) in
      let duration = try row.optionalInteger(2, as: Int64.self).map(Self.counted) ?? 0
      let sum = FolderTally(name: [], tracks: 1, duration: .microseconds(duration))
      sums[try row.integer(1), default: FolderTally()].add(sum)
      next = try row.integer(0)
      count += 1
    }
    var tallies: [[UInt8]: FolderTally] = [:]
    for (folder, sum) in sums {
      let path = try connection.first("SELECT path FROM folders WHERE id = ?1", .integer(folder)) {
        (row) throws(StoreError) in try store.validPath(try row.blob(0))
      }
      let name = Array((path ?? []).prefix { $0 != UInt8(ascii: "/") })
      tallies[name, default: FolderTally(name: name)].add(sum)
    }
    return (Array(tallies.values), count < limit ? nil : next)
  }

  // MARK: Sums

  /// A window of what is counted ends early once its texts are so long.
  private static let mostCountedBytes = 256 * 1024

  /// A length as it counts in a sum: a stick's number may be any, and a million of them have to fit. In microseconds; some
  /// 31 years at most.
  static func counted(_ duration: Int64) -> Int64 { min(max(0, duration), 1_000_000_000_000_000) }

  /// Sums over a window of the playable tracks, in the order of their rows.
  func counts(after: Int64, limit: Int) throws(StoreError) -> VolumeCounts.Part {
    var part = VolumeCounts.Part()
    part.revision =
      try connection.first("SELECT revision FROM volume") { (row) throws(StoreError) in try row.integer(0) }
      ?? 0
    var (bytes, last): ([UInt8], [UInt8]) = ([], [])
    var (place, rows, texts) = (after, 0, 0)
    try connection.forEachWhile(
      """
      SELECT id, duration_us, artist, album FROM tracks NOT INDEXED WHERE id > ?1 AND state = 0 ORDER BY id LIMIT ?2
      """, .integer(after), .number(limit),
      body: { (row) throws(StoreError) in
        part.songs += 1
        if let duration = try row.optionalInteger(1, as: Int64.self) {
          part.playtime += .microseconds(Self.counted(duration))
        }
        bytes.removeAll(keepingCapacity: true)
        row.append(2, to: &bytes)
        row.append(3, to: &bytes)
        // Most rows are of the same artist and album as the row before.
        if bytes != last {
          for artist in try row.texts(2) { part.artists.add(Hasher.hash(bytesOf: artist)) }
          if let album = try row.optionalText(3) { part.albums.add(Hasher.hash(bytesOf: album)) }
          texts += bytes.count
          swap(&bytes, &last)
        }
        place = try row.integer(0)
        rows += 1
        return texts < Self.mostCountedBytes
      })
    if rows == limit || texts >= Self.mostCountedBytes { part.next = place }
    return part
  }

  /// How many playable tracks there were when a scan last ended: known at once, whatever the storage.
  func lastCount() throws(StoreError) -> Int64 {
    try connection.first("SELECT tracks FROM volume") { (row) throws(StoreError) in max(0, try row.integer(0))
    } ?? 0
  }

  /// How many playable tracks there are: reads an index.
  func trackCount() throws(StoreError) -> Int64 {
    try connection.first("SELECT count(*) FROM tracks WHERE state = 0") { (row) throws(StoreError) in
      try row.integer(0)
    } ?? 0
  }
}
