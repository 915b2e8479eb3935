public import Model

/// Scans of the volumes. Loop thread only.
public protocol Updates: AnyObject {
  /// The job that runs now, nil where none does.
  var runningJob: UInt32? { get }
  /// What each running scan has done so far.
  var progress: [(volume: String, progress: ScanProgress)] { get }
  /// What the last scan of each volume came to, of those where one has ended.
  var outcomes: [(volume: String, outcome: ScanOutcome)] { get }
  /// - Parameters:
  ///   - uri: what to look through; `""` is everything.
  ///   - rescan: also open files that seem unchanged.
  /// - Returns: the job's number, 1 and up.
  func update(_ uri: String, rescan: Bool) throws(Refusal) -> UInt32
}
