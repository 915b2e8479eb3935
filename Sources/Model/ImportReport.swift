/// The result of importing a playlist.
public struct ImportReport: Hashable, Sendable {
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
