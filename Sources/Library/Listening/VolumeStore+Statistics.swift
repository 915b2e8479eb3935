import Model

/// What was counted: of one track, and tracks in the order that follows from it.
extension VolumeStore {
  /// - Parameter time: in seconds since 1970, where the clock is known.
  /// - Returns: nil where there is no such track.
  func statistics(at path: [UInt8], time: Int64?) throws(StoreError) -> ListeningStatistics? {
    guard let track = try trackRow(at: path) else { return nil }
    var found = ListeningStatistics()
    let personal = try personal(ofRow: track)
    found.plays = personal.plays ?? 0
    found.skips = personal.skips ?? 0
    found.lastPlayed = personal.lastPlayed
    found.isDisliked = personal.liking == .disliked
    let decay = Affinity.decay(at: try listeningClock(at: time))
    var kept = 0.0
    try connection.forEach(
      """
      SELECT playings, listened_us, offered_us, seeks_to_end, last_skipped, affinity FROM heard WHERE track = ?1
      """, .integer(track)
    ) { (row) throws(StoreError) in
      found.playings = max(0, try row.integer(0))
      found.listened = .microseconds(max(0, try row.integer(1)))
      found.offered = .microseconds(max(0, try row.integer(2)))
      found.seeksToEnd = max(0, try row.integer(3))
      found.lastSkipped = try row.optionalInteger(4, as: Int64.self)
      kept = try row.optionalReal(5) ?? 0
    }
    found.sum = kept * decay
    found.parts = try parts(ofRow: track, sum: found.sum)
    found.ranked = try number("SELECT count(*) FROM heard WHERE affinity > 0")
    if kept > 0 {
      found.rank =
        1 + (try number("SELECT count(*) FROM heard WHERE affinity > 0 AND affinity > ?1", .real(kept)))
    }
    return found
  }

  /// What the playings of a track say that are still kept, as of when they were.
  private func parts(ofRow track: Int64, sum: Double) throws(StoreError) -> AffinityParts {
    var parts = AffinityParts()
    try connection.forEach(
      """
      SELECT l.heard_us, l.played, l.skipped, l.sought_end, l.over, t.duration_us
      FROM listening l JOIN tracks t ON t.id = l.track WHERE l.track = ?1 LIMIT ?2
      """, .integer(track), .integer(Self.mostPlayings)
    ) { (row) throws(StoreError) in
      let isPlayed = try row.boolean(1)
      if isPlayed { parts.plays += Affinity.played }
      guard try row.boolean(4) else { return }
      let length = try row.optionalInteger(5, as: Int64.self).map { Duration.microseconds($0) }
      let share = Affinity.share(of: .microseconds(max(0, try row.integer(0))), in: length)
      if isPlayed {
        parts.heard += Affinity.heard(share)
      } else if try row.boolean(2) {
        parts.skips += Affinity.skipped(share)
      } else if try row.boolean(3) {
        parts.seeksToEnd += Affinity.soughtEnd
      }
    }
    parts.rest = sum - parts.plays - parts.heard - parts.skips - parts.seeksToEnd
    return parts
  }

  private func number(_ sql: StaticString, _ value: SQLValue) throws(StoreError) -> Int64 {
    try connection.first(sql, value) { (row) throws(StoreError) in try row.integer(0) } ?? 0
  }

  private func number(_ sql: StaticString) throws(StoreError) -> Int64 {
    try connection.first(sql) { (row) throws(StoreError) in try row.integer(0) } ?? 0
  }

  // MARK: Lists

  /// A favourite, a song rated 8 or more, or one played five times or more is forgotten once it was not played for this
  /// many seconds of the listening clock.
  static let forgottenAfter: Int64 = 60 * 86_400

  /// At most `limit` tracks of a list, after the first `skipping`; vanished files are left out. Without vanished files,
  /// indexes alone give the order, and no track's row is read.
  func list(
    _ list: ListeningList, skipping: Int = 0, limit: Int, time: Int64?
  ) throws(StoreError) -> [ListeningRow] {
    let clock = try listeningClock(at: time)
    let decay = Affinity.decay(at: clock)
    switch list {
    case .recentlyPlayed: return try recentlyPlayed(skipping: skipping, limit: limit)
    case .mostPlayed:
      return try rows(
        try hasNoneVanished()
          ? """
          SELECT p.track, CAST(p.plays AS REAL) FROM personal p
          WHERE p.plays > 0 ORDER BY p.plays DESC, p.track DESC LIMIT ?1 OFFSET ?2
          """
          : """
          SELECT p.track, CAST(p.plays AS REAL) FROM personal p CROSS JOIN tracks t ON t.id = p.track AND t.state = 0
          WHERE p.plays > 0 ORDER BY p.plays DESC, p.track DESC LIMIT ?1 OFFSET ?2
          """, .number(limit), .number(skipping))
    case .neverPlayed:
      // A folder's own tracks come before those of its subfolders.
      return try rows(
        """
        SELECT t.id, 0.0 FROM folders f CROSS JOIN tracks t ON t.folder = f.id AND t.state = 0
        WHERE NOT EXISTS (SELECT 1 FROM personal p WHERE p.track = t.id AND p.plays > 0)
        ORDER BY f.order_key, t.sort_key LIMIT ?1 OFFSET ?2
        """, .number(limit), .number(skipping))
    case .forgotten:
      return try rows(
        try hasNoneVanished()
          ? """
          SELECT h.track, CAST(?2 - h.played_clock AS REAL)
          FROM heard h CROSS JOIN personal p ON p.track = h.track
          WHERE h.played_clock IS NOT NULL AND h.played_clock < ?3
            AND (p.favourite = 2 OR p.rating >= 8 OR p.plays >= 5) AND coalesce(p.favourite, 1) <> 0
          ORDER BY h.played_clock LIMIT ?1 OFFSET ?4
          """
          : """
          SELECT h.track, CAST(?2 - h.played_clock AS REAL)
          FROM heard h CROSS JOIN personal p ON p.track = h.track
          CROSS JOIN tracks t ON t.id = h.track AND t.state = 0
          WHERE h.played_clock IS NOT NULL AND h.played_clock < ?3
            AND (p.favourite = 2 OR p.rating >= 8 OR p.plays >= 5) AND coalesce(p.favourite, 1) <> 0
          ORDER BY h.played_clock LIMIT ?1 OFFSET ?4
          """, .number(limit), .integer(clock), .integer(clock - Self.forgottenAfter), .number(skipping))
    case .ranking:
      return try rows(
        try hasNoneVanished()
          ? """
          SELECT h.track, h.affinity * ?2 FROM heard h
          WHERE h.affinity > 0 ORDER BY h.affinity DESC LIMIT ?1 OFFSET ?3
          """
          : """
          SELECT h.track, h.affinity * ?2 FROM heard h CROSS JOIN tracks t ON t.id = h.track AND t.state = 0
          WHERE h.affinity > 0 ORDER BY h.affinity DESC LIMIT ?1 OFFSET ?3
          """, .number(limit), .real(decay), .number(skipping))
    case .lovely:
      return try rows(
        """
        SELECT h.track, h.affinity * ?2 FROM heard h CROSS JOIN personal p ON p.track = h.track
        CROSS JOIN tracks t ON t.id = h.track AND t.state = 0
        WHERE h.affinity > 0 AND h.affinity >= ?3 AND p.plays >= ?4 AND coalesce(p.favourite, 1) <> 0
        ORDER BY h.affinity DESC LIMIT ?1 OFFSET ?5
        """, .number(min(limit, Affinity.mostLovely)), .real(decay), .real(Affinity.lovelySum / decay),
        .integer(Affinity.lovelyPlays), .number(skipping))
    case .favourites:
      return try rows(
        """
        SELECT p.track, 0.0 FROM personal p INDEXED BY personal_favourites
        CROSS JOIN tracks t ON t.id = p.track AND t.state = 0 CROSS JOIN folders f ON f.id = t.folder
        WHERE p.favourite = 2 ORDER BY f.order_key, t.sort_key LIMIT ?1 OFFSET ?2
        """, .number(limit), .number(skipping))
    case .rated:
      return try rows(
        """
        SELECT p.track, CAST(p.rating AS REAL) FROM personal p INDEXED BY personal_by_rating
        CROSS JOIN tracks t ON t.id = p.track AND t.state = 0 CROSS JOIN folders f ON f.id = t.folder
        WHERE p.rating IS NOT NULL ORDER BY p.rating DESC, f.order_key, t.sort_key LIMIT ?1 OFFSET ?2
        """, .number(limit), .number(skipping))
    case .recentlyAdded:
      return try rows(
        """
        SELECT id, CAST(coalesce(added_time / 1000000, 0) AS REAL) FROM tracks INDEXED BY tracks_by_addition
        WHERE state = 0 ORDER BY added_time / 1000000 DESC, added_sequence LIMIT ?1 OFFSET ?2
        """, .number(limit), .number(skipping))
    }
  }

  /// What was played last is first; of those that share a number, by its time.
  private func recentlyPlayed(skipping: Int, limit: Int) throws(StoreError) -> [ListeningRow] {
    var skipping = Int64(skipping)
    var last = Int64.max
    if skipping > 0, try hasNoneVanished() {
      // The index of the numbers alone gives the window's beginning: no row before it is read.
      let first = try connection.first(
        """
        SELECT played_sequence FROM heard WHERE played_sequence IS NOT NULL
        ORDER BY played_sequence DESC LIMIT 1 OFFSET ?1
        """, .integer(skipping)
      ) { (row) throws(StoreError) in try row.integer(0) }
      guard let first else { return [] }
      skipping -= try number("SELECT count(*) FROM heard WHERE played_sequence > ?1", .integer(first))
      last = first
    }
    return try rows(
      """
      SELECT h.track, CAST(coalesce(p.last_played, 0) AS REAL)
      FROM heard h CROSS JOIN tracks t ON t.id = h.track AND t.state = 0
      LEFT JOIN personal p ON p.track = h.track
      WHERE h.played_sequence <= ?3 ORDER BY h.played_sequence DESC, p.last_played DESC LIMIT ?1 OFFSET ?2
      """, .number(limit), .integer(skipping), .integer(last))
  }

  private func rows(_ sql: StaticString, _ values: SQLValue...) throws(StoreError) -> [ListeningRow] {
    var found: [ListeningRow] = []
    try connection.forEach(sql, with: values) { (row) throws(StoreError) in
      found.append(ListeningRow(row: try row.integer(0), key: try row.optionalReal(1) ?? 0))
    }
    return found
  }

  /// How many tracks a list has; counted again after something was written, and every hour, as what is liked fades.
  func count(of list: ListeningList, time: Int64?) throws(StoreError) -> Int64 {
    let hour = try listeningClock(at: time) / 3600
    if (listCounts.changes, listCounts.hour) != (connection.totalChanges, hour) {
      listCounts = (connection.totalChanges, hour, [:])
    }
    if let known = listCounts.counts[list] { return known }
    let count: Int64
    // Rows stand in the order of their tracks: an index of another order would have each looked up by itself.
    switch (list, try hasNoneVanished()) {
    case (.recentlyPlayed, true):
      count = try number("SELECT count(*) FROM heard WHERE played_sequence IS NOT NULL")
    case (.recentlyPlayed, false):
      count = try number(
        """
        SELECT count(*) FROM heard h NOT INDEXED CROSS JOIN tracks t ON t.id = h.track AND t.state = 0
        WHERE h.played_sequence IS NOT NULL
        """)
    case (.mostPlayed, let isWhole): count = try playedCount(isWhole)
    case (.neverPlayed, let isWhole):
      count = (isWhole ? try totals.lastCount() : try totals.trackCount()) - (try playedCount(isWhole))
    case (.ranking, true): count = try number("SELECT count(*) FROM heard WHERE affinity > 0")
    case (.ranking, false):
      count = try number(
        """
        SELECT count(*) FROM heard h NOT INDEXED CROSS JOIN tracks t ON t.id = h.track AND t.state = 0
        WHERE h.affinity > 0
        """)
    case (.forgotten, _):
      count = try number(
        """
        SELECT count(*) FROM heard h NOT INDEXED CROSS JOIN personal p ON p.track = h.track
        CROSS JOIN tracks t ON t.id = h.track AND t.state = 0
        WHERE h.played_clock IS NOT NULL AND h.played_clock < ?1
          AND (p.favourite = 2 OR p.rating >= 8 OR p.plays >= 5) AND coalesce(p.favourite, 1) <> 0
        """, .integer(try listeningClock(at: time) - Self.forgottenAfter))
    case (.favourites, _):
      count = try number(
        """
        SELECT count(*) FROM personal p INDEXED BY personal_favourites
        CROSS JOIN tracks t ON t.id = p.track AND t.state = 0 WHERE p.favourite = 2
        """)
    case (.rated, _):
      count = try number(
        """
        SELECT count(*) FROM personal p NOT INDEXED CROSS JOIN tracks t ON t.id = p.track AND t.state = 0
        WHERE p.rating IS NOT NULL
        """)
    case (.recentlyAdded, _): count = isCountKept ? try totals.lastCount() : try totals.trackCount()
    case (.lovely, _): count = Int64(try self.list(list, limit: QueueLimits.entries, time: time).count)
    }
    listCounts.counts[list] = count
    return count
  }

  private func playedCount(_ isWhole: Bool) throws(StoreError) -> Int64 {
    if isWhole { return try number("SELECT count(*) FROM personal WHERE plays > 0") }
    return try number(
      """
      SELECT count(*) FROM personal p NOT INDEXED CROSS JOIN tracks t ON t.id = p.track AND t.state = 0
      WHERE p.plays > 0
      """)
  }

  /// Whether every row is a track that can be played, so that none has to be looked at for that.
  private func hasNoneVanished() throws(StoreError) -> Bool {
    isCountKept ? try number("SELECT count(*) FROM tracks") == totals.lastCount() : false
  }
}
