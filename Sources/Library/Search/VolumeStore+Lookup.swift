import Player

extension VolumeStore {
  /// A word that more tracks have is common: it is looked for, but no order is made by it. What it would weigh is
  /// little, and to weigh it all of its tracks would have to be counted.
  private static let common = 300
  /// What is found ends where its texts are so long together: a thousand songs as they are have a tenth of it.
  private static let mostBytes = 4 << 20

  /// Of tracks that have several common words in other columns than the title, so many are looked at, and the best of
  /// those come first. To look into one column takes as long as all tracks that have one of the words.
  private static let looked = 64

  /// The tracks with words that begin as those do, the best first: title over artist over album, then what only the
  /// path has.
  func lookup(_ words: LookupWords, limit: Int) throws(StoreError) -> [LookupHit] {
    guard isTextIndexCurrent, let all = words.expression else { return [] }
    var hits: [(id: Int64, tier: Int)] = []
    var seen: Set<Int64> = []
    var known: [Int64: Track] = [:]
    func take(_ ids: [Int64], _ tier: Int) {
      for id in ids where hits.count < limit && seen.insert(id).inserted { hits.append((id, tier)) }
    }
    try usingTextIndex { () throws(StoreError) in
      var rare: [String] = []
      for word in words.words where try !isCommon(word) { rare.append(word) }
      if rare.count == words.words.count {
        take(try ranked(all, limit: limit), 0)
      } else if let expression = LookupWords.expression(for: rare) {
        let matches = Set(try songs(all, limit: Self.common))
        if !matches.isEmpty { take(try ranked(expression, limit: Self.common).filter(matches.contains), 0) }
      } else if words.words.count == 1 {
        for (place, column) in ["title", "{artist album_artist}", "album", "{genre composer}"].enumerated()
        where hits.count < limit {
          take(try songs("\(column) : (\(all))", limit: limit), place + 1)
        }
      } else {
        let most = max(limit, Self.looked)
        let few = try songs(all, limit: most)
        if few.count == most { take(try songs("title : (\(all))", limit: limit), 1) }
        if hits.count < limit { known = try tracks(inRows: few, most: Self.mostBytes) }
        let folded = words.folded.map { Array($0.utf8) }
        if few.count < most {
          // All that there are: by the tags that have them.
          let weights = few.map { (id: $0, weight: weight(of: known[$0], folded)) }
          take(weights.sorted { ($1.weight, $0.id) < ($0.weight, $1.id) }.map(\.id), 0)
        } else if hits.count < limit {
          let tiers = few.map { (id: $0, tier: tier(of: known[$0], folded)) }
          for (id, tier) in tiers.sorted(by: { ($0.tier, $0.id) < ($1.tier, $1.id) }) { take([id], tier) }
        }
      }
      if hits.count < limit { take(try paths(all, limit: limit), LookupHit.path) }
    }
    var result: [LookupHit] = []
    var bytes = 0
    for hit in hits where bytes < Self.mostBytes {
      var track = known[hit.id]
      if track == nil { track = try placedTrack(hit.id)?.0 }
      guard let track else { continue }
      result.append(LookupHit(tier: hit.tier, track: track))
      bytes += track.details.textBytes
    }
    return result
  }

  /// As many words as are typed in some minutes are known to be common, since each comes again with every letter of the
  /// next one.
  private static let mostCommonWords = 100

  private func isCommon(_ word: String) throws(StoreError) -> Bool {
    if commonWords.contains(word) { return true }
    let isCommon = try songs(LookupWords.beginning(word), limit: Self.common + 1).count > Self.common
    if isCommon {
      if commonWords.count >= Self.mostCommonWords { commonWords = [] }
      commonWords.insert(word)
    }
    return isCommon
  }

  private func tracks(inRows rows: [Int64], most: Int) throws(StoreError) -> [Int64: Track] {
    var result: [Int64: Track] = [:]
    var bytes = 0
    for row in rows where bytes < most {
      guard let track = try placedTrack(row)?.0 else { continue }
      result[row] = track
      bytes += track.details.textBytes
    }
    return result
  }

  /// How much the words weigh where the track has them.
  private func weight(of track: Track?, _ words: [[UInt8]]) -> Int {
    guard let details = track?.details else { return 0 }
    let columns: [(Int, [[UInt8]])] = [
      (10, Self.folded([details.title ?? ""])), (5, Self.folded(details.artists)),
      (3, Self.folded(details.albumArtists + [details.album ?? ""])),
    ]
    return words.reduce(0) { sum, word in
      sum + (columns.first { $0.1.contains { Self.has($0, word) } }?.0 ?? 1)
    }
  }

  /// The first of the tags that has all of the words: as with a single one that is common.
  private func tier(of track: Track?, _ words: [[UInt8]]) -> Int {
    guard let details = track?.details else { return 5 }
    let columns = [
      [details.title ?? ""], details.artists + details.albumArtists, [details.album ?? ""], details.genres,
    ]
    let place = columns.firstIndex { texts in
      let texts = Self.folded(texts)
      return words.allSatisfy { word in texts.contains { Self.has($0, word) } }
    }
    return (place ?? 4) + 1
  }

  private static func folded(_ texts: [String]) -> [[UInt8]] { texts.map { FoldedName.fold(Array($0.utf8)) } }

  /// Whether a word of the text begins so; whatever is not ASCII is taken for a letter.
  private static func has(_ text: [UInt8], _ beginning: [UInt8]) -> Bool {
    var isStart = true
    for (place, byte) in text.enumerated() {
      if isStart, text[place...].starts(with: beginning) { return true }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...0xFF:
        isStart = false
      default: isStart = true
      }
    }
    return false
  }

  func songs(_ expression: String, limit: Int) throws(StoreError) -> [Int64] {
    try ids("SELECT rowid FROM songs WHERE songs MATCH ?1 LIMIT ?2", expression, limit)
  }

  private func ranked(_ expression: String, limit: Int) throws(StoreError) -> [Int64] {
    try ids(
      """
      SELECT rowid FROM songs WHERE songs MATCH ?1
      ORDER BY bm25(songs, 10.0, 5.0, 3.0, 3.0, 1.0, 2.0), rowid LIMIT ?2
      """, expression, limit)
  }

  func paths(_ expression: String, limit: Int) throws(StoreError) -> [Int64] {
    try ids("SELECT rowid FROM paths WHERE paths MATCH ?1 LIMIT ?2", expression, limit)
  }

  private func ids(_ sql: StaticString, _ expression: String, _ limit: Int) throws(StoreError) -> [Int64] {
    var ids: [Int64] = []
    try connection.forEach(sql, .text(expression), .number(limit)) { (row) throws(StoreError) in
      ids.append(try row.integer(0))
    }
    return ids
  }

  // MARK: Parts of tags

  /// So many tracks are looked at one by one; where more may hold a text, all are gone through in order.
  private static let mostCandidates = 1000
  /// Of so many rows a few columns are looked at before, which takes a tenth of it.
  private static let mostRows = 16_384
  /// Values of one filter that are asked for; more narrow it no further.
  private static let mostValuesAsked = 4

  /// What `transform` makes of the tracks below the folder with `key` that have all of `values` and of whose tags one
  /// holds `needle`, in natural order; nil where that is not known, or too many may.
  func select<Value>(
    holding needle: String?, having values: [WantedValue] = [], belowFolderWith key: [UInt8],
    transform: (Track) -> Value?
  ) throws(StoreError) -> [Value]? {
    guard isTextIndexCurrent else { return nil }
    var candidates: [Int64] = []
    // Those that no index knows yet may hold it as well.
    try connection.forEach(
      "SELECT id FROM tracks INDEXED BY tracks_not_indexed WHERE indexed = 0 AND state = 0 LIMIT ?1",
      .number(Self.mostCandidates + 1)
    ) { (row) throws(StoreError) in candidates.append(try row.integer(0)) }
    let room = Self.mostCandidates - candidates.count
    guard room >= 0 else { return nil }
    let indexed = try usingTextIndex { () throws(StoreError) -> [Int64]? in
      if let found = try self.candidates(having: values, most: room) { return found }
      guard let needle else { return nil }
      return try self.candidates(holding: needle, most: room)
    }
    guard let indexed else { return nil }
    candidates += indexed
    let end = NaturalKey.subtreeEnd(key)
    var found: [(place: Place, value: Value)] = []
    var bytes = 0
    for id in candidates {
      guard let (track, place) = try placedTrack(id) else { continue }
      bytes += track.details.textBytes
      // Too much to keep at a time.
      if bytes > Self.mostBytes { return nil }
      guard !place.folder.lexicographicallyPrecedes(key),
        place.folder.lexicographicallyPrecedes(end), let value = transform(track)
      else { continue }
      found.append((place, value))
    }
    return found.sorted { $0.place < $1.place }.map(\.value)
  }

  /// Rows that may hold `needle`; nil where it is too short to tell, or they are more than `most`.
  private func candidates(holding needle: String, most: Int) throws(StoreError) -> [Int64]? {
    guard let expression = Trigrams.expression(for: needle) else { return nil }
    let found = try ids(
      "SELECT rowid FROM trigrams WHERE trigrams MATCH ?1 LIMIT ?2", expression, most + 1)
    return found.count <= most ? found : nil
  }

  /// Rows that may have all of `values`; nil where words don't tell, or they are more than `most`. Parts of a value may be
  /// anywhere, while the whole of it stands in few places.
  private func candidates(having values: [WantedValue], most: Int) throws(StoreError) -> [Int64]? {
    let expressions = values.compactMap(\.expression).prefix(Self.mostValuesAsked)
    guard !expressions.isEmpty else { return nil }
    var found: [Int64] = []
    var rows = 0
    try connection.forEachWhile(
      """
      SELECT t.id, t.title, t.artist, t.album, t.album_artist, t.genre
      FROM songs CROSS JOIN tracks t ON t.id = songs.rowid WHERE songs MATCH ?1 LIMIT ?2
      """, .text(expressions.joined(separator: " AND ")), .number(Self.mostRows),
      body: { (row) throws(StoreError) in
        rows += 1
        if values.allSatisfy({ $0.mayBe(in: row) }) { found.append(try row.integer(0)) }
        return found.count <= most
      })
    return rows < Self.mostRows && found.count <= most ? found : nil
  }

  /// What each of `rows` is, in their order; nil for what isn't a playable track any more.
  func tracks(inRows rows: [Int64]) throws(StoreError) -> [Track?] {
    var result: [Track?] = []
    for row in rows { result.append(try placedTrack(row)?.0) }
    return result
  }

  /// Where each of `rows` lies, in their order; nil for what isn't a playable track any more.
  func references(inRows rows: [Int64]) throws(StoreError) -> [TrackReference?] {
    var result: [TrackReference?] = []
    for row in rows {
      result.append(
        try connection.first(
          "SELECT f.path, t.name FROM tracks t CROSS JOIN folders f ON f.id = t.folder WHERE t.id = ?1 AND t.state = 0",
          .integer(row)
        ) { (row) throws(StoreError) in
          TrackReference(
            volume: identity, path: try validPath(VolumePath.join(try row.blob(0), try row.blob(1))))
        })
    }
    return result
  }

  /// Where a track stands in natural order.
  private struct Place: Comparable {
    let folder: [UInt8]
    let track: [UInt8]

    static func < (a: Place, b: Place) -> Bool {
      if a.folder != b.folder { return a.folder.lexicographicallyPrecedes(b.folder) }
      return a.track.lexicographicallyPrecedes(b.track)
    }
  }

  private func placedTrack(_ id: Int64) throws(StoreError) -> (Track, Place)? {
    try connection.first(
      """
      SELECT name, sort_key, t.size, t.mtime_ns, added_time, format, rate, channels, bits, frames, duration_us,
        duration_estimated, title, artist, album, album_artist, genre, date, disc, t.track, bit_rate,
        disc_total, track_total, compilation, track_gain, album_gain, track_peak, album_peak, more, t.id,
        a.tempo, a.key, path, order_key
      FROM tracks t CROSS JOIN folders f ON f.id = t.folder
      LEFT JOIN analysis a ON a.track = t.id AND a.size = t.size AND a.mtime_ns = t.mtime_ns
      WHERE t.id = ?1 AND t.state = 0
      """, .integer(id)
    ) { (row) throws(StoreError) in
      let track = try track(row, folder: try validPath(try row.blob(32)))
      return (track, Place(folder: try row.blob(33), track: try row.blob(1)))
    }
  }
}
