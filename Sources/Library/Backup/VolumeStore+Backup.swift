import Interchange
import Linux
import Player

/// All that people added, in a file beside the database.
extension VolumeStore {
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
  /// - Parameter time: seconds since 1970, where the clock is known.
  func needsBackup(time: Int64?) throws(StoreError) -> Bool {
    if isCopy { return false }
    let last = try connection.first("SELECT made, changes FROM backups") { (row) throws(StoreError) in
      (made: try row.optionalInteger(0, as: Int64.self), changes: try row.integer(1))
    }
    guard let last else { return try hasBackedRows() }
    guard try changeCount() != last.changes else { return false }
    guard let time, let made = last.made else { return true }
    return time < made || time - made >= Self.backupPeriod
  }

  /// A volume that only carries a queue has nothing to be backed up.
  private func hasBackedRows() throws(StoreError) -> Bool {
    for table in BackedTable.all {
      let row = try connection.first(table.select, .number(1), .number(0)) { _ in true }
      if row == true { return true }
    }
    return false
  }

  // MARK: Writing

  /// Writes all of it, a window at a time so that little is held in memory. Nothing comes in between: rows that are
  /// changed meanwhile would shift others out of sight, or name what is not in the file.
  func writeBackup(_ target: VolumeFile, in root: Root) throws(StoreError) {
    let file = try filing { () throws(SystemError) in try target.begin(in: root) }
    let writing = BackupWriting(target, file, changes: try changeCount())
    writing.writer.beginObject()
    writing.writer.pair("format", Self.backupFormat)
    writing.writer.pair("version", Self.backupVersion)
    writing.writer.pair("made", WallClock.synchronised().map(ISODate.text))
    writing.writer.pair("volume", name)
    writing.writer.key("paths")
    writing.writer.beginArray()
    var isDone = false
    while !isDone {
      isDone = try writeNext(writing)
      try write(writing)
    }
    try filing { () throws(SystemError) in try target.end(writing.file, in: root) }
    if target.name == Self.backupFile.name {
      try connection.execute(
        """
        INSERT INTO backups (one, made, changes) VALUES (1, ?1, ?2)
        ON CONFLICT (one) DO UPDATE SET made = ?1, changes = ?2
        """, .optional(WallClock.synchronised()), .integer(writing.changes))
    }
  }

  /// - Returns: whether it was the last.
  private func writeNext(_ writing: BackupWriting) throws(StoreError) -> Bool {
    if !writing.hasTracks {
      try writeTracks(writing)
      if writing.hasTracks {
        writing.writer.endArray()
        writing.writer.key("tables")
        writing.writer.beginObject()
      }
      return false
    }
    guard writing.table < BackedTable.all.count else {
      writing.writer.endObject()
      writing.writer.endObject()
      return true
    }
    let table = BackedTable.all[writing.table]
    if writing.offset == 0 {
      writing.writer.key(table.name)
      writing.writer.beginArray()
    }
    var count = 0
    try connection.forEach(table.select, .number(table.window), .number(writing.offset)) {
      (row) throws(StoreError) in
      count += 1
      writing.writer.beginRow()
      for column in table.columns.indices { writing.writer.element(try row.value(Int32(column))) }
      writing.writer.endRow()
    }
    writing.offset += count
    if count < table.window {
      writing.writer.endArray()
      writing.table += 1
      writing.offset = 0
    }
    return false
  }

  /// Few, since each path may have some thousand bytes.
  private static let tracksInWindow = 100

  private func writeTracks(_ writing: BackupWriting) throws(StoreError) {
    var count = 0
    try connection.forEach(
      """
      SELECT t.id, f.path, t.name, t.added_sequence, t.added_time FROM tracks t JOIN folders f ON f.id = t.folder
      WHERE t.id > ?1 ORDER BY t.id LIMIT ?2
      """, .integer(writing.lastTrack), .number(Self.tracksInWindow)
    ) { (row) throws(StoreError) in
      count += 1
      writing.lastTrack = try row.integer(0)
      writing.writer.beginRow()
      writing.writer.element(.integer(writing.lastTrack))
      writing.writer.element(
        .text(EscapedName.text(for: try validPath(VolumePath.join(try row.blob(1), try row.blob(2))))))
      writing.writer.element(.integer(try row.integer(3)))
      writing.writer.element(.optional(try row.optionalInteger(4, as: Int64.self)))
      writing.writer.endRow()
    }
    if count < Self.tracksInWindow { writing.hasTracks = true }
  }

  private func write(_ writing: BackupWriting) throws(StoreError) {
    let bytes = writing.writer.take()
    writing.bytes += bytes.count
    guard writing.bytes <= writing.target.mostBytes else {
      throw StoreError(.other, "it is too large", path: "\(writing.target.folder)/\(writing.target.name)")
    }
    try filing { () throws(SystemError) in try VolumeFile.write(bytes, to: writing.file) }
  }
}

/// What goes wrong with the file says nothing of the database.
private func filing<Result: ~Copyable>(
  _ body: () throws(SystemError) -> Result
) throws(StoreError) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw StoreError(.other, "\(error.call): \(error.code)", path: error.path ?? "")
  }
}

extension JSONWriter {
  /// A row stands on one line.
  fileprivate mutating func beginRow() { beginLine() }
  fileprivate mutating func endRow() { endLine() }

  fileprivate mutating func element(_ value: SQLValue) {
    switch value {
    case .null: null()
    case .integer(let number): integer(number)
    case .real(let number): number.isFinite ? raw("\(number)".utf8) : null()
    case .text(let text): string(text)
    case .blob(let bytes): raw("{\"hex\": \"\(Self.hex(bytes))\"}".utf8)
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
