/// Shows whether anything in a backup has changed: rows that were read at one moment refer to each other rightly.
struct BackupMoment: Hashable, Sendable {
  /// `volume.changes`
  let changes: Int64
  let places: Places

  /// Of the rows of tracks. A scan makes some, and has some follow files that were renamed.
  struct Places: Hashable, Sendable {
    let lastRow: Int64
    /// `VolumeStore.changesOfPlace`
    let changes: Int
  }
}
