/// What of a playlist file is not among its entries, and why.
public struct LeftOut: Hashable, Sendable {
  /// The file ends in the middle, or is no such file from some place on; what stands behind that is not known.
  public var isDamaged = false
  /// It has more than `PlaylistFile.mostBytes`; what stands behind those is not known.
  public var isTooLong = false
  /// How many entries name nothing.
  public var nameless = 0
  /// How many entries stand behind the first `PlaylistFile.mostEntries`.
  public var surplus = 0

  public init() {}

  public var isEmpty: Bool { self == LeftOut() }
}
