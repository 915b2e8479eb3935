import Model

/// Values that clients store with songs, playlists, filters and values of tags.
struct Stickers {
  private let connection: Connection
  private let rows: PathRows
  private let personal: Personal

  init(_ connection: Connection, _ rows: PathRows, _ personal: Personal) {
    (self.connection, self.rows, self.personal) = (connection, rows, personal)
  }

  /// On one thing.
  static let most = 256
  /// Limit of listed names, of all types together.
  static let mostNames = 1000
  /// In bytes of UTF-8.
  static let mostNameBytes = 1024
  static let mostValueBytes = 4096
  static let mostTextBytes = 4096

  /// The type of a song's stickers, as the database has it too.
  static let songType = "song"
  static let playlistType = "playlist"

  /// The row that a sticker belongs to.
  private enum Place {
    case track(Int64)
    case playlist(Int64)
    case text(type: String, String)
  }

  private func place(of owner: StickerOwner) throws(StoreError) -> Result<Place, Refusal> {
    switch owner {
    case .track(let path):
      let (folderPath, name) = VolumePath.split(path)
      guard let folder = try rows.folder(folderPath)?.id else { return .failure(.noSuchSong) }
      let row = try connection.first(
        "SELECT id FROM tracks WHERE folder = ?1 AND name = ?2 AND state = 0", .integer(folder), .blob(name)
      ) { (row) throws(StoreError) in try row.integer(0) }
      return row.map { .success(.track($0)) } ?? .failure(.noSuchSong)
    case .playlist(let identity):
      let row = try connection.first("SELECT id FROM playlists WHERE identity = ?1", .blob(identity.bytes)) {
        (row) throws(StoreError) in try row.integer(0)
      }
      return row.map { .success(.playlist($0)) } ?? .failure(.noSuchPlaylist)
    case .text(let type, let text):
      if text.utf8.count > Self.mostTextBytes { return .failure(.stickerTooLong) }
      return .success(.text(type: type, text))
    }
  }

  // MARK: Reading

  /// - Returns: nil where there is none.
  func sticker(_ name: String, of owner: StickerOwner) throws(StoreError) -> Result<String?, Refusal> {
    switch try place(of: owner) {
    case .success(let place): .success(try value(of: name, at: place))
    case .failure(let refusal): .failure(refusal)
    }
  }

  private func value(of name: String, at place: Place) throws(StoreError) -> String? {
    switch place {
    case .track(let row):
      if let own = PersonalSticker(rawValue: name) { return own.text(of: try personal.values(ofRow: row)) }
      return try connection.first(
        "SELECT value FROM stickers WHERE track = ?1 AND name = ?2", .integer(row), .text(name)
      ) { (row) throws(StoreError) in try value(row, 0) }
    case .playlist(let row):
      return try connection.first(
        "SELECT value FROM stickers WHERE playlist = ?1 AND name = ?2", .integer(row), .text(name)
      ) { (row) throws(StoreError) in try value(row, 0) }
    case .text(let type, let text):
      return try connection.first(
        "SELECT value FROM stickers WHERE type = ?1 AND subject = ?2 AND name = ?3", .text(type), .text(text),
        .text(name)
      ) { (row) throws(StoreError) in try value(row, 0) }
    }
  }

  /// All of them, by their names.
  func stickers(of owner: StickerOwner) throws(StoreError) -> Result<[Sticker], Refusal> {
    switch try place(of: owner) {
    case .success(let place): .success(try stickers(at: place))
    case .failure(let refusal): .failure(refusal)
    }
  }

  private func stickers(at place: Place) throws(StoreError) -> [Sticker] {
    var found: [Sticker] = []
    func take(_ row: Row) throws(StoreError) {
      found.append(Sticker(name: try name(row, 0), value: try value(row, 1)))
    }
    switch place {
    case .track(let row):
      let values = try personal.values(ofRow: row)
      for own in PersonalSticker.allCases {
        if let text = own.text(of: values) { found.append(Sticker(name: own.rawValue, value: text)) }
      }
      try connection.forEach(
        "SELECT name, value FROM stickers WHERE track = ?1 LIMIT ?2", .integer(row),
        .number(Self.most),
        row: take)
    case .playlist(let row):
      try connection.forEach(
        "SELECT name, value FROM stickers WHERE playlist = ?1 LIMIT ?2", .integer(row),
        .number(Self.most), row: take)
    case .text(let type, let text):
      try connection.forEach(
        "SELECT name, value FROM stickers WHERE type = ?1 AND subject = ?2 LIMIT ?3", .text(type),
        .text(text),
        .number(Self.most), row: take)
    }
    return found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private func name(_ row: Row, _ column: Int32) throws(StoreError) -> String {
    try text(row, column, most: Self.mostNameBytes)
  }

  private func value(_ row: Row, _ column: Int32) throws(StoreError) -> String {
    try text(row, column, most: Self.mostValueBytes)
  }

  private func text(_ row: Row, _ column: Int32, most: Int) throws(StoreError) -> String {
    let text = try row.text(column)
    guard text.utf8.count <= most else {
      throw .strange("sticker", in: connection)
    }
    return text
  }

  /// Throws where any of them is none that this program writes.
  func check() throws(StoreError) {
    try connection.forEach("SELECT name, value, type, subject FROM stickers") { (row) throws(StoreError) in
      _ = (try name(row, 0), try value(row, 1), try row.text(2))
      if !row.isNull(3) { _ = try text(row, 3, most: Self.mostTextBytes) }
    }
  }

  /// Which names there are, by type and name.
  func names() throws(StoreError) -> [StickerName] {
    var names: [StickerName] = []
    // From one to the next, as there may be many of each.
    while names.count < Self.mostNames {
      let last = names.last
      let next = try connection.first(
        "SELECT type, name FROM stickers WHERE (type, name) > (?1, ?2) ORDER BY type, name LIMIT 1",
        .text(last?.type ?? ""), .text(last?.name ?? "")
      ) { (row) throws(StoreError) in StickerName(type: try row.text(0), name: try name(row, 1)) }
      guard let next else { break }
      names.append(next)
    }
    let own = try connection.first(
      """
      SELECT EXISTS (SELECT 1 FROM personal WHERE rating IS NOT NULL),
        EXISTS (SELECT 1 FROM personal WHERE favourite IS NOT NULL),
        EXISTS (SELECT 1 FROM personal WHERE plays IS NOT NULL),
        EXISTS (SELECT 1 FROM personal WHERE skips IS NOT NULL),
        EXISTS (SELECT 1 FROM personal WHERE last_played IS NOT NULL)
      """
    ) { (row) throws(StoreError) -> [Bool] in
      var found: [Bool] = []
      for column in 0..<Int32(5) { found.append(try row.boolean(column)) }
      return found
    }
    for (isAny, sticker) in zip(own ?? [], PersonalSticker.allCases) where isAny {
      names.append(StickerName(type: Self.songType, name: sticker.rawValue))
    }
    return names
  }

  // MARK: Finding

  /// A page of what was found: values by the rows of their tracks, and the last row that was looked at; nil where there are
  /// no more.
  typealias FoundValues = (found: [(track: Int64, value: String)], next: Int64?)

  /// Stickers of one name on songs here below `folder`, in no certain order.
  ///
  /// - Parameters:
  ///   - row: `next` of the page before, or 0; at most `limit` rows are looked at.
  ///   - test: which values are wanted; nil for all.
  func findSongs(
    withSticker name: String, below folder: [UInt8], after row: Int64, limit: Int, test: StickerTest?
  ) throws(StoreError) -> FoundValues {
    if !folder.isEmpty { return try find(name, below: folder, after: row, limit: limit, test) }
    if let own = PersonalSticker(rawValue: name) { return try find(own, after: row, limit: limit, test) }
    return try find(name, after: row, limit: limit, test)
  }

  private func find(
    _ own: PersonalSticker, after row: Int64, limit: Int, _ test: StickerTest?
  ) throws(StoreError) -> FoundValues {
    var page: FoundValues = ([], nil)
    var count = 0
    try connection.forEach(own.all, .integer(row), .number(limit)) { (row) throws(StoreError) in
      let value = String(try row.integer(2))
      guard own.edit(value) != nil else {
        throw .strange("\(own)", in: connection)
      }
      count += 1
      page.next = try row.integer(0)
      if test?.holds(value) ?? true { page.found.append((try row.integer(1), value)) }
    }
    if count < limit { page.next = nil }
    return page
  }

  /// Tracks of a folder are few: each is asked for its sticker.
  private func find(
    _ name: String, below folder: [UInt8], after row: Int64, limit: Int, _ test: StickerTest?
  ) throws(StoreError) -> FoundValues {
    var tracks: [Int64] = []
    try connection.forEach(
      """
      SELECT t.id FROM folders f CROSS JOIN tracks t ON t.folder = f.id
      WHERE (f.path = ?1 OR f.path > ?2 AND f.path < ?3) AND t.state = 0 AND t.id > ?4 ORDER BY t.id LIMIT ?5
      """, .blob(folder), .blob(folder + [UInt8(ascii: "/")]), .blob(folder + [UInt8(ascii: "/") + 1]),
      .integer(row), .number(limit)
    ) { (row) throws(StoreError) in tracks.append(try row.integer(0)) }
    var page: FoundValues = ([], tracks.count < limit ? nil : tracks.last)
    for track in tracks {
      guard let value = try value(of: name, at: .track(track)), test?.holds(value) ?? true else { continue }
      page.found.append((track, value))
    }
    return page
  }

  /// Compares values where they lie, since most of them are not results. If many consecutive rows have the name, they are
  /// read in row order, which takes half of the index's time.
  private func find(
    _ name: String, after row: Int64, limit: Int, _ test: StickerTest?
  ) throws(StoreError) -> FoundValues {
    var page: FoundValues = ([], nil)
    var count = 0
    func take(_ row: Row) throws(StoreError) {
      count += 1
      page.next = try row.integer(0)
      if let test, !row.hasText(2, where: { test.holds($0) }) { return }
      if !row.isNull(1) { page.found.append((try row.integer(1), try value(row, 2))) }
    }
    guard try areDense(name, after: row) else {
      try connection.forEach(
        """
        SELECT id, track, value FROM stickers INDEXED BY stickers_by_name
        WHERE type = 'song' AND name = ?1 AND id > ?2 ORDER BY id LIMIT ?3
        """, .text(name), .integer(row), .number(limit), row: take)
      if count < limit { page.next = nil }
      return page
    }
    let (last, overflow) = row.addingReportingOverflow(Int64(limit))
    let end = overflow ? .max : last
    try connection.forEach(
      """
      SELECT id, track, value FROM stickers NOT INDEXED
      WHERE id > ?2 AND id <= ?3 AND type = 'song' AND name = ?1 ORDER BY id
      """, .text(name), .integer(row), .integer(end), row: take)
    page.next = try next(name, after: end) == nil ? nil : end
    return page
  }

  /// A name counts as dense if at least one of this number of rows has it.
  private static let mostRowsPerSticker: Int64 = 4
  private static let looked = 64

  private func areDense(_ name: String, after row: Int64) throws(StoreError) -> Bool {
    guard let later = try next(name, after: row, skipping: Self.looked) else { return false }
    let (distance, overflow) = later.subtractingReportingOverflow(row)
    return !overflow && distance <= Int64(Self.looked) * Self.mostRowsPerSticker
  }

  private func next(_ name: String, after row: Int64, skipping: Int = 0) throws(StoreError) -> Int64? {
    try connection.first(
      """
      SELECT id FROM stickers INDEXED BY stickers_by_name
      WHERE type = 'song' AND name = ?1 AND id > ?2 ORDER BY id LIMIT 1 OFFSET ?3
      """, .text(name), .integer(row), .number(skipping)
    ) { (row) throws(StoreError) in try row.integer(0) }
  }

  /// Stickers of one name on playlists here.
  func findPlaylists(
    withSticker name: String, after row: Int64, limit: Int, test: StickerTest?
  ) throws(StoreError) -> (found: [(playlist: PlaylistID, value: String)], next: Int64?) {
    var found: [(playlist: PlaylistID, value: String)] = []
    var last: Int64?
    var count = 0
    try connection.forEach(
      """
      SELECT s.id, p.identity, s.value FROM stickers s CROSS JOIN playlists p ON p.id = s.playlist
      WHERE s.type = 'playlist' AND s.name = ?1 AND s.id > ?2 ORDER BY s.id LIMIT ?3
      """, .text(name), .integer(row), .number(limit)
    ) { (row) throws(StoreError) in
      count += 1
      last = try row.integer(0)
      let value = try value(row, 2)
      guard let identity = PlaylistID(bytes: try row.blob(1)), test?.holds(value) ?? true else { return }
      found.append((identity, value))
    }
    return (found, count < limit ? nil : last)
  }

  /// Stickers of one name on filters, or on values of the tag that `type` names.
  func findTexts(
    ofType type: String, withSticker name: String, after row: Int64, limit: Int, test: StickerTest?
  ) throws(StoreError) -> (found: [(text: String, value: String)], next: Int64?) {
    var found: [(text: String, value: String)] = []
    var last: Int64?
    var count = 0
    try connection.forEach(
      """
      SELECT id, subject, value FROM stickers
      WHERE type = ?1 AND name = ?2 AND id > ?3 AND subject IS NOT NULL ORDER BY id LIMIT ?4
      """, .text(type), .text(name), .integer(row), .number(limit)
    ) { (row) throws(StoreError) in
      count += 1
      last = try row.integer(0)
      let value = try value(row, 2)
      if test?.holds(value) ?? true {
        found.append((try text(row, 1, most: Self.mostTextBytes), value))
      }
    }
    return (found, count < limit ? nil : last)
  }

  // MARK: Changing

  func change(
    of owner: StickerOwner, _ change: StickerChange, in transaction: borrowing Transaction
  ) throws(StoreError) -> Result<StickerOutcome, Refusal> {
    let place: Place
    switch try self.place(of: owner) {
    case .success(let found): place = found
    case .failure(let refusal): return .failure(refusal)
    }
    switch change {
    case .set(let name, let value): return try set(name, value, at: place, in: transaction)
    case .add(let name, let step, let first):
      let before = try value(of: name, at: place)
      let sum = before.map { LeadingNumber.of($0).addingReportingOverflow(step) }
      // Beyond 64 bits it stays where it is.
      if sum?.overflow == true { return .success(StickerOutcome(existed: true, isChanged: false)) }
      return try set(name, String(sum?.partialValue ?? first), at: place, in: transaction)
    case .delete(let name): return .success(try delete(name, at: place, in: transaction))
    }
  }

  private func set(
    _ name: String, _ value: String, at place: Place, in transaction: borrowing Transaction
  ) throws(StoreError) -> Result<StickerOutcome, Refusal> {
    let before = try self.value(of: name, at: place)
    if case .track(let row) = place, let own = PersonalSticker(rawValue: name) {
      guard let edit = own.edit(value) else {
        return .failure(.badSticker(name: name, expected: own.range))
      }
      let isChanged = try personal.change(ofRow: row, [edit], in: transaction)
      return .success(StickerOutcome(existed: before != nil, isChanged: isChanged))
    }
    guard name.utf8.count <= Self.mostNameBytes, value.utf8.count <= Self.mostValueBytes else {
      return .failure(.stickerTooLong)
    }
    if before == value { return .success(StickerOutcome(existed: true, isChanged: false)) }
    if before == nil, try stickers(at: place).count >= Self.most { return .failure(.tooManyStickers) }
    if before != nil { try deleteRow(name, at: place) }
    var (type, track, playlist, subject) = (Self.songType, SQLValue.null, SQLValue.null, SQLValue.null)
    switch place {
    case .track(let row): track = .integer(row)
    case .playlist(let row): (type, playlist) = (Self.playlistType, .integer(row))
    case .text(let kind, let text): (type, subject) = (kind, .text(text))
    }
    try connection.execute(
      "INSERT INTO stickers (type, track, playlist, subject, name, value) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      .text(type), track, playlist, subject, .text(name), .text(value))
    return .success(StickerOutcome(existed: before != nil, isChanged: true))
  }

  private func delete(
    _ name: String?, at place: Place, in transaction: borrowing Transaction
  ) throws(StoreError) -> StickerOutcome {
    if case .track(let row) = place, let name, let own = PersonalSticker(rawValue: name) {
      let isChanged = try personal.change(ofRow: row, [own.removal], in: transaction)
      return StickerOutcome(existed: isChanged, isChanged: isChanged)
    }
    let known = try stickers(at: place).map(\.name)
    let names = known.filter { name == nil || $0 == name }
    guard !names.isEmpty else { return StickerOutcome(existed: false, isChanged: false) }
    for name in names where !isOwn(name, place) { try deleteRow(name, at: place) }
    let removals = names.compactMap { isOwn($0, place) ? PersonalSticker(rawValue: $0)?.removal : nil }
    if case .track(let row) = place, !removals.isEmpty {
      _ = try personal.change(ofRow: row, removals, in: transaction)
    }
    return StickerOutcome(existed: true, isChanged: true)
  }

  private func isOwn(_ name: String, _ place: Place) -> Bool {
    if case .track = place { PersonalSticker(rawValue: name) != nil } else { false }
  }

  private func deleteRow(_ name: String, at place: Place) throws(StoreError) {
    switch place {
    case .track(let row):
      try connection.execute(
        "DELETE FROM stickers WHERE track = ?1 AND name = ?2", .integer(row), .text(name))
    case .playlist(let row):
      try connection.execute(
        "DELETE FROM stickers WHERE playlist = ?1 AND name = ?2", .integer(row), .text(name))
    case .text(let type, let text):
      try connection.execute(
        "DELETE FROM stickers WHERE type = ?1 AND subject = ?2 AND name = ?3", .text(type), .text(text),
        .text(name))
    }
  }
}
