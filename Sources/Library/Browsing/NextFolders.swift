/// Folders of a volume that are likely to be asked for next.
struct NextFolders {
  /// The one that was asked for last.
  var last: (path: [UInt8], id: Int64)?
  /// Those of the selection that was read last.
  var remaining: RemainingFolders?
}

/// Folders that are still to be read for the next page of a selection: to find them takes longer than to read a page.
struct RemainingFolders {
  /// The selection's.
  let number: UInt64
  let cursor: ListingCursor
  let folders: [Int64]
}
