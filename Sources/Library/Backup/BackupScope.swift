/// What a backup is of: what was there when its writing began, and what may be named in it.
struct BackupScope: Sendable {
  /// `volume.changes` then: what comes later is for the next one.
  var changes: Int64 = 0
  var volume = ""
  /// Rows of tracks are never deleted, and new ones come behind all others.
  var lastTrack: Int64 = 0
  /// The names of playlists by their rows: no two have one, whatever is renamed meanwhile.
  var playlists: [Int64: String] = [:]
  /// Rows of folders of playlists.
  var folders: Set<Int64> = []

  /// - Returns: whether a row of `table` belongs into the file, with what it names that is not there taken out.
  func takes(_ row: inout [SQLValue], of table: BackedTable) -> Bool {
    for (index, column) in table.columns.enumerated() {
      guard case .integer(let number) = row[index] else { continue }
      switch column {
      case .value: break
      case .track: if number > lastTrack { return false }
      case .playlist: if playlists[number] == nil { return false }
      case .folder: if !folders.contains(number) { row[index] = .null }
      }
    }
    return true
  }
}
