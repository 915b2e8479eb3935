/// Scans of the volumes. Loop thread only.
public protocol Updates: AnyObject {
  /// The job that runs now, nil where none does.
  var runningJob: UInt32? { get }
  /// What each running scan has done so far.
  var progress: [ScanProgress] { get }
  /// - Parameters:
  ///   - uri: what to look through; `""` is everything.
  ///   - rescan: also open files that seem unchanged.
  /// - Returns: the job's number, 1 and up.
  func update(_ uri: String, rescan: Bool) throws(Refusal) -> UInt32
}

public struct ScanProgress: Hashable, Sendable {
  /// The volume's name.
  public var volume: String
  /// Files found so far.
  public var found: Int
  /// Files of which it is decided whether they are music, known or new.
  public var examined: Int
  /// Files that had to be opened.
  public var opened: Int
  /// Whether the walk is over, so that `found` stays as it is.
  public var isWalkOver: Bool

  public init(volume: String, found: Int, examined: Int, opened: Int, isWalkOver: Bool) {
    self.volume = volume
    self.found = found
    self.examined = examined
    self.opened = opened
    self.isWalkOver = isWalkOver
  }
}
