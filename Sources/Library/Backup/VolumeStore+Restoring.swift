import Interchange
import Linux
import Model

/// Taking back what people added from a backup.
extension VolumeStore {
  /// Puts what a file says in place of all that people added, or leaves everything as it is. Tables stand in the order in
  /// which this program writes them: a row that names one that comes later is refused. Tracks whose files the scan
  /// has not met yet get rows that wait for them.
  ///
  /// - Parameters:
  ///   - byItself: because the database was lost, and not because a person chose the file.
  ///   - former: what is there: once all of `file` is read, it is written as `formerFile`.
  /// - Returns: the reason where nothing was.
  func restore(
    _ file: BackupFile, byItself: Bool, replacing former: (Backup, in: Root)? = nil
  ) throws(StoreError) -> Result<RestoreReport, RestoreFault> {
    var fault: RestoreFault?
    do throws(StoreError) {
      let (report, missing) = try connection.transaction {
        (transaction) throws(StoreError) -> (RestoreReport, [Int64]) in
        for table in BackupTable.all.reversed() { try connection.execute(table.delete) }
        var reading = BackupReading(file, self)
        do throws(BackupReading.Failure) {
          try reading.read()
        } catch {
          switch error {
          case .store(let error): throw error
          case .fault(let found):
            fault = found
            throw StoreError(.other, "\(found)", path: connection.path)
          }
        }
        for table in BackupTable.all { try table.verify(self) }
        try adoptRestoredEntries()
        try folderPlaces.followTracks(in: transaction)
        // What a desktop program's file has of others is new to the volume.
        try connection.execute("DELETE FROM shared WHERE playlist NOT IN (SELECT identity FROM playlists)")
        try connection.execute("UPDATE volume SET changes = changes + 1")
        if byItself { try noteBackup(changeCount(), time: WallClock.synchronised()) }
        try clearPendingRestore()
        let missing = try self.missing(of: reading.songs.values).sorted()
        // The last step before the rest counts: what a refused file pushed aside might be all that is left of something.
        if let (former, root) = former {
          do throws(SystemError) {
            try former.begin(Self.formerFile, in: root)
            try Self.formerFile.endKeepingOlder(in: root)
          } catch {
            try? Self.formerFile.abandon(in: root)
            fault = .storage(error)
            throw StoreError(.other, "\(error)", path: connection.path)
          }
        }
        return (RestoreReport(rows: reading.rows, missing: missing.count), missing)
      }
      missingAfterRestore = missing
      restores += 1
      return .success(report)
    } catch {
      forgetFolders()
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
        guard let folder = try folder(folderPath)?.id, let row = try row(named: name, inFolder: folder) else {
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
  func takeMissingAfterRestore() throws(StoreError) -> (count: Int, first: [UInt8])? {
    let rows = missingAfterRestore
    missingAfterRestore = []
    let left = try missing(of: rows)
    guard let first = left.first else { return nil }
    let path = try connection.first(
      "SELECT f.path, t.name FROM tracks t JOIN folders f ON f.id = t.folder WHERE t.id = ?1", .integer(first)
    ) { (row) throws(StoreError) in VolumePath.join(try row.blob(0), try row.blob(1)) }
    return (left.count, path ?? [])
  }
}

extension VolumeStore {
  /// As `restore`, with the file on the volume, since a person chose it.
  func restore(from root: Root) throws(StoreError) -> Result<RestoreReport, Refusal> {
    let path = "\(Self.backupFile.folder)/\(Self.backupFile.name)"
    let found: BackupFile?
    do throws(SystemError) {
      found = try BackupFile(in: root)
    } catch {
      let remedy = "make it smaller to restore it"
      return .failure(
        .badFile(
          error.code == .fileTooLarge ? "\(path): \(Self.backupTooLarge): \(remedy)" : "\(error)",
          error.code == .noSuchFile ? .noBackup : nil))
    }
    guard let found else { return .failure(.badFile("\(path) does not exist", .noBackup)) }
    let reason: String
    do throws(StoreError) {
      switch try restore(
        found, byItself: false, replacing: (Backup(whole: self, for: Self.formerFile), in: root))
      {
      case .success(let report): return .success(report)
      case .failure(.storage(let error)): return .failure(.badFile("\(error)"))
      case .failure(let fault): reason = "\(fault)"
      }
    } catch {
      // What SQLite, or the check of what was read, says of rows in the file is no fault of the database.
      guard error.kind == .foreign || error.kind == .other else { throw error }
      reason = "\(error)"
    }
    // Somebody may mend it: the next backup leaves it beside itself.
    try forgetBackups()
    try clearPendingRestore()
    return .failure(
      .badFile(
        "cannot restore \(path), and nothing was changed: \(reason). If there are older backups (backup-1.json), "
          + "copy one over it and try again"))
  }
}
