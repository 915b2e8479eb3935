/// The number of playable tracks when a scan last ended, and whether it still holds.
final class ScanCount {
  private unowned let store: VolumeStore
  /// Whether it is known that `volume.tracks` is what the rows say, a scan having come to its end.
  private(set) var isKept = false

  init(_ store: VolumeStore) { self.store = store }

  /// Rows change.
  func forget() { isKept = false }

  /// Notes that a scan has reached its end. Writes nothing if it has changed nothing.
  /// - Parameter isOfAll: of the whole volume.
  func scanEnded(isOfAll: Bool) throws(StoreError) {
    if isKept { return }
    try store.connection.execute(
      "UPDATE volume SET scans = scans + ?1, tracks = (SELECT count(*) FROM tracks WHERE state = 0)",
      .number(isOfAll ? 1 : 0))
    isKept = try wasScanned()
  }

  /// Whether there are as many playable tracks as when a scan last ended. Else one was cut, or something else has been at
  /// the rows that does not know of digests.
  func check() throws(StoreError) -> Bool {
    if !isKept { isKept = try store.totals.trackCount() == store.totals.lastCount() }
    return isKept
  }

  /// Whether the whole volume was ever scanned to the end.
  func wasScanned() throws(StoreError) -> Bool {
    try store.connection.first("SELECT scans > 0 FROM volume") { (row) throws(StoreError) in
      try row.boolean(0)
    }
      ?? false
  }
}
