import Model

/// First track of each group of rows, in natural order.
struct FirstTracks {
  struct Found {
    var folder: Folder
    var key: [UInt8]
    var name: [UInt8]

    /// - Parameter prefix: what stands before the volume's paths in URIs.
    func named(_ prefix: String) -> TagTally.First {
      TagTally.First(
        uri: prefix + EscapedName.text(for: VolumePath.join(folder.path, name)),
        // No folder's key is continued by a byte of 0, so its own tracks come first.
        place: folder.key + [0] + key)
    }
  }

  struct Folder {
    let row: Int64
    let path: [UInt8]
    let key: [UInt8]
  }

  /// By the numbers of their groups.
  private(set) var found: [Found] = []
  /// That of the last row: most rows are in the same one as the row before.
  private var folder: Folder?

  /// - Parameters:
  ///   - row: of a query for `folder, name, sort_key`, from column `first` on.
  ///   - group: at most one more than there are.
  mutating func see(
    _ row: Row, from first: Int32, of group: Int, _ store: VolumeStore
  ) throws(StoreError) {
    let number = try row.integer(first)
    if group < found.count, found[group].folder.row == number {
      let key = found[group].key
      guard row.hasBytes(first + 2, where: { $0.precedes(key.span) }) else { return }
    }
    guard let folder = try mayHaveFirst(number, of: group, store) else { return }
    let new = Found(folder: folder, key: try row.blob(first + 2), name: try row.name(first + 1))
    if group < found.count { found[group] = new } else { found.append(new) }
  }

  /// - Returns: the folder, unless the first one of the group is in another that comes before it.
  mutating func mayHaveFirst(
    _ number: Int64, of group: Int, _ store: VolumeStore
  ) throws(StoreError) -> Folder? {
    if folder?.row != number { folder = try store.folderOfTracks(number) }
    guard let folder else {
      throw StoreError(.foreign, "a folder that this program never writes", path: store.connection.path)
    }
    if group < found.count, found[group].folder.row != number,
      !folder.key.lexicographicallyPrecedes(found[group].folder.key)
    {
      return nil
    }
    return folder
  }
}

extension VolumeStore {
  fileprivate func folderOfTracks(_ row: Int64) throws(StoreError) -> FirstTracks.Folder? {
    try connection.first("SELECT path, order_key FROM folders WHERE id = ?1", .integer(row)) {
      (found) throws(StoreError) in
      FirstTracks.Folder(row: row, path: try validPath(try found.blob(0)), key: try found.blob(1))
    }
  }
}

extension Span<UInt8> {
  /// As memcmp has it.
  fileprivate func precedes(_ other: Span<UInt8>) -> Bool {
    for place in 0..<Swift.min(count, other.count) where self[place] != other[place] {
      return self[place] < other[place]
    }
    return count < other.count
  }
}
