public import Model

/// Section `[analysis]`.
public struct AnalysisSettings: Hashable, Sendable {
  public var when = AnalysisTime.idle
}
