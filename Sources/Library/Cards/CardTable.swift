import Model

/// The cards of a volume: each plays music of this volume. There is no column for an action, so that the card of a foreign
/// stick plays, and does nothing else.
struct CardTable {
  private let connection: Connection
  private let rows: PathRows

  init(_ connection: Connection, _ rows: PathRows) { (self.connection, self.rows) = (connection, rows) }

  /// Those of a volume, by their numbers; at most `CardBinding.most`. A row that this program never writes is left out.
  func all(on volume: VolumeID) throws(StoreError) -> [CardBinding] {
    var cards: [CardBinding] = []
    try connection.forEach(
      """
      SELECT c.number, c.name, c.again, c.away, c.play_order, c.volume, c.folder, p.identity, p.name, f.path, t.name
      FROM cards c LEFT JOIN playlists p ON p.id = c.playlist LEFT JOIN tracks t ON t.id = c.track
        LEFT JOIN folders f ON f.id = t.folder
      ORDER BY c.number LIMIT ?1
      """, .number(CardBinding.most)
    ) { (row) throws(StoreError) in
      do throws(StoreError) {
        if let card = try card(row, volume) { cards.append(card) }
      } catch {
        guard error.kind == .foreign else { throw error }
      }
    }
    return cards
  }

  /// The cards whose folder has no song that is there, and those whose song is not there.
  func withoutMusic() throws(StoreError) -> [CardNumber] {
    var numbers: [CardNumber] = []
    // A slash comes right before a zero: below a folder are the paths between both.
    try connection.forEach(
      """
      SELECT c.number FROM cards c WHERE c.track IN (SELECT id FROM tracks WHERE state = 1)
      OR c.folder IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM folders f JOIN tracks t ON t.folder = f.id WHERE t.state <> 1 AND (f.path = c.folder
          OR f.path > CAST(c.folder || '/' AS BLOB) AND f.path < CAST(c.folder || '0' AS BLOB)))
      ORDER BY c.number LIMIT ?1
      """, .number(CardBinding.most)
    ) { (row) throws(StoreError) in
      if let number = CardNumber(try row.text(0)) { numbers.append(number) }
    }
    return numbers
  }

  private func card(_ row: Row, _ volume: VolumeID) throws(StoreError) -> CardBinding? {
    guard let number = CardNumber(try row.text(0)) else { throw strangeCard }
    guard let target = try target(row, volume) else { return nil }
    return CardBinding(number, target, try options(row))
  }

  /// - Returns: nil where what it refers to is not there.
  private func target(_ row: Row, _ volume: VolumeID) throws(StoreError) -> CardBinding.Target? {
    if let folder = try row.optionalBlob(6) {
      guard !folder.isEmpty, VolumePath.isValid(folder) else { throw strangeCard }
      return .folder(FolderReference(volume: volume, path: folder))
    }
    if let identity = try row.optionalBlob(7) {
      guard let playlist = PlaylistID(bytes: identity), !playlist.isReserved else { throw strangeCard }
      return .playlist(playlist, name: try row.text(8))
    }
    guard let folder = try row.optionalBlob(9) else { return nil }
    let path = VolumePath.join(folder, try row.blob(10))
    guard VolumePath.isValid(path) else { throw strangeCard }
    return .song(TrackReference(volume: volume, path: path))
  }

  /// A word of a later version counts as none.
  private func options(_ row: Row) throws(StoreError) -> CardOptions {
    var options = CardOptions()
    options.name = try row.optionalText(1)
    options.again = try row.optionalText(2).flatMap { CardAgain(rawValue: $0) }
    options.away = try row.optionalText(3).flatMap { CardAway(rawValue: $0) }
    options.order = try row.optionalText(4).flatMap { CardOrder(rawValue: $0) } ?? .album
    options.volume = try row.optionalInteger(5, as: Int.self)
    guard options.name.map({ Pad.isName($0) }) ?? true, (0...100).contains(options.volume ?? 0) else {
      throw strangeCard
    }
    return options
  }

  private var strangeCard: StoreError { .strange("card", in: connection) }

  /// Binds a card in place of what it played.
  /// - Returns: why nothing was changed.
  func bind(_ card: CardBinding, in transaction: borrowing Transaction) throws(StoreError) -> Refusal? {
    let others = try connection.first(
      "SELECT count(*) FROM (SELECT 1 FROM cards WHERE number <> ?1 LIMIT ?2)",
      .text(card.number.description), .number(CardBinding.most)
    ) { (row) throws(StoreError) in try row.integer(0, as: Int.self) }
    if others ?? 0 >= CardBinding.most {
      return .failed(
        .limitReached, "A stick has at most \(CardBinding.most) cards: remove one with `card unbind`")
    }
    var columns: (playlist: Int64?, folder: [UInt8]?, track: Int64?)
    switch card.target {
    case .playlist(let identity, _):
      columns.playlist = try connection.first(
        "SELECT id FROM playlists WHERE identity = ?1", .blob(identity.bytes)
      ) { (row) throws(StoreError) in try row.integer(0) }
      if columns.playlist == nil { return .noSuchPlaylist }
    case .folder(let folder):
      guard try rows.folder(folder.path) != nil else { return .noSuchDirectory }
      columns.folder = folder.path
    case .song(let track):
      columns.track = try rows.track(at: track.path)
      if columns.track == nil { return .noSuchSong }
    case .stream, .action: return .unsupported("A stick has no cards for streams and actions")
    }
    let options = card.options
    try connection.execute(
      """
      INSERT OR REPLACE INTO cards (number, name, playlist, folder, track, again, away, play_order, volume)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """,
      values: [
        .text(card.number.description), .optional(options.name), .optional(columns.playlist),
        columns.folder.map { .blob($0) } ?? .null, .optional(columns.track),
        .optional(options.again?.rawValue), .optional(options.away?.rawValue),
        .optional(options.order == .album ? nil : options.order.rawValue), .optional(options.volume),
      ])
    return nil
  }

  func unbind(_ number: CardNumber, in transaction: borrowing Transaction) throws(StoreError) {
    try connection.execute("DELETE FROM cards WHERE number = ?1", .text(number.description))
  }

  // MARK: Folders that are renamed

  /// The folders that have a card.
  func folders() throws(StoreError) -> Set<[UInt8]> {
    var folders: Set<[UInt8]> = []
    try connection.forEach(
      "SELECT folder FROM cards WHERE folder IS NOT NULL LIMIT ?1", .number(CardBinding.most)
    ) { (row) throws(StoreError) in folders.insert(try row.blob(0)) }
    return folders
  }

  /// Lets the cards of folders follow them, all at once: two folders may have exchanged their names.
  func move(
    _ renamed: [(from: [UInt8], to: [UInt8])], in transaction: borrowing Transaction
  ) throws(StoreError) {
    var moves: [(number: String, to: [UInt8])] = []
    for (from, to) in renamed {
      try connection.forEach(
        "SELECT number FROM cards WHERE folder = ?1 LIMIT ?2", .blob(from), .number(CardBinding.most)
      ) { (row) throws(StoreError) in moves.append((try row.text(0), to)) }
    }
    for (number, to) in moves {
      try connection.execute("UPDATE cards SET folder = ?2 WHERE number = ?1", .text(number), .blob(to))
    }
  }
}
