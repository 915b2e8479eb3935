/// What stands for a volume's side of a pair after a restore, where that knows more than two digests say.
extension SyncPlan.Pair {
  /// Whatever it is here, it is newer than what the file had then.
  static let newer: [UInt8] = [0]
  /// A restore had nothing of it. It stays in the file, and is taken once it is another there.
  static let unwanted: [UInt8] = []

  private static let digestBytes = 16
  private static let ofBackup: UInt8 = 1

  /// `Digest.whole` of the volume's when both were the same.
  var ownDigest: [UInt8] { isOfBackup ? Array(own.prefix(Self.digestBytes)) : own }

  /// Whether the other side was not asked since it was taken from a backup: where the file has nothing of it, nobody has
  /// removed it there as far as is known.
  var isOfBackup: Bool { own.count > Self.digestBytes && own[Self.digestBytes] == Self.ofBackup }

  /// `Own.rows` of the volume's as the backup had it, where it was the same then.
  var ownRows: [UInt8]? {
    isOfBackup && own.count == 2 * Self.digestBytes + 1 ? Array(own.suffix(Self.digestBytes)) : nil
  }

  /// The same from a backup.
  /// - Parameter rows: `Own.rows` of a playlist that is as it was when both were equal.
  func fromBackup(rows: [UInt8]? = nil) -> SyncPlan.Pair {
    var pair = self
    if ownDigest.count == Self.digestBytes { pair.own = ownDigest + [Self.ofBackup] + (rows ?? []) }
    if own == Self.unwanted { pair.own = Self.newer }
    return pair
  }
}
