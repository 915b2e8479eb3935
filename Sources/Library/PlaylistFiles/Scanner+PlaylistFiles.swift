import Interchange

/// Playlist files are recognised by their names alone: a scan does not open them.
extension Scanner {
  func knownPlaylistFiles(below path: [UInt8]) throws(StoreError) -> FoundPlaylistFiles {
    FoundPlaylistFiles(
      known: try store.perform { (store) throws(StoreError) in try store.playlistFiles.files(below: path) })
  }

  /// Hands over what differs from what was known.
  /// - Returns: whether anything does.
  func keep(_ found: FoundPlaylistFiles) throws(StoreError) -> Bool {
    let changes = found.changes
    guard !changes.isEmpty else { return false }
    try store.perform { (store) throws(StoreError) in try store.playlistFiles.keep(changes) }
    return true
  }

  /// Keeps, or forgets, the file at `path`, if it is a playlist's by its name.
  /// - Returns: whether that changed anything.
  func keepPlaylistFile(_ path: [UInt8], isHere: Bool) throws(StoreError) -> Bool {
    guard ListFormat(fileName: VolumePath.split(path).name) != nil else { return false }
    return try store.perform { (store) throws(StoreError) in
      try store.playlistFiles.keep(path, isHere: isHere)
    }
  }
}
