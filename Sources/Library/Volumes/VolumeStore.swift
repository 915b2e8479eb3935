import Linux
package import Model

/// A volume's database, on the thread that owns it: nothing here is Sendable, everything may block on storage.
package final class VolumeStore {
  package let connection: Connection
  /// The database's name in its folder.
  let fileName: String
  package private(set) var identity: VolumeID
  package private(set) var name: String
  /// Whether the database lies in the state folder because the volume takes no writes.
  let isCopy: Bool
  /// Whether the database had nothing, not even an identity, when it was opened.
  private(set) var isNew = false
  /// Messages about files that were set aside and other unexpected events.
  private(set) var notes: [String]

  /// Failure that a job met and that the store thread has to handle.
  var trouble: DatabaseFailure?
  /// Goes over to the replacement database.
  var recoveries = Recoveries()
  let carried: Carried
  let people: People
  let analyses: Analyses
  /// Folders that are likely to be asked for next.
  var nextFolders = NextFolders()
  let textIndex: TextIndex
  package private(set) lazy var playlists = PlaylistTable(self)
  private(set) lazy var scanCount = ScanCount(self)
  let openFolders = OpenFolders()
  var tracks: TrackTable { TrackTable(self) }
  var tree: TreeListing { TreeListing(self) }
  var albumFolders: AlbumFolders { AlbumFolders(self) }
  var totals: TagCounts { TagCounts(self) }
  var search: TextSearch { TextSearch(self) }
  var podcasts: Podcasts { Podcasts(self) }
  package var backups: Backups { Backups(self) }
  var playlistFiles: PlaylistFileTable { PlaylistFileTable(self) }
  package var trackSearch: TrackSearch { TrackSearch(self) }
  var known: KnownFiles { KnownFiles(connection) }
  var digests: FolderDigests { FolderDigests(connection) }
  var batches: BatchWriter { BatchWriter(self) }
  var vanished: VanishedFiles { VanishedFiles(self) }
  var reconciling: ReconcileWriter { ReconcileWriter(self) }
  var fingerprints: Fingerprints { Fingerprints(connection) }
  var trackMoves: TrackMoves { TrackMoves(connection) }
  var folderPlaces: FolderPlaces { FolderPlaces(connection) }
  var folderRules: FolderRuleTable { FolderRuleTable(connection) }
  var folderSearch: FolderSearch { FolderSearch(connection, folderRules) }
  /// The rows with data of people that the last restored backup has and whose files no whole scan has looked for yet.
  var missingAfterRestore: [Int64] = []

  /// Takes over the open database `fileName`, giving it an identity and a name if it has none.
  ///
  /// - Parameters:
  /// - label: the volume's name at first sight.
  /// - knownIdentity: its former one, if the database had to be rebuilt.
  /// - restoresBackup: whether an empty one gets a backup's data; asked only then.
  /// - Throws: after closing the connection.
  init(
    _ connection: Connection, fileName: String, label: String, knownIdentity: VolumeID? = nil, isCopy: Bool,
    notes: [String] = [], restoresBackup: () -> Bool = { false }
  ) throws(StoreError) {
    self.connection = connection
    textIndex = TextIndex(connection)
    carried = Carried(connection)
    people = People(connection)
    analyses = Analyses(connection)
    self.isCopy = isCopy
    self.fileName = fileName
    self.notes = notes
    (identity, name) = (knownIdentity ?? VolumeID.random(), Self.cleanName(label))
    do throws(StoreError) {
      try begin(restoresBackup)
    } catch {
      connection.close()
      throw error
    }
  }

  /// Writes only where the database is new: opening is on the way to the first sound.
  private func begin(_ restoresBackup: () -> Bool) throws(StoreError) {
    let exists =
      try connection.first("SELECT 1 FROM volume") { (row) throws(StoreError) in try row.integer(0) } != nil
    isNew = !exists
    if !exists {
      let restoresBackup = restoresBackup()
      try connection.transaction { (_) throws(StoreError) in
        if restoresBackup { try backups.markPending() }
        try connection.execute(
          "INSERT INTO volume (one, identity, name, revision) VALUES (1, ?1, ?2, random() & 0xFFFFFFFFFFFF)",
          .blob(identity.bytes), .text(name))
        try connection.execute(
          "INSERT INTO folders (id, parent, path, order_key, digest) VALUES (1, NULL, x'', x'', ?1)",
          .blob(FolderDigest.empty))
      }
    }
    try readAgain()
  }

  // MARK: The ways in

  /// Changes people's data in one transaction, which counts as a change if it writes anything: of two copies of a volume
  /// the one with more changes wins.
  package func edit<Result>(
    _ body: (borrowing Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try connection.transaction { (transaction) throws(StoreError) in
      let before = connection.totalChanges
      let result = try body(transaction)
      if connection.totalChanges != before {
        try connection.execute("UPDATE volume SET changes = changes + 1")
      }
      return result
    }
  }

  /// Writes what a scan would find again: after a power cut it may be missing.
  func scanWrite<Result>(
    _ body: (borrowing Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try connection.transaction(isDurable: false, body)
  }

  /// Lets the volume carry its part of a queue.
  /// - Parameter comparingPaths: whether entries that are there already may name other paths or parts now.
  func carry(_ queue: CarriedQueue, comparingPaths: Bool) throws(StoreError) {
    do throws(StoreError) {
      try edit { (transaction) throws(StoreError) in
        try carried.save(queue, comparingPaths: comparingPaths, in: transaction)
      }
    } catch {
      carried.forget()
      throw error
    }
  }

  /// Notes that tracks, or playlist files, have changed as clients see them.
  func countRevision() throws(StoreError) {
    try connection.execute("UPDATE volume SET revision = (revision & 0xFFFFFFFFFFFF) + 1")
  }

  /// Takes over what another store has copied in.
  func readAgain() throws(StoreError) {
    let row = try connection.first("SELECT identity, name FROM volume") { (row) throws(StoreError) in
      (try row.blob(0), try row.text(1))
    }
    guard let row, let identity = VolumeID(bytes: row.0) else {
      throw StoreError(.foreign, "no identity", path: connection.path)
    }
    (self.identity, name) = (identity, Self.cleanName(row.1))
    try textIndex.readAgain()
    carried.forget()
    playlists.rest()
    forgetFolders()
  }

  /// Adds to the report of the opening.
  func note(_ words: String) { notes.append(words) }

  /// Ends every statement and closes the database and its folder; the store is of no use from then on.
  func close() {
    openFolders.closeAll()
    analyses.close()
    connection.close()
  }

  /// Frees what makes the next question or edit a little quicker.
  func rest() {
    playlists.rest()
    nextFolders.remaining = nil
    connection.rest()
  }

  /// A name that can stand in a path and on a line: no slash, no control character, 1 to 64 characters, not `.`
  /// or `..`.
  static func cleanName(_ name: String) -> String {
    let characters = name.unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar.value < 0x20 || scalar.value == 0x7F || scalar == "/" ? "_" : scalar
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: characters.prefix(64))
    let result = String(view)
    return result.isEmpty || result == "." || result == ".." ? "volume" : result
  }

  /// Gives a copied volume an identity of its own.
  func renewIdentity() throws(StoreError) {
    let fresh = VolumeID.random()
    try edit { (transaction) throws(StoreError) in
      try connection.execute("UPDATE volume SET identity = ?1", .blob(fresh.bytes))
      // Its carried queue was written for the volume that it was copied from.
      try carried.erase(in: transaction)
      // Its playlists are copies, too.
      try connection.execute("UPDATE playlists SET identity = randomblob(16)")
      try connection.execute("DELETE FROM shared")
      try connection.execute("UPDATE playlist_folders SET identity = randomblob(16)")
    }
    identity = fresh
  }

  /// Changes the volume's name permanently.
  func rename(to new: String) throws(StoreError) {
    let clean = Self.cleanName(new)
    try edit { (_) throws(StoreError) in
      try connection.execute("UPDATE volume SET name = ?1", .text(clean))
    }
    name = clean
  }

  /// How many times people's data on it has changed: of two copies the one with more wins.
  package func changeCount() throws(StoreError) -> Int64 {
    try connection.first("SELECT changes FROM volume") { (row) throws(StoreError) in try row.integer(0) } ?? 0
  }

  /// Moves everything into the database file itself, so that a pulled stick mostly carries one whole file.
  func checkpoint() throws(StoreError) {
    try connection.checkpoint()
    // Writes back their log, too: shutdown waits only a limited time for a slow stick. Errors show in later use.
    analyses.checkpoint()
  }

  /// Checks all tables for damage (PRAGMA quick_check) except the text indexes: SQLite from 3.44 on would read those as
  /// a whole, and broken ones show in use and are rebuilt. May take long; interruptible.
  func quickCheck() throws(StoreError) {
    for check in Self.checks {
      let finding = try connection.first(check) { (row) throws(StoreError) in try row.text(0) }
      if let finding, finding != "ok" { throw StoreError(.corrupt, finding, path: connection.path) }
    }
  }

  static let checks: [StaticString] = [
    "PRAGMA quick_check(volume)", "PRAGMA quick_check(folders)", "PRAGMA quick_check(tracks)",
    "PRAGMA quick_check(carried)", "PRAGMA quick_check(carried_queue)", "PRAGMA quick_check(seek_indexes)",
    "PRAGMA quick_check(text_index)", "PRAGMA quick_check(prints)", "PRAGMA quick_check(unreconciled)",
    "PRAGMA quick_check(chapters)", "PRAGMA quick_check(folder_rules)", "PRAGMA quick_check(former_tags)",
    "PRAGMA quick_check(playlists)", "PRAGMA quick_check(playlist_entries)",
    "PRAGMA quick_check(playlist_files)", "PRAGMA quick_check(shared)",
    "PRAGMA quick_check(backups)", "PRAGMA quick_check(pending_restore)",
    "PRAGMA quick_check(personal)", "PRAGMA quick_check(cues)", "PRAGMA quick_check(stickers)",
    "PRAGMA quick_check(analyses)", "PRAGMA quick_check(said_analyses)", "PRAGMA quick_check(pads)",
    "PRAGMA quick_check(pad_folders)", "PRAGMA quick_check(cards)",
    "PRAGMA quick_check(playlist_folders)", "PRAGMA quick_check(playlist_covers)",
    "PRAGMA quick_check(heard)", "PRAGMA quick_check(listening)", "PRAGMA quick_check(listening_clock)",
    "PRAGMA quick_check(folder_positions)", "PRAGMA quick_check(feeds)", "PRAGMA quick_check(episodes)",
    "PRAGMA quick_check(episode_files)",
  ]

  /// Copies everything over the database of `target` (another store of the same volume).
  func copy(over target: VolumeStore) throws(StoreError) { try connection.copy(over: target.connection) }

  // MARK: Jobs

  /// Runs `work` for a caller that may cancel it, and notes whether its failure needs another database.
  /// - Parameters:
  /// - defersFlush: the writes belong to a command list, whose end flushes them.
  /// - retries: whether an interrupt that was meant for something else is ignored.
  func runCatchingFailure<Value>(
    _ cancellation: Cancellation? = nil, defersFlush: Bool = false, retries: Bool = true,
    _ work: (VolumeStore) throws(StoreError) -> Value
  ) -> Result<Value, StoreError> {
    connection.cancellation = cancellation
    connection.defersFlush = defersFlush
    defer {
      connection.cancellation = nil
      connection.defersFlush = false
    }
    var mayRetry = retries
    while true {
      do {
        return .success(try work(self))
      } catch {
        guard let failure = note(error, mayRetry: mayRetry) else {
          mayRetry = false
          continue
        }
        return .failure(failure)
      }
    }
  }

  /// Apart from `runCatchingFailure`, which is compiled for some hundred kinds of work.
  /// - Returns: nil where the work may be tried again.
  private func note(_ error: StoreError, mayRetry: Bool) -> StoreError? {
    switch error.kind {
    case .foreign where error.isBrokenReference && hasWholeReferences(): return error.of(.other)
    case .corrupt, .foreign: trouble = .damaged(error)
    case .textIndex: trouble = trouble ?? .textIndexDamaged(error)
    case .full: trouble = trouble ?? .full(error)
    // An interrupt that was meant for a check which had just ended (`VolumeWorker.check`).
    case .cancelled where mayRetry && !connection.isInterrupted: return nil
    default: break
    }
    return error
  }

  /// Whether no row on the storage refers to a missing one, and the topmost folder is there: then a write that breaks a
  /// reference is a mistake of this program, and the database is not to blame (PRAGMA foreign_key_check).
  private func hasWholeReferences() -> Bool {
    do throws(StoreError) {
      var isWhole = try connection.first("SELECT 1 FROM folders WHERE id = 1") { _ in true } ?? false
      try connection.forEachWhile("PRAGMA foreign_key_check") { _ in
        isWhole = false
        return false
      }
      return isWhole
    } catch {
      return false
    }
  }

  // MARK: Folders

  var rows: PathRows { PathRows(connection) }

  /// The folder's row; nil where no track was ever below it.
  func folder(_ path: [UInt8]) throws(StoreError) -> (id: Int64, key: [UInt8])? { try rows.folder(path) }

  /// The row of a track, whether its file is there or not.
  package func trackRow(at path: [UInt8]) throws(StoreError) -> Int64? { try rows.track(at: path) }

  func validPath(_ path: [UInt8]) throws(StoreError) -> [UInt8] {
    guard VolumePath.isValid(path) else { throw strange("path") }
    return path
  }

  func strange(_ what: String) -> StoreError {
    StoreError(.foreign, "a \(what) that this program never writes", path: connection.path)
  }

  /// The folder's row, made with all above it where it is missing.
  func makeFolder(_ path: [UInt8]) throws(StoreError) -> Int64 {
    if let last = nextFolders.last, last.path == path { return last.id }
    // From the top, in a loop: a path is as deep as a hostile volume likes.
    var id: Int64 = 1
    var key: [UInt8] = []
    var done: [UInt8] = []
    if let known = try folder(path) {
      nextFolders.last = (path, known.id)
      return known.id
    }
    for component in path.split(separator: UInt8(ascii: "/")) {
      done = VolumePath.join(done, Array(component))
      if let known = try folder(done) {
        (id, key) = known
        continue
      }
      key = NaturalKey.ofFolder(name: Array(component), in: key)
      try connection.execute(
        "INSERT INTO folders (parent, path, order_key, digest) VALUES (?1, ?2, ?3, ?4)", .integer(id),
        .blob(done), .blob(key), .blob(FolderDigest.empty))
      id = connection.lastInsertedRow
    }
    nextFolders.last = (path, id)
    return id
  }

  /// Drops what was learnt of rows in a transaction that did not come to be.
  func forgetFolders() { nextFolders = NextFolders() }
}

extension Duration {
  /// Rounded down; clamped to what 64 bits hold.
  package var microseconds: Int64 { nanoseconds / 1000 }
}
