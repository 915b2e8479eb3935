import Model

/// Carries out what `Reconcile` has decided: songs and folders follow their files.
struct ReconcileWriter {
  private let store: VolumeStore
  private var connection: Connection { store.connection }

  init(_ store: VolumeStore) { self.store = store }

  /// Lets songs follow their files, in one transaction.
  /// - Returns: as `TrackMoves.apply`.
  func move(_ step: TrackMoves.Step, wallClock: Duration?) throws(StoreError) -> [Int64: Int64] {
    if step.moves.isEmpty { return [:] }
    return try store.scanWrite { (transaction) throws(StoreError) in
      try move(step, wallClock: wallClock, in: transaction)
    }
  }

  private func move(
    _ step: TrackMoves.Step, wallClock: Duration?, in transaction: borrowing Transaction
  ) throws(StoreError) -> [Int64: Int64] {
    for place in step.places.values where place.isHere { try store.textIndex.remove(place.id) }
    let last = try connection.first("SELECT sequence FROM volume") { (row) throws(StoreError) in
      try row.integer(0)
    }
    let sequence = try Int64.following(last, "volume.sequence", in: connection)
    let numbers = try store.trackMoves.apply(step, added: (sequence, wallClock), in: transaction)
    for move in step.moves {
      guard let row = step.places[move.row], let tags = step.places[move.source]?.tags else { continue }
      try store.analyses.moveTags(tags, to: row.id, in: transaction)
    }
    for (id, number) in numbers {
      if let tags = step.places[id]?.tags { try store.analyses.moveTags(tags, to: number, in: transaction) }
    }
    if !numbers.isEmpty { try connection.execute("UPDATE volume SET sequence = ?1", .integer(sequence)) }
    try store.podcasts.relocate(step.moved, on: store.identity)
    let places = Dictionary(step.moved.map { ($0.from, $0.to) }) { $1 }
    try store.carried.replacePaths(in: transaction) { _, path in places[path] }
    try store.backups.noteChangeOfPlace()
    try store.countRevision()
    return numbers
  }

  /// Whether a store.folder has tracks that were there before, `moving` left out.
  func hasOwnTracks(below path: [UInt8], moving: Set<Int64>) throws(StoreError) -> Bool {
    guard let key = try store.folder(path)?.key else { return false }
    return try store.folderPlaces.hasOwnTracks(below: key) { moving.contains($0) }
  }

  /// Settings of folders go to the folders' new names.
  func moveSettings(_ renamed: [(from: [UInt8], to: [UInt8])]) throws(StoreError) {
    do {
      try store.scanWrite { (transaction) throws(StoreError) in
        var folders: [(from: Int64, to: Int64)] = []
        for (from, to) in renamed {
          if let from = try store.folder(from)?.id { folders.append((from, try store.makeFolder(to))) }
        }
        try store.folderPlaces.moveSettings(folders, in: transaction)
        try store.people.cards.move(renamed, in: transaction)
        try store.folderPlaces.note(areMoved: true, in: transaction)
        try store.backups.noteChangeOfPlace()
      }
    } catch {
      store.forgetFolders()
      throw error
    }
  }

  /// Drops results of analyses of some files that were replaced.
  /// - Returns: whether some may be left.
  func dropOldAnalyses() throws(StoreError) -> Bool {
    let rows = try store.fingerprints.rowsOfOtherSound(limit: ScanBatch.most)
    if rows.isEmpty { return false }
    try store.scanWrite { (transaction) throws(StoreError) in
      for row in rows {
        try store.analyses.dropResults(of: row, in: transaction)
        try store.fingerprints.noteWithoutAnalysis(row)
      }
    }
    return rows.count == ScanBatch.most
  }

  /// - Returns: whether positions of folders have moved.
  func end(isOfAll: Bool) throws(StoreError) -> Bool {
    try connection.transaction { (transaction) throws(StoreError) in
      let isAny = try store.folderPlaces.followTracks(in: transaction)
      if isAny { try store.backups.noteChangeOfPlace() }
      try store.folderPlaces.note(areMoved: false, in: transaction)
      if isOfAll { try store.fingerprints.noteReconciled(in: transaction) }
      return isAny
    }
  }
}
