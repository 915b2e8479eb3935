import Interchange
package import Linux
import Model

/// The backup of a volume: when one is due, what it has of songs, and how its content takes the place of what is there.
package struct Backups {
  private let store: VolumeStore
  private var connection: Connection { store.connection }

  init(_ store: VolumeStore) { self.store = store }

  /// The next backup is due after the next change; the file in its place stays beside it.
  package func forget() throws(StoreError) { try connection.execute("DELETE FROM backups") }

  package static let format = "jukebox-backup"
  package static let version: Int64 = 1
  /// Seconds between two that are made without being asked for.
  private static let period: Int64 = 86_400

  /// Whether people changed anything since the last backup, and that was made a day ago, or nobody knows when.
  ///
  /// - Parameters:
  ///   - time: seconds since 1970, where the clock is known.
  ///   - isEarly: whether one was made or taken back less than a day ago while the volume was there, which counts where no
  ///     clock was known then, or is now.
  package func isDue(time: Int64?, isEarly: Bool = false) throws(StoreError) -> Bool {
    if store.isCopy { return false }
    let last = try connection.first("SELECT made, changes, elsewhere FROM backups") {
      (row) throws(StoreError) in
      (
        made: try row.optionalInteger(0, as: Int64.self), changes: try row.integer(1),
        elsewhere: try row.boolean(2)
      )
    }
    guard let last else { return isEarly ? false : try hasRows() }
    let isChanged = try store.changeCount() != last.changes
    guard last.elsewhere || isChanged else { return false }
    guard let time, let made = last.made else { return !isEarly }
    return time < made || time.subtractingSaturated(made) >= Self.period
  }

  /// Notes that files have other paths than in the last backup; inside a transaction. No person's data has changed by
  /// that, so it does not count in `volume.changes`, which decides which of two copies of a database is the later one.
  func noteChangeOfPlace() throws(StoreError) {
    try connection.execute("UPDATE backups SET elsewhere = 1 WHERE elsewhere = 0")
  }

  /// A volume that only carries a queue has nothing to be backed up.
  func hasRows() throws(StoreError) -> Bool {
    for table in BackupTable.all where try !table.forEachRow(of: store, { _ in false }) { return true }
    return false
  }

  /// `volume.changes` of the backup that this database wrote last; nil where it wrote none, or one that could not be taken
  /// back.
  package func changesInLast() throws(StoreError) -> Int64? {
    try connection.first("SELECT changes FROM backups") { (row) throws(StoreError) in try row.integer(0) }
  }

  /// That a backup was written.
  ///
  /// - Parameters:
  ///   - changes: `volume.changes` of its moment.
  ///   - time: seconds since 1970, where the clock is known.
  package func noteWritten(_ changes: Int64, time: Int64?) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO backups (one, made, changes) VALUES (1, ?1, ?2)
      ON CONFLICT (one) DO UPDATE SET made = ?1, changes = ?2, elsewhere = 0
      """, .optional(time), .integer(changes))
    try clearPending()
  }

  /// That a person has taken the last backup back: it stays for as long as one that was made now.
  ///
  /// - Parameter time: seconds since 1970, where the clock is known.
  package func noteRestored(time: Int64?) throws(StoreError) {
    try connection.execute("UPDATE backups SET made = ?1", .optional(time))
    try store.countRevision()
  }

  /// Returns a backup's columns of a song: its row's number, path, time added, and fingerprint (`TrackFingerprint`).
  package func song(_ row: Int64) throws(StoreError) -> [SQLValue]? {
    try connection.first(
      """
      SELECT f.path, t.name, t.added_sequence, t.added_time, p.print
      FROM tracks t JOIN folders f ON f.id = t.folder LEFT JOIN prints p ON p.track = t.id WHERE t.id = ?1
      """, .integer(row)
    ) { (found) throws(StoreError) in
      let path = try store.validPath(VolumePath.join(try found.blob(0), try found.blob(1)))
      return [
        .integer(row), .text(EscapedName.text(for: path)), .integer(try found.integer(2)),
        .optional(try found.optionalInteger(3, as: Int64.self)),
        .optional(try found.optionalInteger(4, as: Int64.self)),
      ]
    }
  }

  // MARK: Restoring

  /// Puts what a file says in place of all that people added, or leaves everything as it is. Tables stand in the order in
  /// which this program writes them: a row that names one that comes later is refused. Tracks whose files the scan
  /// has not met yet get rows that wait for them.
  ///
  /// - Parameters:
  ///   - byItself: because the database was lost, and not because a person chose the file.
  ///   - storeFormer: called in the transaction once all of `file` is read: stores what it replaces. Where it returns an
  ///     error, nothing is changed.
  /// - Returns: the reason where nothing was.
  package func restore(
    _ file: BackupFile, byItself: Bool, storeFormer: () -> SystemError? = { nil }
  ) throws(StoreError) -> Result<RestoreReport, RestoreFault> {
    var fault: RestoreFault?
    do throws(StoreError) {
      let (report, missing) = try store.edit { (transaction) throws(StoreError) -> (RestoreReport, [Int64]) in
        for table in BackupTable.all.reversed() { try connection.execute(table.delete) }
        var reading = BackupReading(file, store)
        do throws(BackupReading.Failure) {
          try reading.read(in: transaction)
        } catch {
          switch error {
          case .store(let error): throw error
          case .fault(let found):
            fault = found
            throw StoreError(.other, "\(found)", path: connection.path)
          }
        }
        for table in BackupTable.all { try table.verify(store) }
        try adoptRestoredEntries()
        try store.folderPlaces.followTracks(in: transaction)
        // A desktop program's file of a playlist that is gone is new to the volume.
        try connection.execute("DELETE FROM shared WHERE playlist NOT IN (SELECT identity FROM playlists)")
        if byItself { try noteWritten(store.changeCount(), time: WallClock.synchronised()) }
        try clearPending()
        let missing = reading.songs.waiting.sorted()
        // The last step before the rest counts: what a refused file pushed aside might be all that is left of something.
        if let error = storeFormer() {
          fault = .storage(error)
          throw StoreError(.other, "\(error.withoutPath)", path: error.path ?? connection.path)
        }
        return (RestoreReport(rows: reading.rows, missing: missing.count), missing)
      }
      store.missingAfterRestore = missing
      return .success(report)
    } catch {
      store.forgetFolders()
      if let fault { return .failure(fault) }
      throw error
    }
  }

  /// Entries that name files by their paths name their rows where those are here by now: a scan does that of files that it
  /// finds new.
  private func adoptRestoredEntries() throws(StoreError) {
    var last: Int64 = .min
    while true {
      var entries: [(id: Int64, path: [UInt8])] = []
      try connection.forEach(
        """
        SELECT id, path FROM playlist_entries WHERE id > ?1 AND volume IS NULL AND path IS NOT NULL ORDER BY id LIMIT ?2
        """, .integer(last), .number(100)
      ) { (row) throws(StoreError) in entries.append((try row.integer(0), try row.blob(1))) }
      guard let end = entries.last?.id else { return }
      last = end
      for entry in entries {
        let (folderPath, name) = VolumePath.split(entry.path)
        guard let folder = try store.folder(folderPath)?.id,
          let row = try store.rows.track(named: name, inFolder: folder)
        else {
          continue
        }
        try connection.execute(
          "UPDATE playlist_entries SET track = ?2, path = NULL WHERE id = ?1", .integer(entry.id),
          .integer(row))
      }
    }
  }

  /// After the first whole scan since a restore: how many songs with data of people it has not found, and the path of
  /// the first. Reported once.
  func takeMissing() throws(StoreError) -> (count: Int, first: [UInt8])? {
    let rows = store.missingAfterRestore
    store.missingAfterRestore = []
    var missing: (count: Int, first: [UInt8])?
    for row in rows {
      let path = try connection.first(
        "SELECT f.path, t.name FROM tracks t JOIN folders f ON f.id = t.folder WHERE t.id = ?1 AND t.state = 1",
        .integer(row)
      ) { (row) throws(StoreError) in VolumePath.join(try row.blob(0), try row.blob(1)) }
      if let path { missing = ((missing?.count ?? 0) + 1, missing?.first ?? path) }
    }
    return missing
  }

  // MARK: Restoring by itself
  //
  // Until it is done, a rebuilt database has a row in `pending_restore`. The row comes with the database, in one
  // transaction, and goes with the restore: a power cut in between only delays it.

  /// Openings that may try it. A restore that crashes the program each time must not stop the music forever.
  private static let mostTries: Int64 = 5

  /// Inside the transaction that makes the database.
  func markPending() throws(StoreError) { try setTries(Self.mostTries) }

  /// Ends the attempts to restore without a request.
  package func clearPending() throws(StoreError) { try connection.execute("DELETE FROM pending_restore") }

  private func setTries(_ left: Int64) throws(StoreError) {
    try connection.execute(
      "INSERT OR REPLACE INTO pending_restore (one, tries) VALUES (1, ?1)", .integer(left))
  }

  /// - Returns: nil where none is pending.
  private func triesLeft() throws(StoreError) -> Int64? {
    try connection.first("SELECT tries FROM pending_restore") { (row) throws(StoreError) in
      min(Self.mostTries, try row.integer(0))
    }
  }

  /// - Returns: what came of it, in words; nil where none is pending, or there is no backup any more.
  func restoreByItself(from root: Root) -> String? {
    do {
      guard let left = try triesLeft() else { return nil }
      // The first one is on the way to the first sound, and writes nothing of that beforehand.
      if !store.isNew {
        if try hasRows() { return try giveUp(root, "data was added meanwhile") }
        if left <= 1 { return try giveUp(root, "\(Self.mostTries) attempts failed") }
        try setTries(left - 1)
      }
      guard let file = try BackupFile(in: root) else {
        try clearPending()
        return nil
      }
      switch try restore(file, byItself: true) {
      case .success(let report):
        let words = "backup of \(root.path) restored: \(report.rows) rows"
        return report.missing == 0
          ? words : "\(words); songs still to be found by the scan: \(report.missing)"
      case .failure(.json(let fault)):
        try clearPending()
        return "cannot read the backup on \(root.path): \(fault)"
      case .failure(.storage(let error)): return "backup on \(root.path) not restored: \(error)"
      }
    } catch {
      if let error = error as? SystemError, error.code == .fileTooLarge,
        let words = try? giveUp(root, Self.tooLarge, remedy: "make it smaller, rename it")
      {
        return words
      }
      if Self.lasts(error) { try? clearPending() }
      return "backup on \(root.path) not restored: \(error)"
    }
  }

  /// Reason for a file that is never read, not even on request.
  package static let tooLarge =
    "it is larger than \(VolumeFile.backup.mostBytes >> 20) MiB"

  /// - Parameter remedy: what has to be done with it where it is to be taken back all the same.
  private func giveUp(
    _ root: Root, _ reason: String, remedy: String = "rename it"
  ) throws(StoreError) -> String {
    try clearPending()
    return """
      backup on \(root.path) not restored: \(reason). It is kept as \
      \(VolumeFile.backup.folder)/\(VolumeFile.backup.olderName(1)); \(remedy) to \(VolumeFile.backup.name) and run `jukebox restore`.
      """
  }

  /// Whether the next opening would meet it again: what the file says, and not how the storage is.
  private static func lasts(_ error: any Error) -> Bool {
    guard let error = error as? StoreError else { return false }
    return error.kind == .foreign || error.kind == .other
  }
}
