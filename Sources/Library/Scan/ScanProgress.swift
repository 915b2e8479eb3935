/// How far a scan has come.
public struct ScanProgress: Hashable, Sendable {
  /// Files whose names are those of sound files, met so far.
  public var found = 0
  /// Those of which it is decided what they are.
  public var examined = 0
  /// Those that had to be opened, being new or changed.
  public var opened = 0
  /// Those that could not be played.
  public var unreadable = 0
  /// Files and folders that the storage failed to give: what is known of them stays.
  public var notRead = 0
  /// Files and folders that this process may not read: they are passed over.
  public var forbidden = 0
  /// How many tracks the scan before had, where there was one and this is of the whole volume: what `found` will
  /// come to, about.
  public var expected: Int?
  /// Files examined per second since the scan began.
  public var rate: Double = 0
  public var isWalkOver = false
  public init() {}
}
