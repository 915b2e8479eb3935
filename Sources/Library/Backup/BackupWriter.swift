import Interchange
import Linux
import Model

/// Writes everything that people added into a file, on the thread for whole files: the store is asked for a window at a
/// time, so that edits come in between, and reading waits for no storage but the database.
///
/// The backup is of one moment: if anything changed while the tables were read, they are read again, and after some
/// tries edits wait for it. The paths of tracks, of which there may be a million, come before, and hold as long as none
/// is added and no row moves.
final class BackupWriter {
  private let target: VolumeFile
  private let root: Root
  private let file: Descriptor
  private let source: Source
  private var moment: BackupMoment
  private var writer = JSONWriter()
  private var content = ContentHash()
  private var bytes = 0
  private var unflushed = 0
  /// The rows of tracks with data of people.
  private var mentioned: Set<Int64> = []

  /// Few of many bytes at a time are forced onto the storage, so that a slow one has an edit wait for few.
  private static let flushBytes = 256 << 10
  /// How often it is begun beside edits.
  private static let mostTries = 3

  /// What becomes of what is in its place.
  enum Former: Sendable {
    /// It stays beside it, unless it is what this database wrote there last: it may be all that is left of something.
    case keptUnlessOwn
    /// It stays there, until `VolumeFile.endKeepingOlder` puts what was written in its place.
    case untouched
  }

  /// - Returns: `volume.changes` of its moment.
  static func write(
    _ target: VolumeFile, in root: Root, _ channel: StoreChannel, former: Former
  ) throws(StoreError) -> Int64 {
    for _ in 1...mostTries {
      if let changes = try write(target, in: root, .channel(channel), former) { return changes }
    }
    // People edit all the time: once they have to wait.
    return try channel.perform { (store) throws(StoreError) in
      if let changes = try write(target, in: root, .store(store), former) { return changes }
      throw StoreError(.other, "the data changed while it was read", path: "\(target.folder)/\(target.name)")
    }
  }

  /// - Returns: `volume.changes`; nil where somebody changed something meanwhile: the file stays as it was.
  private static func write(
    _ target: VolumeFile, in root: Root, _ source: Source, _ former: Former
  ) throws(StoreError) -> Int64? {
    let moment = try source.perform { (store) throws(StoreError) in try store.backupMoment() }
    let file = try filing { () throws(SystemError) in try target.begin(in: root) }
    do throws(StoreError) {
      let writer = BackupWriter(target, root, file, source, moment)
      guard try writer.write() else {
        try filing { () throws(SystemError) in try target.abandon(in: root) }
        return nil
      }
      let last = try source.perform { (store) throws(StoreError) in try store.lastSeal() }
      let keepsOlder =
        switch former {
        case .untouched: false
        // One that can't be read is not its own any more.
        case .keptUnlessOwn: (try? last?.isOf(target, in: root)) != true
        }
      try filing { () throws(SystemError) in
        try target.flush(writer.file, in: root)
        if case .untouched = former { return }
        if keepsOlder { try target.keepOlder(in: root) }
        try target.end(writer.file, in: root)
      }
      return writer.moment.changes
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
    var queue: JobQueue<VolumeStore>? {
      guard case .channel(let channel) = self else { return nil }
      return channel.queue
    }
  }

  private init(
    _ target: VolumeFile, _ root: Root, _ file: consuming Descriptor, _ source: Source,
    _ moment: BackupMoment
  ) {
    self.target = target
    self.root = root
    self.file = file
    self.source = source
    self.moment = moment
  }

  /// - Returns: nil where its moment is over: rows of different ones may name each other wrongly.
  private func read<Value: Sendable>(
    _ work: @escaping @Sendable (VolumeStore) throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    let moment = moment
    return try source.perform { (store) throws(StoreError) in
      try store.backupMoment() == moment ? try work(store) : nil
    }
  }

  /// - Returns: whether it is all of one moment.
  private func write() throws(StoreError) -> Bool {
    let (name, identity) = try source.perform { ($0.name, $0.identity) }
    writer.beginObject()
    writer.pair("format", VolumeStore.backupFormat)
    writer.pair("version", VolumeStore.backupVersion)
    writer.pair("made", WallClock.synchronised().map(ISODate.text))
    writer.pair("volume", name)
    writer.key("paths")
    writer.beginArray()
    guard try writePaths() else { return false }
    writer.endArray()
    writer.key("tables")
    try flush()
    let places = moment.places
    let (before, start, startBytes) = (writer, content, bytes)
    for _ in 1...Self.mostTries {
      moment = try source.perform { (store) throws(StoreError) in try store.backupMoment() }
      guard moment.places == places else { return false }
      if try writeTables(of: identity) { return true }
      (writer, content, bytes) = (before, start, startBytes)
      try filing { () throws(SystemError) in try file.truncate(to: Int64(bytes)) }
    }
    return false
  }

  /// - Returns: whether they are of one moment.
  private func writeTables(of identity: VolumeID) throws(StoreError) -> Bool {
    mentioned = []
    writer.beginObject()
    for table in BackupTable.all {
      writer.key(table.name)
      writer.beginArray()
      guard try write(table) else { return false }
      writer.endArray()
    }
    writer.endObject()
    writer.key(VolumeStore.backedPrints)
    writer.beginArray()
    guard try writePrints() else { return false }
    writer.endArray()
    try flush()
    BackupSeal(volume: identity, changes: moment.changes).write(behind: content, to: &writer)
    try flush()
    return true
  }

  /// - Returns: false where a track was added or has another place meanwhile.
  private func writePaths() throws(StoreError) -> Bool {
    let places = moment.places
    var next: Int64? = .min
    while let after = next {
      let queue = source.queue
      let window = try source.perform { (store) throws(StoreError) -> [[SQLValue]]? in
        guard try store.backupMoment().places == places else { return nil }
        return try store.backupPaths(after: after) { queue?.hasAsked != true }
      }
      guard let rows = window else { return false }
      next = nil
      for row in rows {
        write(row)
        if case .integer(let track) = row[0] { next = track }
      }
      try flush()
    }
    return true
  }

  private func write(_ table: BackupTable) throws(StoreError) -> Bool {
    var next: [SQLValue]? = table.start
    while let key = next {
      let queue = source.queue
      let window = try read { (store) throws(StoreError) in
        try store.backupRows(of: table, after: key) { queue?.hasAsked != true }
      }
      guard let (rows, isLast) = window else { return false }
      next = isLast ? nil : rows.last.map { row in table.key.map { row[$0] } }
      for row in rows {
        write(row)
        for (value, column) in zip(row, table.columns) where column == .track {
          if case .integer(let track) = value { mentioned.insert(track) }
        }
      }
      try flush()
    }
    return true
  }

  private static let printsInWindow = 100

  private func writePrints() throws(StoreError) -> Bool {
    var rest = mentioned.sorted()[...]
    while !rest.isEmpty {
      let tracks = rest.prefix(Self.printsInWindow)
      rest = rest.dropFirst(tracks.count)
      let rows = try read { (store) throws(StoreError) in try store.backupPrints(tracks) }
      guard let rows else { return false }
      for row in rows { write(row) }
      try flush()
    }
    return true
  }

  // MARK: The file

  private func write(_ row: [SQLValue]) {
    writer.beginLine()
    for value in row { writer.element(value) }
    writer.endLine()
  }

  private func flush() throws(StoreError) {
    let piece = writer.take()
    content.add(piece)
    bytes += piece.count
    unflushed += piece.count
    guard bytes <= target.mostBytes else {
      throw StoreError(
        .other,
        "backup not written: larger than \(target.mostBytes >> 20) MiB; the previous backup is kept",
        path: "\(target.folder)/\(target.name)")
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
