public import Model

/// Section `[analysis]`.
public struct AnalysisSettings: Hashable, Sendable {
  public var when = AnalysisTime.idle
  /// URL of a server that analyses what somebody sends there; nil sends nothing.
  public var remote: String?
  /// In this time it has to answer, after it has received all of a file; in seconds.
  public var remoteTimeout = 300

  public init() {}
}
