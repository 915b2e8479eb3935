/// What came of a playlist that was taken over.
public struct ImportOutcome: Hashable, Sendable {
  /// What of the file is not in the playlist, and why.
  public struct LeftOut: Hashable, Sendable {
    /// The file ends in the middle, or is no such file from some place on.
    public var isDamaged = false
    /// It has more bytes than are read.
    public var isTooLong = false
    /// How many entries name nothing.
    public var nameless = 0
    /// How many entries stand behind as many as a file may have.
    public var surplus = 0

    public init() {}

    var isEmpty: Bool { self == LeftOut() }
  }

  public var name: String
  public var entries: Int
  /// What the file says of those that no song here is; the first of them.
  public var unmatched: [String]
  /// How many there are of them.
  public var unmatchedCount: Int
  public var leftOut = LeftOut()
  public var step: Int64

  public init(name: String, entries: Int, unmatched: [String], unmatchedCount: Int, step: Int64) {
    self.name = name
    self.entries = entries
    self.unmatched = unmatched
    self.unmatchedCount = unmatchedCount
    self.step = step
  }
}
