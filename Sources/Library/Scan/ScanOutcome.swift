/// What the last scan of a volume came to.
public struct ScanOutcome: Sendable {
  /// Far more than a person reads; the scanner itself stops naming before.
  static let mostProblems = 32

  /// The update job that it was part of.
  public let job: UInt32
  public let progress: ScanProgress
  /// What there was to say in it for the log, the first of it.
  public let problems: [String]
  /// Why it did not come to its end; nil where it did.
  public let error: StoreError?
}
