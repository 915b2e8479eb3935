import Linux

/// Moves the settings of renamed folders, in the transaction that moves their tracks.
///
/// A folder counts as renamed if it is gone, or holds what another folder held, and a folder that had no tracks has as
/// many of its tracks as any other has or can get. The settings of a split folder go with its larger part. Nothing
/// moves from a folder that still exists and only has fewer tracks, and from one whose tracks went to folders that
/// existed already.
///
/// A scan may be cut, and the next one finds tracks in the new folder without knowing their origin. So the settings of
/// a folder that is gone go to the new one with the first tracks that are found there. As long as another one may have
/// more of them, the old name has them as well: after a cut, the next scan has them for the remaining tracks, and both
/// parts have them.
extension Scanner {
  /// Number of a folder's tracks that are looked for in another before the scan has seen everything.
  private static let mostLookedFor = 1000

  private enum Finding {
    case isOther
    /// It is gone, and tracks of it that are left may be found in others.
    case mayBeRenamed
    case isRenamed
  }

  mutating func findRenamedFolders(_ batch: inout ScanBatch) throws(StoreError) {
    guard batch.hasLeftFolder else { return }
    let marks = try store.perform { (store) throws(StoreError) in try store.people.folders.marks() }
    let touched = renaming.folders.note(batch.files, marked: Set(marks.keys))
    batch.renamedFolders = try renamedFolders(marks, touched, displaced: Set(batch.displaced.map(\.id)))
  }

  /// Moves that can be decided only after the scan has seen everything.
  /// - Returns: whether anything was written.
  mutating func keepRenamedFolders() throws(StoreError) -> Bool {
    guard renaming.folders.areAny else { return false }
    let marks = try store.perform { (store) throws(StoreError) in try store.people.folders.marks() }
    let renamed = try renamedFolders(marks, nil, displaced: [])
    return try store.perform { (store) throws(StoreError) in try store.keep(renamedFolders: renamed) }
  }

  /// - Parameters:
  /// - marks: the settings of folders.
  /// - touched: those of them whose tracks have moved; nil at the end of the scan.
  private mutating func renamedFolders(
    _ marks: [[UInt8]: Bool], _ touched: Set<[UInt8]>?, displaced: Set<Int64>
  ) throws(StoreError) -> [RenamedFolder] {
    let isAtEnd = touched == nil
    let bearers = renaming.folders.bearers
    var found: [[UInt8]: [UInt8]] = [:]
    var possible: [FolderMoves.Likely] = []
    for move in renaming.folders.likely where marks[move.from] != nil {
      if let touched, !touched.contains(move.from), !touched.contains(move.to) { continue }
      try checkCancelled()
      switch try finding(move, marks, displaced, isAtEnd) {
      case .isOther: break
      case .mayBeRenamed: possible.append(move)
      case .isRenamed: found[move.from] = move.to
      }
    }
    // The settings of a folder whose name another one has now go with its tracks, which may still be found.
    while !isAtEnd,
      let (from, _) = found.first(where: { marks[$1] != nil && bearers[$0] != $1 && found[$1] == nil })
    {
      found[from] = nil
    }
    var renamed: [RenamedFolder] = []
    for (from, to) in found {
      renaming.folders.settle(from)
      renamed.append(RenamedFolder(from: from, to: to, bearer: bearers[from], isSettled: true))
    }
    var taken = Set(found.values)
    for move in possible where marks[move.to] == nil && bearers[move.from] != move.to {
      guard taken.insert(move.to).inserted else { continue }
      renaming.folders.lend(move.from, to: move.to)
      renamed.append(
        RenamedFolder(from: move.from, to: move.to, bearer: bearers[move.from], isSettled: false))
    }
    // It exists again, or most of it went to a folder that existed already. Unreadable files may be any of that, or
    // nothing.
    if isAtEnd, !isIncomplete {
      for (from, bearer) in bearers where found[from] == nil {
        renamed.append(RenamedFolder(from: from, to: nil, bearer: bearer, isSettled: false))
      }
    }
    return renamed
  }

  /// - Parameter displaced: rows that make room with this batch.
  private mutating func finding(
    _ move: FolderMoves.Likely, _ marks: [[UInt8]: Bool], _ displaced: Set<Int64>, _ isAtEnd: Bool
  ) throws(StoreError) -> Finding {
    let (from, to, count) = (move.from, move.to, move.count)
    let isBearer = renaming.folders.bearers[from] == to
    // To count them with each batch would take as long as the scan, many times over.
    if isBearer, !isAtEnd, count >= ScanBatch.most { return .mayBeRenamed }
    // First what costs least: a large folder whose tracks leave it, and which stays, is asked about with each batch.
    let isGone = try isGone(from, being: to)
    guard isGone || renaming.folders.isTarget(from) else { return .isOther }
    // A scan that was cut has said so, or somebody: there is nothing left to say.
    if isGone, isAtEnd, marks[to] == marks[from] { return .isRenamed }
    guard try tracks(keptIn: to, displaced, atMost: 1) == 0 else { return .isOther }
    guard isGone else { return try tracks(keptIn: from, displaced, atMost: 1) == 0 ? .isRenamed : .isOther }
    if isAtEnd { return .isRenamed }
    let most = count - move.others
    if try tracks(keptIn: from, displaced, atMost: most + 1) <= most { return .isRenamed }
    if isBearer || marks[to] != nil { return .mayBeRenamed }
    return try liesThere(move, displaced) ? .isRenamed : .mayBeRenamed
  }

  /// Whether the new folder has enough files of a folder that is gone that no other can have more of them. The scan has
  /// not been there yet, so that is judged by their names and sizes.
  private mutating func liesThere(
    _ move: FolderMoves.Likely, _ displaced: Set<Int64>
  ) throws(StoreError) -> Bool {
    let (folder, most) = (move.from, Self.mostLookedFor)
    let (last, arrived) = (renaming.folders.lastRow, renaming.folders.arrived)
    let left = try store.perform { (store) throws(StoreError) in
      try store.files(below: folder, upTo: last, limit: most) {
        !arrived.contains($0) && !displaced.contains($0)
      }
    }
    if left.count == most { return false }
    var there = 0
    for file in left {
      try waitAtGate()
      let path = VolumePath.join(move.to + file.folder.dropFirst(folder.count), file.name)
      let status = try attempt(path) { (root) throws(SystemError) in try root.status(of: path) }
      if let status, status.kind == .regular, status.size == file.sizeBytes { there += 1 }
    }
    return move.count + there >= left.count - there + move.others
  }

  /// How many tracks at or below a folder have been there since before the scan.
  private func tracks(
    keptIn folder: [UInt8], _ displaced: Set<Int64>, atMost limit: Int
  ) throws(StoreError) -> Int {
    let (last, arrived) = (renaming.folders.lastRow, renaming.folders.arrived)
    return try store.perform { (store) throws(StoreError) in
      try store.tracks(below: folder, upTo: last, limit: limit) {
        !arrived.contains($0) && !displaced.contains($0)
      }
    }
  }

  /// Whether no folder is called so, or it is the very one that is called `other` now: FAT finds a name in either case.
  private mutating func isGone(_ folder: [UInt8], being other: [UInt8]) throws(StoreError) -> Bool {
    let status: FileStatus
    do throws(SystemError) {
      status = try root.status(of: folder)
    } catch {
      if [.noSuchFile, .notDirectory].contains(error.code) { return true }
      try note(error, folder)
      return false
    }
    guard status.kind == .directory else { return true }
    let now = try attempt(other) { (root) throws(SystemError) in try root.status(of: other) }
    return now.map { $0.device == status.device && $0.inode == status.inode } ?? false
  }
}
