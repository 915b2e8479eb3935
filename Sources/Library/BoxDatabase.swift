import Linux
import Player

/// `STATE/box.sqlite`, on the thread that owns it: nothing here is Sendable, everything may block on storage.
final class BoxDatabase {
  private let connection: Connection
  private let folder: DatabaseFolder
  private var order = SparseOrder()
  private var priorities = StoredPriorities()
  private var playOrder = SparseOrder()
  /// Rows of `volumes` by identity.
  private var volumeRows: [VolumeID: Int64] = [:]

  static let fileName = "box.sqlite"
  /// As long as a queue may be, in rows taken in at start.
  static let mostEntries = 100_000

  /// Opens or makes the database in the folder at `path`, and reads everything in it into `state`.
  init(folder path: [UInt8], state: inout BoxState) throws(StoreError) {
    var folder = try storing { () throws(SystemError) in try DatabaseFolder(trusted: path) }
    connection = try folder.openDatabase(Self.fileName, schema: .box)
    state.notes = folder.notes
    self.folder = folder
    do throws(StoreError) {
      try load(into: &state)
    } catch {
      connection.close()
      throw error
    }
  }

  func close() { connection.close() }

  // MARK: Reading

  private func load(into state: inout BoxState) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try connection.execute(
        "INSERT INTO box (one, identity) VALUES (1, ?1) ON CONFLICT DO NOTHING",
        .blob(VolumeID.random().bytes))
    }
    try connection.forEach(
      """
      SELECT identity, counter, queue_version, next_entry, current, position_us, position_hint FROM box
      """
    ) { (row) throws(StoreError) in
      state.identity = try row.blob(0)
      state.counter = try row.integer(1)
      state.queue.version = try row.integer(2, as: UInt32.self)
      state.queue.nextEntry = try row.integer(3, as: UInt32.self)
      state.queue.current = try row.optionalInteger(4, as: UInt32.self).map { EntryID(rawValue: $0) }
      state.position = SavedPosition(
        entry: state.queue.current, position: .microseconds(max(0, try row.integer(5))),
        hint: try row.optionalBlob(6))
    }
    try connection.forEach("SELECT name, value FROM settings") { (row) throws(StoreError) in
      state.settings[try row.text(0)] = try row.isText(1) ? .text(row.text(1)) : .integer(row.integer(1))
    }
    try loadQueue(into: &state)
  }

  private func loadQueue(into state: inout BoxState) throws(StoreError) {
    var volumes: [Int64: VolumeID] = [:]
    try connection.forEach("SELECT id, identity, name, fingerprint, counter_seen FROM volumes") {
      (row) throws(StoreError) in
      guard let id = VolumeID(bytes: try row.blob(1)) else { return }
      volumes[try row.integer(0)] = id
      volumeRows[id] = try row.integer(0)
      state.volumes.append(
        KnownVolume(
          id: id, name: try row.text(2), fingerprint: try row.optionalBlob(3), counterSeen: try row.integer(4)
        ))
    }
    let version = state.queue.version
    try connection.forEach(
      "SELECT place, entry, volume, path, priority FROM queue ORDER BY place LIMIT 100000"
    ) {
      (row) throws(StoreError) in
      let entry = try row.integer(1, as: UInt32.self)
      let priority = try row.integer(4, as: UInt8.self)
      guard let volume = volumes[try row.integer(2)] else { return }
      order.load(entry: entry, place: try row.integer(0))
      priorities.load(entry: entry, priority: priority)
      // Which place changed in which version isn't kept: after a restart every older version sees all as changed.
      state.queue.entries.append(
        QueueEntry(
          id: EntryID(rawValue: entry), track: TrackReference(volume: volume, path: try row.blob(3)),
          priority: priority, changedInVersion: version))
    }
    try connection.forEach("SELECT place, entry FROM play_order ORDER BY place LIMIT 100000") {
      (row) throws(StoreError) in
      let entry = try row.integer(1, as: UInt32.self)
      playOrder.load(entry: entry, place: try row.integer(0))
      state.queue.playOrder.append(EntryID(rawValue: entry))
    }
  }

  // MARK: Writing

  /// Runs `body` in a transaction that is on the storage when this returns. What `body` learnt of the stored
  /// order is forgotten when it fails.
  func commit(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    let before = (order, priorities, playOrder, volumeRows)
    do {
      try connection.transaction(body)
    } catch {
      (order, priorities, playOrder, volumeRows) = before
      throw error
    }
  }

  /// Writes the rows in which `queue` differs from what is stored. Inside `commit`.
  func write(_ queue: QueueSnapshot) throws(StoreError) {
    try connection.execute(
      "UPDATE box SET queue_version = ?1, next_entry = ?2, current = ?3", .number(queue.version),
      .number(queue.nextEntry), .optional(queue.current?.rawValue))
    let changes = order.become(queue.entries.map(\.id.rawValue))
    if changes.startsOver { try connection.execute("DELETE FROM queue") }
    for place in changes.deletions {
      try connection.execute("DELETE FROM queue WHERE place = ?1", .integer(place))
    }
    for (place, index) in changes.insertions {
      let entry = queue.entries[index]
      try connection.execute(
        "INSERT INTO queue (place, entry, volume, path, priority) VALUES (?1, ?2, ?3, ?4, ?5)",
        .integer(place),
        .number(entry.id.rawValue), .integer(try row(of: entry.track.volume)), .blob(entry.track.path),
        .number(entry.priority))
    }
    try writePriorities(queue.entries)
    try writePlayOrder(queue.playOrder)
  }

  private func writePriorities(_ entries: [QueueEntry]) throws(StoreError) {
    for index in priorities.become(entries.lazy.map { ($0.id.rawValue, $0.priority) }) {
      try connection.execute(
        "UPDATE queue SET priority = ?2 WHERE place = ?1 AND priority <> ?2", .integer(order.places[index]),
        .number(entries[index].priority))
    }
  }

  private func writePlayOrder(_ entries: [EntryID]) throws(StoreError) {
    let changes = playOrder.become(entries.map(\.rawValue))
    if changes.startsOver { try connection.execute("DELETE FROM play_order") }
    for place in changes.deletions {
      try connection.execute("DELETE FROM play_order WHERE place = ?1", .integer(place))
    }
    for (place, index) in changes.insertions {
      try connection.execute(
        "INSERT INTO play_order (place, entry) VALUES (?1, ?2)", .integer(place),
        .number(entries[index].rawValue))
    }
  }

  /// Inside `commit`.
  func write(_ position: SavedPosition) throws(StoreError) {
    try connection.execute(
      "UPDATE box SET current = ?1, position_us = ?2, position_hint = ?3",
      .optional(position.entry?.rawValue),
      .integer(position.position.microseconds), position.hint.map { .blob($0) } ?? .null)
  }

  /// Inside `commit`.
  func write(_ setting: BoxSetting, as name: String) throws(StoreError) {
    let value: SQLValue =
      switch setting {
      case .integer(let number): .integer(number)
      case .text(let text): .text(text)
      }
    try connection.execute(
      "INSERT INTO settings (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
      .text(name),
      value)
  }

  /// Inside `commit`.
  func write(_ volume: KnownVolume) throws(StoreError) {
    let row = try row(of: volume.id)
    try connection.execute(
      "UPDATE volumes SET name = ?2, fingerprint = ?3, counter_seen = ?4 WHERE id = ?1", .integer(row),
      .text(volume.name), volume.fingerprint.map { .blob($0) } ?? .null, .integer(volume.counterSeen))
  }

  /// Inside `commit`.
  func write(counter: Int64) throws(StoreError) {
    try connection.execute("UPDATE box SET counter = ?1", .integer(counter))
  }

  private func row(of volume: VolumeID) throws(StoreError) -> Int64 {
    if let known = volumeRows[volume] { return known }
    try connection.execute("INSERT INTO volumes (identity) VALUES (?1)", .blob(volume.bytes))
    let row = connection.lastInsertedRow
    volumeRows[volume] = row
    return row
  }

  func checkpoint() throws(StoreError) { try connection.checkpoint() }
}
