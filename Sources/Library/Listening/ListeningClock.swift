import Model

/// A volume's clock of listening, by which what was heard fades.
struct ListeningClock {
  /// Longer than any stick stays in a drawer; a clock that was wrong once must not end all scores.
  private static let longestAbsence: Int64 = 365 * 86_400

  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Known seconds since the first playing: by the wall clock; while that isn't known, the time of listening. It never
  /// decreases.
  func now(at time: Int64?) throws(StoreError) -> Int64 {
    let (seconds, wall) = try stored()
    guard let time, let wall else { return seconds }
    return min(
      seconds + min(max(0, time.subtractingSaturated(wall)), Self.longestAbsence), Affinity.latestClock)
  }

  func stored() throws(StoreError) -> (seconds: Int64, wall: Int64?) {
    let stored = try connection.first("SELECT seconds, wall FROM listening_clock") {
      (row) throws(StoreError) in
      (try row.integer(0), try row.optionalInteger(1, as: Int64.self))
    }
    guard let stored else { return (0, nil) }
    return (min(max(0, stored.0), Affinity.latestClock), stored.1)
  }

  func advance(
    to time: Int64?, heard: Duration, in transaction: borrowing Transaction
  ) throws(StoreError) -> Int64 {
    let (seconds, wall) = try stored()
    var clock = try now(at: time)
    if time == nil { clock = min(seconds + max(0, heard.components.seconds), Affinity.latestClock) }
    try connection.execute(
      """
      INSERT INTO listening_clock (one, seconds, wall) VALUES (1, ?1, ?2)
      ON CONFLICT (one) DO UPDATE SET seconds = ?1, wall = ?2
      """, .integer(clock), .optional(time ?? wall))
    return clock
  }
}
