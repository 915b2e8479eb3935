import Linux
import Model

/// All that people added, in a file beside the database.
extension VolumeStore {
  /// The next backup is due after the next change; the file in its place stays beside it.
  func forgetBackups() throws(StoreError) { try connection.execute("DELETE FROM backups") }

  /// It is in the memory for a moment when it is written.
  private static let mostBackupBytes = 64 << 20
  static let backupFile = VolumeFile(
    folder: VolumeOpener.folderName, name: "backup.json", mostBytes: mostBackupBytes)
  /// What was there before it was replaced by a backup.
  static let formerFile = VolumeFile(
    folder: VolumeOpener.folderName, name: "before-restore.json", mostBytes: mostBackupBytes)

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
    for table in BackupTable.all where try !table.forEachRow(of: self, { _ in false }) { return true }
    return false
  }

  /// `volume.changes` of the backup that this database wrote last; nil where it wrote none, or one that could not be taken
  /// back.
  func changesInLastBackup() throws(StoreError) -> Int64? {
    try connection.first("SELECT changes FROM backups") { (row) throws(StoreError) in try row.integer(0) }
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

  /// What a backup has of a song: its row's number, path, time added, and fingerprint (`TrackFingerprint`).
  func backedSong(_ row: Int64) throws(StoreError) -> [SQLValue]? {
    try connection.first(
      """
      SELECT f.path, t.name, t.added_sequence, t.added_time, p.print
      FROM tracks t JOIN folders f ON f.id = t.folder LEFT JOIN prints p ON p.track = t.id WHERE t.id = ?1
      """, .integer(row)
    ) { (found) throws(StoreError) in
      let path = try validPath(VolumePath.join(try found.blob(0), try found.blob(1)))
      return [
        .integer(row), .text(EscapedName.text(for: path)), .integer(try found.integer(2)),
        .optional(try found.optionalInteger(3, as: Int64.self)),
        .optional(try found.optionalInteger(4, as: Int64.self)),
      ]
    }
  }
}
