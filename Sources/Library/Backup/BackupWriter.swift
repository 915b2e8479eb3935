import Interchange
import Linux
import Player

/// Writes all that people added into a file, on the thread for whole files: the store is asked for a window at a time, so
/// that edits come in between, and no storage but the database is waited for where it is read.
///
/// It is of one moment: where somebody changed anything meanwhile it is begun anew, and after some tries edits wait for it.
final class BackupWriter {
  private let target: VolumeFile
  private let root: Root
  private let file: Descriptor
  private let source: Source
  private let scope: BackupScope
  private var writer = JSONWriter()
  private var bytes = 0
  private var unflushed = 0

  /// Few of many bytes at a time are forced onto the storage, so that a slow one has an edit wait for few.
  private static let flushBytes = 256 << 10
  /// Entries of one playlist that are read at a time.
  private static let mostEntries = 500
  private static let mostTries = 3

  /// - Parameter keepsOlder: asked of the store: whether what is in its place stays beside it.
  /// - Returns: `volume.changes` of its moment.
  static func write(
    _ target: VolumeFile, in root: Root, _ channel: StoreChannel,
    keepsOlder: @escaping @Sendable (VolumeStore) throws(StoreError) -> Bool
  ) throws(StoreError) -> Int64 {
    for _ in 1...mostTries {
      if let changes = try write(target, in: root, .channel(channel), keepsOlder: keepsOlder) {
        return changes
      }
    }
    // People edit all the time: once they have to wait.
    return try channel.perform { (store) throws(StoreError) in
      if let changes = try write(target, in: root, .store(store), keepsOlder: keepsOlder) { return changes }
      throw StoreError(.other, "it was changed by its own reading", path: "\(target.folder)/\(target.name)")
    }
  }

  /// - Returns: `volume.changes`; nil where somebody changed something meanwhile: the file stays as it was.
  private static func write(
    _ target: VolumeFile, in root: Root, _ source: Source,
    keepsOlder: @escaping @Sendable (VolumeStore) throws(StoreError) -> Bool
  ) throws(StoreError) -> Int64? {
    let scope = try source.perform { (store) throws(StoreError) in try store.backupScope() }
    let file = try filing { () throws(SystemError) in try target.begin(in: root) }
    do throws(StoreError) {
      let writer = BackupWriter(target, root, file, source, scope)
      try writer.write()
      // Rows of different moments may name each other wrongly.
      let changes = try source.perform { (store) throws(StoreError) in try store.changeCount() }
      guard changes == scope.changes else {
        try filing { () throws(SystemError) in try target.abandon(in: root) }
        return nil
      }
      let keepsOlder = try source.perform(keepsOlder)
      try filing { () throws(SystemError) in
        try target.flush(writer.file, in: root)
        if keepsOlder { try target.keepOlder(in: root) }
        try target.end(writer.file, in: root)
      }
      return scope.changes
    } catch {
      try? target.abandon(in: root)
      throw error
    }
  }

  /// Where rows come from: a job of the store at a time, or the job of the store that all is done in.
  private enum Source {
    case channel(StoreChannel)
    case store(VolumeStore)

    func perform<Value: Sendable>(
      _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
      switch self {
      case .channel(let channel): try channel.perform(work)
      case .store(let store): try work(store)
      }
    }

    /// Of the store, where others wait for it.
    var queue: JobQueue? {
      guard case .channel(let channel) = self else { return nil }
      return channel.queue
    }
  }

  private init(
    _ target: VolumeFile, _ root: Root, _ file: consuming Descriptor, _ source: Source,
    _ scope: BackupScope
  ) {
    self.target = target
    self.root = root
    self.file = file
    self.source = source
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
      let (last, queue) = (scope.lastTrack, source.queue)
      let rows = try source.perform { (store) throws(StoreError) in
        try store.backupPaths(after: after, upTo: last) { queue?.hasAsked != true }
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
      let queue = source.queue
      let (rows, isLast) = try source.perform { (store) throws(StoreError) in
        try store.backupRows(of: table, after: key) { queue?.hasAsked != true }
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

  private func writeEntries(of playlist: Int64) throws(StoreError) {
    let last = scope.lastTrack
    var cursor: PlaylistCursor? = .orFirst(nil)
    while let after = cursor {
      let window = try source.perform { (store) throws(StoreError) in
        try store.backupEntries(of: playlist, after: after, limit: Self.mostEntries, lastTrack: last)
      }
      for row in window.rows { write(row) }
      cursor = window.next
      try flush()
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
