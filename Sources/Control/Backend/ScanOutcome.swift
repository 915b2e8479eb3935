/// What the last scan of a volume came to.
public struct ScanOutcome: Hashable, Sendable {
  /// The volume's name.
  public var volume: String
  /// The number of its update job.
  public var job: UInt32
  /// Files that it found.
  public var found: Int
  /// Files that had to be opened.
  public var opened: Int
  /// Those of them that can't be played.
  public var unreadable: Int
  /// Files and folders that the storage failed to give.
  public var notRead: Int
  /// Files and folders that the jukebox may not read.
  public var forbidden: Int
  /// What it had to say, the first of it.
  public var problems: [String]
  /// Why it did not come to its end; nil where it did.
  public var error: String?

  public init(
    volume: String, job: UInt32, found: Int, opened: Int, unreadable: Int = 0, notRead: Int = 0,
    forbidden: Int = 0, problems: [String] = [], error: String? = nil
  ) {
    self.volume = volume
    self.job = job
    self.found = found
    self.opened = opened
    self.unreadable = unreadable
    self.notRead = notRead
    self.forbidden = forbidden
    self.problems = problems
    self.error = error
  }
}
