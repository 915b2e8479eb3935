import Linux
import Model

extension VolumeStore {
  /// A window of a listing with the URIs of its items made here, and not on the loop.
  ///
  /// - Parameters:
  ///   - mayBeTrack: `path` has to be there, as a folder or as a track.
  ///   - onlyNames: of tracks their URIs are wanted, no more.
  ///   - prefix: what stands before the volume's paths in URIs.
  ///   - root: the volume's, to look at its playlist files.
  ///   - sum, add: what is made of the items.
  /// - Returns: nil where `path` is neither.
  func page<Sum>(
    at path: [UInt8], isRecursive: Bool, mayBeTrack: Bool, onlyNames: Bool, after cursor: ListingCursor?,
    limit: Int, prefix: String, in root: Root, into sum: Sum,
    add: @escaping (inout Sum, LibraryPage.Item) -> Void
  ) throws(StoreError) -> LibraryPart<Sum>? {
    var part = LibraryPart(sum: sum)
    func uri(_ path: [UInt8]) -> String { prefix + EscapedName.text(for: path) }
    // What stands before the names of the folder whose tracks come.
    var (last, before): ([UInt8], String) = ([], prefix)
    func take(_ item: ListingItem) {
      part.count += 1
      switch item {
      case .playlistFile(let path): playlistFile(path, uri(path), in: root).map { add(&part.sum, $0) }
      case .folder(let path): add(&part.sum, .folder(uri: uri(path)))
      case .name(let name, let folder):
        if folder != last { (last, before) = (folder, uri(folder) + "/") }
        add(&part.sum, .name(uri: before + EscapedName.text(for: name)))
      case .track(let track): add(&part.sum, .track(uri: uri(track.reference.path), track))
      }
    }
    if mayBeTrack, !path.isEmpty, try !isFolder(path) {
      guard let track = try tracks(at: [path]).first ?? nil else { return nil }
      take(.track(track))
    } else if isRecursive {
      part.next = try tree(
        below: path, after: cursor, limit: limit, columns: onlyNames ? .names : .facts, withFolders: true,
        take: take)
    } else {
      let listing = try children(of: path, after: cursor, limit: limit)
      listing.items.forEach(take)
      part.next = listing.next
    }
    return part
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
      guard let track = try tracks(at: [path]).first ?? nil else { return nil }
      return (value(track).map { [$0] } ?? [], nil)
    }
    if cursor == nil, needle != nil || !values.isEmpty, let key = try folder(path)?.key,
      let found = try select(holding: needle, having: values, belowFolderWith: key, transform: value)
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

  /// A window of the tracks at and below `path`, as references.
  /// - Returns: nil where `mayBeTrack` and `path` is neither a folder nor a track.
  func references(
    at path: [UInt8], mayBeTrack: Bool, after cursor: ListingCursor?, limit: Int
  ) throws(StoreError) -> (references: [TrackReference], next: ListingCursor?)? {
    if mayBeTrack, !path.isEmpty, try !isFolder(path) {
      guard let track = try tracks(at: [path]).first ?? nil else { return nil }
      return ([track.reference], nil)
    }
    let (paths, next) = try paths(below: path, after: cursor, limit: limit)
    return (paths.map { TrackReference(volume: identity, path: $0) }, next)
  }

  /// Of each of `paths` all tracks at and below it; nil for a folder of more than `limit`, and where a path is nil.
  func references(
    atEach paths: [[UInt8]?], onlyTracks: Bool, limit: Int
  ) throws(StoreError) -> [Result<[TrackReference], Refusal>?] {
    var folders: [ArraySlice<UInt8>: Int64] = [:]
    var found: [Result<[TrackReference], Refusal>?] = []
    found.reserveCapacity(paths.count)
    for path in paths {
      guard let path, !path.isEmpty else {
        found.append(nil)
        continue
      }
      if try isTrack(path, &folders) {
        found.append(.success([TrackReference(volume: identity, path: path)]))
      } else if onlyTracks {
        found.append(.failure(.noSuchPath))
      } else if let (references, next) = try references(at: path, mayBeTrack: true, after: nil, limit: limit)
      {
        found.append(next == nil ? .success(references) : nil)
      } else {
        found.append(.failure(.noSuchPath))
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
    if row == nil { row = try folder(Array(parent))?.id }
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
