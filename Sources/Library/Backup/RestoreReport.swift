/// Result of restoring the data that people added to a volume.
public struct RestoreReport: Hashable, Sendable {
  /// How many rows were taken back.
  public var rows: Int
  /// Songs with data of people whose files no scan has found yet: the data waits for them.
  public var missing = 0
}
