import Linux

/// Has what people said of folders follow those that were renamed, in the transaction in which their tracks do.
///
/// A folder counts as renamed where it is gone, or holds what another folder held, and a folder that had no tracks has as
/// many of it as are left where it was. What is split goes with its larger part. Of a folder that is there still, and only
/// has fewer tracks, and of one whose tracks have come to others in a folder that was there already, nothing follows.
extension Scanner {
  mutating func findRenamedFolders(_ batch: inout ScanBatch) throws(StoreError) {
    guard batch.hasLeftFolder else { return }
    let marked = try store.perform { (store) throws(StoreError) in Set(try store.folderMarks().keys) }
    let touched = renaming.folders.note(batch.files, marked: marked)
    batch.renamedFolders = try renamedFolders(marked, touched, displaced: Set(batch.displaced.map(\.id)))
  }

  /// What could not be told before the scan has been everywhere.
  /// - Returns: whether anything was written.
  mutating func keepRenamedFolders() throws(StoreError) -> Bool {
    guard renaming.folders.areAny else { return false }
    let marked = try store.perform { (store) throws(StoreError) in Set(try store.folderMarks().keys) }
    let renamed = try renamedFolders(marked, nil, displaced: [])
    return try store.perform { (store) throws(StoreError) in try store.keep(renamedFolders: renamed) }
  }

  /// - Parameters:
  ///   - marked: the folders that people said something of.
  ///   - touched: those whose tracks have changed places; nil at the end of the scan.
  private mutating func renamedFolders(
    _ marked: Set<[UInt8]>, _ touched: Set<[UInt8]>?, displaced: Set<Int64>
  ) throws(StoreError) -> [(from: [UInt8], to: [UInt8])] {
    let isAtEnd = touched == nil
    var found: [[UInt8]: [UInt8]] = [:]
    for (from, to, count) in renaming.folders.likely where marked.contains(from) {
      if let touched, !touched.contains(from), !touched.contains(to) { continue }
      try checkCancelled()
      if try isRenamed(from, to: to, count, displaced, isAtEnd) { found[from] = to }
    }
    // What was said of a folder whose name another one has now goes with that folder's tracks, which may come yet.
    while !isAtEnd, let (from, _) = found.first(where: { marked.contains($1) && found[$1] == nil }) {
      found[from] = nil
    }
    for folder in found.keys { renaming.folders.settle(folder) }
    return found.map { ($0, $1) }
  }

  /// - Parameters:
  ///   - count: how many of its tracks are there.
  ///   - displaced: rows that make room with this batch.
  private mutating func isRenamed(
    _ from: [UInt8], to: [UInt8], _ count: Int, _ displaced: Set<Int64>, _ isAtEnd: Bool
  ) throws(StoreError) -> Bool {
    // First what costs least: a large folder whose tracks leave it, and which stays, is asked about with each batch.
    let isGone = try isGone(from, being: to)
    guard isGone || renaming.folders.isTarget(from), try tracks(keptIn: to, displaced, atMost: 1) == 0 else {
      return false
    }
    if isGone {
      if isAtEnd || count >= ScanBatch.most { return true }
      return try tracks(keptIn: from, displaced, atMost: count + 1) <= count
    }
    return try tracks(keptIn: from, displaced, atMost: 1) == 0
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
