/// Database values of a file that the scan meets.
struct KnownFile: Sendable {
  let id: Int64
  let sizeBytes: Int64
  let modifiedNanoseconds: Int64
  let state: TrackState
  /// Whether it was readable when it was opened.
  let isPlayable: Bool
  /// Empty where it was not asked for.
  let sortKey: [UInt8]
  /// Which TrackDetails.reader read it.
  let reader: Int64
}

extension KnownFile {
  /// - Parameter row: of a query for `id, size, mtime_ns, state, problem IS NULL, reader, sort_key`, from `column` on.
  init(_ row: Row, from column: Int32, withKey: Bool) throws(StoreError) {
    id = try row.integer(column)
    sizeBytes = try row.integer(column + 1)
    modifiedNanoseconds = try row.integer(column + 2)
    state = TrackState(rawValue: try row.integer(column + 3)) ?? .unreadable
    isPlayable = try row.boolean(column + 4)
    reader = try row.integer(column + 5)
    sortKey = withKey ? try row.blob(column + 6) : []
  }
}
