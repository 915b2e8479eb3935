import Linux

/// How often the database of a volume had to be rebuilt or rewritten since the volume is present, and what is to be done
/// with the one that comes after it.
struct Recoveries {
  /// Limit of rebuilds: a database that breaks repeatedly has a cause that a new one doesn't remove.
  static let mostRebuilds = 3
  var rebuilds = 0

  /// Job to retry on the replacement database; its caller still waits.
  var retryJob: JobQueue<VolumeStore>.Job?
  /// Its file was deleted, which was reported.
  var isDeleted = false
  /// The volume's folder itself was deleted, which was reported.
  var isRootGone = false
  private var renewals: [Instant] = []
  /// Limit per hour of rewriting a deleted database on the volume; a program that mirrors a folder deletes it now and
  /// then.
  private static let mostRenewals = 3

  /// Whether a deleted database may be rewritten again, which is counted.
  mutating func mayRenew() -> Bool {
    let now = Instant.now()
    renewals.removeAll { now - $0 > .seconds(3600) }
    guard renewals.count < Self.mostRenewals else { return false }
    renewals.append(now)
    return true
  }
}
