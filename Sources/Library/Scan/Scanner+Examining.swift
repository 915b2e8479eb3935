import Linux
import Model

/// Compares the files of a folder with the database's rows.
extension Scanner {
  /// - Parameters:
  ///   - level: the folder, where it is open.
  ///   - isWhole: whether these are all of its files.
  mutating func examine(
    _ names: [[UInt8]], in folder: [UInt8], _ level: FolderLevel? = nil, isWhole: Bool = false
  ) throws(StoreError) {
    let known = try ahead.take(folder)
    var recent = RecentFiles(since: WallClock.nanoseconds())
    var lookedAt: [FoundFile?]?
    if isWhole, let known, let id = known.id, case .digest(let digest) = known.content {
      let files = try look(at: names[...], in: folder, level)
      if FolderDigest(of: files).value == digest {
        seen.insert(wholeFolder: id)
        return try hasExamined(names.count)
      }
      lookedAt = files
    }
    var rows: [KnownRow]?
    if let known, case .rows(let found) = known.content { rows = found }
    var found: [(key: [UInt8], name: [UInt8])] = []
    // New files are added in natural order, whatever the order of the names.
    var changed: [(key: [UInt8], file: FoundFile, known: KnownFile?)] = []
    var start = 0
    while start < names.count {
      let window = names[start..<min(start + Self.mostLookedUp, names.count)]
      start += window.count
      // Reading files may change it.
      let knowsFiles = knowsFiles
      let (known, looked) = knowsFiles ? try lookUp(window, in: folder, level, rows, lookedAt) : ([], [])
      for (index, name) in window.enumerated() {
        try pace.wait()
        let row = knowsFiles ? known[index] : nil
        if let file = knowsFiles ? looked[index] : try look(at: name, in: folder, level),
          file.status.kind == .regular
        {
          recent.add(modifiedNanoseconds: file.status.modifiedNanoseconds)
          if let row, isUnchanged(row, file) {
            keep(row)
            if tellsFound, row.isPlayable { found.append((row.sortKey, name)) }
          } else if tellsFound {
            if let key = try open(file, in: folder, known: row) { found.append((key, name)) }
          } else {
            changed.append((NaturalKey.ofTrack(name: name, disc: nil, track: nil), file, row))
            continue
          }
        }
        try hasExamined()
      }
    }
    changed.sort { $0.key.lexicographicallyPrecedes($1.key) }
    for (_, file, row) in changed {
      try pace.wait()
      _ = try open(file, in: folder, known: row)
      try hasExamined()
    }
    if isWhole, known?.id != nil || !names.isEmpty, !recent.areAny(until: WallClock.nanoseconds()) {
      pipe.batch.settled.append(folder)
      if pipe.batch.isFull { try pipe.flush(&seen) }
    }
    try report(&found, in: folder)
  }

  private mutating func report(
    _ found: inout [(key: [UInt8], name: [UInt8])], in folder: [UInt8]
  ) throws(StoreError) {
    guard tellsFound, !found.isEmpty, !FileNames.isOfSounds(folder) else { return }
    found.sort { $0.key.lexicographicallyPrecedes($1.key) }
    pipe.found += found.map { TrackReference(volume: volume, path: VolumePath.join(folder, $0.name)) }
    // When a cut first scan continues, nothing is to be written for long.
    if pipe.found.count >= 3 * ScanBatch.most { try pipe.flush(&seen) }
  }

  /// Looks at files, and for their rows: the store does that while the storage reads their types.
  private mutating func lookUp(
    _ names: ArraySlice<[UInt8]>, in folder: [UInt8], _ level: FolderLevel?, _ rows: [KnownRow]?,
    _ lookedAt: [FoundFile?]?
  ) throws(StoreError) -> (known: [KnownFile?], files: [FoundFile?]) {
    let wanted = Array(names)
    let answer =
      rows == nil
      ? try store.start { (store) throws(StoreError) in try store.known.files(wanted, in: folder) } : nil
    let files: [FoundFile?]
    if let lookedAt {
      files = Array(lookedAt[names.indices])
    } else {
      files = try look(at: names, in: folder, level)
    }
    return (try answer?.wait().get() ?? KnownRow.match(wanted, rows ?? []), files)
  }

  private mutating func look(
    at names: ArraySlice<[UInt8]>, in folder: [UInt8], _ level: FolderLevel?
  ) throws(StoreError) -> [FoundFile?] {
    var files: [FoundFile?] = []
    files.reserveCapacity(names.count)
    for name in names {
      try pace.wait()
      files.append(try look(at: name, in: folder, level))
    }
    return files
  }

  /// - Returns: nil where it can't be looked at.
  mutating func look(
    at name: [UInt8], in folder: [UInt8], _ level: FolderLevel?
  ) throws(StoreError) -> FoundFile? {
    try trouble.attempt(VolumePath.join(folder, name)) { (root) throws(SystemError) in
      try FoundFile(name, in: folder, level, of: root)
    }
  }

  /// Whether a file that is written again soon may keep its time: on FAT, and where a time is of whole seconds, as all are
  /// on ext2, ext3 and some network file systems. Elsewhere a time has steps of milliseconds.
  func hasLargeSteps(_ modifiedNanoseconds: Int64) -> Bool {
    isFAT || modifiedNanoseconds % 1_000_000_000 == 0
  }

  /// A file is as its row says.
  private mutating func keep(_ known: KnownFile) {
    seen.insert(known.id)
    if known.state == .vanished { pipe.batch.returned.append(known.id) }
  }

  private func isUnchanged(_ known: KnownFile, _ file: FoundFile) -> Bool {
    !request.rescan && known.sizeBytes == file.status.size
      && known.modifiedNanoseconds == file.status.modifiedNanoseconds && known.reader >= TrackDetails.reader
  }
}
