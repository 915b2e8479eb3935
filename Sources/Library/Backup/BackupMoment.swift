/// What tells whether anything that a backup is of has changed: rows that were read at one moment name each other rightly.
struct BackupMoment: Hashable, Sendable {
  /// `volume.changes`
  let changes: Int64
  /// The last row of a track: a scan makes some, and people's edits may name them.
  let lastTrack: Int64
}
