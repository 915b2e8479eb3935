/// Carries out what `Reconcile` decided: the facts of a file get the number of the row that people know the song by.
///
/// SQLite renumbers the row of the facts, and what is known of the file follows (`ON UPDATE CASCADE`: fingerprint, chapters).
/// All that refers to the song keeps its number; those references are checked at the commit (`DEFERRABLE`), so rows can
/// exchange their numbers. Digests of folders and the files' text stay valid, since no path changes.
struct TrackMoves {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// A row that a move concerns, as it is before.
  struct Place: Sendable {
    let id: Int64
    fileprivate let folder: Int64
    fileprivate let folderPath: [UInt8]
    fileprivate let name: [UInt8]
    let isHere: Bool
    fileprivate let isNew: Bool
    fileprivate let former: Int64?
    fileprivate let added: (sequence: Int64, time: Int64?)
    let tags: (tempo: Double?, key: Int?)

    var path: [UInt8] { VolumePath.join(folderPath, name) }
  }

  /// Moves whose rows are as they were when they were decided on.
  struct Step: Sendable {
    fileprivate(set) var moves: [Reconcile.Move] = []
    fileprivate(set) var places: [Int64: Place] = [:]
    /// Rows that lose their file to another row and whose own file was not found: names that no file has.
    fileprivate(set) var spareNames: [Int64: [UInt8]] = [:]

    /// Former and new paths of songs. All change places at once.
    var moved: [(from: [UInt8], to: [UInt8])] {
      var moved: [(from: [UInt8], to: [UInt8])] = []
      for move in moves {
        if let row = places[move.row], let source = places[move.source] {
          moved.append((row.path, source.path))
        }
      }
      for (id, name) in spareNames.sorted(by: { $0.key < $1.key }) {
        if let row = places[id] { moved.append((row.path, VolumePath.join(row.folderPath, name))) }
      }
      return moved
    }
  }

  /// - Parameter moves: no row is in two of them as the one that gets a file, or as the source of one.
  func step(_ moves: some Sequence<Reconcile.Move>) throws(StoreError) -> Step {
    var step = Step()
    for move in moves {
      guard let row = try place(of: move.row), let source = try place(of: move.source), source.isHere else {
        continue
      }
      step.moves.append(move)
      (step.places[row.id], step.places[source.id]) = (row, source)
    }
    let rows = Set(step.moves.map(\.row))
    for move in step.moves where !rows.contains(move.source) {
      guard let place = step.places[move.source], !place.isNew else { continue }
      step.spareNames[place.id] = try spareName(for: place.name, ofRow: place.id, inFolder: place.folder)
    }
    return step
  }

  /// The folders that songs leave and that they come to.
  func folders(of moves: [Reconcile.Move]) throws(StoreError) -> [(from: [UInt8], to: [UInt8])] {
    var folders: [(from: [UInt8], to: [UInt8])] = []
    for move in moves {
      let pair = try connection.first(
        """
        SELECT f.path, g.path FROM tracks t JOIN folders f ON f.id = t.folder, tracks s JOIN folders g ON g.id = s.folder
        WHERE t.id = ?1 AND s.id = ?2
        """, .integer(move.row), .integer(move.source)
      ) { (row) throws(StoreError) in (from: try row.blob(0), to: try row.blob(1)) }
      if let pair, VolumePath.isValid(pair.from), VolumePath.isValid(pair.to) { folders.append(pair) }
    }
    return folders
  }

  private func place(of id: Int64) throws(StoreError) -> Place? {
    let place = try connection.first(
      """
      SELECT t.folder, f.path, t.name, t.state, coalesce(u.is_new, 0), u.former, t.added_sequence, t.added_time,
        a.tag_bpm, a.tag_key
      FROM tracks t JOIN folders f ON f.id = t.folder LEFT JOIN unreconciled u ON u.track = t.id
      LEFT JOIN analyses a ON a.track = t.id WHERE t.id = ?1
      """, .integer(id)
    ) { (row) throws(StoreError) in
      Place(
        id: id, folder: try row.integer(0), folderPath: try row.blob(1), name: try row.blob(2),
        isHere: try row.integer(3) != TrackState.vanished.rawValue, isNew: try row.boolean(4),
        former: try row.optionalInteger(5, as: Int64.self),
        added: (try row.integer(6), try row.optionalInteger(7, as: Int64.self)),
        tags: (try row.optionalReal(8), try row.optionalInteger(9, as: Int.self)))
    }
    guard let place, VolumePath.isValid(place.folderPath), VolumePath.isValid(component: place.name) else {
      return nil
    }
    return place
  }

  /// A name that no row of the folder has, for a row whose place is taken: its own, and its number at the end.
  func spareName(for name: [UInt8], ofRow id: Int64, inFolder folder: Int64) throws(StoreError) -> [UInt8] {
    func spare(_ number: some BinaryInteger) -> [UInt8] {
      let suffix = Array("~\(number)".utf8)
      var start = Array(name.prefix(255 - suffix.count))
      // Not within a character.
      while start.count < name.count, !start.isEmpty, name[start.count] & 0xC0 == 0x80 { start.removeLast() }
      return start + suffix
    }
    let first = spare(id)
    let isTaken = try connection.first(
      "SELECT 1 FROM tracks WHERE folder = ?1 AND name = ?2", .integer(folder), .blob(first)
    ) { _ in true }
    // A file with that name can't have known this number.
    return isTaken == nil ? first : spare(UInt64.random(in: 0 ... .max))
  }

  /// - Parameters:
  ///   - step: none of whose rows has entries in the text indexes.
  ///   - added: the number and the time at which songs count as added that are in the place of another one.
  /// - Returns: the numbers of those songs, by the numbers of the rows in whose places they are.
  func apply(
    _ step: Step, added: (sequence: Int64, time: Duration?), in transaction: borrowing Transaction
  ) throws(StoreError) -> [Int64: Int64] {
    let rows = Set(step.moves.map(\.row))
    let sources = Set(step.moves.map(\.source))
    for move in step.moves {
      if step.places[move.source]?.isNew == true { try merge(move.source, into: move.row) }
    }
    var numbers: [Int64: Int64] = [:]
    var last =
      try connection.first("SELECT max(id) FROM tracks") { (row) throws(StoreError) in try row.integer(0) }
      ?? 0
    for id in step.places.keys.sorted() {
      last = try Int64.following(last, "tracks.id", in: connection)
      numbers[id] = last
      try connection.execute("DELETE FROM unreconciled WHERE track = ?1", .integer(id))
      try connection.execute("UPDATE tracks SET id = ?2 WHERE id = ?1", .integer(id), .integer(last))
    }
    for move in step.moves {
      guard let row = step.places[move.row], let number = numbers[move.source] else { continue }
      try connection.execute(
        "UPDATE tracks SET id = ?2, added_sequence = ?3, added_time = ?4 WHERE id = ?1", .integer(number),
        .integer(row.id), .integer(row.added.sequence), .optional(row.added.time))
      // The file is the same; its time may differ, as after a copy.
      try connection.execute(
        """
        UPDATE seek_indexes SET mtime_ns = t.mtime_ns FROM tracks t
        WHERE t.id = ?1 AND seek_indexes.track = ?1 AND seek_indexes.size = t.size
        """, .integer(row.id))
    }
    var inPlaces: [Int64: Int64] = [:]
    for id in rows.subtracting(sources).sorted() {
      guard let place = step.places[id], let number = numbers[id] else { continue }
      guard place.isHere else {
        try connection.execute("DELETE FROM tracks WHERE id = ?1", .integer(number))
        continue
      }
      inPlaces[id] = number
      try connection.execute(
        "UPDATE tracks SET added_sequence = ?2, added_time = ?3 WHERE id = ?1", .integer(number),
        .integer(added.sequence), .optional(added.time?.microseconds))
      try connection.execute("INSERT INTO unreconciled (track, is_new) VALUES (?1, 1)", .integer(number))
    }
    for (id, name) in step.spareNames {
      guard let place = step.places[id] else { continue }
      try makeWaiting(name, inFolder: place.folder, id: id, added: place.added, in: transaction)
      guard let former = place.former else { continue }
      try connection.execute(
        "INSERT INTO prints (track, print) VALUES (?1, ?2)", .integer(id), .integer(former))
      try connection.execute("INSERT INTO unreconciled (track) VALUES (?1)", .integer(id))
    }
    return inPlaces
  }

  /// Makes a row that waits for its file.
  /// - Parameter id: nil for a number that no row has.
  @discardableResult
  func makeWaiting(
    _ name: [UInt8], inFolder folder: Int64, id: Int64? = nil, added: (sequence: Int64, time: Int64?),
    in transaction: borrowing Transaction
  ) throws(StoreError) -> Int64 {
    try connection.execute(
      """
      INSERT INTO tracks (id, folder, name, state, sort_key, match_name, size, mtime_ns, added_sequence, added_time, reader)
      VALUES (?1, ?2, ?3, 1, ?4, ?5, 0, 0, ?6, ?7, 0)
      """, .optional(id), .integer(folder), .blob(name),
      .blob(NaturalKey.ofTrack(name: name, disc: nil, track: nil)),
      .text(String(decoding: FoldedName.fold(name), as: UTF8.self)), .integer(added.sequence),
      .optional(added.time))
    return connection.lastInsertedRow
  }

  // MARK: Data of new rows

  /// Gives a song the data of a new row: since the walk found it somebody may have played it there, or rated it.
  private func merge(_ new: Int64, into row: Int64) throws(StoreError) {
    let isAny = try connection.first(
      """
      SELECT EXISTS (SELECT 1 FROM playlist_entries WHERE track = ?1) OR EXISTS (SELECT 1 FROM personal WHERE track = ?1)
        OR EXISTS (SELECT 1 FROM cues WHERE track = ?1) OR EXISTS (SELECT 1 FROM stickers WHERE track = ?1)
        OR EXISTS (SELECT 1 FROM heard WHERE track = ?1) OR EXISTS (SELECT 1 FROM listening WHERE track = ?1)
        OR EXISTS (SELECT 1 FROM folder_positions WHERE track = ?1) OR EXISTS (SELECT 1 FROM pads WHERE track = ?1)
        OR EXISTS (SELECT 1 FROM said_analyses WHERE track = ?1) OR EXISTS (SELECT 1 FROM analyses WHERE track = ?1)
        OR EXISTS (SELECT 1 FROM seek_indexes WHERE track = ?1) OR EXISTS (SELECT 1 FROM former_tags WHERE track = ?1)
        OR EXISTS (SELECT 1 FROM cards WHERE track = ?1)
      """, .integer(new)
    ) { (row) throws(StoreError) in try row.boolean(0) }
    guard isAny == true else { return }
    try connection.execute(
      """
      UPDATE personal SET favourite = coalesce(n.favourite, personal.favourite), rating = coalesce(n.rating, personal.rating),
        colour = coalesce(n.colour, personal.colour), notes = coalesce(n.notes, personal.notes),
        plays = coalesce(personal.plays + n.plays, personal.plays, n.plays),
        skips = coalesce(personal.skips + n.skips, personal.skips, n.skips),
        last_played = coalesce(n.last_played, personal.last_played)
      FROM personal n WHERE n.track = ?1 AND personal.track = ?2
      """, .integer(new), .integer(row))
    try connection.execute(
      """
      UPDATE heard SET playings = heard.playings + n.playings, listened_us = heard.listened_us + n.listened_us,
        offered_us = heard.offered_us + n.offered_us, seeks_to_end = heard.seeks_to_end + n.seeks_to_end,
        last_skipped = coalesce(n.last_skipped, heard.last_skipped), affinity = heard.affinity + n.affinity,
        played_sequence = coalesce(n.played_sequence, heard.played_sequence),
        played_clock = coalesce(n.played_clock, heard.played_clock)
      FROM heard n WHERE n.track = ?1 AND heard.track = ?2
      """, .integer(new), .integer(row))
    for move in Self.references { try connection.execute(move, .integer(new), .integer(row)) }
    for rest in Self.rests { try connection.execute(rest, .integer(new)) }
  }

  /// Statements that move all references to a song. If both rows have something, the row keeps its own.
  static let references: [StaticString] = [
    "UPDATE playlist_entries SET track = ?2 WHERE track = ?1",
    "UPDATE listening SET track = ?2 WHERE track = ?1",
    "UPDATE folder_positions SET track = ?2 WHERE track = ?1",
    "UPDATE cards SET track = ?2 WHERE track = ?1",
    "UPDATE OR IGNORE personal SET track = ?2 WHERE track = ?1",
    "UPDATE OR IGNORE cues SET track = ?2 WHERE track = ?1",
    "UPDATE OR IGNORE stickers SET track = ?2 WHERE track = ?1",
    "UPDATE OR IGNORE heard SET track = ?2 WHERE track = ?1",
    "UPDATE OR IGNORE pads SET track = ?2 WHERE track = ?1",
    "UPDATE OR IGNORE said_analyses SET track = ?2 WHERE track = ?1",
    "UPDATE OR IGNORE former_tags SET track = ?2 WHERE track = ?1",
  ]

  private static let rests: [StaticString] = [
    "DELETE FROM personal WHERE track = ?1", "DELETE FROM cues WHERE track = ?1",
    "DELETE FROM stickers WHERE track = ?1", "DELETE FROM heard WHERE track = ?1",
    "DELETE FROM pads WHERE track = ?1", "DELETE FROM said_analyses WHERE track = ?1",
    "DELETE FROM analyses WHERE track = ?1", "DELETE FROM seek_indexes WHERE track = ?1",
    "DELETE FROM former_tags WHERE track = ?1",
  ]
}
