/// Counts distinct texts exactly, by their hashes, up to a bound; further ones are not counted.
public struct DistinctCount: Sendable {
  /// Half a million texts take at most 8 MiB.
  public static let most = 524_288

  private var hashes: Set<Int> = []

  public init() {}

  /// 0 to `most`.
  public var count: Int { hashes.count }

  /// - Parameter hash: one of this process, of 64 bits.
  public mutating func add(_ hash: Int) {
    if hashes.count < Self.most { hashes.insert(hash) }
  }

  public mutating func formUnion(_ other: DistinctCount) {
    if hashes.isEmpty { hashes = other.hashes } else { for hash in other.hashes { add(hash) } }
  }
}
