import Interchange
import Linux
import Player

/// Writes all that people added into a file, on the thread for whole files: the store is asked for a window at a time, so
/// that edits come in between, and no storage but the database is waited for where it is read.
///
/// What was acknowledged before it began is in it. Of what is edited meanwhile, each playlist with its entries and each row of
/// another table is as it was at some moment of the writing; what is new may be missing, and nothing is named that is not
/// there. As the count of changes is that of the beginning, such an edit makes another backup due.
final class BackupWriter {
  private let target: VolumeFile
  private let root: Root
  private let file: Descriptor
  private let channel: StoreChannel
  private let scope: BackupScope
  private var writer = JSONWriter()
  private var bytes = 0
  private var unflushed = 0

  /// Few of many bytes at a time are forced onto the storage, so that a slow one has an edit wait for few.
  private static let flushBytes = 256 << 10
  /// Entries of one playlist that are read at a time, and how often that begins anew where somebody changed it meanwhile;
  /// then it is read at once.
  private static let mostEntries = 500
  private static let mostTries = 4

  /// - Returns: `volume.changes` when it began.
  ///
  /// - Parameter keepsOlder: asked of the store: whether what is in its place stays beside it.
  static func write(
    _ target: VolumeFile, in root: Root, _ channel: StoreChannel,
    keepsOlder: @escaping @Sendable (VolumeStore) throws(StoreError) -> Bool
  ) throws(StoreError) -> Int64 {
    let scope = try channel.perform { (store) throws(StoreError) in try store.backupScope() }
    let file = try filing { () throws(SystemError) in try target.begin(in: root) }
    let writer = BackupWriter(target, root, file, channel, scope)
    try writer.write()
    if try channel.perform(keepsOlder) {
      try filing { () throws(SystemError) in try target.keepOlder(in: root) }
    }
    try filing { () throws(SystemError) in try target.end(writer.file, in: root) }
    return scope.changes
  }

  private init(
    _ target: VolumeFile, _ root: Root, _ file: consuming Descriptor, _ channel: StoreChannel,
    _ scope: BackupScope
  ) {
    self.target = target
    self.root = root
    self.file = file
    self.channel = channel
    self.scope = scope
  }

  private func write() throws(StoreError) {
    writer.beginObject()
    writer.pair("format", VolumeStore.backupFormat)
    writer.pair("version", VolumeStore.backupVersion)
    writer.pair("made", WallClock.synchronised().map(ISODate.text))
    writer.pair("volume", scope.volume)
    writer.key("paths")
    writer.beginArray()
    try writePaths()
    writer.endArray()
    writer.key("tables")
    writer.beginObject()
    for table in BackedTable.all {
      writer.key(table.name)
      writer.beginArray()
      if table.name == BackedTable.entries {
        for playlist in scope.playlists.keys.sorted() { try writeEntries(of: playlist) }
      } else {
        try write(table)
      }
      writer.endArray()
    }
    writer.endObject()
    writer.endObject()
    try flush()
  }

  private func writePaths() throws(StoreError) {
    var next: Int64? = .min
    while let after = next {
      let (last, queue) = (scope.lastTrack, channel.queue)
      let rows = try channel.perform { (store) throws(StoreError) in
        try store.backupPaths(after: after, upTo: last) { !queue.hasAsked }
      }
      next = nil
      for row in rows {
        write(row)
        if case .integer(let track) = row[0] { next = track }
      }
      try flush()
    }
  }

  private func write(_ table: BackedTable) throws(StoreError) {
    var next: [SQLValue]? = table.start
    while let key = next {
      let queue = channel.queue
      let (rows, isLast) = try channel.perform { (store) throws(StoreError) in
        try store.backupRows(of: table, after: key) { !queue.hasAsked }
      }
      // What is added behind the last is for the next backup: else who adds without end would keep this one from its end.
      next = isLast ? nil : rows.last.map { row in table.key.map { row[$0] } }
      for row in rows { write(row, of: table) }
      try flush()
    }
  }

  private func write(_ row: [SQLValue], of table: BackedTable) {
    var row = row
    if table.name == BackedTable.playlists {
      guard case .integer(let number) = row[0], let name = scope.playlists[number] else { return }
      row[BackedTable.playlistName] = .text(name)
    }
    if scope.takes(&row, of: table) { write(row) }
  }

  /// All of a playlist's entries, as they are at one moment.
  private func writeEntries(of playlist: Int64) throws(StoreError) {
    let last = scope.lastTrack
    for isLastTry in (1...Self.mostTries).map({ $0 == Self.mostTries }) {
      var rows: [[SQLValue]] = []
      var cursor: PlaylistCursor? = .orFirst(nil)
      var changes: Int64?
      var isWhole = true
      while isWhole, let after = cursor {
        let known = changes
        let limit = isLastTry ? Queue.limit : Self.mostEntries
        let window = try channel.perform { (store) throws(StoreError) in
          try store.backupEntries(of: playlist, after: after, limit: limit, lastTrack: last, known)
        }
        if let window {
          rows += window.rows
          (cursor, changes) = (window.next, window.changes)
        } else {
          isWhole = false
        }
      }
      guard isWhole else { continue }
      for row in rows { write(row) }
      return try flush()
    }
  }

  // MARK: The file

  private func write(_ row: [SQLValue]) {
    writer.beginLine()
    for value in row { writer.element(value) }
    writer.endLine()
  }

  private func flush() throws(StoreError) {
    let piece = writer.take()
    bytes += piece.count
    unflushed += piece.count
    guard bytes <= target.mostBytes else {
      throw StoreError(.other, "it is too large", path: "\(target.folder)/\(target.name)")
    }
    try filing { () throws(SystemError) in
      try VolumeFile.write(piece, to: file)
      guard unflushed >= Self.flushBytes else { return }
      unflushed = 0
      try target.flush(file, in: root)
    }
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
