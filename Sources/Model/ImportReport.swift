/// The result of importing a playlist.
public struct ImportReport: Hashable, Sendable {
  /// Parts of the file that are not in the playlist, and why.
  public struct LeftOut: Hashable, Sendable {
    /// The file ends early, or is no playlist from some point on.
    public var isDamaged = false
    /// It has more bytes than are read.
    public var isTooLong = false
    /// How many entries name nothing.
    public var nameless = 0
    /// Number of entries after the limit of a file.
    public var surplus = 0

    public init() {}

    public var isEmpty: Bool { self == LeftOut() }
  }

  /// As clients see it.
  public var name: String
  public var entries: Int
  /// Locations in the file that match no song; at most `mostNamed` of them.
  public var unmatched: [String]
  /// How many there are of them.
  public var unmatchedCount: Int
  public var leftOut = LeftOut()

  public static let mostNamed = 500

  public init(name: String, entries: Int, unmatched: [String], unmatchedCount: Int) {
    self.name = name
    self.entries = entries
    self.unmatched = unmatched
    self.unmatchedCount = unmatchedCount
  }
}
