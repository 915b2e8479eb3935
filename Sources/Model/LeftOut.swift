/// Which parts of a playlist file are not among its entries, and why.
public struct LeftOut: Hashable, Sendable {
  /// The file ends early or is no playlist from some point on; the rest is unknown.
  public var isDamaged = false
  /// It has more bytes than are read; the rest is unknown.
  public var isTooLong = false
  /// How many entries name nothing.
  public var nameless = 0
  /// Number of entries after the limit of a file.
  public var surplus = 0

  public init() {}

  public var isEmpty: Bool { self == LeftOut() }
}
