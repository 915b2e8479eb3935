import Media
import Model

/// Tempo, key and loudness of tracks: what people said, what files say, what was found, and what of that counts.
extension VolumeStore {
  /// The sound of a row before it is written over.
  func sound(of name: [UInt8], inFolder folder: Int64) throws(StoreError) -> TrackSound? {
    try connection.first(
      "SELECT format, rate, channels, frames, duration_us FROM tracks WHERE folder = ?1 AND name = ?2 AND format IS NOT NULL",
      .integer(folder), .blob(name)
    ) { (row) throws(StoreError) in try TrackSound(row, from: 0) }
  }

  /// Takes over what a file's tags say, and forgets what was found of another sound. Inside a transaction.
  func noteTags(of details: TrackDetails, former: TrackSound?, row: Int64, isNew: Bool) throws(StoreError) {
    if let former, former != TrackSound(details) {
      try connection.execute(
        """
        UPDATE analyses SET version = 0, has_chords = 0, outcome = 0, problem = NULL, found_bpm = NULL, found_key = NULL,
          loudness = NULL, peak = NULL WHERE track = ?1
        """, .integer(row))
    }
    let hasTags = try keepTags(of: details, row: row)
    if !hasTags, !isNew {
      try connection.execute(
        "UPDATE analyses SET tag_bpm = NULL, tag_key = NULL WHERE track = ?1", .integer(row))
    }
    if hasTags || !isNew { try settleAnalysis(of: row) }
  }

  /// - Returns: whether the tags say something.
  @discardableResult
  private func keepTags(of details: TrackDetails, row: Int64) throws(StoreError) -> Bool {
    let (tempo, key) = (details.tempoTag, details.keyTag)
    guard tempo != nil || key != nil else { return false }
    try connection.execute(
      """
      INSERT INTO analyses (track, tag_bpm, tag_key) VALUES (?1, ?2, ?3)
      ON CONFLICT (track) DO UPDATE SET tag_bpm = ?2, tag_key = ?3
      """, .integer(row), .optional(tempo), .optional(key?.number))
    return true
  }

  /// Says of a row what counts. Inside a transaction.
  private func settleAnalysis(of row: Int64) throws(StoreError) {
    try connection.execute(
      """
      UPDATE analyses SET
        bpm = coalesce((SELECT bpm FROM said_analyses s WHERE s.track = ?1), tag_bpm, found_bpm),
        music_key = coalesce((SELECT music_key FROM said_analyses s WHERE s.track = ?1), tag_key, found_key)
      WHERE track = ?1
      """, .integer(row))
  }

  /// Says of every row what counts, where a person said something. Inside a transaction.
  func settleAnalyses() throws(StoreError) {
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
    for row in rows { try settleAnalysis(of: row) }
  }

  private var strangeAnalysis: StoreError {
    StoreError(.foreign, "an analysis that this program never writes", path: connection.path)
  }

  /// The records are gone: songs are analysed again, and the values in lists stay meanwhile.
  func forgetRecords() throws(StoreError) {
    try connection.execute(
      "UPDATE analyses SET has_chords = 0, version = 0 WHERE version <> 0 AND outcome = 0")
  }

  /// Marks all for a new analysis by a version below 0; results stay until then.
  func markAnalysesForAnother() throws(StoreError) {
    try connection.execute("UPDATE analyses SET version = -version WHERE version > 0")
  }

  /// Results that are not renewed yet count as before.
  func keepMarkedAnalyses() throws(StoreError) {
    try connection.execute("UPDATE analyses SET version = -version WHERE version < 0")
  }

  /// Takes over what was found of rows of another database of the volume, where they are of the same files.
  func takeAnalyses(of former: VolumeStore) throws(StoreError) {
    try connection.transaction(isDurable: false) { (_) throws(StoreError) in
      try former.connection.forEach(
        """
        SELECT a.track, t.name, t.size, t.mtime_ns, a.version, a.has_chords, a.outcome, a.problem, a.found_bpm, a.found_key,
          a.loudness, a.peak
        FROM analyses a JOIN tracks t ON t.id = a.track WHERE a.version <> 0
        """
      ) { (row) throws(StoreError) in
        let track = try row.integer(0)
        try connection.execute(
          """
          INSERT INTO analyses (track, version, has_chords, outcome, problem, found_bpm, found_key, loudness, peak)
          SELECT id, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12 FROM tracks
          WHERE id = ?1 AND name = ?2 AND size = ?3 AND mtime_ns = ?4
          ON CONFLICT (track) DO UPDATE SET version = ?5, has_chords = ?6, outcome = ?7, problem = ?8, found_bpm = ?9,
            found_key = ?10, loudness = ?11, peak = ?12
          """, .integer(track), .blob(try row.blob(1)), .integer(try row.integer(2)),
          .integer(try row.integer(3)),
          .integer(try row.integer(4)), .integer(try row.integer(5)), .integer(try row.integer(6)),
          .optional(try row.optionalText(7)), .optional(try row.optionalReal(8)),
          .optional(try row.optionalInteger(9, as: Int.self)), .optional(try row.optionalReal(10)),
          .optional(try row.optionalReal(11)))
        try settleAnalysis(of: track)
      }
    }
  }

  // MARK: What is known

  /// - Parameter database: nil leaves the record out.
  /// - Returns: nil where there is no such track.
  func analysis(at path: [UInt8], _ database: AnalysisDatabase?) throws(StoreError) -> AnalysisReport? {
    guard let id = try trackRow(at: path) else { return nil }
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
      SELECT version, outcome, problem, tag_bpm, tag_key, found_bpm, found_key, loudness IS NOT NULL
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
    }
    if hasRecord, let database { report.analysis = try database.record(of: id) }
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
    _ database: AnalysisDatabase
  ) throws(StoreError) -> Result<AnalysisOutcome, Refusal> {
    guard let row = try trackRow(at: path) else { return .failure(.noSuchSong) }
    if let analysis, try !database.keep(analysis, of: row) { return .success(.noSpace) }
    let problem = problem.map { String($0.unicodeScalars.prefix(200).map { Character($0) }) }
    try connection.transaction(isDurable: false) { (_) throws(StoreError) in
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
      // Of a file that was scanned by a program that knew of no analyses.
      if let details = try tracks.inRows([row]).first??.details { try keepTags(of: details, row: row) }
      try settleAnalysis(of: row)
    }
    return .success(outcome)
  }

  /// What a person says of a track's tempo and key; nil leaves it, `.some(nil)` takes it back.
  func say(
    tempo: Double??, key: MusicalKey??, at path: [UInt8]
  ) throws(StoreError) -> Result<AnalysisReport, Refusal> {
    guard let row = try trackRow(at: path), var report = try analysis(at: path, nil) else {
      return .failure(.noSuchSong)
    }
    if let tempo { report.saidTempo = tempo }
    if let key { report.saidKey = key }
    try connection.transaction { (_) throws(StoreError) in
      try connection.execute("UPDATE volume SET changes = changes + 1")
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
      try settleAnalysis(of: row)
    }
    return .success(report)
  }
}

extension TrackDetails {
  /// Beats per minute as the tags say, where that can be.
  var tempoTag: Double? {
    guard let text = more.first(where: { $0.tag == .tempo })?.text else { return nil }
    let digits = text.drop { $0 == " " }.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    let value = Double(digits.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "."))
    return value.flatMap { AnalysisReport.tempos.contains($0) ? $0 : nil }
  }

  var keyTag: MusicalKey? { more.first { $0.tag == .key }.flatMap { MusicalKey($0.text) } }
}
