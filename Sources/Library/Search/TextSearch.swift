import Model

/// Searches in the text indexes of a volume.
struct TextSearch {
  private let store: VolumeStore
  private var connection: Connection { store.connection }
  private var index: TextIndex { store.textIndex }

  init(_ store: VolumeStore) { self.store = store }

  /// Number of tracks above which a word is common: it is looked for, but has no weight in the order. That
  /// would be small, and all of its tracks would have to be counted for it.
  private static let common = 300
  /// Limit of a result's texts in bytes: a thousand usual songs have a tenth of it.
  private static let mostBytes = 4 << 20

  /// Limit of tracks that have several common words in other columns than the title: the best of these come first.
  /// Looking into one column takes as long as all tracks that have one of the words.
  private static let looked = 64

  /// The tracks with words that begin as those do, the best first: title over artist over album, then what only the
  /// path has.
  func lookup(_ words: LookupWords, limit: Int) throws(StoreError) -> [LookupHit] {
    let (hits, known) = try find(words, limit: limit)
    var result: [LookupHit] = []
    var bytes = 0
    func take(_ track: Track, _ tier: Int) -> Bool {
      result.append(LookupHit(tier: tier, track: track))
      bytes += track.details.textBytes
      return bytes < Self.mostBytes
    }
    if known.isEmpty {
      try store.tracks.placed(hits.map(\.id)) { (index, track, _) in take(track, hits[index].tier) }
      return result
    }
    for hit in hits {
      var track = known[hit.id]
      if track == nil { track = try store.tracks.inRows([hit.id])[0] }
      if let track, !take(track, hit.tier) { break }
    }
    return result
  }

  /// Returns the tracks that `lookup` finds, with their places on a shelf.
  ///
  /// - Parameters:
  ///   - names: the order of names there.
  ///   - paths: whether their paths are wanted, too: there are other volumes, of all of which the best are taken.
  func shelve(
    _ words: LookupWords, limit: Int, by names: NameOrder, paths: Bool
  ) throws(StoreError) -> [ShelvedHit] {
    var hits = try find(words, limit: limit, isInOrder: paths).hits
    // A single volume's are put into the order of the shelf: read as they lie, each page is needed once. Tags that
    // are too long together for all to be kept cost the last ones then, whatever their rank.
    if !paths { hits.sort { $0.id < $1.id } }
    let order = ShelfOrder { names.key(for: $0) }
    var result: [ShelvedHit] = []
    result.reserveCapacity(hits.count)
    var bytes = 0
    var folder: (id: Int64, path: [UInt8]) = (0, [])
    // The columns of JSON's rows have names that tracks' columns have, too.
    try connection.forEachWhile(
      """
      SELECT j.key, t.id, t.name, t.folder, f.path, t.disc, t.track, t.title, t.artist, t.album, t.album_artist,
        t.date, t.more, t.genre
      FROM json_each(?1) j CROSS JOIN tracks t ON t.id = j.value AND t.state = 0
      CROSS JOIN folders f ON f.id = t.folder
      """, .text(TrackTable.json(hits.map(\.id))),
      body: { (row) throws(StoreError) in
        let name = try row.name(2)
        let id = try row.integer(3)
        if folder.id != id { folder = (id, try store.validPath(try row.blob(4))) }
        result.append(
          ShelvedHit(
            tier: hits[try row.integer(0, as: Int.self)].tier, row: try row.integer(1),
            key: order.key(of: try shelfPlace(row, name: name)),
            path: paths ? VolumePath.join(folder.path, name) : []))
        for column in Int32(7)...13 { bytes += row.byteCount(column) }
        return bytes < Self.mostBytes
      })
    return result
  }

  /// - Parameter row: of the query of `shelve`.
  private func shelfPlace(_ row: Row, name: [UInt8]) throws(StoreError) -> ShelfPlace {
    let more = try row.moreTags(12)
    func first(_ tag: TagName) -> String? { more.first { $0.tag == tag }?.text }
    var place = ShelfPlace()
    place.disc = try row.optionalInteger(5, as: Int32.self).flatMap { UInt16(exactly: $0) }
    place.track = try row.optionalInteger(6, as: Int32.self).flatMap {
      $0 < 0 ? nil : TrackNumber.place(of: Int($0))
    }
    let title = try row.optionalText(7)
    place.title = first(.titleSort) ?? title ?? first(.title) ?? EscapedName.text(for: name)
    let album = try row.optionalText(9)
    place.album = first(.albumSort) ?? album ?? first(.album) ?? ""
    if let artist = first(.albumArtistSort) {
      place.albumArtist = artist
    } else if let artist = try row.texts(10).first {
      place.albumArtist = artist
    } else if let artist = first(.artistSort) {
      place.albumArtist = artist
    } else if let artist = try row.texts(8).first {
      place.albumArtist = artist
    }
    place.year = try row.optionalText(11).flatMap { ShelfPlace.year(of: $0) }
    for tag in [TagName.date, .originalDate] where !more.isEmpty && place.year == nil {
      place.year = more.lazy.filter { $0.tag == tag }.compactMap { ShelfPlace.year(of: $0.text) }.first
    }
    return place
  }

  /// - Parameter isInOrder: false where all that are found are wanted alike: where they are no more than that, they come
  ///   in any order.
  /// - Returns: those that are found, and what was read of them on the way.
  private func find(
    _ words: LookupWords, limit: Int, isInOrder: Bool = true
  ) throws(StoreError) -> (hits: [(id: Int64, tier: Int)], known: [Int64: Track]) {
    guard index.isCurrent, let all = words.expression else { return ([], [:]) }
    var hits: [(id: Int64, tier: Int)] = []
    var seen: Set<Int64> = []
    var known: [Int64: Track] = [:]
    func take(_ ids: [Int64], _ tier: Int) {
      for id in ids where hits.count < limit && seen.insert(id).inserted { hits.append((id, tier)) }
    }
    try index.using { () throws(StoreError) in
      var rare: [String] = []
      for word in words.folded where try !isCommon(word) { rare.append(word) }
      if rare.count == words.folded.count {
        take(try ranked(all, limit: limit), 0)
      } else if let expression = LookupWords.expression(for: rare) {
        let matches = Set(try songs(all, limit: Self.common))
        if !matches.isEmpty { take(try ranked(expression, limit: Self.common).filter(matches.contains), 0) }
      } else if words.folded.count == 1 {
        for (place, column) in ["title", "{artist album_artist}", "album", "{genre composer}"].enumerated()
        where hits.count < limit {
          take(try songs("\(column) : (\(all))", limit: limit), place + 1)
        }
      } else {
        let most = max(limit, Self.looked)
        let few = try songs(all, limit: most)
        if !isInOrder, few.count <= limit, few.count < most {
          take(few, 0)
        } else {
          let folded = words.folded.map { Array($0.utf8) }
          if few.count < most {
            // All that there are: by the tags that have them.
            known = try tracks(inRows: few, most: Self.mostBytes)
            let weights = few.map { (id: $0, weight: weight(of: known[$0], folded)) }
            take(weights.sorted { ($1.weight, $0.id) < ($0.weight, $1.id) }.map(\.id), 0)
          } else {
            take(try songs("title : (\(all))", limit: limit), 1)
            if hits.count < limit {
              for (id, tier) in try tiers(of: few.filter { !seen.contains($0) }, folded) { take([id], tier) }
            }
          }
        }
      }
      if hits.count < limit { take(try paths(all, limit: limit), LookupHit.path) }
    }
    return (hits, known)
  }

  /// As many words as are typed in some minutes are known to be common, since each comes again with every letter of the
  /// next one.
  private static let mostCommonWords = 100

  private func isCommon(_ word: String) throws(StoreError) -> Bool {
    if index.commonWords.contains(word) { return true }
    let isCommon = try songs(LookupWords.beginning(word), limit: Self.common + 1).count > Self.common
    if isCommon {
      if index.commonWords.count >= Self.mostCommonWords { index.commonWords = [] }
      index.commonWords.insert(word)
    }
    return isCommon
  }

  private func tracks(inRows rows: [Int64], most: Int) throws(StoreError) -> [Int64: Track] {
    var result: [Int64: Track] = [:]
    var bytes = 0
    try store.tracks.placed(rows) { (index, track, _) in
      result[rows[index]] = track
      bytes += track.details.textBytes
      return bytes < most
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

  /// Those rows of tracks whose titles don't have all of the words, by the first of the other tags that does: as with a
  /// single word that is common. Only those tags are read.
  private func tiers(of rows: [Int64], _ words: [[UInt8]]) throws(StoreError) -> [(id: Int64, tier: Int)] {
    var found = rows.map { (id: $0, tier: 5) }
    var bytes = 0
    try connection.forEachWhile(
      """
      SELECT j.key, t.artist, t.album_artist, t.album, t.genre
      FROM json_each(?1) j CROSS JOIN tracks t ON t.id = j.value
      """, .text(TrackTable.json(rows)),
      body: { (row) throws(StoreError) in
        let columns = [
          try row.texts(1) + row.texts(2), [try row.optionalText(3) ?? ""], try row.texts(4),
        ]
        let place = columns.firstIndex { texts in
          let texts = Self.folded(texts)
          return words.allSatisfy { word in texts.contains { Self.has($0, word) } }
        }
        if let place { found[try row.integer(0, as: Int.self)].tier = place + 2 }
        for column in Int32(1)...4 { bytes += row.byteCount(column) }
        return bytes < Self.mostBytes
      })
    return found.sorted { ($0.tier, $0.id) < ($1.tier, $1.id) }
  }

  private static func folded(_ texts: [String]) -> [[UInt8]] {
    texts.map { Array(SearchText.words(of: FoldedName.fold($0.utf8)).utf8) }
  }

  /// Whether a word of the folded words `text` begins so.
  static func has(_ text: [UInt8], _ beginning: [UInt8]) -> Bool {
    var isStart = true
    for (place, byte) in text.enumerated() {
      if isStart, text[place...].starts(with: beginning) { return true }
      isStart = byte == UInt8(ascii: " ")
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

  /// Limit of tracks to look at one by one; if more may hold a text, all are gone through in order.
  private static let mostCandidates = 1000
  /// Limit of rows of which a few columns are read first, which takes a tenth of the time.
  private static let mostRows = 16_384

  /// Applies `transform` to the tracks below the folder with `key` that may have all of `values`, and `needle` in one
  /// of their tags, in natural order; nil if the indexes can't find them, or too many may match.
  func select<Value>(
    holding needle: String?, having values: [WantedValue] = [], belowFolderWith key: [UInt8],
    transform: (Track) -> Value?
  ) throws(StoreError) -> [Value]? {
    guard
      let candidates = try candidates(holding: needle, having: values, most: Self.mostCandidates, whole: true)
    else { return nil }
    let end = NaturalKey.subtreeEnd(key)
    var found: [(place: NaturalPlace, value: Value)] = []
    var bytes = 0
    try store.tracks.placed(candidates) { (_, track, place) in
      bytes += track.details.textBytes
      if !place.folder.lexicographicallyPrecedes(key), place.folder.lexicographicallyPrecedes(end),
        let value = transform(track)
      {
        found.append((place, value))
      }
      return bytes <= Self.mostBytes
    }
    // Too much to keep at a time.
    if bytes > Self.mostBytes { return nil }
    return found.sorted { $0.place < $1.place }.map(\.value)
  }

  /// A window of the same: gives the rows of those tracks after `cursor` to `take`.
  /// - Returns: where the next window begins, nil at the end; `isFound` is false where the indexes can't find them.
  func select(
    holding needle: String?, having values: [WantedValue], belowFolderWith key: [UInt8],
    after cursor: ListingCursor?, take: TreeListing.TakeRow
  ) throws(StoreError) -> (isFound: Bool, next: ListingCursor?) {
    let part = Int(try store.totals.lastCount()) / Self.partOfFound
    let most = max(Self.mostCandidates, min(part, Self.mostRows))
    guard let candidates = try candidates(holding: needle, having: values, most: most, whole: false) else {
      return (false, nil)
    }
    let rows = try store.tracks.ordered(
      candidates, inFoldersFrom: key, to: NaturalKey.subtreeEnd(key), after: cursor)
    var bytes = 0
    let next = try store.tracks.listed(rows) { (_, row, folder) throws(StoreError) in
      guard let taken = try take(row, folder) else { return false }
      bytes += taken
      return bytes < Self.mostFoundBytes
    }
    return (true, next)
  }

  /// More tracks than this part of all are found sooner by a look at each.
  private static let partOfFound = 8
  /// Limit of what is made of the tracks of a window, in bytes: each begins with finding all of them.
  private static let mostFoundBytes = 1 << 20

  /// Rows that may have all of `values`, and `needle` in one of their tags; nil if the indexes can't find them, or they are
  /// more than `most`.
  /// - Parameter whole: whether rows are looked at for whole values.
  private func candidates(
    holding needle: String?, having values: [WantedValue], most: Int, whole: Bool
  ) throws(StoreError) -> [Int64]? {
    guard index.isCurrent else { return nil }
    var candidates: [Int64] = []
    // Those that no index knows yet may hold it as well.
    try connection.forEach(
      "SELECT id FROM tracks INDEXED BY tracks_not_indexed WHERE indexed = 0 AND state = 0 LIMIT ?1",
      .number(most + 1)
    ) { (row) throws(StoreError) in candidates.append(try row.integer(0)) }
    let room = most - candidates.count
    guard room >= 0 else { return nil }
    let indexed = try index.using { () throws(StoreError) -> [Int64]? in
      if whole {
        if let found = try self.candidates(having: values, most: room) { return found }
      } else if let expression = WantedValue.expression(of: values) {
        let found = try songs(expression, limit: room + 1)
        if found.count <= room { return found }
      }
      guard let needle else { return nil }
      return try self.candidates(holding: needle, most: room)
    }
    return indexed.map { candidates + $0 }
  }

  /// Rows that may hold `needle`; nil if it is too short, or there are more than `most`.
  private func candidates(holding needle: String, most: Int) throws(StoreError) -> [Int64]? {
    guard let expression = Trigrams.expression(for: needle) else { return nil }
    let found = try ids(
      "SELECT rowid FROM trigrams WHERE trigrams MATCH ?1 LIMIT ?2", expression, most + 1)
    return found.count <= most ? found : nil
  }

  /// Rows that may have all of `values`; nil if words don't narrow the search, or there are more than `most`. Parts of
  /// a value may be anywhere, while the whole of it is in few places.
  private func candidates(having values: [WantedValue], most: Int) throws(StoreError) -> [Int64]? {
    guard let expression = WantedValue.expression(of: values) else { return nil }
    var found: [Int64] = []
    var rows = 0
    try connection.forEachWhile(
      """
      SELECT t.id, t.title, t.artist, t.album, t.album_artist, t.genre, t.date, t.more
      FROM songs CROSS JOIN tracks t ON t.id = songs.rowid WHERE songs MATCH ?1 LIMIT ?2
      """, .text(expression), .number(Self.mostRows),
      body: { (row) throws(StoreError) in
        rows += 1
        if values.allSatisfy({ $0.mayBe(in: row) }) { found.append(try row.integer(0)) }
        return found.count <= most
      })
    return rows < Self.mostRows && found.count <= most ? found : nil
  }
}
