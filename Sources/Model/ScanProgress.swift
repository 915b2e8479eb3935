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
  /// Files and folders that the storage failed to read: their rows stay.
  public var notRead = 0
  /// Files and folders without permission to read: they are skipped.
  public var forbidden = 0
  /// Music files met so far whose formats are not played.
  public var notPlayed = UnplayedFiles()
  /// How many tracks the scan before had, where there was one and this is of the whole volume: what `found` will
  /// come to, about.
  public var expected: Int?
  /// Files examined per second since the scan began.
  public var rate: Double = 0
  public var isWalkOver = false

  /// Estimated remaining time, in seconds; nil while the total is unknown.
  public var secondsLeft: Int? {
    guard isWalkOver || expected != nil else { return nil }
    let files = max(found, isWalkOver ? 0 : expected ?? 0) - examined
    if files <= 0 { return 0 }
    // More than a year is no answer.
    guard rate > 0, Double(files) / rate < 31_536_000 else { return nil }
    return Int((Double(files) / rate).rounded(.up))
  }

  public init(
    found: Int = 0, examined: Int = 0, opened: Int = 0, unreadable: Int = 0, notRead: Int = 0,
    forbidden: Int = 0, expected: Int? = nil, rate: Double = 0, isWalkOver: Bool = false
  ) {
    (self.found, self.examined, self.opened, self.unreadable) = (found, examined, opened, unreadable)
    (self.notRead, self.forbidden, self.expected) = (notRead, forbidden, expected)
    (self.rate, self.isWalkOver) = (rate, isWalkOver)
  }
}

/// The result of a volume's last scan.
public struct ScanOutcome: Hashable, Sendable {
  /// Far more than a person reads; the scanner itself stops naming before.
  public static let mostProblems = 32

  /// The update job that it was part of.
  public var job: UInt32
  public var progress: ScanProgress
  /// Messages for the log, the first ones of the scan.
  public var problems: [String]
  /// Why it did not come to its end; nil where it did.
  public var error: String?

  public init(job: UInt32, progress: ScanProgress, problems: [String] = [], error: String? = nil) {
    self.job = job
    self.progress = progress
    self.problems = problems
    self.error = error
  }
}
