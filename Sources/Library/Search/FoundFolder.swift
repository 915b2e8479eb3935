/// A folder of a volume, and whether scans look at it.
public struct FoundFolder: Hashable, Sendable {
  /// Below the volume's root.
  public let path: [UInt8]
  /// Whether the folder's own rule includes it; nil without one.
  public let rule: Bool?
  /// Whether its rule, or that of the nearest parent with one, excludes it.
  public let isExcluded: Bool
  /// Playable tracks at all depths.
  public let tracks: Int
  public let duration: Duration
}
