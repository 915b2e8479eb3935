import Model

/// Counting what was heard.
extension VolumeStore {
  /// How many playings the history keeps.
  static let mostPlayings: Int64 = 10_000
  /// Longer than any stick stays in a drawer; a clock that was wrong once must not end all scores.
  private static let longestAbsence: Int64 = 365 * 86_400

  private struct Known {
    var sequence: Int64
    var isPlayed: Bool
    var isOver: Bool
  }

  /// Counts what of a playing has not been counted yet, in one transaction.
  ///
  /// - Parameter time: in seconds since 1970, where the clock is known.
  /// - Returns: whether there is a row for the track. Without, nothing is counted.
  func count(_ report: HeardReport, time: Int64?) throws(StoreError) -> Bool {
    guard let track = try trackRow(at: report.track.path) else { return false }
    let known = try playing(report.playing)
    let isNewPlay = report.isPlayed && known?.isPlayed != true
    let isNewEnd = report.isOver && known?.isOver != true
    guard isNewPlay || isNewEnd else { return true }
    try connection.transaction { (_) throws(StoreError) in
      try connection.execute("UPDATE volume SET changes = changes + 1")
      let clock = try advanceClock(to: time, heard: isNewEnd ? report.heard : .zero)
      let sequence = try keep(report, of: track, known, time: time)
      try connection.execute("INSERT INTO heard (track) VALUES (?1) ON CONFLICT DO NOTHING", .integer(track))
      if isNewPlay { try countPlay(of: track, sequence: sequence, clock: clock, time: time) }
      if isNewEnd { try countEnd(of: track, report, time: time) }
      let says = (isNewPlay ? Affinity.played : 0) + (isNewEnd ? Affinity.end(of: report) : 0)
      try add(says / Affinity.decay(at: clock), toSumOf: track)
    }
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
      sequence = try following(last ?? nil, "listening.sequence")
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

  /// A stick's number may be any.
  func following(_ last: Int64?, _ name: StaticString) throws(StoreError) -> Int64 {
    guard let last else { return 1 }
    guard last < .max else {
      throw StoreError(.foreign, "no number comes behind \(name)", path: connection.path)
    }
    return max(0, last) + 1
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

  /// Puts a track where somebody says that it was played last, among those that were; it leaves them where nobody says so
  /// any more. Inside a transaction.
  func updatePlayOrder(
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
    let (seconds, wall) = try storedClock()
    let since = wall.map { max(0, $0.subtractingSaturated(time)) } ?? 0
    try connection.execute(
      """
      INSERT INTO heard (track, played_sequence, played_clock) VALUES (?1, ?2, ?3)
      ON CONFLICT (track) DO UPDATE SET played_sequence = ?2, played_clock = ?3
      """, .integer(track), .integer(sequence ?? 0), .integer(max(0, seconds - min(seconds, since))))
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

  // MARK: The listening clock

  /// Known seconds since the first playing: by the wall clock; while that isn't known, the time of listening. It never
  /// decreases.
  func listeningClock(at time: Int64?) throws(StoreError) -> Int64 {
    let (seconds, wall) = try storedClock()
    guard let time, let wall else { return seconds }
    return min(
      seconds + min(max(0, time.subtractingSaturated(wall)), Self.longestAbsence), Affinity.latestClock)
  }

  private func storedClock() throws(StoreError) -> (seconds: Int64, wall: Int64?) {
    let stored = try connection.first("SELECT seconds, wall FROM listening_clock") {
      (row) throws(StoreError) in
      (try row.integer(0), try row.optionalInteger(1, as: Int64.self))
    }
    guard let stored else { return (0, nil) }
    return (min(max(0, stored.0), Affinity.latestClock), stored.1)
  }

  private func advanceClock(to time: Int64?, heard: Duration) throws(StoreError) -> Int64 {
    let (seconds, wall) = try storedClock()
    var clock = try listeningClock(at: time)
    if time == nil { clock = min(seconds + max(0, heard.components.seconds), Affinity.latestClock) }
    try connection.execute(
      """
      INSERT INTO listening_clock (one, seconds, wall) VALUES (1, ?1, ?2)
      ON CONFLICT (one) DO UPDATE SET seconds = ?1, wall = ?2
      """, .integer(clock), .optional(time ?? wall))
    return clock
  }
}
