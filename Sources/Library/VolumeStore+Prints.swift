extension VolumeStore {
  /// More rows than these are not looked at for one batch.
  private static let mostFormer = 1000

  /// The rows that have one of `prints` and that `isWanted` takes.
  ///
  /// Goes through all of them, in the order in which they lie: an index would make the first scan write to all over
  /// its pages, for a search that few scans make and that reads a megabyte and a half in 100,000 tracks.
  func rows(withPrints prints: Set<Int64>, isWanted: (Int64) -> Bool) throws(StoreError) -> [FormerRow] {
    var found: [(id: Int64, print: Int64)] = []
    try connection.forEach("SELECT track, print FROM prints") { (row) throws(StoreError) in
      let (id, print) = (try row.integer(0), try row.integer(1))
      if prints.contains(print), found.count < Self.mostFormer, isWanted(id) { found.append((id, print)) }
    }
    var rows: [FormerRow] = []
    for (id, print) in found {
      let row = try connection.first(
        "SELECT f.path, t.name, t.state FROM tracks t JOIN folders f ON f.id = t.folder WHERE t.id = ?1",
        .integer(id)
      ) { (row) throws(StoreError) in
        FormerRow(
          id: id, print: print, folder: try row.blob(0), name: try row.blob(1),
          isVanished: try row.integer(2) == TrackState.vanished.rawValue)
      }
      guard let row, VolumePath.isValid(row.folder), VolumePath.isValid(component: row.name) else { continue }
      rows.append(row)
    }
    return rows
  }

  func print(ofRow id: Int64) throws(StoreError) -> Int64? {
    try connection.first("SELECT print FROM prints WHERE track = ?1", .integer(id)) {
      (row) throws(StoreError) in try row.integer(0)
    }
  }

  func keep(print: Int64?, of id: Int64) throws(StoreError) {
    if let print {
      try connection.execute(
        "INSERT INTO prints (track, print) VALUES (?1, ?2) ON CONFLICT (track) DO UPDATE SET print = ?2",
        .integer(id), .integer(print))
    } else {
      try connection.execute("DELETE FROM prints WHERE track = ?1", .integer(id))
    }
  }
}
