import Linux

/// How often the database of a volume had to be begun or written anew since the volume is there.
struct Recoveries {
  /// So often a database is begun anew: what breaks again and again does so by something that a new one doesn't mend.
  static let mostRebuilds = 3
  var rebuilds = 0

  /// It was deleted, and could be kept nowhere else.
  var isGivenUp = false
  /// The volume's folder itself was deleted, which was told.
  var isRootGone = false
  private var renewals: [Instant] = []
  /// So often in an hour one that was deleted is written anew on the volume; a program that mirrors a folder comes by now and
  /// then.
  private static let mostRenewals = 3

  /// Whether one that was deleted is written anew once more, which is counted.
  mutating func mayRenew() -> Bool {
    let now = Instant.now()
    renewals.removeAll { now - $0 > .seconds(3600) }
    guard renewals.count < Self.mostRenewals else { return false }
    renewals.append(now)
    return true
  }
}
