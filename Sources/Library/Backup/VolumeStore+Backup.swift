import Linux
import Model

/// All that people added, in a file beside the database.
extension VolumeStore {
  /// The next backup is due after the next change; the file in its place stays beside it.
  func forgetBackups() throws(StoreError) { try connection.execute("DELETE FROM backups") }

  static let backupFile = VolumeFile(
    folder: VolumeOpener.folderName, name: "backup.json", mostBytes: 128 << 20)
  /// What was there before it was replaced by a backup.
  static let formerFile = VolumeFile(
    folder: VolumeOpener.folderName, name: "before-restore.json", mostBytes: 128 << 20)

  static let backupFormat = "jukebox-backup"
  static let backupVersion: Int64 = 1
  /// Seconds between two that are made without being asked for.
  private static let backupPeriod: Int64 = 86_400

  /// Whether people changed anything since the last backup, and that was made a day ago, or nobody knows when.
  ///
  /// - Parameters:
  ///   - time: seconds since 1970, where the clock is known.
  ///   - isEarly: whether one was made or taken back less than a day ago while the volume was there, which counts where no
  ///     clock was known then, or is now.
  func needsBackup(time: Int64?, isEarly: Bool = false) throws(StoreError) -> Bool {
    if isCopy { return false }
    let last = try connection.first("SELECT made, changes, elsewhere FROM backups") {
      (row) throws(StoreError) in
      (
        made: try row.optionalInteger(0, as: Int64.self), changes: try row.integer(1),
        elsewhere: try row.boolean(2)
      )
    }
    guard let last else { return isEarly ? false : try hasBackedRows() }
    let isChanged = try changeCount() != last.changes
    guard last.elsewhere || isChanged else { return false }
    guard let time, let made = last.made else { return !isEarly }
    return time < made || time.subtractingSaturated(made) >= Self.backupPeriod
  }

  /// Notes that files have other paths than in the last backup; inside a transaction. No person's data has changed by
  /// that, so it does not count in `volume.changes`, which decides which of two copies of a database is the later one.
  func noteChangeOfPlace() throws(StoreError) {
    try connection.execute("UPDATE backups SET elsewhere = 1 WHERE elsewhere = 0")
  }

  /// A volume that only carries a queue has nothing to be backed up.
  func hasBackedRows() throws(StoreError) -> Bool {
    for table in BackupTable.all {
      var isAny = false
      try connection.forEach(table.select, with: [.number(1)] + table.start) { _ in isAny = true }
      if isAny { return true }
    }
    return false
  }

  /// Of the backup that this database wrote last; nil where it wrote none, or one that could not be taken back.
  func lastSeal() throws(StoreError) -> BackupSeal? {
    let identity = identity
    return try connection.first("SELECT changes FROM backups") { (row) throws(StoreError) in
      BackupSeal(volume: identity, changes: try row.integer(0))
    }
  }

  /// That a backup was written.
  ///
  /// - Parameters:
  ///   - changes: `volume.changes` of its moment.
  ///   - time: seconds since 1970, where the clock is known.
  func noteBackup(_ changes: Int64, time: Int64?) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO backups (one, made, changes) VALUES (1, ?1, ?2)
      ON CONFLICT (one) DO UPDATE SET made = ?1, changes = ?2, elsewhere = 0
      """, .optional(time), .integer(changes))
    try clearPendingRestore()
  }

  /// That a person has taken the last backup back: it stays for as long as one that was made now.
  ///
  /// - Parameter time: seconds since 1970, where the clock is known.
  func noteRestore(time: Int64?) throws(StoreError) {
    try connection.execute("UPDATE backups SET made = ?1", .optional(time))
    try countRevision()
  }

  // MARK: Reading what is written

  func backupMoment() throws(StoreError) -> BackupMoment {
    BackupMoment(
      changes: try changeCount(),
      places: BackupMoment.Places(lastRow: try lastRow(), changes: changesOfPlace))
  }

  /// So long a job reads on while nobody waits.
  private static let backupTime = Duration.milliseconds(2)
  /// Few, since each path may have some thousand bytes.
  private static let tracksInWindow = 100

  /// Calls `window` until it finds nothing more, time is up, or `goesOn` says no; once at least.
  private func windows(
    while goesOn: () -> Bool, _ window: () throws(StoreError) -> Bool
  ) throws(StoreError) {
    let end = Instant.now() + Self.backupTime
    while try window(), goesOn(), Instant.now() < end {}
  }

  /// Rows of tracks: their number, path, and time added. Empty after the last.
  func backupPaths(after: Int64, while goesOn: () -> Bool) throws(StoreError) -> [[SQLValue]] {
    var rows: [[SQLValue]] = []
    var after = after
    try windows(while: goesOn) { () throws(StoreError) in
      let before = rows.count
      try connection.forEach(
        """
        SELECT t.id, f.path, t.name, t.added_sequence, t.added_time FROM tracks t JOIN folders f ON f.id = t.folder
        WHERE t.id > ?1 ORDER BY t.id LIMIT ?2
        """, .integer(after), .number(Self.tracksInWindow)
      ) { (row) throws(StoreError) in
        after = try row.integer(0)
        let path = try validPath(VolumePath.join(try row.blob(1), try row.blob(2)))
        rows.append([
          .integer(after), .text(EscapedName.text(for: path)), .integer(try row.integer(3)),
          .optional(try row.optionalInteger(4, as: Int64.self)),
        ])
      }
      return rows.count - before == Self.tracksInWindow
    }
    return rows
  }

  /// After the tables: the fingerprints (`TrackFingerprint`) of tracks with data of people.
  static let backedPrints = "prints"

  /// Rows of tracks and their prints; of none that has no print.
  func backupPrints(_ tracks: ArraySlice<Int64>) throws(StoreError) -> [[SQLValue]] {
    var rows: [[SQLValue]] = []
    for track in tracks {
      let row = try connection.first(
        "SELECT track, print FROM prints WHERE track = ?1", .integer(track)
      ) { (row) throws(StoreError) in try values(row, 2) }
      if let row { rows.append(row) }
    }
    return rows
  }

  /// Some rows of a table after the one with `key`, and whether they are the last.
  func backupRows(
    of table: BackupTable, after key: [SQLValue], while goesOn: () -> Bool
  ) throws(StoreError) -> (rows: [[SQLValue]], isLast: Bool) {
    var rows: [[SQLValue]] = []
    var key = key
    var isLast = false
    try windows(while: goesOn) { () throws(StoreError) in
      let before = rows.count
      try connection.forEach(table.select, with: [.number(table.window)] + key) { (row) throws(StoreError) in
        rows.append(try values(row, table.columns.count))
      }
      if let last = rows.last { key = table.key.map { last[$0] } }
      isLast = rows.count - before < table.window
      // One of many bytes, or that takes its time, is enough.
      return table.window > 1 && !isLast
    }
    return (rows, isLast)
  }

  private func values(_ row: Row, _ count: Int) throws(StoreError) -> [SQLValue] {
    var values: [SQLValue] = []
    values.reserveCapacity(count)
    for column in 0..<Int32(count) { values.append(try row.value(column)) }
    return values
  }
}
