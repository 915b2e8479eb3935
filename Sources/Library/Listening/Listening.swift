import Model

/// Record of listening: counts playings, and gives a track's counts and the lists in their order.
final class Listening {
  /// How many playings the history keeps.
  static let mostPlayings: Int64 = 10_000

  private let connection: Connection
  private let rows: PathRows
  private let clock: ListeningClock
  private let personal: Personal
  /// How many tracks lists have, as long as nothing was written, in an hour of the listening clock.
  private var counts: (changes: Int64, hour: Int64, counts: [ListeningList: Int64]) = (-1, 0, [:])

  init(_ connection: Connection, _ rows: PathRows, _ clock: ListeningClock, _ personal: Personal) {
    (self.connection, self.rows, self.clock, self.personal) = (connection, rows, clock, personal)
  }

  private struct Known {
    var sequence: Int64
    var isPlayed: Bool
    var isOver: Bool
  }

  /// Counts what of a playing has not been counted yet.
  ///
  /// - Parameter time: in seconds since 1970, where the clock is known.
  /// - Returns: whether there is a row for the track. Without, nothing is counted.
  func count(
    _ report: HeardReport, time: Int64?, in transaction: borrowing Transaction
  ) throws(StoreError) -> Bool {
    guard let track = try rows.track(at: report.track.path) else { return false }
    let known = try playing(report.playing)
    let isNewPlay = report.isPlayed && known?.isPlayed != true
    let isNewEnd = report.isOver && known?.isOver != true
    guard isNewPlay || isNewEnd else { return true }
    let clock = try self.clock.advance(
      to: time, heard: isNewEnd ? report.heard : .zero, in: transaction)
    let sequence = try keep(report, of: track, known, time: time)
    try connection.execute("INSERT INTO heard (track) VALUES (?1) ON CONFLICT DO NOTHING", .integer(track))
    if isNewPlay { try countPlay(of: track, sequence: sequence, clock: clock, time: time) }
    if isNewEnd { try countEnd(of: track, report, time: time) }
    let says = (isNewPlay ? Affinity.played : 0) + (isNewEnd ? Affinity.end(of: report) : 0)
    try add(says / Affinity.decay(at: clock), toSumOf: track)
    return true
  }

  private func playing(_ id: UInt64) throws(StoreError) -> Known? {
    try connection.first(
      "SELECT sequence, played, over FROM listening WHERE playing = ?1", .integer(Int64(bitPattern: id))
    ) { (row) throws(StoreError) in
      Known(sequence: try row.integer(0), isPlayed: try row.boolean(1), isOver: try row.boolean(2))
    }
  }

  /// - Returns: the playing's number in the history.
  private func keep(
    _ report: HeardReport, of track: Int64, _ known: Known?, time: Int64?
  ) throws(StoreError) -> Int64 {
    let sequence: Int64
    if let known {
      sequence = known.sequence
    } else {
      let last = try connection.first("SELECT max(sequence) FROM listening") { (row) throws(StoreError) in
        try row.optionalInteger(0, as: Int64.self)
      }
      sequence = try Int64.following(last ?? nil, "listening.sequence", in: connection)
    }
    try connection.execute(
      """
      INSERT INTO listening (sequence, playing, track, time, heard_us, played, skipped, sought_end, over)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT (sequence) DO UPDATE SET heard_us = ?5, played = max(played, ?6), skipped = ?7, sought_end = ?8,
        over = ?9
      """, .integer(sequence), .integer(Int64(bitPattern: report.playing)), .integer(track), .optional(time),
      .integer(report.heard.microseconds), .boolean(report.isPlayed), .boolean(report.isSkipped),
      .boolean(report.soughtEnd), .boolean(report.isOver))
    try connection.execute(
      "DELETE FROM listening WHERE sequence <= ?1", .integer(sequence - Self.mostPlayings))
    return sequence
  }

  private func countPlay(
    of track: Int64, sequence: Int64, clock: Int64, time: Int64?
  ) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO personal (track, plays, last_played) VALUES (?1, 1, ?2)
      ON CONFLICT (track) DO UPDATE SET plays = min(coalesce(plays, 0), 4611686018427387904) + 1,
        last_played = coalesce(?2, last_played)
      """, .integer(track), .optional(time))
    try connection.execute(
      "UPDATE heard SET played_sequence = ?2, played_clock = ?3 WHERE track = ?1", .integer(track),
      .integer(sequence), .integer(clock))
  }

  private func countEnd(of track: Int64, _ report: HeardReport, time: Int64?) throws(StoreError) {
    // Sums of a foreign hand may be any: they stay where they can grow.
    try connection.execute(
      """
      UPDATE heard SET playings = min(playings, 4611686018427387904) + 1,
        listened_us = min(listened_us, 4611686018427387904) + ?2,
        offered_us = min(offered_us, 4611686018427387904) + ?3,
        seeks_to_end = min(seeks_to_end, 4611686018427387904) + ?4
      WHERE track = ?1
      """, .integer(track), .integer(report.length == nil ? 0 : report.heard.microseconds),
      .integer(report.length?.microseconds ?? 0), .boolean(report.soughtEnd))
    guard report.isSkipped else { return }
    try connection.execute(
      """
      INSERT INTO personal (track, skips) VALUES (?1, 1)
      ON CONFLICT (track) DO UPDATE SET skips = min(coalesce(skips, 0), 4611686018427387904) + 1
      """, .integer(track))
    try connection.execute(
      "UPDATE heard SET last_skipped = coalesce(?2, last_skipped) WHERE track = ?1", .integer(track),
      .optional(time))
  }

  private func add(_ value: Double, toSumOf track: Int64) throws(StoreError) {
    let sum = try connection.first("SELECT affinity FROM heard WHERE track = ?1", .integer(track)) {
      (row) throws(StoreError) in try row.optionalReal(0) ?? 0
    }
    let new = (sum ?? 0) + value
    try connection.execute(
      "UPDATE heard SET affinity = ?2 WHERE track = ?1", .integer(track), .real(new.isFinite ? new : 0))
  }

  // MARK: One track

  /// - Parameter time: in seconds since 1970, where the clock is known.
  /// - Returns: nil where there is no such track.
  func statistics(at path: [UInt8], time: Int64?) throws(StoreError) -> ListeningStatistics? {
    guard let track = try rows.track(at: path) else { return nil }
    var found = ListeningStatistics()
    let personal = try personal.values(ofRow: track)
    found.plays = personal.plays ?? 0
    found.skips = personal.skips ?? 0
    found.lastPlayed = personal.lastPlayed
    found.isDisliked = personal.liking == .disliked
    let decay = Affinity.decay(at: try clock.now(at: time))
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

  /// Splits a track's affinity by its stored playings, each as of its time.
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
    _ list: ListeningList, skipping: Int = 0, limit: Int, time: Int64?, isCountKept: Bool
  ) throws(StoreError) -> [ListeningRow] {
    let clock = try clock.now(at: time)
    let decay = Affinity.decay(at: clock)
    let (limit, skipped) = (SQLValue.number(limit), SQLValue.number(skipping))
    let isWhole = try hasNoneVanished(isCountKept)
    switch list {
    case .recentlyPlayed: return try recentlyPlayed(skipping: skipping, limit, isWhole)
    case .mostPlayed, .neverPlayed, .favourites, .rated, .recentlyAdded:
      return try rows(Self.statement(list, isWhole), limit, skipped)
    case .ranking: return try rows(Self.statement(list, isWhole), limit, skipped, .real(decay))
    case .forgotten:
      return try rows(
        Self.statement(list, isWhole), limit, skipped, .integer(clock), .integer(clock - Self.forgottenAfter))
    case .lovely:
      return try rows(
        Self.statement(list, isWhole), limit, skipped, .real(decay), .real(Affinity.lovelySum / decay),
        .integer(Affinity.lovelyPlays), .number(Affinity.mostLovely))
    }
  }

  /// For at most ?1 rows after ?2 others.
  private static func statement(_ list: ListeningList, _ isWhole: Bool) -> StaticString {
    switch (list, isWhole) {
    case (.mostPlayed, true):
      """
      SELECT p.track, CAST(p.plays AS REAL) FROM personal p
      WHERE p.plays > 0 ORDER BY p.plays DESC, p.track DESC LIMIT ?1 OFFSET ?2
      """
    case (.mostPlayed, false):
      """
      SELECT p.track, CAST(p.plays AS REAL) FROM personal p CROSS JOIN tracks t ON t.id = p.track AND t.state = 0
      WHERE p.plays > 0 ORDER BY p.plays DESC, p.track DESC LIMIT ?1 OFFSET ?2
      """
    case (.neverPlayed, _):
      // A folder's own tracks come before those of its subfolders.
      """
      SELECT t.id, 0.0 FROM folders f CROSS JOIN tracks t ON t.folder = f.id AND t.state = 0
      WHERE NOT EXISTS (SELECT 1 FROM personal p WHERE p.track = t.id AND p.plays > 0)
      ORDER BY f.order_key, t.sort_key LIMIT ?1 OFFSET ?2
      """
    case (.forgotten, _):
      """
      SELECT h.track, CAST(?3 - h.played_clock AS REAL)
      FROM heard h CROSS JOIN personal p ON p.track = h.track
      CROSS JOIN tracks t ON t.id = h.track AND t.state = 0
      WHERE h.played_clock IS NOT NULL AND h.played_clock < ?4
        AND (p.favourite = 2 OR p.rating >= 8 OR p.plays >= 5) AND coalesce(p.favourite, 1) <> 0
      ORDER BY h.played_clock LIMIT ?1 OFFSET ?2
      """
    case (.ranking, true):
      """
      SELECT h.track, h.affinity * ?3 FROM heard h
      WHERE h.affinity > 0 ORDER BY h.affinity DESC LIMIT ?1 OFFSET ?2
      """
    case (.ranking, false):
      """
      SELECT h.track, h.affinity * ?3 FROM heard h CROSS JOIN tracks t ON t.id = h.track AND t.state = 0
      WHERE h.affinity > 0 ORDER BY h.affinity DESC LIMIT ?1 OFFSET ?2
      """
    case (.lovely, _):
      """
      SELECT h.track, h.affinity * ?3 FROM heard h CROSS JOIN personal p ON p.track = h.track
      CROSS JOIN tracks t ON t.id = h.track AND t.state = 0
      WHERE h.affinity > 0 AND h.affinity >= ?4 AND p.plays >= ?5 AND coalesce(p.favourite, 1) <> 0
      ORDER BY h.affinity DESC LIMIT min(?1, ?6) OFFSET ?2
      """
    case (.favourites, _), (.rated, _), (.recentlyAdded, _): statement(list)
    case (.recentlyPlayed, _):
      """
      SELECT h.track, CAST(coalesce(p.last_played, 0) AS REAL)
      FROM heard h CROSS JOIN tracks t ON t.id = h.track AND t.state = 0
      LEFT JOIN personal p ON p.track = h.track
      WHERE h.played_sequence <= ?3 ORDER BY h.played_sequence DESC, p.last_played DESC LIMIT ?1 OFFSET ?2
      """
    }
  }

  /// The same, of lists that no counting changes.
  private static func statement(_ list: ListeningList) -> StaticString {
    switch list {
    case .favourites:
      """
      SELECT p.track, 0.0 FROM personal p INDEXED BY personal_favourites
      CROSS JOIN tracks t ON t.id = p.track AND t.state = 0 CROSS JOIN folders f ON f.id = t.folder
      WHERE p.favourite = 2 ORDER BY f.order_key, t.sort_key LIMIT ?1 OFFSET ?2
      """
    case .rated:
      """
      SELECT p.track, CAST(p.rating AS REAL) FROM personal p INDEXED BY personal_by_rating
      CROSS JOIN tracks t ON t.id = p.track AND t.state = 0 CROSS JOIN folders f ON f.id = t.folder
      WHERE p.rating IS NOT NULL ORDER BY p.rating DESC, f.order_key, t.sort_key LIMIT ?1 OFFSET ?2
      """
    default:
      """
      SELECT id, CAST(coalesce(added_time / 1000000, 0) AS REAL) FROM tracks INDEXED BY tracks_by_addition
      WHERE state = 0 ORDER BY added_time / 1000000 DESC, added_sequence LIMIT ?1 OFFSET ?2
      """
    }
  }

  /// Returns the tracks played last, the latest first; those that share a number by time.
  private func recentlyPlayed(
    skipping: Int, _ limit: SQLValue, _ isWhole: Bool
  ) throws(StoreError) -> [ListeningRow] {
    var skipping = Int64(skipping)
    var last = Int64.max
    if skipping > 0, isWhole {
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
    return try rows(Self.statement(.recentlyPlayed, isWhole), limit, .integer(skipping), .integer(last))
  }

  private func rows(_ sql: StaticString, _ values: SQLValue...) throws(StoreError) -> [ListeningRow] {
    var found: [ListeningRow] = []
    try connection.forEach(sql, with: values) { (row) throws(StoreError) in
      found.append(ListeningRow(row: try row.integer(0), key: try row.optionalReal(1) ?? 0))
    }
    return found
  }

  /// How many tracks a list has; counted again after something was written, and every hour, as what is liked fades.
  func count(of list: ListeningList, time: Int64?, isCountKept: Bool) throws(StoreError) -> Int64 {
    let hour = try clock.now(at: time) / 3600
    if (counts.changes, counts.hour) != (connection.totalChanges, hour) {
      counts = (connection.totalChanges, hour, [:])
    }
    if let known = counts.counts[list] { return known }
    let count: Int64
    // Rows stand in the order of their tracks: an index of another order would have each looked up by itself.
    switch (list, try hasNoneVanished(isCountKept)) {
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
      count = try trackCount(isWhole) - playedCount(isWhole)
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
        """, .integer(try clock.now(at: time) - Self.forgottenAfter))
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
    case (.recentlyAdded, _): count = try trackCount(isCountKept)
    case (.lovely, _):
      count = Int64(
        try self.list(list, limit: QueueLimits.entries, time: time, isCountKept: isCountKept).count)
    }
    counts.counts[list] = count
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
  /// - Parameter isCountKept: whether `volume.tracks` is what the rows say.
  private func hasNoneVanished(_ isCountKept: Bool) throws(StoreError) -> Bool {
    isCountKept
      ? try number("SELECT (SELECT count(*) FROM tracks) = (SELECT tracks FROM volume)") != 0 : false
  }

  private func trackCount(_ isCountKept: Bool) throws(StoreError) -> Int64 {
    try number(
      isCountKept ? "SELECT max(tracks, 0) FROM volume" : "SELECT count(*) FROM tracks WHERE state = 0")
  }
}
