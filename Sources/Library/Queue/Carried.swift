import Model

/// The part of a queue that a volume carries from box to box.
final class Carried {
  private let connection: Connection
  /// The rows of `carried_queue`, once they have been asked for or written.
  private var storedOrder: SparseOrder?
  /// Which box wrote them, if they were read: to another box their numbers mean other entries.
  private var storedBox: [UInt8]?
  private var storedPriorities = StoredPriorities()

  init(_ connection: Connection) { self.connection = connection }

  /// Reads the last written queue, of whichever box; nil if there is none.
  ///
  /// - Parameter box: nil is answered, without a look at the entries, where this one wrote it.
  func queue(notBy box: [UInt8]? = nil) throws(StoreError) -> CarriedQueue? {
    let head = try connection.first("SELECT box, counter, current, position_us FROM carried") {
      (row) throws(StoreError) in
      CarriedQueue(
        stamp: Stamp(box: try row.blob(0), counter: try row.integer(1)), entries: [],
        current: try row.optionalInteger(2, as: UInt32.self).map { EntryID(rawValue: $0) },
        position: .microseconds(try row.integer(3)))
    }
    guard var result = head, result.stamp.box != box else { return nil }
    var order = SparseOrder()
    var priorities = StoredPriorities()
    var seen: Set<UInt32> = []
    var isWhole = true
    var bytes = 0
    try connection.forEach(
      """
      SELECT place, entry, path, priority, start_us, end_us, gain, crossfade_us FROM carried_queue
      ORDER BY place LIMIT ?1
      """, .number(Self.mostCarried + 1)
    ) { (row) throws(StoreError) in
      let entry = try row.integer(1, as: UInt32.self)
      let path = try row.blob(2)
      let priority = try row.integer(3, as: UInt8.self)
      bytes += path.count
      // A foreign hand may have written anything: what makes no sense is left out.
      guard !path.isEmpty, VolumePath.isValid(path), result.entries.count < Self.mostCarried,
        bytes <= Self.mostCarriedBytes, seen.insert(entry).inserted
      else {
        isWhole = false
        return
      }
      order.load(entry: entry, place: try row.integer(0))
      priorities.load(entry: entry, priority: priority)
      result.entries.append(
        CarriedQueue.Entry(
          id: EntryID(rawValue: entry), path: path, priority: priority, region: try row.region(4)))
    }
    storedOrder = isWhole ? order : nil
    storedPriorities = priorities
    storedBox = result.stamp.box
    return result
  }

  /// As long as a queue may be.
  static let mostCarried = 65_536
  /// Limit of its paths' bytes.
  private static let mostCarriedBytes = 8 << 20

  /// Writes the rows that differ from what was written before. If the transaction fails, `forget` has to follow.
  ///
  /// - Parameter comparingPaths: whether entries that are there already may name other paths or parts now, so that all
  ///   have to be looked at.
  func save(
    _ queue: CarriedQueue, comparingPaths: Bool, in transaction: borrowing Transaction
  ) throws(StoreError) {
    // Rows that make no sense, or can't be read, are replaced.
    if storedOrder == nil { _ = try? self.queue() }
    let startsOver = storedOrder == nil || storedBox != queue.stamp.box
    var order = startsOver ? SparseOrder() : storedOrder ?? SparseOrder()
    storedOrder = nil
    let changes = order.become(queue.entries.map(\.id.rawValue))
    try connection.execute(
      """
      INSERT INTO carried (one, box, counter, current, position_us) VALUES (1, ?1, ?2, ?3, ?4)
      ON CONFLICT (one) DO UPDATE SET box = ?1, counter = ?2, current = ?3, position_us = ?4
      """, .blob(queue.stamp.box), .integer(queue.stamp.counter), .optional(queue.current?.rawValue),
      .integer(queue.position.microseconds))
    if startsOver { try connection.execute("DELETE FROM carried_queue") }
    for place in changes.deletions {
      try connection.execute("DELETE FROM carried_queue WHERE place = ?1", .integer(place))
    }
    for (place, index) in changes.insertions {
      let entry = queue.entries[index]
      try connection.execute(
        """
        INSERT INTO carried_queue (place, entry, path, priority, start_us, end_us, gain, crossfade_us)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """, .integer(place), .number(entry.id.rawValue), .blob(entry.path), .number(entry.priority),
        entry.region.values.start, entry.region.values.end, entry.region.values.gain,
        entry.region.values.crossfade)
    }
    if comparingPaths {
      let paths = Dictionary(queue.entries.map { ($0.id.rawValue, $0.path) }) { $1 }
      try replacePaths(in: transaction) { entry, path in paths[entry].flatMap { $0 == path ? nil : $0 } }
      for (index, entry) in queue.entries.enumerated() {
        let region = entry.region.values
        try connection.execute(
          """
          UPDATE carried_queue SET start_us = ?2, end_us = ?3, gain = ?4, crossfade_us = ?5 WHERE place = ?1 AND
            (start_us IS NOT ?2 OR end_us IS NOT ?3 OR gain IS NOT ?4 OR crossfade_us IS NOT ?5)
          """, .integer(order.places[index]), region.start, region.end, region.gain, region.crossfade)
      }
    }
    for index in storedPriorities.become(queue.entries.lazy.map { ($0.id.rawValue, $0.priority) }) {
      try connection.execute(
        "UPDATE carried_queue SET priority = ?2 WHERE place = ?1 AND priority <> ?2",
        .integer(order.places[index]),
        .number(queue.entries[index].priority))
    }
    storedOrder = order
    storedBox = queue.stamp.box
  }

  /// - Parameter other: the path that an entry is to name instead of its own, if any.
  func replacePaths(
    in transaction: borrowing Transaction, _ other: (UInt32, [UInt8]) -> [UInt8]?
  ) throws(StoreError) {
    var changes: [(place: Int64, path: [UInt8])] = []
    try connection.forEach("SELECT place, entry, path FROM carried_queue") { (row) throws(StoreError) in
      // A foreign hand may have written anything: that is no reason for a scan to end.
      guard let entry = try? row.integer(1, as: UInt32.self), let old = try? row.blob(2),
        let path = other(entry, old)
      else { return }
      changes.append((try row.integer(0), path))
    }
    for (place, path) in changes {
      try connection.execute(
        "UPDATE carried_queue SET path = ?2 WHERE place = ?1", .integer(place), .blob(path))
    }
  }

  /// Drops what is known of the rows: another hand may have written them.
  func forget() { storedOrder = nil }

  func erase(in transaction: borrowing Transaction) throws(StoreError) {
    forget()
    try connection.execute("DELETE FROM carried")
    try connection.execute("DELETE FROM carried_queue")
  }
}
