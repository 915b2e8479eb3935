/// What came of a playlist that was taken over.
public struct ImportOutcome: Hashable, Sendable {
  public var name: String
  public var entries: Int
  /// What the file says of those that no song here is; the first of them.
  public var unmatched: [String]
  /// How many there are of them.
  public var unmatchedCount: Int
  /// The file ends in the middle, or has entries that name nothing.
  public var isCut: Bool
  public var step: Int64

  public init(name: String, entries: Int, unmatched: [String], unmatchedCount: Int, isCut: Bool, step: Int64)
  {
    self.name = name
    self.entries = entries
    self.unmatched = unmatched
    self.unmatchedCount = unmatchedCount
    self.isCut = isCut
    self.step = step
  }
}
