import Interchange
import JSON
import Library
import Linux
import Model

/// The playlists and personal data of a volume, and the songs that they name, as a file has them: read in one job of the
/// store, so of one moment.
struct Backup: Sendable {
  /// `volume.changes` of its moment.
  let changes: Int64
  fileprivate let pieces: [[UInt8]]

  /// Few bytes at a time are forced onto the storage, so that an edit meanwhile waits for few.
  private static let flushBytes = 256 << 10
  /// How often it is begun beside questions and edits; then those wait until it is read.
  private static let mostTries = 5
  /// So long nobody may have asked before it is begun again.
  private static let quiet = Duration.milliseconds(300)
  private static let longestWait = Duration.seconds(2)

  /// Writes the backup of a volume, and notes that. On the thread for whole files.
  ///
  /// A file in its place is kept beside it, unless this database wrote it last: it may be the only copy of
  /// something.
  /// - Parameter time: seconds since 1970, where the clock is known.
  static func make(
    as target: VolumeFile = VolumeFile.backup, in root: Root, _ channel: StoreChannel, time: Int64?
  ) throws(StoreError) {
    let backup = try read(for: target, channel)
    let last = try channel.perform { (store) throws(StoreError) in
      (volume: store.identity, changes: try store.backups.changesInLast())
    }
    try filing { () throws(SystemError) in
      // One that can't be read is not its own.
      let keepsOlder = (try? isLast(of: last.volume, last.changes, target, in: root)) != true
      try backup.begin(target, in: root)
      do throws(SystemError) {
        if keepsOlder { try target.keepOlder(in: root) }
        try target.replaceWithNew(in: root)
      } catch {
        try? target.abandon(in: root)
        throw error
      }
    }
    try channel.perform { (store) throws(StoreError) in
      try store.backups.noteWritten(backup.changes, time: time)
    }
  }

  private static func read(for target: VolumeFile, _ channel: StoreChannel) throws(StoreError) -> Backup {
    let queue = channel.queue
    for _ in 1..<mostTries {
      let backup = try channel.perform { (store) throws(StoreError) in
        try Backup(of: store, for: target) { !queue.hasAsked }
      }
      if let backup { return backup }
      let end = Instant.now() + longestWait
      while !queue.isQuiet(for: quiet), Instant.now() < end { Pause.milliseconds(20) }
    }
    return try channel.perform { (store) throws(StoreError) in try Backup(whole: store, for: target) }
  }

  /// Reads all while others wait.
  init(whole store: VolumeStore, for target: VolumeFile) throws(StoreError) {
    guard let backup = try Backup(of: store, for: target, while: { true }) else { throw .closed }
    self = backup
  }

  /// - Parameter goesOn: asked between rows.
  /// - Returns: nil where it said no.
  private init?(
    of store: VolumeStore, for target: VolumeFile, while goesOn: () -> Bool
  ) throws(StoreError) {
    changes = try store.changeCount()
    var writer = BackupWriter(store, target)
    guard try writer.write(while: goesOn) else { return nil }
    pieces = writer.pieces
  }

  /// Writes it beside what is in its place, and forces it onto the storage; nothing is left of it where that fails.
  func begin(_ target: VolumeFile, in root: Root) throws(SystemError) {
    let file = try target.begin(in: root)
    do throws(SystemError) {
      var unflushed = 0
      for piece in pieces {
        try VolumeFile.write(piece, to: file)
        unflushed += piece.count
        guard unflushed >= Self.flushBytes else { continue }
        unflushed = 0
        try target.flush(file, in: root)
      }
      try target.flush(file, in: root)
    } catch {
      try? target.abandon(in: root)
      throw error
    }
  }

  // MARK: Restoring

  /// Puts the content of the volume's backup in place of all that people added; that is stored beside it first. On the
  /// store's thread.
  static func restore(_ store: VolumeStore, from root: Root) throws(StoreError) -> Result<
    RestoreReport, Refusal
  > {
    let path = "\(VolumeFile.backup.folder)/\(VolumeFile.backup.name)"
    let found: BackupFile?
    do throws(SystemError) {
      found = try BackupFile(in: root)
    } catch {
      let remedy = "make it smaller to restore it"
      return .failure(
        .badFile(
          error.code == .fileTooLarge
            ? "\(path): \(Backups.tooLarge): \(remedy)" : "\(path): \(error.withoutPath)",
          error.code == .noSuchFile ? .noBackup : nil))
    }
    guard let found else { return .failure(.badFile("\(path) does not exist", .noBackup)) }
    let reason: String
    do throws(StoreError) {
      let former = try Backup(whole: store, for: .replaced)
      let restored = try store.backups.restore(found, byItself: false) {
        do throws(SystemError) {
          try former.begin(.replaced, in: root)
          try VolumeFile.replaced.endKeepingOlder(in: root)
          return nil
        } catch {
          try? VolumeFile.replaced.abandon(in: root)
          return error
        }
      }
      switch restored {
      case .success(let report): return .success(report)
      case .failure(.storage(let error)): return .failure(.badFile("\(path): \(error.withoutPath)"))
      case .failure(let fault): reason = "\(fault)"
      }
    } catch {
      // An error about rows of the file, by SQLite or by the check of values, is no fault of the database.
      guard error.kind == .foreign || error.kind == .other else { throw error }
      reason = error.reason
    }
    // Somebody may mend it: the next backup leaves it beside itself.
    try store.backups.forget()
    try store.backups.clearPending()
    return .failure(
      .badFile(
        "cannot restore \(path), and nothing was changed: \(reason). If there are older backups (backup-1.json), "
          + "copy one over it and try again"))
  }

  /// Whether a file is the one that a database wrote last, and not one of another volume, an older one, or one that
  /// somebody has edited.
  private static func isLast(
    of volume: VolumeID, _ changes: Int64?, _ target: VolumeFile, in root: Root
  ) throws(SystemError) -> Bool {
    guard let changes, let file = try target.open(in: root) else { return false }
    let size = Int(clamping: try file.status().size)
    let count = min(size, ending(volume, changes: .min, bytes: .min).count)
    var end = [UInt8](repeating: 0, count: count)
    var span = end.mutableSpan
    guard try file.read(into: &span, at: Int64(size - count)) == count else { return false }
    return end.indices.contains { start in
      end[start...].elementsEqual(ending(volume, changes: changes, bytes: size - count + start))
    }
  }

  /// Returns the last lines of a backup.
  /// - Parameter bytes: of the file before that.
  fileprivate static func ending(_ volume: VolumeID, changes: Int64, bytes: Int) -> [UInt8] {
    Array("\"seal\": \"\(volume) \(changes) \(bytes)\"\n}\n".utf8)
  }
}

/// Makes the text of a backup. Store thread only.
private struct BackupWriter {
  private let store: VolumeStore
  private let target: VolumeFile
  private var writer = JSONWriter()
  private(set) var pieces: [[UInt8]] = []
  private var bytes = 0

  private static let pieceBytes = 64 << 10

  init(_ store: VolumeStore, _ target: VolumeFile) {
    self.store = store
    self.target = target
  }

  /// - Returns: whether it is all.
  mutating func write(while goesOn: () -> Bool) throws(StoreError) -> Bool {
    guard let songs = try songs(while: goesOn) else { return false }
    writer.beginObject()
    writer.pair("format", Backups.format)
    writer.pair("version", Backups.version)
    writer.pair("made", WallClock.synchronised().map(ISODate.text))
    writer.pair("volume", store.name)
    writer.key("songs")
    writer.beginArray()
    for song in songs.sorted() {
      guard goesOn() else { return false }
      if let row = try store.backups.song(song) { try write(row) }
    }
    writer.endArray()
    writer.key("tables")
    writer.beginObject()
    for table in BackupTable.all {
      writer.key(table.name)
      writer.beginArray()
      let isAll = try table.forEachRow(of: store) { (row) throws(StoreError) in
        try write(row)
        return goesOn()
      }
      guard isAll else { return false }
      writer.endArray()
    }
    writer.endObject()
    try flush()
    // The last key, in place of the object's end.
    let volume = store.identity
    pieces.append(Array(",\n  ".utf8))
    bytes += 4
    pieces.append(Backup.ending(volume, changes: try store.changeCount(), bytes: bytes))
    return true
  }

  /// The rows of songs with data of people.
  private func songs(while goesOn: () -> Bool) throws(StoreError) -> Set<Int64>? {
    var songs: Set<Int64> = []
    for table in BackupTable.all where table.columns.contains(.track) {
      let isAll = try table.forEachRow(of: store) { (row) throws(StoreError) in
        for (value, column) in zip(row, table.columns) where column == .track {
          if case .integer(let track) = value { songs.insert(track) }
        }
        return goesOn()
      }
      guard isAll else { return nil }
    }
    return songs
  }

  private mutating func write(_ row: [SQLValue]) throws(StoreError) {
    writer.beginLine()
    for value in row { writer.element(value) }
    writer.endLine()
    if writer.bytes.count >= Self.pieceBytes { try flush() }
  }

  private mutating func flush() throws(StoreError) {
    let piece = writer.take()
    bytes += piece.count
    guard bytes <= target.mostBytes else {
      throw StoreError(
        .other,
        "backup not written: larger than \(target.mostBytes >> 20) MiB; the previous backup is kept",
        path: "\(target.folder)/\(target.name)")
    }
    pieces.append(piece)
  }
}

/// Runs `body`, whose errors concern the file, not the database.
func filing<Result: ~Copyable>(
  _ body: () throws(SystemError) -> Result
) throws(StoreError) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw StoreError(.other, "\(error.call): \(error.code)", path: error.path ?? "")
  }
}

extension JSONWriter {
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
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
