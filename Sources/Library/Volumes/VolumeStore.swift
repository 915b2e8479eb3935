import Linux
import Model

/// A volume's database, on the thread that owns it: nothing here is Sendable, everything may block on storage.
final class VolumeStore {
  let connection: Connection
  /// The database's name in its folder.
  let fileName: String
  private(set) var identity: VolumeID
  private(set) var name: String
  /// Whether the database lies in the state folder because the volume takes no writes.
  let isCopy: Bool
  /// Whether the database had nothing, not even an identity, when it was opened.
  private(set) var isNew = false
  /// What was set aside or went otherwise than expected, in words.
  private(set) var notes: [String]

  /// What a job met that the store thread is to act upon.
  var trouble: DatabaseFailure?
  /// Goes over to the replacement database.
  var recoveries = Recoveries()
  /// The rows of `carried_queue`, once they have been asked for or written.
  private var carriedOrder: SparseOrder?
  /// Which box wrote them, if they were read: to another box their numbers mean other entries.
  private var carriedBox: [UInt8]?
  private var carriedPriorities = StoredPriorities()
  private var folderCache: (path: [UInt8], id: Int64)?
  let textIndex: TextIndex
  private(set) lazy var playlists = Playlists(self)
  var tracks: TrackTable { TrackTable(self) }
  var tree: TreeListing { TreeListing(self) }
  var totals: TagCounts { TagCounts(self) }
  var search: TextSearch { TextSearch(self) }
  var podcasts: Podcasts { Podcasts(connection) }
  var imports: Imports { Imports(self) }
  var sharing: SharedPlaylistTable { SharedPlaylistTable(self) }
  var playlistFiles: PlaylistFileTable { PlaylistFileTable(self) }
  var trackSearch: TrackSearch { TrackSearch(self) }
  /// Whether it is known that `volume.tracks` is what the rows say, a scan having come to its end.
  var isCountKept = false
  /// How often rows have gone to other places since this was opened: what names tracks by their paths is then not as it was.
  var changesOfPlace = 0
  /// Former paths of rows whose files scans have found elsewhere since this was opened, until a sync has seen that: the
  /// file of a desktop program still uses those paths. At most `mostMoved`.
  private(set) var moved: [[UInt8]: Int64] = [:]
  private static let mostMoved = 4096
  /// How often a backup was taken back since this was opened: rows may have prints then that no scan has given them.
  var restores = 0
  /// The rows with data of people in the last one whose files were missing.
  var missingAfterRestore: [Int64] = []
  /// How many tracks lists have, as long as nothing was written, in an hour of the listening clock.
  var listCounts: (changes: Int64, hour: Int64, counts: [ListeningList: Int64]) = (-1, 0, [:])
  /// What analyses found, once somebody has asked for it.
  var analysisDatabase: AnalysisDatabase?
  /// Whether it is known that there is nothing of that.
  var hasNoAnalyses = false
  /// How often it was broken since this was opened.
  var lostAnalyses = 0
  /// Folders of the volume that clients are listing; closed with the store at the latest.
  var openFolders: [ObjectIdentifier: OpenFolder] = [:]

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
        if restoresBackup { try markRestorePending() }
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

  /// Changes people's data in one transaction, which counts as a change: of two copies of a volume the one with more
  /// changes wins.
  func edit<Result>(
    _ body: (borrowing Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try connection.transaction { (transaction) throws(StoreError) in
      try connection.execute("UPDATE volume SET changes = changes + 1")
      return try body(transaction)
    }
  }

  /// Writes what a scan would find again: after a power cut it may be missing.
  func scanWrite<Result>(
    _ body: (borrowing Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try connection.transaction(isDurable: false, body)
  }

  /// Notes that tracks, or playlist files, have changed as clients see them.
  func countRevision() throws(StoreError) {
    try connection.execute("UPDATE volume SET revision = (revision & 0xFFFFFFFFFFFF) + 1")
  }

  /// Writes a little, to find out now whether the volume takes writes and not when somebody waits for one.
  func tryWriting() throws(StoreError) { try connection.execute("UPDATE volume SET openings = openings + 1") }

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
    carriedOrder = nil
    playlists.rest()
    forgetFolders()
  }

  /// Adds to the report of the opening.
  func note(_ words: String) { notes.append(words) }

  /// Ends every statement and closes the database and its folder; the store is of no use from then on.
  func close() {
    openFolders = [:]
    analysisDatabase = nil
    connection.close()
  }

  /// Frees what makes the next question or edit a little quicker.
  func rest() {
    playlists.rest()
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
    try connection.transaction { (_) throws(StoreError) in
      try connection.execute("UPDATE volume SET identity = ?1, changes = changes + 1", .blob(fresh.bytes))
      // What it carries was written for the volume that it was copied from.
      try connection.execute("DELETE FROM carried")
      try connection.execute("DELETE FROM carried_queue")
      // Its playlists are copies, too.
      try connection.execute("UPDATE playlists SET identity = randomblob(16)")
      try connection.execute("DELETE FROM imports")
      try connection.execute("DELETE FROM shared")
      try connection.execute("UPDATE playlist_folders SET identity = randomblob(16)")
    }
    identity = fresh
    carriedOrder = nil
  }

  /// Changes the volume's name permanently.
  func rename(to new: String) throws(StoreError) {
    let clean = Self.cleanName(new)
    try connection.transaction { (_) throws(StoreError) in
      try connection.execute("UPDATE volume SET name = ?1, changes = changes + 1", .text(clean))
    }
    name = clean
  }

  /// How many times people's data on it has changed: of two copies the one with more wins.
  func changeCount() throws(StoreError) -> Int64 {
    try connection.first("SELECT changes FROM volume") { (row) throws(StoreError) in try row.integer(0) } ?? 0
  }

  /// Moves everything into the database file itself, so that a pulled stick mostly carries one whole file.
  func checkpoint() throws(StoreError) {
    try connection.checkpoint()
    // Else its log grows until the end, which waits for a slow stick only so long. What is broken there shows in use.
    try? analysisDatabase?.connection.checkpoint()
  }

  /// Checks all tables for damage (PRAGMA quick_check) except the text indexes: SQLite from 3.44 on would read those as
  /// a whole, and broken ones show in use and are rebuilt. May take long; interruptible.
  func quickCheck() throws(StoreError) {
    for check: StaticString in [
      "PRAGMA quick_check(volume)", "PRAGMA quick_check(folders)", "PRAGMA quick_check(tracks)",
      "PRAGMA quick_check(carried)", "PRAGMA quick_check(carried_queue)", "PRAGMA quick_check(seek_indexes)",
      "PRAGMA quick_check(text_index)", "PRAGMA quick_check(prints)", "PRAGMA quick_check(chapters)",
      "PRAGMA quick_check(playlists)", "PRAGMA quick_check(playlist_entries)",
      "PRAGMA quick_check(playlist_files)", "PRAGMA quick_check(imports)", "PRAGMA quick_check(shared)",
      "PRAGMA quick_check(backups)", "PRAGMA quick_check(pending_restore)",
      "PRAGMA quick_check(personal)", "PRAGMA quick_check(cues)", "PRAGMA quick_check(stickers)",
      "PRAGMA quick_check(analyses)", "PRAGMA quick_check(said_analyses)", "PRAGMA quick_check(pads)",
      "PRAGMA quick_check(pad_folders)",
      "PRAGMA quick_check(playlist_folders)", "PRAGMA quick_check(playlist_covers)",
      "PRAGMA quick_check(heard)", "PRAGMA quick_check(listening)", "PRAGMA quick_check(listening_clock)",
      "PRAGMA quick_check(folder_positions)",
    ] {
      let finding = try connection.first(check) { (row) throws(StoreError) in try row.text(0) }
      if let finding, finding != "ok" { throw StoreError(.corrupt, finding, path: connection.path) }
    }
  }

  /// Copies everything over the database of `target` (another store of the same volume).
  func copy(over target: VolumeStore) throws(StoreError) { try connection.copy(over: target.connection) }

  func sizeBytes() throws(StoreError) -> Int64 {
    func number(_ pragma: StaticString) throws(StoreError) -> Int64 {
      try connection.first(pragma) { (row) throws(StoreError) in try row.integer(0) } ?? 0
    }
    return try number("PRAGMA page_count") * number("PRAGMA page_size")
  }

  // MARK: Folders

  /// The folder's row; nil where no track was ever below it.
  func folder(_ path: [UInt8]) throws(StoreError) -> (id: Int64, key: [UInt8])? {
    try connection.first("SELECT id, order_key FROM folders WHERE path = ?1", .blob(path)) {
      (row) throws(StoreError) in (try row.integer(0), try row.blob(1))
    }
  }

  func validPath(_ path: [UInt8]) throws(StoreError) -> [UInt8] {
    guard VolumePath.isValid(path) else { throw strange("path") }
    return path
  }

  func strange(_ what: String) -> StoreError {
    StoreError(.foreign, "a \(what) that this program never writes", path: connection.path)
  }

  /// The folder's row, made with all above it where it is missing.
  func makeFolder(_ path: [UInt8]) throws(StoreError) -> Int64 {
    if let folderCache, folderCache.path == path { return folderCache.id }
    // From the top, in a loop: a path is as deep as a hostile volume likes.
    var id: Int64 = 1
    var key: [UInt8] = []
    var done: [UInt8] = []
    if let known = try folder(path) {
      folderCache = (path, known.id)
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
    folderCache = (path, id)
    return id
  }

  func noteMoved(_ batch: ScanBatch) {
    for file in batch.files {
      guard let former = file.takesOver, moved.count < Self.mostMoved else { continue }
      moved[VolumePath.join(former.folder, former.name)] = former.id
    }
  }

  func forgetMoved() { moved = [:] }

  /// Drops what was learnt of rows in a transaction that did not come to be.
  func forgetFolders() { folderCache = nil }

  // MARK: What the volume carries of a queue

  /// What was last written, by whichever box; nil where nothing ever was.
  ///
  /// - Parameter box: nil is answered, without a look at the entries, where this one wrote it.
  func carried(notBy box: [UInt8]? = nil) throws(StoreError) -> CarriedQueue? {
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
    carriedOrder = isWhole ? order : nil
    carriedPriorities = priorities
    carriedBox = result.stamp.box
    return result
  }

  /// As long as a queue may be.
  static let mostCarried = 65_536
  /// What its paths come to at most.
  private static let mostCarriedBytes = 8 << 20

  /// Writes the rows that differ from what was written before, in one transaction.
  ///
  /// - Parameter comparingPaths: whether entries that are there already may name other paths or parts now, so that all
  ///   have to be looked at.
  func save(_ queue: CarriedQueue, comparingPaths: Bool = false) throws(StoreError) {
    // Rows that make no sense, or can't be read, are replaced.
    if carriedOrder == nil { _ = try? carried() }
    let startsOver = carriedOrder == nil || carriedBox != queue.stamp.box
    var order = startsOver ? SparseOrder() : carriedOrder ?? SparseOrder()
    carriedOrder = nil
    let changes = order.become(queue.entries.map(\.id.rawValue))
    try connection.transaction { (_) throws(StoreError) in
      try connection.execute("UPDATE volume SET changes = changes + 1")
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
        try replaceCarriedPaths { entry, path in paths[entry].flatMap { $0 == path ? nil : $0 } }
        for (index, entry) in queue.entries.enumerated() {
          let region = entry.region.values
          try connection.execute(
            """
            UPDATE carried_queue SET start_us = ?2, end_us = ?3, gain = ?4, crossfade_us = ?5 WHERE place = ?1 AND
              (start_us IS NOT ?2 OR end_us IS NOT ?3 OR gain IS NOT ?4 OR crossfade_us IS NOT ?5)
            """, .integer(order.places[index]), region.start, region.end, region.gain, region.crossfade)
        }
      }
      for index in carriedPriorities.become(queue.entries.lazy.map { ($0.id.rawValue, $0.priority) }) {
        try connection.execute(
          "UPDATE carried_queue SET priority = ?2 WHERE place = ?1 AND priority <> ?2",
          .integer(order.places[index]),
          .number(queue.entries[index].priority))
      }
    }
    carriedOrder = order
    carriedBox = queue.stamp.box
  }

  /// Inside a transaction.
  /// - Parameter other: the path that an entry is to name instead of its own, if any.
  func replaceCarriedPaths(_ other: (UInt32, [UInt8]) -> [UInt8]?) throws(StoreError) {
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
}

extension Duration {
  /// Rounded down; clamped to what 64 bits hold.
  var microseconds: Int64 { nanoseconds / 1000 }
}
