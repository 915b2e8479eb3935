/// The rows of folders and tracks by their paths.
struct PathRows {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// The folder's row; nil where no track was ever below it.
  func folder(_ path: [UInt8]) throws(StoreError) -> (id: Int64, key: [UInt8])? {
    try connection.first("SELECT id, order_key FROM folders WHERE path = ?1", .blob(path)) {
      (row) throws(StoreError) in (try row.integer(0), try row.blob(1))
    }
  }

  /// The row of a track, whether its file is there or not.
  func track(at path: [UInt8]) throws(StoreError) -> Int64? {
    let (folderPath, name) = VolumePath.split(path)
    guard let folder = try folder(folderPath)?.id else { return nil }
    return try track(named: name, inFolder: folder)
  }

  func track(named name: [UInt8], inFolder folder: Int64) throws(StoreError) -> Int64? {
    try connection.first(
      "SELECT id FROM tracks WHERE folder = ?1 AND name = ?2", .integer(folder), .blob(name)
    ) { (row) throws(StoreError) in try row.integer(0) }
  }
}
