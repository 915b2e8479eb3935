/// The fingerprints of a volume's files, and what a walk has left to `Reconcile`: the tables `prints` and `unreconciled`.
struct Fingerprints {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  // MARK: Fingerprints

  func print(of row: Int64) throws(StoreError) -> Int64? {
    try connection.first("SELECT print FROM prints WHERE track = ?1", .integer(row)) {
      (row) throws(StoreError) in try row.integer(0)
    }
  }

  func keep(_ print: Int64?, of row: Int64) throws(StoreError) {
    if let print {
      try connection.execute(
        "INSERT INTO prints (track, print) VALUES (?1, ?2) ON CONFLICT (track) DO UPDATE SET print = ?2",
        .integer(row), .integer(print))
    } else {
      try connection.execute("DELETE FROM prints WHERE track = ?1", .integer(row))
    }
  }

  // MARK: Rows to reconcile

  func noteNew(_ row: Int64) throws(StoreError) {
    try connection.execute(
      "INSERT OR IGNORE INTO unreconciled (track, is_new) VALUES (?1, 1)", .integer(row))
  }

  func noteGone(_ row: Int64) throws(StoreError) {
    try connection.execute("INSERT OR IGNORE INTO unreconciled (track) VALUES (?1)", .integer(row))
  }

  /// The row's file is there again, as it was.
  func noteReturned(_ row: Int64) throws(StoreError) {
    try connection.execute(
      "DELETE FROM unreconciled WHERE track = ?1 AND is_new = 0 AND former IS NULL", .integer(row))
  }

  /// The row's file has another fingerprint than the file that people know the row by.
  /// - Parameters:
  ///   - former: that of the file that people know; nil if unknown.
  ///   - print: that of the file that is there; nil if it can't be read.
  ///   - hasSameSound: whether only the tags differ.
  func noteFormer(_ former: Int64?, of row: Int64, print: Int64?, hasSameSound: Bool) throws(StoreError) {
    // The first of several changes counts: nobody has seen the files between.
    try connection.execute(
      """
      INSERT INTO unreconciled (track, former, other_sound) VALUES (?1, ?2, ?3)
      ON CONFLICT (track) DO UPDATE SET former = iif(is_new, NULL, coalesce(former, ?2)),
        other_sound = iif(?3, 1, other_sound)
      """, .integer(row), .optional(former), .boolean(former != nil && !hasSameSound))
    try connection.execute(
      "DELETE FROM unreconciled WHERE track = ?1 AND former = ?2", .integer(row), .optional(print))
  }

  /// Reads the rows for `Reconcile`: those that look for their files, and those of files that one of them may look for.
  func rowsToReconcile() throws(StoreError) -> [Reconcile.Row] {
    var offered: Set<Int64> = []
    try connection.forEach(
      """
      SELECT p.print FROM unreconciled u JOIN tracks t ON t.id = u.track JOIN prints p ON p.track = u.track
      WHERE t.state <> 1
      """
    ) { (row) throws(StoreError) in offered.insert(try row.integer(0)) }
    if offered.isEmpty { return [] }
    var rows: [Reconcile.Row] = []
    try connection.forEach(
      """
      SELECT u.track, p.print, u.former, u.is_new, u.other_sound, t.state, t.name
      FROM unreconciled u JOIN tracks t ON t.id = u.track LEFT JOIN prints p ON p.track = u.track
      WHERE t.state = 1 OR u.former IS NOT NULL
      """
    ) { (row) throws(StoreError) in
      let found = try reconciled(row)
      // Others look in vain; but their own files may be looked for.
      if !found.isHere,
        ![found.former, found.print].contains(where: { $0.map { offered.contains($0) } ?? false })
      {
        return
      }
      rows.append(found)
    }
    let known = Set(rows.lazy.map(\.id))
    rows += try self.rows(withPrints: offered, areHere: false).filter { !known.contains($0.id) }
    if rows.isEmpty { return [] }
    let wanted = Set(rows.flatMap { [$0.former, $0.isHere ? nil : $0.print].compactMap(\.self) })
    try connection.forEach(
      """
      SELECT u.track, p.print, u.former, u.is_new, u.other_sound, t.state, t.name
      FROM unreconciled u JOIN tracks t ON t.id = u.track JOIN prints p ON p.track = u.track
      WHERE t.state <> 1 AND u.former IS NULL
      """
    ) { (row) throws(StoreError) in
      if wanted.contains(try row.integer(1)) { rows.append(try reconciled(row)) }
    }
    try findCopies(among: &rows)
    try findData(of: &rows)
    return rows
  }

  /// Finds the copies of other songs among rows that seem to have got other tags only.
  private func findCopies(among rows: inout [Reconcile.Row]) throws(StoreError) {
    var places: [Int64: [Int]] = [:]
    for (place, row) in rows.enumerated() where row.isHere && row.hasSameSound && row.former != nil {
      if let print = row.print { places[print, default: []].append(place) }
    }
    if places.isEmpty { return }
    var copies: [Int] = []
    try connection.forEach(
      """
      SELECT p.track, p.print FROM prints p LEFT JOIN unreconciled u ON u.track = p.track
      WHERE coalesce(u.is_new, 0) = 0
      """
    ) { (row) throws(StoreError) in
      let track = try row.integer(0)
      for place in places[try row.integer(1)] ?? [] where rows[place].id != track { copies.append(place) }
    }
    for place in copies { rows[place].isCopy = true }
  }

  /// Which rows people said something of, where several look for equal files.
  private func findData(of rows: inout [Reconcile.Row]) throws(StoreError) {
    var seen: Set<Int64> = []
    let isAnyEqual = rows.contains { row in
      (row.isHere ? row.former : row.former ?? row.print).map { !seen.insert($0).inserted } ?? false
    }
    guard isAnyEqual else { return }
    var tracks: Set<Int64> = []
    try connection.forEach(
      """
      SELECT track FROM personal UNION SELECT track FROM cues UNION SELECT track FROM stickers
      WHERE track IS NOT NULL
      UNION SELECT track FROM heard UNION SELECT track FROM said_analyses
      UNION SELECT track FROM pads WHERE track IS NOT NULL
      UNION SELECT track FROM cards WHERE track IS NOT NULL
      UNION SELECT track FROM playlist_entries WHERE track IS NOT NULL
      """
    ) { (row) throws(StoreError) in tracks.insert(try row.integer(0)) }
    for place in rows.indices { rows[place].hasData = tracks.contains(rows[place].id) }
  }

  private func reconciled(_ row: Row) throws(StoreError) -> Reconcile.Row {
    Reconcile.Row(
      id: try row.integer(0), print: try row.optionalInteger(1, as: Int64.self),
      former: try row.optionalInteger(2, as: Int64.self),
      isHere: try row.integer(5) != TrackState.vanished.rawValue,
      isNew: try row.boolean(3), hasSameSound: try row.integer(4) == 0, name: Self.hash(try row.blob(6)))
  }

  /// The rows that have one of these fingerprints and whose files are here, or have been missing for long.
  func rows(withPrints prints: Set<Int64>, areHere: Bool) throws(StoreError) -> [Reconcile.Row] {
    var found: [(id: Int64, print: Int64)] = []
    try connection.forEach("SELECT track, print FROM prints") { (row) throws(StoreError) in
      let print = try row.integer(1)
      if prints.contains(print) { found.append((try row.integer(0), print)) }
    }
    var rows: [Reconcile.Row] = []
    for (id, print) in found {
      let name = try connection.first(
        "SELECT name FROM tracks WHERE id = ?1 AND (state <> 1) = ?2", .integer(id), .boolean(areHere)
      ) { (row) throws(StoreError) in try row.blob(0) }
      guard let name else { continue }
      rows.append(
        Reconcile.Row(id: id, print: print, isHere: areHere, isLongGone: !areHere, name: Self.hash(name)))
    }
    return rows
  }

  /// The row at a path, whether its file is there or not.
  func row(at path: [UInt8]) throws(StoreError) -> Reconcile.Row? {
    let (folder, name) = VolumePath.split(path)
    return try connection.first(
      """
      SELECT t.id, p.print, t.state FROM tracks t JOIN folders f ON f.id = t.folder
      LEFT JOIN prints p ON p.track = t.id WHERE f.path = ?1 AND t.name = ?2
      """, .blob(folder), .blob(name)
    ) { (row) throws(StoreError) in
      Reconcile.Row(
        id: try row.integer(0), print: try row.optionalInteger(1, as: Int64.self),
        isHere: try row.integer(2) != TrackState.vanished.rawValue)
    }
  }

  /// FNV-1a: names are compared with names of equal files only.
  static func hash(_ name: [UInt8]) -> UInt64 {
    name.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Whether a row was made, written over or lost its file since the last reconcile.
  func isAnyToReconcile() throws(StoreError) -> Bool {
    try connection.first("SELECT 1 FROM unreconciled LIMIT 1") { _ in true } ?? false
  }

  /// Rows of files that sound otherwise than before, whose results of analyses are of the former files; at most `limit`.
  func rowsOfOtherSound(limit: Int) throws(StoreError) -> [Int64] {
    var rows: [Int64] = []
    try connection.forEach(
      "SELECT track FROM unreconciled WHERE other_sound = 1 AND is_new = 0 LIMIT ?1", .number(limit)
    ) { (row) throws(StoreError) in rows.append(try row.integer(0)) }
    return rows
  }

  /// Their results were dropped.
  func noteWithoutAnalysis(_ row: Int64) throws(StoreError) {
    try connection.execute("UPDATE unreconciled SET other_sound = 2 WHERE track = ?1", .integer(row))
  }

  /// The whole volume was seen: what was not found elsewhere was replaced, or is gone.
  func noteReconciled(in transaction: borrowing Transaction) throws(StoreError) {
    // For an unreadable file, the former fingerprint is known.
    try connection.execute(
      "INSERT OR IGNORE INTO prints (track, print) SELECT track, former FROM unreconciled WHERE former IS NOT NULL"
    )
    try connection.execute("DELETE FROM unreconciled")
  }

  /// Present rows, except new and replaced ones, that have the fingerprint of one of those: its file may have been moved
  /// from there. With the paths of those.
  /// - Parameter limit: rows; further ones are copies, or are found by a scan of the whole volume.
  func presentTwins(limit: Int) throws(StoreError) -> [(id: Int64, path: [UInt8], newPaths: [[UInt8]])] {
    var new: [Int64: [Int64]] = [:]
    try connection.forEach(
      """
      SELECT u.track, p.print FROM unreconciled u JOIN tracks t ON t.id = u.track JOIN prints p ON p.track = u.track
      WHERE t.state <> 1
      """
    ) { (row) throws(StoreError) in new[try row.integer(1), default: []].append(try row.integer(0)) }
    if new.isEmpty { return [] }
    var found: [(id: Int64, print: Int64)] = []
    try connection.forEachWhile(
      "SELECT p.track, p.print FROM prints p LEFT JOIN unreconciled u ON u.track = p.track WHERE u.track IS NULL"
    ) { (row) throws(StoreError) in
      let print = try row.integer(1)
      if new[print] != nil { found.append((try row.integer(0), print)) }
      return found.count < limit
    }
    var twins: [(id: Int64, path: [UInt8], newPaths: [[UInt8]])] = []
    for (id, print) in found {
      guard let path = try presentPath(of: id) else { continue }
      var newPaths: [[UInt8]] = []
      for row in new[print, default: []].prefix(limit) {
        if let path = try presentPath(of: row) { newPaths.append(path) }
      }
      twins.append((id, path, newPaths))
    }
    return twins
  }

  private func presentPath(of row: Int64) throws(StoreError) -> [UInt8]? {
    let path = try connection.first(
      "SELECT f.path, t.name FROM tracks t JOIN folders f ON f.id = t.folder WHERE t.id = ?1 AND t.state <> 1",
      .integer(row)
    ) { (row) throws(StoreError) in VolumePath.join(try row.blob(0), try row.blob(1)) }
    return path.flatMap { VolumePath.isValid($0) ? $0 : nil }
  }
}
