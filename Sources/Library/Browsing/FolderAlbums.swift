import Model

/// Finds the albums of tracks that name no album artist (`FolderAlbum`), and keeps those that it found last: neighbouring rows
/// mostly have the same one.
struct FolderAlbums {
  private let store: VolumeStore
  /// Prefix of the volume's paths in URIs.
  private let prefix: String
  private var folders: [Int64: Folder] = [:]
  private var albums: [Key: FolderAlbum] = [:]

  private struct Folder {
    let uri: String
    /// Those with songs of its albums.
    let rows: [Int64]
  }

  private struct Key: Hashable {
    let folder: Int64
    let album: String
  }

  /// Limit of folders, and of albums, in memory.
  private static let mostKept = 4096
  /// Limit of discs of an album: the artist of a larger one is that of the first discs.
  private static let mostDiscs = 100
  /// Limit of artists of an album: among more, probably none has half of the songs.
  private static let mostArtists = 256

  init(_ store: VolumeStore, prefix: String) {
    self.store = store
    self.prefix = prefix
  }

  /// - Parameters:
  ///   - row: of the folder with the track.
  ///   - album: the track's first album name.
  mutating func album(inFolder row: Int64, named album: String) throws(StoreError) -> FolderAlbum {
    let key = Key(folder: row, album: album)
    if let known = albums[key] { return known }
    let folder = try folder(row)
    let found = FolderAlbum(folder: folder.uri, artist: try artist(of: album, in: folder.rows))
    if albums.count >= Self.mostKept { albums.removeAll(keepingCapacity: true) }
    albums[key] = found
    return found
  }

  /// The album of a track; nil where it names an album artist or no album, or isn't there any more.
  mutating func album(ofTrack row: Int64) throws(StoreError) -> FolderAlbum? {
    let found = try store.connection.first(
      """
      SELECT folder, album FROM tracks
      WHERE id = ?1 AND state = 0 AND album_artist IS NULL AND album IS NOT NULL
      """, .integer(row)
    ) { (row) throws(StoreError) in (folder: try row.integer(0), album: try row.text(1)) }
    guard let found else { return nil }
    return try album(inFolder: found.folder, named: found.album)
  }

  private mutating func folder(_ row: Int64) throws(StoreError) -> Folder {
    if let known = folders[row] { return known }
    guard let (parent, path) = try parentAndPath(ofFolder: row) else {
      throw store.strange("folder")
    }
    let isDisc = FolderAlbum.isDisc(VolumePath.split(path).name)
    let top = isDisc ? parent ?? row : row
    var rows = [top]
    try store.connection.forEachWhile(
      "SELECT id, path FROM folders WHERE parent = ?1", .integer(top),
      body: { (found) throws(StoreError) in
        if FolderAlbum.isDisc(VolumePath.split(try found.blob(1)).name) { rows.append(try found.integer(0)) }
        return rows.count <= Self.mostDiscs
      })
    let uri = path.isEmpty ? String(prefix.dropLast()) : prefix + EscapedName.text(for: path)
    let folder = Folder(uri: FolderAlbum.folder(ofSongsIn: uri), rows: rows)
    if folders.count >= Self.mostKept { folders.removeAll(keepingCapacity: true) }
    folders[row] = folder
    return folder
  }

  private func parentAndPath(ofFolder row: Int64) throws(StoreError) -> (parent: Int64?, path: [UInt8])? {
    try store.connection.first("SELECT parent, path FROM folders WHERE id = ?1", .integer(row)) {
      (row) throws(StoreError) in
      (try row.optionalInteger(0, as: Int64.self), try store.validPath(try row.blob(1)))
    }
  }

  /// The first artist of more than half of an album's songs; empty where nobody is.
  private func artist(of album: String, in folders: [Int64]) throws(StoreError) -> String {
    var (counts, total): ([String: Int64], Int64) = ([:], 0)
    for folder in folders {
      try store.connection.forEachWhile(
        """
        SELECT artist, count(*) FROM tracks INDEXED BY tracks_of_folder_albums
        WHERE folder = ?1 AND album = ?2 AND state = 0 AND album_artist IS NULL GROUP BY artist
        """, .integer(folder), .text(album),
        body: { (row) throws(StoreError) in
          let count = try row.integer(1)
          total += count
          if let artist = try row.texts(0).first { counts[artist, default: 0] += count }
          return counts.count <= Self.mostArtists
        })
      if counts.count > Self.mostArtists { return "" }
    }
    return counts.first { $0.value > total / 2 }?.key ?? ""
  }
}
