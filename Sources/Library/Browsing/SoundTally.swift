public import Model

/// Tracks of about one tempo in one key, counted.
public struct SoundTally: Hashable, Sendable {
  /// What they have in common.
  public struct Group: Hashable, Sendable {
    /// In beats per minute, a multiple of 10: 120 for 120 to 129.99; nil if it is unknown.
    public let tempo: Int?
    public let key: MusicalKey?
  }

  public let group: Group
  public internal(set) var tracks = 0
  public internal(set) var duration = Duration.zero
}

extension VolumeStore {
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
}
