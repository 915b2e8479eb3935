/// Counts distinct texts in bounded memory, also over several volumes. It stores a hash of each; of many, only the
/// smallest, whose density gives the total (Bar-Yossef and others, "Counting distinct elements in a data stream",
/// RANDOM 2002).
public struct DistinctCount: Sendable {
  /// Counts up to this are exact; larger ones have an error of some 0.4 %.
  public static let exact = 65_536

  /// Not in order; at most twice as many as are counted exactly.
  private var hashes: Set<UInt64> = []
  /// Larger hashes are dropped.
  private var most = UInt64.max

  public init() {}

  /// Number of stored hashes.
  public var keptCount: Int { hashes.count }

  public var count: Int64 {
    var copy = self
    copy.cut()
    if copy.most == .max { return Int64(copy.hashes.count) }
    // Hashes are evenly distributed: the total relates to the range of all hashes as the stored number to their
    // greatest one.
    return Int64(Double(copy.hashes.count) / (Double(copy.most) / Double(UInt64.max)))
  }

  public mutating func add(_ hash: UInt64) {
    guard hash <= most else { return }
    hashes.insert(hash)
    if hashes.count >= 2 * Self.exact { cut() }
  }

  public mutating func formUnion(_ other: DistinctCount) {
    most = min(most, other.most)
    for hash in other.hashes { add(hash) }
    let most = most
    if most != .max { hashes = hashes.filter { $0 <= most } }
  }

  /// Takes no more memory than it needs to.
  public mutating func cut() {
    guard hashes.count > Self.exact else { return }
    let kept = hashes.sorted().prefix(Self.exact)
    hashes = Set(kept)
    most = kept.last ?? .max
  }

  /// The same for the same bytes on every volume: FNV-1a, its bits then mixed (SplitMix64), so that hashes are spread
  /// evenly.
  public static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}
