import Interchange
import Linux
import Player

/// Taking back what people added from a backup.
extension VolumeStore {
  /// Puts what `bytes` say in place of all that people added, or leaves everything as it is. Tables stand in the order in
  /// which this program writes them: a row that names one that comes later is refused. Tracks whose files the scan
  /// has not met yet get rows that wait for them.
  ///
  /// - Returns: the reason where this is no backup.
  func restore(
    _ bytes: [UInt8], because reason: RestoreReason
  ) throws(StoreError) -> Result<RestoreReport, JSONFault> {
    var fault: JSONFault?
    do throws(StoreError) {
      let report = try connection.transaction { () throws(StoreError) in
        let present = try sharedPairs()
        for table in BackedTable.all.reversed() { try connection.execute(table.delete) }
        var reading = BackupReading(bytes, self)
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
        for table in BackedTable.all { try table.verify(self) }
        let shared = RestoredPairs(
          reason, here: try playlists(), present: present, ofBackup: try sharedPairs())
        try replaceShared(shared.pairs)
        try connection.execute("UPDATE volume SET changes = changes + 1")
        return RestoreReport(rows: reading.rows, left: shared.left)
      }
      return .success(report)
    } catch {
      forgetFolders()
      if let fault { return .failure(fault) }
      throw error
    }
  }

  /// Takes back what the backup on the volume says, into a database that was made anew.
  /// - Returns: what came of it, in words; nil where there is no backup.
  func restoreByItself(from root: Root) -> String? {
    do {
      guard let bytes = try Self.backupFile.read(in: root) else { return nil }
      switch try restore(bytes, because: .damage) {
      case .success(let report):
        try noteBackup(changeCount(), time: WallClock.synchronised())
        return "what people added to \(root.path) was taken back from its backup: \(report.rows) rows"
      case .failure(let fault): return "the backup on \(root.path) can't be read: \(fault)"
      }
    } catch {
      return "the backup on \(root.path) was not taken back: \(error)"
    }
  }

  /// The row that a track of the backup has here; one that waits for its file where it has none.
  func restoredTrack(_ path: [UInt8], sequence: Int64, time: Int64?) throws(StoreError) -> Int64 {
    let (folderPath, name) = VolumePath.split(path)
    let folder = try makeFolder(folderPath)
    if let row = try row(named: name, inFolder: folder) {
      try connection.execute(
        "UPDATE tracks SET added_sequence = ?2, added_time = ?3 WHERE id = ?1", .integer(row),
        .integer(sequence),
        .optional(time))
      return row
    }
    try connection.execute(
      """
      INSERT INTO tracks (folder, name, state, sort_key, match_name, size, mtime_ns, added_sequence, added_time, reader)
      VALUES (?1, ?2, 1, ?3, ?4, 0, 0, ?5, ?6, 0)
      """, .integer(folder), .blob(name), .blob(NaturalKey.ofTrack(name: name, disc: nil, track: nil)),
      .text(String(decoding: FoldedName.fold(name), as: UTF8.self)), .integer(sequence), .optional(time))
    return connection.lastInsertedRow
  }
}

extension VolumeStore {
  /// As `restore`, with the file on the volume, since a person chose it.
  ///
  /// - Parameter file: as in `RestoreReason.choice`.
  func restore(
    from root: Root, over file: SharedState?
  ) throws(StoreError) -> Result<RestoreReport, PlaylistRefusal> {
    let path = "\(Self.backupFile.folder)/\(Self.backupFile.name)"
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try Self.backupFile.read(in: root)
    } catch {
      return .failure(.badFile("\(error)"))
    }
    guard let bytes else { return .failure(.badFile("\(path) is not there")) }
    let reason: String
    do throws(StoreError) {
      switch try restore(bytes, because: .choice(file: file)) {
      case .success(let report): return .success(report)
      case .failure(let fault): reason = "\(fault)"
      }
    } catch {
      // What SQLite, or the check of what was read, says of rows in the file is no fault of the database.
      guard error.kind == .foreign || error.kind == .other else { throw error }
      reason = "\(error)"
    }
    // Somebody may mend it: the next backup leaves it beside itself.
    try connection.execute("DELETE FROM backups")
    return .failure(.badFile("\(path): \(reason)"))
  }
}
