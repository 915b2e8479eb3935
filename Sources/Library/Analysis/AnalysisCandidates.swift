public import Model

/// What of an analysis a track is to have.
public enum AnalysisDepth: Int, Hashable, Sendable {
  /// Loudness, waveform, tempo and key.
  case first
  /// Chords as well.
  case chords
}

/// A window of the tracks that lack an analysis.
public struct AnalysisCandidates: Sendable {
  /// In natural order.
  public var tracks: [TrackReference] = []
  /// Where the next window begins; nil at the end.
  public var next: AnalysisCursor?
}

/// A place among the tracks of a volume in natural order.
public struct AnalysisCursor: Hashable, Sendable {
  let folder: [UInt8]
  let track: [UInt8]
}

/// How far a volume is.
public struct AnalysisCount: Hashable, Sendable {
  public var tracks = 0
  /// Of these, how many have what is asked for, or can't have it.
  public var done = 0
  /// What the others last.
  public var left: Duration = .zero

  public init() {}
}

extension VolumeStore {
  private static let windowRows = 400

  /// The first tracks after a place that lack an analysis of a depth; at most a window is looked at.
  func lackingAnalysis(
    _ depth: AnalysisDepth, after cursor: AnalysisCursor?
  ) throws(StoreError) -> AnalysisCandidates {
    var found = AnalysisCandidates()
    var rows = 0
    try connection.forEach(
      """
      SELECT f.order_key, t.sort_key, f.path, t.name, coalesce(a.version, 0), coalesce(a.has_chords, 0)
      FROM folders f CROSS JOIN tracks t ON t.folder = f.id AND t.state = 0 LEFT JOIN analyses a ON a.track = t.id
      WHERE f.order_key >= ?1 AND (f.order_key, t.sort_key) > (?1, ?2)
      ORDER BY f.order_key, t.sort_key LIMIT ?3
      """, .blob(cursor?.folder ?? []), .blob(cursor?.track ?? []), .number(Self.windowRows)
    ) { (row) throws(StoreError) in
      rows += 1
      found.next = AnalysisCursor(folder: try row.blob(0), track: try row.blob(1))
      let hasIt = try row.integer(4) == Int64(MusicAnalysis.version)
      let isDeep = try row.integer(5) != 0
      guard !(hasIt && (depth == .first || isDeep)), found.tracks.count < 20 else { return }
      found.tracks.append(
        TrackReference(
          volume: identity, path: try validPath(VolumePath.join(try row.blob(2), try row.blob(3)))))
    }
    if rows < Self.windowRows { found.next = nil }
    return found
  }

  /// Those of some tracks that lack an analysis of a depth, in their order.
  /// - Parameter again: those as well of which there is none for a reason.
  func lackingAnalysis(_ depth: AnalysisDepth, among paths: [[UInt8]], again: Bool) throws(StoreError)
    -> [[UInt8]]
  {
    var lacking: [[UInt8]] = []
    for path in paths {
      guard let id = try trackRow(at: path) else { continue }
      let hasIt = try connection.first(
        "SELECT 1 FROM analyses WHERE track = ?1 AND version = ?2 AND has_chords >= ?3 AND (outcome = 0 OR NOT ?4)",
        .integer(id), .number(MusicAnalysis.version), .number(depth == .chords ? 1 : 0), .boolean(again)
      ) { (row) throws(StoreError) in true }
      if hasIt == nil { lacking.append(path) }
    }
    return lacking
  }

  /// The favourites that lack one, the first of them.
  func favouritesLackingAnalysis() throws(StoreError) -> [TrackReference] {
    var found: [TrackReference] = []
    try connection.forEach(
      """
      SELECT f.path, t.name FROM personal p JOIN tracks t ON t.id = p.track AND t.state = 0
      JOIN folders f ON f.id = t.folder
      WHERE p.favourite = 2 AND NOT EXISTS (
        SELECT 1 FROM analyses a WHERE a.track = t.id AND a.version = ?1 AND a.has_chords = 1)
      LIMIT 20
      """, .number(MusicAnalysis.version)
    ) { (row) throws(StoreError) in
      found.append(
        TrackReference(
          volume: identity, path: try validPath(VolumePath.join(try row.blob(0), try row.blob(1)))))
    }
    return found
  }

  func countAnalyses(_ depth: AnalysisDepth) throws(StoreError) -> AnalysisCount {
    var count = AnalysisCount()
    try connection.forEach(
      """
      SELECT count(*), sum(a.track IS NOT NULL), coalesce(sum(iif(a.track IS NULL, min(t.duration_us, 86400000000), 0)), 0)
      FROM tracks t LEFT JOIN analyses a ON a.track = t.id AND a.version = ?1 AND a.has_chords >= ?2
      WHERE t.state = 0
      """, .number(MusicAnalysis.version), .number(depth == .chords ? 1 : 0)
    ) { (row) throws(StoreError) in
      count.tracks = try row.integer(0, as: Int.self)
      count.done = Int(try row.optionalInteger(1, as: Int64.self) ?? 0)
      count.left = .microseconds(try row.integer(2))
    }
    return count
  }
}
