import Linux

extension Scanner {
  /// Lets files that were renamed or moved keep their rows, and with them whatever people added: a file that is new
  /// where it lies takes over the row of one that is the same (`TrackPrint`) and is not where it was any more. That
  /// is looked up at once, so it is of no account which of both places the scan comes to first, and whether it comes
  /// to the other one at all. Where the other is there still this is a copy, and a track of its own.
  ///
  /// The rows change hands in the transaction that writes the files.
  mutating func findMoved(_ batch: inout ScanBatch, seen: SeenRows) throws(StoreError) {
    var wanted: [Int64: [Int]] = [:]
    for (index, file) in batch.files.enumerated() where file.isNew {
      if let print = file.print { wanted[print, default: []].append(index) }
    }
    guard !wanted.isEmpty else { return }
    let prints = Set(wanted.keys)
    let rows = try store.perform { (store) throws(StoreError) in
      try store.rows(withPrints: prints) { !seen.contains($0) }
    }
    var free: [Int64: [FormerRow]] = [:]
    for row in rows {
      try checkCancelled()
      let files = (wanted[row.print] ?? []).map { batch.files[$0] }
      if try isGone(row, for: files) { free[row.print, default: []].append(row) }
    }
    for (print, indices) in wanted {
      // Who was there until now comes before who vanished long ago.
      var rows = (free[print] ?? []).sorted { !$0.isVanished && $1.isVanished }
      var others: [Int] = []
      for index in indices {
        // Of files that are alike each keeps its own row where it keeps its name.
        if let place = rows.firstIndex(where: { $0.name == batch.files[index].name }) {
          batch.files[index].takesOver = rows.remove(at: place)
        } else {
          others.append(index)
        }
      }
      for (index, row) in zip(others, rows) { batch.files[index].takesOver = row }
    }
  }

  /// Whether a row's file is not where it was, or is one of `files` under another name.
  private mutating func isGone(_ row: FormerRow, for files: [ScanBatch.File]) throws(StoreError) -> Bool {
    let path = VolumePath.join(row.folder, row.name)
    let status: FileStatus
    do throws(SystemError) {
      status = try root.status(of: path)
    } catch {
      if [.noSuchFile, .notDirectory].contains(error.code) { return true }
      try note(error, path)
      return false
    }
    guard status.kind == .regular else { return true }
    // FAT finds a name in either case, and has no links: what is one file had its name's case changed.
    guard isFAT else { return false }
    for file in files {
      let other = try attempt(file.path) { (root) throws(SystemError) in try root.status(of: file.path) }
      if let other, other.device == status.device, other.inode == status.inode { return true }
    }
    return false
  }

  /// Whether a file is the one that its row was written of.
  mutating func hasPrint(ofRow id: Int64, _ file: FoundFile) throws(StoreError) -> Bool {
    let known = try store.perform { (store) throws(StoreError) in try store.print(ofRow: id) }
    guard let known, case .details(let details) = try facts(of: file) else { return false }
    return try print(of: details, file) == known
  }

  /// What tells a file from others; nil where that can't be read.
  mutating func print(of details: TrackDetails, _ file: FoundFile) throws(StoreError) -> Int64? {
    let size = file.status.size
    guard TrackPrint.needsEnds(details) else { return TrackPrint.of(details, sizeBytes: size) }
    let ends = try attempt(file.path) { (root) throws(SystemError) -> [UInt8] in
      let open = try file.open(beneath: root)
      return try TrackPrint.ends(of: open, sizeBytes: size)
    }
    return ends.map { TrackPrint.of(details, sizeBytes: size, ends: $0) }
  }
}
