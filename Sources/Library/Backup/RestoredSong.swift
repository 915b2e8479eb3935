import Model

/// A song that a backup has data of, and the search for its row.
struct RestoredSong {
  /// In the backup.
  let number: Int64
  let path: [UInt8]
  let sequence: Int64
  /// As `tracks.added_time`.
  let time: Int64?
  /// nil if nothing but its path is known.
  let print: Int64?

  struct Rows {
    /// By the songs' numbers.
    fileprivate(set) var all: [Int64: Int64] = [:]
    /// Those that wait for their files.
    fileprivate(set) var waiting: [Int64] = []
  }

  /// Finds or makes the rows of a backup's songs. A song is the unchanged file at its path; else an unchanged file
  /// elsewhere (`Reconcile`); else the file at its path, which has other tags or is another recording, unless it is
  /// another song of the backup; else a row that waits for its file, by which a scan recognises it at any path.
  static func rows(
    of songs: [RestoredSong], on store: VolumeStore, in transaction: borrowing Transaction
  ) throws(StoreError) -> Rows {
    let prints = Set(songs.compactMap(\.print))
    let atPaths = try songs.map { (song) throws(StoreError) in try store.fingerprints.row(at: song.path) }
    var found = zip(songs, atPaths).map { song, row in
      row.flatMap { $0.isHere && song.print != nil && $0.print == song.print ? $0.id : nil }
    }
    var taken = Set(found.compactMap(\.self))
    // Rows of ours have no negative numbers.
    let seekers = songs.indices.filter { found[$0] == nil }.map { index in
      Reconcile.Row(
        id: ~Int64(index), print: songs[index].print, isHere: false,
        name: Fingerprints.hash(VolumePath.split(songs[index].path).name))
    }
    let sought = Set(seekers.compactMap(\.print))
    let files = try store.fingerprints.rows(withPrints: sought, areHere: true).filter {
      !taken.contains($0.id)
    }
    for move in Reconcile.moves(seekers + files) {
      found[Int(~move.row)] = move.source
      taken.insert(move.source)
    }
    var rows = Rows()
    for (index, song) in songs.enumerated() {
      var isHere = found[index] != nil
      if !isHere, let there = atPaths[index], !there.isAnother(than: song.print, of: prints),
        taken.insert(there.id).inserted
      {
        found[index] = there.id
        isHere = there.isHere
      }
      let row: Int64
      if let known = found[index] {
        row = known
      } else {
        row = try song.makeWaiting(on: store, in: transaction)
      }
      rows.all[song.number] = row
      if !isHere {
        rows.waiting.append(row)
        if let print = song.print { try store.fingerprints.keep(print, of: row) }
      }
      try store.connection.execute(
        "UPDATE tracks SET added_sequence = ?2, added_time = ?3 WHERE id = ?1", .integer(row),
        .integer(song.sequence), .optional(song.time))
    }
    return rows
  }

  private func makeWaiting(
    on store: VolumeStore, in transaction: borrowing Transaction
  ) throws(StoreError) -> Int64 {
    let (folderPath, name) = VolumePath.split(path)
    let folder = try store.makeFolder(folderPath)
    let isTaken = try store.trackRow(at: path) != nil
    let free = isTaken ? try store.trackMoves.spareName(for: name, ofRow: number, inFolder: folder) : name
    return try store.trackMoves.makeWaiting(free, inFolder: folder, added: (sequence, time), in: transaction)
  }
}

extension Reconcile.Row {
  /// Whether the row's file is another one of the songs with these fingerprints than the one with this.
  fileprivate func isAnother(than song: Int64?, of prints: Set<Int64>) -> Bool {
    isHere && song != nil && print.map { prints.contains($0) } ?? false
  }
}
