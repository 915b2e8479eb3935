import Linux
import Model

/// The tracks, folders and playlist files of a volume in natural order.
struct TreeListing {
  private let store: VolumeStore
  private var connection: Connection { store.connection }

  init(_ store: VolumeStore) { self.store = store }

  /// The subfolders, then the tracks, then the playlist files directly in `path`, in natural order, after `cursor`. The
  /// last window may have more than `limit` items, since the playlist files come with it.
  func children(of path: [UInt8], after cursor: ListingCursor?, limit: Int) throws(StoreError) -> Listing {
    var listing = Listing()
    listing.next = try children(of: path, after: cursor, limit: limit) { listing.items.append($0) }
    return listing
  }

  /// - Parameter takeRow: gets the tracks in place of `take`.
  /// - Returns: where the next window begins; nil at the end.
  private func children(
    of path: [UInt8], after cursor: ListingCursor?, limit: Int, takeRow: TakeRow? = nil,
    take: @escaping (ListingItem) -> Void
  ) throws(StoreError) -> ListingCursor? {
    guard let folder = try store.folder(path) else { return nil }
    var (next, items) = (ListingCursor?.none, 0)
    if cursor?.track == nil {
      try connection.forEach(
        """
        SELECT f.path, f.order_key FROM folders f WHERE f.parent = ?1 AND f.order_key > ?2 AND (EXISTS (
          SELECT 1 FROM folders g CROSS JOIN tracks t ON t.folder = g.id AND t.state = 0
          WHERE g.order_key >= f.order_key AND g.order_key < CAST(f.order_key || x'03' AS BLOB))
        OR EXISTS (
          SELECT 1 FROM folders g CROSS JOIN playlist_files p ON p.folder = g.id
          WHERE g.order_key >= f.order_key AND g.order_key < CAST(f.order_key || x'03' AS BLOB)))
        ORDER BY f.order_key LIMIT ?3
        """, .integer(folder.id), .blob(cursor?.folder ?? []), .number(limit)
      ) { (row) throws(StoreError) in
        take(.folder(path: try store.validPath(try row.blob(0))))
        items += 1
        next = ListingCursor(folder: try row.blob(1), track: nil)
      }
      if items == limit { return next }
    }
    var bytes = 0
    let walk = TreeWalk(store: store, columns: takeRow == nil ? .facts : .listed, limit: limit - items) {
      (row, folder) throws(StoreError) in
      if let takeRow {
        guard let taken = try takeRow(row, path) else { return false }
        bytes += taken
      } else {
        let track = try store.tracks.track(row, folder: path)
        take(.track(track))
        bytes += track.details.textBytes
      }
      return bytes < Self.mostWindowBytes
    }
    next = try walk.tracks(
      of: TreeWalk.Folder(id: folder.id, path: path, key: folder.key), after: cursor?.track
    ).next
    if next == nil {
      try store.playlistFiles.files(inFolder: folder.id, path: path).forEach { take(.playlistFile(path: $0)) }
    }
    return next
  }

  /// All tracks below `path` in natural order after `cursor`: a folder's own tracks, then its subfolders.
  ///
  /// - Parameter withFolders: whether subfolders with content come as items before their content, and a folder's
  ///   playlist files after its tracks; tracks come without their analyses then, since listings of folders don't show
  ///   them.
  func tree(
    below path: [UInt8], after cursor: ListingCursor?, limit: Int, withFolders: Bool
  ) throws(StoreError) -> Listing {
    var listing = Listing()
    listing.next = try tree(
      below: path, after: cursor, limit: limit, columns: withFolders ? .facts : .factsAndAnalyses,
      withFolders: withFolders
    ) { listing.items.append($0) }
    return listing
  }

  /// Makes something of a track's row, with the columns `listed`.
  /// - Returns: how many bytes it took; nil where the window has no room for a further one.
  typealias TakeRow = (Row, _ folder: [UInt8]) throws(StoreError) -> Int?

  /// - Parameter takeRow: gets the tracks in place of `take`.
  /// - Returns: where the next window begins; nil at the end.
  func tree(
    below path: [UInt8], after cursor: ListingCursor?, limit: Int, columns: TreeWalk.Columns,
    withFolders: Bool, takeRow: TakeRow? = nil, take: @escaping (ListingItem) -> Void
  ) throws(StoreError) -> ListingCursor? {
    var (items, bytes) = (0, 0)
    func add(_ item: ListingItem) {
      take(item)
      items += 1
    }
    let hasPlaylistFiles = withFolders ? try hasPlaylistFiles() : false
    var walk = TreeWalk(store: store, columns: columns, limit: limit) { (row, folder) throws(StoreError) in
      if let takeRow {
        guard let taken = try takeRow(row, folder.path) else { return false }
        bytes += taken
        items += 1
      } else {
        let track = try store.tracks.track(row, folder: folder.path)
        bytes += track.details.textBytes
        add(.track(track))
      }
      return items < limit && bytes < Self.mostWindowBytes
    }
    if withFolders {
      walk.enter = { (folder, hasTracks) throws(StoreError) in
        let isListed = hasTracks ? true : try holdsAnything(below: folder.key)
        if isListed { add(.folder(path: folder.path)) }
        return items < limit
      }
    }
    if hasPlaylistFiles {
      walk.leave = { (folder) throws(StoreError) in
        for path in try store.playlistFiles.files(inFolder: folder.id, path: folder.path) {
          add(.playlistFile(path: path))
        }
      }
    }
    return try walk.run(below: path, after: cursor)
  }

  /// As `tree`, paths only: reads little more than an index.
  func paths(
    below path: [UInt8], after cursor: ListingCursor?, limit: Int
  ) throws(StoreError) -> (paths: [[UInt8]], next: ListingCursor?) {
    var paths: [[UInt8]] = []
    let next = try tree(
      below: path, after: cursor, limit: limit, columns: .names, withFolders: false,
      takeRow: { (row, folder) throws(StoreError) in
        paths.append(VolumePath.join(folder, try row.name(0)))
        return paths.last?.count
      }, take: { _ in })
    return (paths, next)
  }

  private func hasPlaylistFiles() throws(StoreError) -> Bool {
    try connection.first("SELECT EXISTS (SELECT 1 FROM playlist_files)") { (row) throws(StoreError) in
      try row.boolean(0)
    } ?? false
  }

  /// Whether there are tracks or playlist files.
  private func holdsAnything(below key: [UInt8]) throws(StoreError) -> Bool {
    try connection.first(
      """
      SELECT EXISTS (SELECT 1 FROM folders g CROSS JOIN tracks t ON t.folder = g.id AND t.state = 0
        WHERE g.order_key >= ?1 AND g.order_key < ?2)
      OR EXISTS (SELECT 1 FROM folders g CROSS JOIN playlist_files p ON p.folder = g.id
        WHERE g.order_key >= ?1 AND g.order_key < ?2)
      """, .blob(key), .blob(NaturalKey.subtreeEnd(key))
    ) { (row) throws(StoreError) in try row.boolean(0) } ?? false
  }

  /// A window ends early once its texts are so long together; songs have some hundred bytes each.
  private static let mostWindowBytes = 256 * 1024

  /// Whether anything is listed below `path`.
  func isFolder(_ path: [UInt8]) throws(StoreError) -> Bool {
    guard let key = try store.folder(path)?.key else { return false }
    return try holdsAnything(below: key)
  }

  /// The path of the `number`th (from 1) top-level folder with tracks, in natural order.
  func topFolder(_ number: Int) throws(StoreError) -> [UInt8]? {
    try connection.first(
      """
      SELECT f.path FROM folders f WHERE f.parent = 1 AND EXISTS (
        SELECT 1 FROM folders g CROSS JOIN tracks t ON t.folder = g.id AND t.state = 0
        WHERE g.order_key >= f.order_key AND g.order_key < CAST(f.order_key || x'03' AS BLOB))
      ORDER BY f.order_key LIMIT 1 OFFSET ?1
      """, .number(max(0, number - 1))
    ) { (row) throws(StoreError) in try store.validPath(try row.blob(0)) }
  }

  // MARK: Pages

  /// A window of a listing with the URIs of its items made here, and not on the loop.
  ///
  /// - Parameters:
  ///   - mayBeTrack: `path` has to be there, as a folder or as a track.
  ///   - onlyNames: of tracks their URIs are wanted, no more.
  ///   - prefix: what stands before the volume's paths in URIs.
  ///   - root: the volume's, to look at its playlist files.
  ///   - sum, add: what is made of the items.
  ///   - addStored: gets the tracks in place of `add` and returns how many bytes it made of one.
  /// - Returns: nil where `path` is neither.
  func page<Sum>(
    at path: [UInt8], isRecursive: Bool, mayBeTrack: Bool, onlyNames: Bool, after cursor: ListingCursor?,
    limit: Int, prefix: String, in root: Root, into sum: Sum,
    add: @escaping (inout Sum, LibraryPage.Item) -> Void,
    addStored: ((inout Sum, StoredTrack) throws(StoreError) -> Int)? = nil
  ) throws(StoreError) -> LibraryPart<Sum>? {
    var part = LibraryPart(sum: sum)
    func uri(_ path: [UInt8]) -> String { prefix + EscapedName.text(for: path) }
    // The folder whose tracks come, and the text before their names.
    var (last, before): ([UInt8], String) = ([], prefix)
    var takeRow: TakeRow?
    if let addStored {
      takeRow = { (row: Row, folder: [UInt8]) throws(StoreError) -> Int? in
        part.count += 1
        if folder != last { (last, before) = (folder, Self.before(namesIn: folder, prefix)) }
        return try addStored(&part.sum, StoredTrack(row: row, before: before))
      }
    }
    func take(_ item: ListingItem) {
      part.count += 1
      switch item {
      case .playlistFile(let path): playlistFile(path, uri(path), in: root).map { add(&part.sum, $0) }
      case .folder(let path): add(&part.sum, .folder(uri: uri(path)))
      case .track(let track): add(&part.sum, .track(uri: uri(track.reference.path), track))
      }
    }
    if mayBeTrack, !path.isEmpty, try !isFolder(path) {
      guard let track = try store.tracks.at([path]).first ?? nil else { return nil }
      take(.track(track))
    } else if isRecursive {
      part.next = try tree(
        below: path, after: cursor, limit: limit,
        columns: takeRow == nil ? .facts : onlyNames ? .names : .listed, withFolders: true, takeRow: takeRow,
        take: take)
    } else {
      part.next = try children(of: path, after: cursor, limit: limit, takeRow: takeRow, take: take)
    }
    return part
  }

  /// The beginning of the URIs of a folder's tracks.
  static func before(namesIn folder: [UInt8], _ prefix: String) -> String {
    folder.isEmpty ? prefix : prefix + EscapedName.text(for: folder) + "/"
  }

  /// - Returns: nil where it is gone, or is no file.
  private func playlistFile(_ path: [UInt8], _ uri: String, in root: Root) -> LibraryPage.Item? {
    guard let status = try? root.status(of: path), status.kind == .regular else { return nil }
    return .playlistFile(uri: uri, modified: status.modifiedNanoseconds / 1_000_000_000)
  }

  /// The results of `transform` for a window of the tracks at and below `path`; a window has at most `limit` of them,
  /// or all candidates if the text indexes give those that may have `values` or hold `needle`.
  /// - Returns: nil if `mayBeTrack` and `path` is neither a folder nor a track.
  func select<Value>(
    at path: [UInt8], mayBeTrack: Bool, holding needle: String? = nil, having values: [WantedValue] = [],
    after cursor: ListingCursor?, limit: Int, prefix: String, transform: @escaping (Track, String) -> Value?
  ) throws(StoreError) -> (values: [Value], next: ListingCursor?)? {
    func value(_ track: Track) -> Value? {
      transform(track, prefix + EscapedName.text(for: track.reference.path))
    }
    if mayBeTrack, !path.isEmpty, try !isFolder(path) {
      guard let track = try store.tracks.at([path]).first ?? nil else { return nil }
      return (value(track).map { [$0] } ?? [], nil)
    }
    if cursor == nil, needle != nil || !values.isEmpty, let key = try store.folder(path)?.key,
      let found = try store.search.select(
        holding: needle, having: values, belowFolderWith: key, transform: value)
    {
      return (found, nil)
    }
    var values: [Value] = []
    let next = try tree(
      below: path, after: cursor, limit: limit, columns: .factsAndAnalyses, withFolders: false
    ) {
      if case .track(let track) = $0, let value = value(track) { values.append(value) }
    }
    return (values, next)
  }

  /// The same with what `add` makes of each track's row.
  ///
  /// - Parameters:
  ///   - onlyNames: whether no more of the tracks is read than their URIs.
  ///   - limit: of the rows that are looked at.
  ///   - number: of the selection; its pages have the same.
  ///   - albums: whether tracks of which no more is read than artist, album, album artist, genre and date may be wanted; nil
  ///     where these don't tell.
  ///   - add: returns how many bytes it made of one; nil where it wants no further one.
  func select<Sum>(
    at path: [UInt8], mayBeTrack: Bool, onlyNames: Bool, holding needle: String?,
    having values: [WantedValue],
    after cursor: ListingCursor?, limit: Int, prefix: String, into sum: Sum, number: UInt64 = 0,
    albums: ((inout Sum, StoredTrack) throws(StoreError) -> Bool)? = nil,
    add: @escaping (inout Sum, StoredTrack) throws(StoreError) -> Int?
  ) throws(StoreError) -> (sum: Sum, next: ListingCursor?)? {
    var result = sum
    var (last, before): ([UInt8], String) = ([], prefix)
    func take(_ row: Row, _ folder: [UInt8]) throws(StoreError) -> Int? {
      if folder != last { (last, before) = (folder, Self.before(namesIn: folder, prefix)) }
      return try add(&result, StoredTrack(row: row, before: before))
    }
    if mayBeTrack, !path.isEmpty, try !isFolder(path) {
      let (folder, name) = VolumePath.split(path)
      guard let id = try store.folder(folder)?.id else { return nil }
      let isThere = try store.tracks.listed(name, in: id) { (row) throws(StoreError) in
        _ = try take(row, folder)
      }
      return isThere ? (result, nil) : nil
    }
    if needle != nil || !values.isEmpty, let key = try store.folder(path)?.key {
      let (isFound, next) = try store.search.select(
        holding: needle, having: values, belowFolderWith: key, after: cursor, take: take)
      if isFound { return (result, next) }
    }
    if let albums, let folders = try folders(ofAlbums: albums, number, below: path, after: cursor, sum) {
      let next = try read(folders, number, after: cursor, limit: limit, take: take)
      return (result, next)
    }
    let next = try tree(
      below: path, after: cursor, limit: limit, columns: onlyNames ? .names : .listed, withFolders: false,
      takeRow: take, take: { _ in })
    return (result, next)
  }

  /// The folders of a selection that are left to read after `cursor`; nil if there are very many.
  private func folders<Sum>(
    ofAlbums albums: (inout Sum, StoredTrack) throws(StoreError) -> Bool, _ number: UInt64,
    below path: [UInt8], after cursor: ListingCursor?, _ sum: Sum
  ) throws(StoreError) -> [Int64]? {
    if let rest = store.nextFolders.remaining, rest.number == number, rest.cursor == cursor {
      return rest.folders
    }
    guard let key = try store.folder(path)?.key else { return [] }
    var scratch = sum
    return try store.albumFolders.folders(from: cursor?.folder ?? key, to: NaturalKey.subtreeEnd(key)) {
      (row) throws(StoreError) in
      try albums(&scratch, StoredTrack(row: row, before: ""))
    }
  }

  /// Reads a window of the tracks in `folders`, and notes what is left.
  private func read(
    _ folders: [Int64], _ number: UInt64, after cursor: ListingCursor?, limit: Int, take: TakeRow
  ) throws(StoreError) -> ListingCursor? {
    var (bytes, rows) = (0, 0)
    let end = try store.tracks.listed(inFolders: folders, after: cursor) { (row, folder) throws(StoreError) in
      guard let taken = try take(row, folder) else { return false }
      bytes += taken
      rows += 1
      return bytes < Self.mostWindowBytes && rows < limit
    }
    store.nextFolders.remaining = end.map { next, index in
      RemainingFolders(number: number, cursor: next, folders: Array(folders[index...]))
    }
    return end?.0
  }

  /// A window of the tracks at and below `path`, as references.
  /// - Returns: nil where `mayBeTrack` and `path` is neither a folder nor a track.
  func references(
    at path: [UInt8], mayBeTrack: Bool, after cursor: ListingCursor?, limit: Int
  ) throws(StoreError) -> (references: [TrackReference], next: ListingCursor?)? {
    if mayBeTrack, !path.isEmpty, try !isFolder(path) {
      guard let track = try store.tracks.at([path]).first ?? nil else { return nil }
      return ([track.reference], nil)
    }
    let (paths, next) = try paths(below: path, after: cursor, limit: limit)
    return (paths.map { TrackReference(volume: store.identity, path: $0) }, next)
  }

  /// Returns all tracks at and below each of `paths`; nil for a folder of more than `limit`, and for a nil path.
  func references(
    atEach paths: [[UInt8]?], onlyTracks: Bool, limit: Int
  ) throws(StoreError) -> [Result<[TrackReference], Refusal>?] {
    var folders: [ArraySlice<UInt8>: Int64] = [:]
    var found: [Result<[TrackReference], Refusal>?] = []
    found.reserveCapacity(paths.count)
    for path in paths {
      guard var path, !path.isEmpty else {
        found.append(nil)
        continue
      }
      if PathSpelling.mayDiffer(path), try !isTrack(path, &folders), try onlyTracks ? true : !isFolder(path),
        let other = try PathSpelling(store).other(path)
      {
        path = other
      }
      if try isTrack(path, &folders) {
        found.append(.success([TrackReference(volume: store.identity, path: path)]))
      } else if onlyTracks {
        found.append(.failure(.noSuchSong))
      } else if let (references, next) = try references(at: path, mayBeTrack: true, after: nil, limit: limit)
      {
        found.append(next == nil ? .success(references) : nil)
      } else {
        found.append(.failure(.noSuchDirectory))
      }
    }
    return found
  }

  /// - Parameter folders: the rows of those that were asked for before.
  private func isTrack(
    _ path: [UInt8], _ folders: inout [ArraySlice<UInt8>: Int64]
  ) throws(StoreError) -> Bool {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    let parent = path[..<(slash ?? 0)]
    var row = folders[parent]
    if row == nil { row = try store.folder(Array(parent))?.id }
    guard let row else { return false }
    folders[parent] = row
    let name = Array(path[(slash.map { $0 + 1 } ?? 0)...])
    return try connection.first(
      "SELECT 1 FROM tracks WHERE folder = ?1 AND name = ?2 AND state = 0", .integer(row), .blob(name)
    ) { (row) throws(StoreError) in try row.integer(0) } != nil
  }

  /// How many top-level folders with tracks there are.
  func topFolderCount() throws(StoreError) -> Int {
    try connection.first(
      """
      SELECT count(*) FROM folders f WHERE f.parent = 1 AND EXISTS (
        SELECT 1 FROM folders g CROSS JOIN tracks t ON t.folder = g.id AND t.state = 0
        WHERE g.order_key >= f.order_key AND g.order_key < CAST(f.order_key || x'03' AS BLOB))
      """
    ) { (row) throws(StoreError) in try row.integer(0, as: Int.self) } ?? 0
  }
}
