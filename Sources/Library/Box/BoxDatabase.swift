import Linux
import Model

/// `STATE/box.sqlite`, on the thread that owns it: nothing here is Sendable, everything may block on storage.
final class BoxDatabase {
  private let connection: Connection
  private var order = SparseOrder()
  private var priorities = StoredPriorities()
  private var playOrder = SparseOrder()
  /// Rows of `volumes` by identity.
  private var volumeRows: [VolumeID: Int64] = [:]

  static let fileName = "box.sqlite"

  /// Opens or makes the database in the folder at `path`, and reads everything in it into `state`.
  init(folder path: [UInt8], state: inout BoxState) throws(StoreError) {
    var folder = try mapSystemError { () throws(SystemError) in try DatabaseFolder(trusted: path) }
    connection = try folder.openDatabase(Self.fileName, schema: .box)
    state.notes = folder.notes
    do throws(StoreError) {
      try load(into: &state)
    } catch {
      connection.close()
      throw error
    }
  }

  /// As `init`, and where what is in the database makes no sense, sets it aside and begins a new one.
  static func open(folder path: [UInt8], state: inout BoxState) throws(StoreError) -> BoxDatabase {
    do {
      return try BoxDatabase(folder: path, state: &state)
    } catch  where error.kind == .corrupt || error.kind == .foreign {
      var folder = try mapSystemError { () throws(SystemError) in try DatabaseFolder(trusted: path) }
      try mapSystemError { () throws(SystemError) in
        try folder.setAside(fileName, because: "corrupt", suffixes: ["", "-wal"])
      }
      state = BoxState()
      let database = try BoxDatabase(folder: path, state: &state)
      state.notes = ["\(error)"] + folder.notes
      return database
    }
  }

  func close() { connection.close() }

  // MARK: Reading

  private func load(into state: inout BoxState) throws(StoreError) {
    try connection.transaction { (_) throws(StoreError) in
      try connection.execute(
        "INSERT INTO box (one, identity) VALUES (1, ?1) ON CONFLICT DO NOTHING",
        .blob(VolumeID.random().bytes))
    }
    try connection.forEach("SELECT name, value FROM settings") { (row) throws(StoreError) in
      state.values[try row.text(0)] = try row.boxValue(1)
    }
    state.saved.settings = SavedSettings(taking: &state.values)
    var playing: (id: UInt64, heard: Duration, soughtEnd: Bool)?
    try connection.forEach(
      """
      SELECT identity, counter, queue_version, next_entry, current, position_us, position_hint, transport, playing,
        heard_us, sought_end
      FROM box
      """
    ) { (row) throws(StoreError) in
      state.identity = try row.blob(0)
      state.counter = try row.integer(1)
      state.saved.settings.queueVersion = try row.integer(2, as: UInt32.self)
      state.saved.settings.nextID = try row.integer(3, as: UInt32.self)
      let current = try row.optionalInteger(4, as: UInt32.self).map { EntryID(rawValue: $0) }
      let transport = try row.text(7)
      let hasEnded = transport == Self.ended
      state.saved.position = SavedPosition(
        entry: hasEnded ? nil : current, elapsed: .microseconds(max(0, try row.integer(5))),
        state: TransportState(rawValue: transport) ?? .stop, ended: hasEnded ? current : nil)
      state.positionHint = try row.optionalBlob(6)
      if let id = try row.optionalInteger(8, as: Int64.self) {
        playing = (
          UInt64(bitPattern: id), .microseconds(max(0, try row.integer(9))), try row.boolean(10)
        )
      }
    }
    try connection.forEach("SELECT number, playlist, name FROM presets LIMIT 999") {
      (row) throws(StoreError) in
      let number = try row.integer(0, as: Int.self)
      guard PresetBinding.numbers.contains(number), let playlist = PlaylistID(bytes: try row.blob(1)) else {
        return
      }
      state.presets[number] = PresetBinding(playlist: playlist, name: try row.text(2))
    }
    try loadQueue(into: &state)
    let current = state.saved.position.entry
    if let playing, let entry = state.saved.entries.first(where: { $0.id == current }) {
      state.saved.position.playing = SavedPlaying(
        id: playing.id, entry: entry.id, heard: playing.heard, soughtEnd: playing.soughtEnd)
    }
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
    let version = state.saved.settings.queueVersion
    let count = try connection.first("SELECT count(*) FROM queue") { (row) throws(StoreError) in
      try row.integer(0, as: Int.self)
    }
    state.saved.entries.reserveCapacity(count ?? 0)
    order.reserve(count ?? 0)
    try connection.forEach(
      """
      SELECT place, entry, volume, path, priority, start_us, end_us, gain, crossfade_us, told FROM queue ORDER BY place
      """
    ) { (row) throws(StoreError) in
      let entry = try row.integer(1, as: UInt32.self)
      let priority = try row.integer(4, as: UInt8.self)
      guard let volume = volumes[try row.integer(2)] else {
        throw StoreError(.foreign, "a queue entry without its volume", path: connection.path)
      }
      order.load(entry: entry, place: try row.integer(0))
      priorities.load(entry: entry, priority: priority)
      // Which place changed in which version isn't kept: after a restart every older version sees all as changed.
      state.saved.entries.append(
        QueueEntry(
          id: EntryID(rawValue: entry), track: TrackReference(volume: volume, path: try row.blob(3)),
          priority: priority, region: try row.region(5),
          told: try row.optionalText(9).map { [SourceMetadata](keptIn: $0) } ?? [], changedInVersion: version)
      )
    }
    try connection.forEach("SELECT place, entry FROM play_order ORDER BY place") { (row) throws(StoreError) in
      let entry = try row.integer(1, as: UInt32.self)
      playOrder.load(entry: entry, place: try row.integer(0))
      state.saved.order.append(EntryID(rawValue: entry))
    }
  }

  // MARK: Writing

  /// Runs `body` in a transaction that is on the storage when this returns, or with `defersFlush` after
  /// `flush`. If `body` fails, the cached order is reset.
  func commit(
    defersFlush: Bool = false, _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    let before = (order, priorities, playOrder, volumeRows)
    connection.defersFlush = defersFlush
    defer { connection.defersFlush = false }
    do {
      try connection.transaction { (_) throws(StoreError) in try body() }
    } catch {
      (order, priorities, playOrder, volumeRows) = before
      throw error
    }
  }

  /// Whether a commit waits for `flush`.
  var owesFlush: Bool { connection.owesFlush }

  /// Waits until every commit is on the storage.
  func flush() throws(StoreError) { try connection.flush() }

  /// Repeats changes of the queue on the stored rows, in their order, writing only those that all of them touch
  /// together. Inside `commit`.
  func write(_ changes: [QueueChange], version: UInt32, nextID: UInt32) throws(StoreError) {
    try connection.execute(
      "UPDATE box SET queue_version = ?1, next_entry = ?2", .number(version), .number(nextID))
    var list = order.entries
    var new: [UInt32: QueueEntry] = [:]
    var values = ChangedValues()
    var isOther = false
    for change in changes {
      switch change {
      case .prioritise(let entries, let priority):
        for entry in entries { values.priorities[entry.rawValue] = priority }
      case .relocate(let entries): for entry in entries { values.tracks[entry.id.rawValue] = entry.track }
      case .setTags(let entry, let tags): values.tags[entry.rawValue] = tags
      case .setRegion(let entry, let region): values.regions[entry.rawValue] = region
      default:
        isOther = true
        guard change.apply(to: &list) else {
          throw StoreError(.other, "a change that does not fit the stored queue", path: connection.path)
        }
        if case .insert(let entries, _) = change {
          for entry in entries { new[entry.id.rawValue] = entry }
        }
      }
    }
    if isOther {
      try arrange(list, new: new)
      priorities.keep(order.entries, adding: new.values.lazy.map { ($0.id.rawValue, $0.priority) })
    }
    try write(values)
  }

  /// New values of entries that stay in their rows, by the entries' numbers.
  private struct ChangedValues {
    var priorities: [UInt32: UInt8] = [:]
    var regions: [UInt32: Region] = [:]
    var tracks: [UInt32: TrackReference] = [:]
    var tags: [UInt32: [SourceMetadata]] = [:]

    var isEmpty: Bool { priorities.isEmpty && regions.isEmpty && tracks.isEmpty && tags.isEmpty }
  }

  private func write(_ values: ChangedValues) throws(StoreError) {
    if values.isEmpty { return }
    for (entry, place) in zip(order.entries, order.places) {
      if let priority = values.priorities[entry], priorities.of(entry) != priority {
        try connection.execute(
          "UPDATE queue SET priority = ?2 WHERE place = ?1", .integer(place), .number(priority))
        priorities.set(entry, priority)
      }
      if let region = values.regions[entry]?.values {
        try connection.execute(
          "UPDATE queue SET start_us = ?2, end_us = ?3, gain = ?4, crossfade_us = ?5 WHERE place = ?1",
          .integer(place), region.start, region.end, region.gain, region.crossfade)
      }
      if let tags = values.tags[entry] {
        try connection.execute(
          "UPDATE queue SET told = ?2 WHERE place = ?1", .integer(place), .optional(tags.kept))
      }
      if let track = values.tracks[entry] {
        try connection.execute(
          "UPDATE queue SET volume = ?2, path = ?3 WHERE place = ?1", .integer(place),
          .integer(try row(of: track.volume)), .blob(track.path))
      }
    }
  }

  /// Makes the stored rows those of `entries`, whatever they were. Inside `commit`.
  func write(whole entries: [QueueEntry], version: UInt32, nextID: UInt32) throws(StoreError) {
    try connection.execute(
      "UPDATE box SET queue_version = ?1, next_entry = ?2", .number(version), .number(nextID))
    let byNumber = Dictionary(entries.map { ($0.id.rawValue, $0) }) { first, _ in first }
    try arrange(entries.map(\.id.rawValue), new: byNumber)
    for (index, entry) in entries.enumerated() {
      let region = entry.region.values
      try connection.execute(
        """
        UPDATE queue SET start_us = ?2, end_us = ?3, gain = ?4, crossfade_us = ?5, told = ?6 WHERE place = ?1 AND
          (start_us IS NOT ?2 OR end_us IS NOT ?3 OR gain IS NOT ?4 OR crossfade_us IS NOT ?5 OR told IS NOT ?6)
        """, .integer(order.places[index]), region.start, region.end, region.gain, region.crossfade,
        .optional(entry.told.kept))
    }
    for index in priorities.become(entries.lazy.map { ($0.id.rawValue, $0.priority) }) {
      try connection.execute(
        "UPDATE queue SET priority = ?2 WHERE place = ?1 AND priority <> ?2", .integer(order.places[index]),
        .number(entries[index].priority))
    }
  }

  /// Columns of a row besides its place.
  private struct Content {
    let volume: Int64
    let path: [UInt8]
    let priority: UInt8
    let region: Region
    let told: String?
  }

  private func arrange(_ list: [UInt32], new: [UInt32: QueueEntry]) throws(StoreError) {
    let changes = order.become(list)
    // A moved row is deleted and written again; one that goes to where another still is would clash. Rows
    // that are not written again are not read: a queue's paths may come to many megabytes.
    let moved = Set(changes.insertions.lazy.map { list[$0.index] }.filter { new[$0] == nil })
    var moving: [UInt32: Content] = [:]
    for place in changes.deletions {
      if moved.isEmpty {
        try connection.execute("DELETE FROM queue WHERE place = ?1", .integer(place))
        continue
      }
      try connection.forEach(
        """
        DELETE FROM queue WHERE place = ?1
        RETURNING entry, volume, path, priority, start_us, end_us, gain, crossfade_us, told
        """, .integer(place)
      ) { (row) throws(StoreError) in
        let entry = try row.integer(0, as: UInt32.self)
        guard moved.contains(entry) else { return }
        moving[entry] = Content(
          volume: try row.integer(1), path: try row.blob(2), priority: try row.integer(3, as: UInt8.self),
          region: try row.region(4), told: try row.optionalText(8))
      }
    }
    for (place, index) in changes.insertions {
      let content: Content
      if let entry = new[list[index]] {
        content = Content(
          volume: try row(of: entry.track.volume), path: entry.track.path, priority: entry.priority,
          region: entry.region, told: entry.told.kept)
      } else if let moved = moving[list[index]] {
        content = moved
      } else {
        throw StoreError(.other, "an entry of the queue has no row", path: connection.path)
      }
      let region = content.region.values
      try connection.execute(
        """
        INSERT INTO queue (place, entry, volume, path, priority, start_us, end_us, gain, crossfade_us, told)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        """, .integer(place), .number(list[index]), .integer(content.volume), .blob(content.path),
        .number(content.priority), region.start, region.end, region.gain, region.crossfade,
        .optional(content.told))
    }
  }

  /// The random order. Inside `commit`.
  func write(order entries: [EntryID]) throws(StoreError) {
    let changes = playOrder.become(entries.map(\.rawValue))
    for place in changes.deletions {
      try connection.execute("DELETE FROM play_order WHERE place = ?1", .integer(place))
    }
    for (place, index) in changes.insertions {
      try connection.execute(
        "INSERT INTO play_order (place, entry) VALUES (?1, ?2)", .integer(place),
        .number(entries[index].rawValue))
    }
  }

  /// Transport of a queue that has ended by itself: `current` is the id from which on entries wait.
  private static let ended = "ended"

  /// Inside `commit`.
  func write(_ position: SavedPosition, hint: [UInt8]?) throws(StoreError) {
    try connection.execute(
      """
      UPDATE box SET current = ?1, position_us = ?2, position_hint = ?3, transport = ?4, playing = ?5, heard_us = ?6,
        sought_end = ?7
      """,
      .optional((position.ended ?? position.entry)?.rawValue), .integer(position.elapsed.microseconds),
      hint.map { .blob($0) } ?? .null, .text(position.ended == nil ? position.state.rawValue : Self.ended),
      .optional(position.playing.map { Int64(bitPattern: $0.id) }),
      .integer(position.playing?.heard.microseconds ?? 0), .boolean(position.playing?.soughtEnd ?? false))
  }

  /// Inside `commit`.
  func write(_ settings: SavedSettings) throws(StoreError) {
    try connection.execute(
      "UPDATE box SET queue_version = max(queue_version, ?1), next_entry = max(next_entry, ?2)",
      .number(settings.queueVersion), .number(settings.nextID))
    for (name, value) in settings.values { try write(value, as: name) }
  }

  /// Inside `commit`.
  func write(_ value: BoxValue?, as name: String) throws(StoreError) {
    guard let value else {
      return try connection.execute("DELETE FROM settings WHERE name = ?1", .text(name))
    }
    let stored: SQLValue =
      switch value {
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .text(let text): .text(text)
      }
    try connection.execute(
      """
      INSERT INTO settings (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2
      WHERE value IS NOT ?2
      """, .text(name), stored)
  }

  /// Inside `commit`.
  func write(_ volume: KnownVolume) throws(StoreError) {
    let row = try row(of: volume.id)
    try connection.execute(
      "UPDATE volumes SET name = ?2, fingerprint = ?3, counter_seen = ?4 WHERE id = ?1", .integer(row),
      .text(volume.name), volume.fingerprint.map { .blob($0) } ?? .null, .integer(volume.counterSeen))
  }

  /// Inside `commit`.
  /// - Parameter binding: nil takes it back.
  func write(_ binding: PresetBinding?, asPreset number: Int) throws(StoreError) {
    try connection.execute("DELETE FROM presets WHERE number = ?1", .number(number))
    guard let binding else { return }
    try connection.execute(
      "INSERT INTO presets (number, playlist, name) VALUES (?1, ?2, ?3)", .number(number),
      .blob(binding.playlist.bytes), .text(binding.name))
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
