import Model

/// Tempo, key and loudness of a volume's tracks: what people said, what files say, what was found, and what of that counts.
final class Analyses {
  private let connection: Connection
  private let rows: PathRows
  /// Database of analysis results, once it was needed.
  private var database: AnalysisDatabase?
  /// Whether it is known that there is nothing of that.
  private var hasNothing = false
  /// How often its database was broken since the volume was opened.
  private var losses = 0

  init(_ connection: Connection) { (self.connection, rows) = (connection, PathRows(connection)) }

  // MARK: The database of what was found

  /// Does `work` with the database of what was found. If that is broken, it is set aside and `work` is done again: its
  /// songs are analysed again, and the volume's own database, which has what people added, is not blamed.
  /// - Parameters:
  ///   - isMade: whether it is made where it is missing.
  ///   - lost: gets why it was set aside.
  ///   - work: gets nil if there are no results yet, or somebody has deleted them.
  func withDatabase<Value>(
    _ place: AnalysisPlace, isMade: Bool, lost: (String) -> Void,
    _ work: (AnalysisDatabase?) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    while true {
      do throws(StoreError) {
        return try work(try open(place, isMade: isMade))
      } catch {
        guard error.isOfAnalyses else { throw error }
        switch error.kind {
        case .corrupt, .foreign:
          guard losses < Recoveries.mostRebuilds else { throw error.of(.inputOutput) }
          losses += 1
          database = nil
          try place.setAside()
          try forgetRecords()
          lost("\(error); its songs are analysed again")
        case .full, .unwritable, .textIndex, .newer, .other: throw error.of(.inputOutput)
        case .cancelled, .busy, .inputOutput, .closed: throw error
        }
      }
    }
  }

  private func open(_ place: AnalysisPlace, isMade: Bool) throws(StoreError) -> AnalysisDatabase? {
    if let database {
      guard !database.connection.isDeleted else {
        throw StoreError(.corrupt, "was deleted while in use", path: database.connection.path)
      }
      return database
    }
    let isThere = isMade ? true : try place.exists()
    guard isThere else {
      if !hasNothing { try forgetRecords() }
      hasNothing = true
      return nil
    }
    let opened = try place.open()
    // Its file was deleted, or is another.
    if opened.isNew { try forgetRecords() }
    (database, hasNothing) = (opened, false)
    return opened
  }

  func close() { database = nil }

  /// Writes back the log, as shutdown waits only a limited time for a slow stick. Errors show in later use.
  func checkpoint() { try? database?.connection.checkpoint() }

  // MARK: Values that apply

  /// Takes over what a file's tags say, and forgets what was found of another sound.
  func noteTags(
    of details: TrackDetails, former: TrackSound?, row: Int64, isNew: Bool,
    in transaction: borrowing Transaction
  ) throws(StoreError) {
    if let former, former != TrackSound(details) { try dropFound(row) }
    let hasTags = try keepTags((details.tempoTag, details.keyTag?.number), row: row, isNew: isNew)
    if hasTags || !isNew { try settle(row) }
  }

  /// A row has another file now, with these tags.
  func moveTags(
    _ tags: (tempo: Double?, key: Int?), to row: Int64, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try keepTags(tags, row: row, isNew: false)
    try settle(row)
  }

  /// Forgets what was found of a file that was replaced.
  func dropResults(of row: Int64, in transaction: borrowing Transaction) throws(StoreError) {
    try dropFound(row)
    try settle(row)
  }

  private func dropFound(_ row: Int64) throws(StoreError) {
    try connection.execute(
      """
      UPDATE analyses SET version = 0, has_chords = 0, outcome = 0, problem = NULL, found_bpm = NULL, found_key = NULL,
        loudness = NULL, peak = NULL, remote = 0, remote_bpm = NULL, remote_key = NULL WHERE track = ?1
      """, .integer(row))
  }

  /// - Returns: whether the tags say something.
  @discardableResult
  private func keepTags(
    _ tags: (tempo: Double?, key: Int?), row: Int64, isNew: Bool
  ) throws(StoreError) -> Bool {
    if tags.tempo != nil || tags.key != nil {
      try connection.execute(
        """
        INSERT INTO analyses (track, tag_bpm, tag_key) VALUES (?1, ?2, ?3)
        ON CONFLICT (track) DO UPDATE SET tag_bpm = ?2, tag_key = ?3
        """, .integer(row), .optional(tags.tempo), .optional(tags.key))
      return true
    }
    if !isNew {
      try connection.execute(
        "UPDATE analyses SET tag_bpm = NULL, tag_key = NULL WHERE track = ?1", .integer(row))
    }
    return false
  }

  /// Says of a row what counts. Inside a transaction.
  private func settle(_ row: Int64) throws(StoreError) {
    try connection.execute(
      """
      UPDATE analyses SET
        bpm = coalesce((SELECT bpm FROM said_analyses s WHERE s.track = ?1), tag_bpm,
          iif(remote = 2, remote_bpm, NULL), found_bpm),
        music_key = coalesce((SELECT music_key FROM said_analyses s WHERE s.track = ?1), tag_key,
          iif(remote = 2, remote_key, NULL), found_key)
      WHERE track = ?1
      """, .integer(row))
  }

  /// Says of every row what counts, where a person said something. Inside a transaction.
  func settleAll() throws(StoreError) {
    try connection.execute("INSERT OR IGNORE INTO analyses (track) SELECT track FROM said_analyses")
    var rows: [Int64] = []
    try connection.forEach(
      "SELECT track, bpm, music_key FROM said_analyses LIMIT 1000000"
    ) { (row) throws(StoreError) in
      let tempo = try row.optionalReal(1)
      let key = try row.optionalInteger(2, as: Int64.self)
      guard tempo.map({ AnalysisReport.tempos.contains($0) }) ?? true,
        key.map({ (0..<24).contains($0) }) ?? true
      else {
        throw strangeAnalysis
      }
      rows.append(try row.integer(0))
    }
    for row in rows { try settle(row) }
  }

  private var strangeAnalysis: StoreError { .strange("value of an analysis", in: connection) }

  /// The records are gone: songs are analysed again, and the values in lists stay meanwhile.
  func forgetRecords() throws(StoreError) {
    try connection.execute(
      """
      UPDATE analyses SET has_chords = 0, version = iif(outcome = 0, 0, version), remote = 0, remote_bpm = NULL,
        remote_key = NULL WHERE version <> 0 AND outcome = 0 OR remote > 0
      """)
  }

  /// Marks all for a new analysis by a version below 0; results stay until then.
  private func markForAnother() throws(StoreError) {
    try connection.execute("UPDATE analyses SET version = -version WHERE version > 0")
  }

  /// Results that are not renewed yet count as before.
  private func keepMarked() throws(StoreError) {
    try connection.execute("UPDATE analyses SET version = -version WHERE version < 0")
  }

  /// Marks every track for a new analysis, or unmarks those that are not renewed yet.
  func analyseAgain(_ isWanted: Bool) throws(StoreError) {
    if isWanted { try markForAnother() } else { try keepMarked() }
  }

  /// Takes over what was found of rows of another database of the volume, where they are of the same files.
  func take(from former: Analyses, in transaction: borrowing Transaction) throws(StoreError) {
    try former.connection.forEach(
      """
      SELECT a.track, t.name, t.size, t.mtime_ns, a.version, a.has_chords, a.outcome, a.problem, a.found_bpm, a.found_key,
        a.loudness, a.peak, a.remote, a.remote_bpm, a.remote_key
      FROM analyses a JOIN tracks t ON t.id = a.track WHERE a.version <> 0 OR a.remote > 0
      """
    ) { (row) throws(StoreError) in
      let track = try row.integer(0)
      try connection.execute(
        """
        INSERT INTO analyses (track, version, has_chords, outcome, problem, found_bpm, found_key, loudness, peak,
          remote, remote_bpm, remote_key)
        SELECT id, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15 FROM tracks
        WHERE id = ?1 AND name = ?2 AND size = ?3 AND mtime_ns = ?4
        ON CONFLICT (track) DO UPDATE SET version = ?5, has_chords = ?6, outcome = ?7, problem = ?8, found_bpm = ?9,
          found_key = ?10, loudness = ?11, peak = ?12, remote = ?13, remote_bpm = ?14, remote_key = ?15
        """, .integer(track), .blob(try row.blob(1)), .integer(try row.integer(2)),
        .integer(try row.integer(3)),
        .integer(try row.integer(4)), .integer(try row.integer(5)), .integer(try row.integer(6)),
        .optional(try row.optionalText(7)), .optional(try row.optionalReal(8)),
        .optional(try row.optionalInteger(9, as: Int.self)), .optional(try row.optionalReal(10)),
        .optional(try row.optionalReal(11)), .integer(try row.integer(12)),
        .optional(try row.optionalReal(13)), .optional(try row.optionalInteger(14, as: Int.self)))
      try settle(track)
    }
  }

  // MARK: Reports

  /// - Parameter database: nil leaves the record out.
  /// - Returns: nil where there is no such track.
  func report(at path: [UInt8], _ database: AnalysisDatabase?) throws(StoreError) -> AnalysisReport? {
    guard let id = try rows.track(at: path) else { return nil }
    var report = AnalysisReport()
    // A record may be there that is of another sound: of a row's former track, or of what its file was.
    var hasRecord = false
    try connection.forEach("SELECT bpm, music_key FROM said_analyses WHERE track = ?1", .integer(id)) {
      (row) throws(StoreError) in
      report.saidTempo = try row.optionalReal(0)
      report.saidKey = try key(row, 1)
    }
    try connection.forEach(
      """
      SELECT version, outcome, problem, tag_bpm, tag_key, found_bpm, found_key, loudness IS NOT NULL,
        remote, remote_bpm, remote_key
      FROM analyses WHERE track = ?1
      """, .integer(id)
    ) { (row) throws(StoreError) in
      report.version = Int(abs(try row.integer(0)))
      let outcome = AnalysisOutcome(rawValue: try row.integer(1, as: Int32.self))
      report.problem = try row.optionalText(2)
      if report.version > 0 || outcome != .done { report.outcome = outcome }
      report.tagTempo = try row.optionalReal(3)
      report.tagKey = try key(row, 4)
      report.foundTempo = try row.optionalReal(5)
      report.foundKey = try key(row, 6)
      // Until the new analysis, the old results stay.
      let hasLoudness = try row.boolean(7)
      hasRecord = outcome == .done && (report.version > 0 || hasLoudness)
      let remote = try row.integer(8)
      (report.hasRemote, report.source) = (remote > 0, remote == 2 ? .remote : .own)
      report.remoteTempo = try row.optionalReal(9)
      report.remoteKey = try key(row, 10)
    }
    guard let database else { return report }
    if hasRecord { report.analysis = try database.record(of: id, by: .own) }
    if report.source == .remote, let remote = try database.record(of: id, by: .remote) {
      report.analysis = (report.analysis ?? MusicAnalysis()).replaced(by: remote)
    }
    return report
  }

  private func key(_ row: Row, _ column: Int32) throws(StoreError) -> MusicalKey? {
    guard let number = try row.optionalInteger(column, as: Int32.self) else { return nil }
    guard (0..<24).contains(number) else { throw strangeAnalysis }
    return MusicalKey.all[Int(number)]
  }

  // MARK: Keeping

  /// Keeps what an analysis of a track found, or why there is none; what people said stays.
  /// - Returns: how it counts: `.noSpace` where the record has no room.
  func keep(
    _ outcome: AnalysisOutcome, _ analysis: MusicAnalysis?, problem: String?, at path: [UInt8],
    _ database: AnalysisDatabase?, in transaction: borrowing Transaction
  ) throws(StoreError) -> Result<AnalysisOutcome, Refusal> {
    guard let row = try rows.track(at: path) else { return .failure(.noSuchSong) }
    if let analysis, try database?.keep(analysis, of: row, by: .own) != true { return .success(.noSpace) }
    let problem = problem.map { String($0.unicodeScalars.prefix(200).map { Character($0) }) }
    try connection.execute(
      """
      INSERT INTO analyses (track, version, has_chords, outcome, problem, found_bpm, found_key, loudness, peak)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT (track) DO UPDATE SET version = ?2, has_chords = ?3, outcome = ?4, problem = ?5, found_bpm = ?6,
        found_key = ?7, loudness = ?8, peak = ?9
      """, .integer(row), .number(MusicAnalysis.version),
      .boolean(analysis?.chords != nil || outcome != .done),
      .integer(Int64(outcome.rawValue)), .optional(problem),
      .optional(analysis?.tempo?.bpm), .optional(analysis?.key?.key.number),
      .optional(analysis?.loudness.integrated), .optional(analysis?.loudness.truePeak))
    try settle(row)
    return .success(outcome)
  }

  /// Keeps what a server found of a track, beside what the jukebox found; it is shown from now on.
  func keepRemote(
    _ analysis: MusicAnalysis, at path: [UInt8], _ database: AnalysisDatabase?,
    in transaction: borrowing Transaction
  ) throws(StoreError) -> Result<AnalysisOutcome, Refusal> {
    guard let row = try rows.track(at: path) else { return .failure(.noSuchSong) }
    let length = try connection.first("SELECT duration_us FROM tracks WHERE id = ?1", .integer(row)) {
      (row) throws(StoreError) in try row.optionalInteger(0, as: Int64.self)
    }
    // A server may have heard something else, or claim it.
    let analysis = (length ?? nil).map { analysis.cut(to: Double($0) / 1e6) } ?? analysis
    guard try database?.keep(analysis, of: row, by: .remote) == true else { return .success(.noSpace) }
    try connection.execute(
      """
      INSERT INTO analyses (track, remote, remote_bpm, remote_key) VALUES (?1, 2, ?2, ?3)
      ON CONFLICT (track) DO UPDATE SET remote = 2, remote_bpm = ?2, remote_key = ?3
      """, .integer(row), .optional(analysis.tempo?.bpm), .optional(analysis.key?.key.number))
    try settle(row)
    return .success(.done)
  }

  /// Chooses whose analysis counts and is shown.
  func show(
    _ source: AnalysisSource, at path: [UInt8], in transaction: borrowing Transaction
  ) throws(StoreError) -> Result<AnalysisReport, Refusal> {
    guard let row = try rows.track(at: path), var report = try report(at: path, nil) else {
      return .failure(.noSuchSong)
    }
    guard report.hasRemote else {
      if source == .own { return .success(report) }
      return .failure(
        .failed(.noAnalysis, "No server has analysed the song yet"))
    }
    try connection.execute(
      "UPDATE analyses SET remote = ?2 WHERE track = ?1", .integer(row), .integer(source == .remote ? 2 : 1))
    try settle(row)
    report.source = source
    return .success(report)
  }

  /// Sets the tempo and key that a person enters for a track; nil leaves one, `.some(nil)` removes it.
  func say(
    tempo: Double??, key: MusicalKey??, at path: [UInt8], in transaction: borrowing Transaction
  ) throws(StoreError) -> Result<AnalysisReport, Refusal> {
    guard let row = try rows.track(at: path), var report = try report(at: path, nil) else {
      return .failure(.noSuchSong)
    }
    if let tempo { report.saidTempo = tempo }
    if let key { report.saidKey = key }
    if report.saidTempo == nil, report.saidKey == nil {
      try connection.execute("DELETE FROM said_analyses WHERE track = ?1", .integer(row))
    } else {
      try connection.execute(
        """
        INSERT INTO said_analyses (track, bpm, music_key) VALUES (?1, ?2, ?3)
        ON CONFLICT (track) DO UPDATE SET bpm = ?2, music_key = ?3
        """, .integer(row), .optional(report.saidTempo), .optional(report.saidKey?.number))
    }
    try connection.execute("INSERT OR IGNORE INTO analyses (track) VALUES (?1)", .integer(row))
    try settle(row)
    return .success(report)
  }

  // MARK: Missing analyses

  private static let windowRows = 400

  /// The first tracks after a place that lack an analysis of a depth; at most a window is looked at.
  func lacking(
    _ depth: AnalysisDepth, on volume: VolumeID, after cursor: AnalysisCursor?
  ) throws(StoreError) -> AnalysisCandidates {
    var found = AnalysisCandidates()
    var count = 0
    try connection.forEach(
      """
      SELECT f.order_key, t.sort_key, f.path, t.name, coalesce(a.version, 0), coalesce(a.has_chords, 0)
      FROM folders f CROSS JOIN tracks t ON t.folder = f.id AND t.state = 0 LEFT JOIN analyses a ON a.track = t.id
      WHERE f.order_key >= ?1 AND (f.order_key, t.sort_key) > (?1, ?2)
      ORDER BY f.order_key, t.sort_key LIMIT ?3
      """, .blob(cursor?.folder ?? []), .blob(cursor?.track ?? []), .number(Self.windowRows)
    ) { (row) throws(StoreError) in
      count += 1
      found.next = AnalysisCursor(folder: try row.blob(0), track: try row.blob(1))
      let hasIt = try row.integer(4) == Int64(MusicAnalysis.version)
      let isDeep = try row.integer(5) != 0
      guard !(hasIt && (depth == .first || isDeep)), found.tracks.count < 20 else { return }
      found.tracks.append(
        TrackReference(volume: volume, path: try path(try row.blob(2), try row.blob(3))))
    }
    if count < Self.windowRows { found.next = nil }
    return found
  }

  /// Those of some tracks that lack an analysis of a depth, in their order.
  /// - Parameter again: those as well of which there is none for a reason.
  func lacking(_ depth: AnalysisDepth, among paths: [[UInt8]], again: Bool) throws(StoreError)
    -> [[UInt8]]
  {
    var lacking: [[UInt8]] = []
    for path in paths {
      guard let id = try rows.track(at: path) else { continue }
      let hasIt = try connection.first(
        "SELECT 1 FROM analyses WHERE track = ?1 AND version = ?2 AND has_chords >= ?3 AND (outcome = 0 OR NOT ?4)",
        .integer(id), .number(MusicAnalysis.version), .number(depth == .chords ? 1 : 0), .boolean(again)
      ) { (row) throws(StoreError) in true }
      if hasIt == nil { lacking.append(path) }
    }
    return lacking
  }

  /// The favourites that lack one, the first of them.
  func favouritesLacking(on volume: VolumeID) throws(StoreError) -> [TrackReference] {
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
        TrackReference(volume: volume, path: try path(try row.blob(0), try row.blob(1))))
    }
    return found
  }

  func count(_ depth: AnalysisDepth) throws(StoreError) -> AnalysisTotals {
    var count = AnalysisTotals()
    try connection.forEach(
      """
      SELECT count(*), sum(a.track IS NOT NULL), coalesce(sum(iif(a.track IS NULL, min(t.duration_us, 86400000000), 0)), 0)
      FROM tracks t LEFT JOIN analyses a ON a.track = t.id AND a.version = ?1 AND a.has_chords >= ?2
      WHERE t.state = 0
      """, .number(MusicAnalysis.version), .number(depth == .chords ? 1 : 0)
    ) { (row) throws(StoreError) in
      count.songs = try row.integer(0, as: Int.self)
      count.done = Int(try row.optionalInteger(1, as: Int64.self) ?? 0)
      count.left = .microseconds(try row.integer(2))
    }
    return count
  }

  // MARK: Mixable songs

  /// Limit of tracks to look at for each key and tempo, and of results.
  private static let mostMixable = 2000

  /// Tracks that go with a song, the best first.
  func mixable(
    _ tempo: Double, _ key: MusicalKey, limit: Int, on volume: VolumeID
  ) throws(StoreError) -> [FittingSong] {
    var found: [FittingSong] = []
    let slack = 1 + HarmonicMatch.mostPercent / 100
    for other in HarmonicMatch.KeyRelation.keys(of: key) {
      for factor in [1, 2, 0.5] {
        try connection.forEach(
          """
          SELECT a.bpm, f.path, t.name FROM analyses a JOIN tracks t ON t.id = a.track AND t.state = 0
          JOIN folders f ON f.id = t.folder
          WHERE a.music_key = ?1 AND a.bpm BETWEEN ?2 AND ?3 LIMIT ?4
          """, .number(other.number), .real(tempo / factor / slack), .real(tempo / factor * slack),
          .number(Self.mostMixable)
        ) { (row) throws(StoreError) in
          let bpm = try row.real(0)
          guard let match = HarmonicMatch(from: (tempo, key), to: (bpm, other)), match.factor == factor else {
            return
          }
          let path = try path(try row.blob(1), try row.blob(2))
          found.append(
            FittingSong(
              track: TrackReference(volume: volume, path: path), tempo: bpm, key: other, match: match))
        }
      }
    }
    return Array(found.sorted { $0.match.distance < $1.match.distance }.prefix(limit))
  }

  private func path(_ folder: [UInt8], _ name: [UInt8]) throws(StoreError) -> [UInt8] {
    let path = VolumePath.join(folder, name)
    guard VolumePath.isValid(path) else { throw .strange("path", in: connection) }
    return path
  }
}

extension StoreError {
  fileprivate var isOfAnalyses: Bool { path.hasSuffix(AnalysisDatabase.fileName) }
}
