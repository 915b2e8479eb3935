/// A folder of a volume, and whether scans look at it.
struct FoundFolder: Hashable, Sendable {
  /// Below the volume's root.
  let path: [UInt8]
  /// Whether the folder's own rule includes it; nil without one.
  let rule: Bool?
  /// Whether its rule, or that of the nearest parent with one, excludes it.
  let isExcluded: Bool
  /// Playable tracks at all depths.
  let tracks: Int
  let duration: Duration
}
