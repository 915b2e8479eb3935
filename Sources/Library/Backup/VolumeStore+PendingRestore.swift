import Linux
import Model

/// Automatic restore of a backup into a rebuilt database.
///
/// Until that is done the database has a row in `pending_restore`. The row comes with the database, in one transaction,
/// and goes with the restore: a power cut in between only delays it.
extension VolumeStore {
  /// Openings that may try it. A restore that crashes the program each time must not stop the music forever.
  private static let mostTries: Int64 = 5

  /// Inside the transaction that makes the database.
  func markRestorePending() throws(StoreError) { try setTries(Self.mostTries) }

  /// Nobody tries it by itself any more.
  func clearPendingRestore() throws(StoreError) { try connection.execute("DELETE FROM pending_restore") }

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
      if !isNew {
        if try hasBackedRows() { return try giveUp(root, "data was added meanwhile") }
        if left <= 1 { return try giveUp(root, "\(Self.mostTries) attempts failed") }
        try setTries(left - 1)
      }
      guard let file = try BackupFile(in: root) else {
        try clearPendingRestore()
        return nil
      }
      switch try restore(file, byItself: true) {
      case .success(let report):
        let words = "backup of \(root.path) restored: \(report.rows) rows"
        return report.missing == 0
          ? words : "\(words); songs still to be found by the scan: \(report.missing)"
      case .failure(.json(let fault)):
        try clearPendingRestore()
        return "cannot read the backup on \(root.path): \(fault)"
      case .failure(.storage(let error)): return "backup on \(root.path) not restored: \(error)"
      }
    } catch {
      if let error = error as? SystemError, error.code == .fileTooLarge,
        let words = try? giveUp(root, Self.backupTooLarge, remedy: "make it smaller, rename it")
      {
        return words
      }
      if Self.lasts(error) { try? clearPendingRestore() }
      return "backup on \(root.path) not restored: \(error)"
    }
  }

  /// Of one that is never read, not even on request.
  static let backupTooLarge =
    "it is larger than \(backupFile.mostBytes >> 20) MiB"

  /// - Parameter remedy: what has to be done with it where it is to be taken back all the same.
  private func giveUp(
    _ root: Root, _ reason: String, remedy: String = "rename it"
  ) throws(StoreError) -> String {
    try clearPendingRestore()
    return """
      backup on \(root.path) not restored: \(reason). It is kept as \
      \(Self.backupFile.folder)/\(Self.backupFile.olderName(1)); \(remedy) to \(Self.backupFile.name) and run `jukebox restore`.
      """
  }

  /// Whether the next opening would meet it again: what the file says, and not how the storage is.
  private static func lasts(_ error: any Error) -> Bool {
    guard let error = error as? StoreError else { return false }
    return error.kind == .foreign || error.kind == .other
  }
}
