import Model

/// Folders that resume.
struct ResumingFolders {
  /// Limit of listed folders; the ones listened to last.
  static let most = 4096

  private let connection: Connection
  private let rows: PathRows

  init(_ connection: Connection, _ rows: PathRows) { (self.connection, self.rows) = (connection, rows) }

  /// The folders with a position or a setting of people; the one listened to last first.
  ///
  /// - Parameter mostMembers: limit of their tracks to look at, those of the folders listened to last. Only folders
  ///   that resume have a position; the others still count as resuming.
  func all(on volume: VolumeID, mostMembers: Int = 8192) throws(StoreError) -> [FolderResume] {
    let marks = try self.marks()
    var left: [(path: [UInt8], id: Int64, point: FolderPoint)] = []
    var marked: [(path: [UInt8], id: Int64)] = []
    try connection.forEach(
      """
      SELECT f.path, p.resumes, p.position_us, p.at_end, p.sequence, t.name, g.path, p.speed, g.id, f.id
      FROM folder_positions p JOIN folders f ON f.id = p.folder
      LEFT JOIN tracks t ON t.id = p.track LEFT JOIN folders g ON g.id = t.folder
      ORDER BY p.sequence DESC, p.folder LIMIT ?1
      """, .number(Self.most)
    ) { (row) throws(StoreError) in
      // A track that was moved takes its folder's position with it, not the folder's settings.
      if let point = try folderPoint(row) {
        left.append((VolumePath.split(point.track).folder, try row.integer(8), point))
      }
      if !row.isNull(1) { marked.append((try row.blob(0), try row.integer(9))) }
    }
    var found: [FolderResume] = []
    var told: Set<[UInt8]> = []
    var room = mostMembers
    for (path, id, point) in left where told.insert(path).inserted {
      found.append(try resume(at: path, on: volume, id, point, marks, &room))
    }
    for (path, id) in marked where path.isEmpty || VolumePath.isValid(path) {
      if told.insert(path).inserted { found.append(try resume(at: path, on: volume, id, nil, marks, &room)) }
    }
    return found
  }

  /// Whether a folder resumes: by its own setting or a parent's, else by its tracks, wherever it was left.
  /// - Parameter room: how many tracks may be looked at; reduced by those that are.
  private func resume(
    at path: [UInt8], on volume: VolumeID, _ folder: Int64, _ point: FolderPoint?, _ marks: [[UInt8]: Bool],
    _ room: inout Int
  ) throws(StoreError) -> FolderResume {
    var (resumes, reason) = (false, FolderResume.Reason.tracks)
    if let said = Self.effect(of: marks, on: path) {
      (resumes, reason) = said
    } else if room > 0 {
      let members = try members(of: folder)
      room -= members.count
      // A folder whose tracks are all missing resumes if it has a position.
      resumes = members.isEmpty ? point != nil : AudiobookRule.isSpoken(members, folder: path)
    } else {
      resumes = point != nil
    }
    return FolderResume(
      folder: FolderReference(volume: volume, path: path), resumes: resumes, reason: reason, point: point)
  }

  /// - Parameter row: of a query for these eight columns.
  private func folderPoint(_ row: Row) throws(StoreError) -> FolderPoint? {
    if row.isNull(5) || row.isNull(6) { return nil }
    let path = VolumePath.join(try row.blob(6), try row.blob(5))
    guard VolumePath.isValid(path) else { return nil }
    return FolderPoint(
      track: path, elapsed: .microseconds(max(0, try row.integer(2))), isAtEnd: try row.boolean(3),
      sequence: try row.integer(4), speed: Self.speed(try row.optionalReal(7)))
  }

  /// A stick's database may claim anything.
  private static func speed(_ stored: Double?) -> Double {
    stored.flatMap { Modes.speeds.contains($0) ? $0 : nil } ?? 1
  }

  /// The settings of folders, by their paths.
  func marks() throws(StoreError) -> [[UInt8]: Bool] {
    var marks: [[UInt8]: Bool] = [:]
    try connection.forEach(
      """
      SELECT f.path, p.resumes FROM folder_positions p JOIN folders f ON f.id = p.folder
      WHERE p.resumes IS NOT NULL LIMIT ?1
      """, .number(Self.most)
    ) { (row) throws(StoreError) in marks[try row.blob(0)] = try row.boolean(1) }
    return marks
  }

  /// The setting of the folder itself, else of its nearest parent with one.
  private static func effect(
    of marks: [[UInt8]: Bool], on path: [UInt8]
  ) -> (resumes: Bool, reason: FolderResume.Reason)? {
    if marks.isEmpty { return nil }
    if let mark = marks[path] { return (mark, .marked) }
    var above = path
    while !above.isEmpty {
      above = VolumePath.split(above).folder
      if let mark = marks[above] { return (mark, .above) }
    }
    return nil
  }

  /// Reads whether a folder resumes, why, and its position.
  /// - Returns: nil where there is no such folder.
  func resume(at path: [UInt8], on volume: VolumeID) throws(StoreError) -> FolderResume? {
    guard let folder = try rows.folder(path)?.id else { return nil }
    var point: FolderPoint?
    // Its track says of which folder it is.
    try connection.forEach(
      """
      SELECT NULL, NULL, p.position_us, p.at_end, p.sequence, t.name, ?2, p.speed
      FROM folder_positions p JOIN tracks t ON t.id = p.track
      WHERE t.folder = ?1 ORDER BY p.sequence DESC LIMIT 1
      """, .integer(folder), .blob(path)
    ) { (row) throws(StoreError) in point = try folderPoint(row) }
    var room = AudiobookRule.mostTracks
    return try resume(at: path, on: volume, folder, point, try marks(), &room)
  }

  private func members(of folder: Int64) throws(StoreError) -> [AudiobookRule.Member] {
    var members: [AudiobookRule.Member] = []
    try connection.forEach(
      "SELECT genre, duration_us FROM tracks WHERE folder = ?1 AND state = 0 LIMIT ?2", .integer(folder),
      .number(AudiobookRule.mostTracks)
    ) { (row) throws(StoreError) in
      let genres = try row.optionalText(0)?.split(separator: SQLValue.separator).map { String($0) }
      let duration = try row.optionalInteger(1, as: Int64.self)
      members.append(AudiobookRule.Member(genres: genres ?? [], duration: duration.map { .microseconds($0) }))
    }
    return members
  }

  /// Stores the position in a folder, in place of the former one.
  /// - Parameter time: in seconds since 1970, if the clock is known.
  func store(
    _ point: FolderPoint, of path: [UInt8], time: Int64?, in transaction: borrowing Transaction
  ) throws(StoreError) {
    guard let folder = try rows.folder(path)?.id, let track = try rows.track(at: point.track) else { return }
    let last = try connection.first("SELECT max(sequence) FROM folder_positions") {
      (row) throws(StoreError) in
      try row.optionalInteger(0, as: Int64.self)
    }
    let sequence = try Int64.following(last ?? nil, "folder_positions.sequence", in: connection)
    try connection.execute(
      """
      INSERT INTO folder_positions (folder, track, position_us, at_end, sequence, changed, speed)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT (folder) DO UPDATE SET track = ?2, position_us = ?3, at_end = ?4, sequence = ?5, changed = ?6,
        speed = ?7
      """, .integer(folder), .integer(track), .integer(max(0, point.elapsed.microseconds)),
      .boolean(point.isAtEnd), .integer(sequence), .optional(time), .real(point.speed))
  }

  /// Says of a folder and all below that it resumes, or starts over; nil leaves it to what is above and to its tracks.
  /// - Returns: what holds for it then; nil where there is no such folder.
  func mark(
    _ path: [UInt8], on volume: VolumeID, resumes: Bool?, in transaction: borrowing Transaction
  ) throws(StoreError) -> FolderResume? {
    guard let folder = try rows.folder(path)?.id else { return nil }
    try connection.execute(
      """
      INSERT INTO folder_positions (folder, resumes) VALUES (?1, ?2)
      ON CONFLICT (folder) DO UPDATE SET resumes = ?2
      """, .integer(folder), resumes.map { .boolean($0) } ?? .null)
    try connection.execute("DELETE FROM folder_positions WHERE resumes IS NULL AND track IS NULL")
    return try resume(at: path, on: volume)
  }
}
