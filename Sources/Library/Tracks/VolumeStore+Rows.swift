import Model

/// Tracks by their rows, many at a time.
extension VolumeStore {
  /// What each of `rows` is, in their order; nil for what isn't a playable track any more.
  func tracks(inRows rows: [Int64]) throws(StoreError) -> [Track?] {
    var result = [Track?](repeating: nil, count: rows.count)
    try placedTracks(rows) { (index, track, _) in
      result[index] = track
      return true
    }
    return result
  }

  /// The path of each of `rows`, in their order; nil for a row that is no longer a playable track.
  func references(inRows rows: [Int64]) throws(StoreError) -> [TrackReference?] {
    var result = [TrackReference?](repeating: nil, count: rows.count)
    for start in stride(from: 0, to: rows.count, by: Self.mostAtOnce) {
      try connection.forEach(
        """
        SELECT j.key, f.path, t.name FROM json_each(?1) j CROSS JOIN tracks t ON t.id = j.value AND t.state = 0
        CROSS JOIN folders f ON f.id = t.folder
        """, .text(Self.json(rows[start...].prefix(Self.mostAtOnce)))
      ) { (row) throws(StoreError) in
        let index = start + (try row.integer(0, as: Int.self))
        let path = try validPath(VolumePath.join(try row.blob(1), try row.blob(2)))
        result[index] = TrackReference(volume: identity, path: path)
      }
    }
    return result
  }

  /// Those of `rows` that are playable tracks, in their order.
  func present(_ rows: [Int64]) throws(StoreError) -> [Int64] {
    var isHere = [Bool](repeating: false, count: rows.count)
    for start in stride(from: 0, to: rows.count, by: Self.mostAtOnce) {
      try connection.forEach(
        "SELECT j.key FROM json_each(?1) j CROSS JOIN tracks t ON t.id = j.value AND t.state = 0",
        .text(Self.json(rows[start...].prefix(Self.mostAtOnce)))
      ) { (row) throws(StoreError) in
        let index = try row.integer(0, as: Int.self)
        isHere[start + index] = true
      }
    }
    return zip(rows, isHere).compactMap { $1 ? $0 : nil }
  }

  /// Number of rows per statement.
  static let mostAtOnce = 1000

  /// Numbers of rows as a statement takes them, all in one value: to run it for each would take several times as long.
  static func json(_ rows: some Collection<Int64>) -> String {
    var text = "["
    text.reserveCapacity(rows.count * 8)
    for row in rows {
      if text.utf8.count > 1 { text += "," }
      text += String(row)
    }
    return text + "]"
  }

  /// Gives `body` those of `ids` that are playable tracks, in their order, each with its index, until it has enough.
  func placedTracks(
    _ ids: [Int64], body: (Int, Track, NaturalPlace) -> Bool
  ) throws(StoreError) {
    var goesOn = true
    var folder: (id: Int64, path: [UInt8], key: [UInt8]) = (0, [], [])
    for start in stride(from: 0, to: ids.count, by: Self.mostAtOnce) where goesOn {
      // The columns of JSON's rows have names that tracks' columns have, too.
      try connection.forEachWhile(
        """
        SELECT t.name, t.sort_key, t.size, t.mtime_ns, added_time, format, rate, channels, bits, frames, duration_us,
          duration_estimated, title, artist, album, album_artist, genre, date, disc, t.track, bit_rate,
          disc_total, track_total, compilation, track_gain, album_gain, track_peak, album_peak, more, t.id,
          a.bpm, a.music_key, a.loudness, a.peak, j.key, t.folder, f.path, f.order_key
        FROM json_each(?1) j CROSS JOIN tracks t ON t.id = j.value AND t.state = 0
        CROSS JOIN folders f ON f.id = t.folder
        LEFT JOIN analyses a ON a.track = t.id
        """, .text(Self.json(ids[start...].prefix(Self.mostAtOnce))),
        body: { (row) throws(StoreError) in
          let id = try row.integer(35)
          if folder.id != id { folder = (id, try validPath(try row.blob(36)), try row.blob(37)) }
          goesOn = body(
            start + (try row.integer(34, as: Int.self)), try track(row, folder: folder.path),
            NaturalPlace(folder: folder.key, track: try row.blob(1)))
          return goesOn
        })
    }
  }
}
