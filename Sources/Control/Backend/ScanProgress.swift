public struct ScanProgress: Hashable, Sendable {
  /// The volume's name.
  public var volume: String
  /// Files found so far.
  public var found: Int
  /// Files of which it is decided whether they are music, known or new.
  public var examined: Int
  /// Files that had to be opened.
  public var opened: Int
  /// Those of them that can't be played.
  public var unreadable: Int
  /// What `found` will come to, about; nil where no scan before tells it.
  public var expected: Int?
  /// Files examined per second since the scan began.
  public var rate: Double
  /// Whether the walk is over, so that `found` stays as it is.
  public var isWalkOver: Bool

  /// What is left to do takes about so long, in seconds; nil while it isn't known how much there is.
  public var secondsLeft: Int? {
    guard isWalkOver || expected != nil else { return nil }
    let files = max(found, isWalkOver ? 0 : expected ?? 0) - examined
    if files <= 0 { return 0 }
    // More than a year is no answer.
    guard rate > 0, Double(files) / rate < 31_536_000 else { return nil }
    return Int((Double(files) / rate).rounded(.up))
  }

  public init(
    volume: String, found: Int, examined: Int, opened: Int, unreadable: Int = 0, expected: Int? = nil,
    rate: Double = 0, isWalkOver: Bool
  ) {
    self.volume = volume
    self.found = found
    self.examined = examined
    self.opened = opened
    self.unreadable = unreadable
    self.expected = expected
    self.rate = rate
    self.isWalkOver = isWalkOver
  }
}
