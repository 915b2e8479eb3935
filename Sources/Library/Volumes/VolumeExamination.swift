/// A volume's database after a check.
public struct VolumeExamination: Hashable, Sendable {
  /// Playable tracks.
  public var songs: Int64 = 0
  /// Those of them that jukebox-decoder decodes.
  public var coded: Int64 = 0
  /// Files that cannot be played.
  public var broken: Int64 = 0

  /// Checks the database, and counts.
  init(_ store: VolumeStore) throws(StoreError) {
    try store.quickCheck()
    let counts = try store.connection.first(
      """
      SELECT count(*) FILTER (WHERE state = 0), count(*) FILTER (WHERE state = 0 AND format >= ?),
        count(*) FILTER (WHERE state = 2) FROM tracks
      """, .integer(TrackDetails.Format.aac.rawValue)
    ) { (row) throws(StoreError) in (try row.integer(0), try row.integer(1), try row.integer(2)) }
    if let counts { (songs, coded, broken) = counts }
  }
}
