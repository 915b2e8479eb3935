public import Model

/// Why a song has no analysis.
public enum AnalysisFault: Error, Hashable, Sendable {
  /// It can't be opened, decoded or resampled.
  case unreadable(String)
  /// No sample of it is anything but silence.
  case silent
  /// It is shorter than `Analyzer.leastSeconds`.
  case tooShort
  /// It is longer than `Analyzer.mostSeconds`.
  case tooLong
  /// Somebody ended it.
  case cancelled

  public var outcome: AnalysisOutcome {
    switch self {
    case .unreadable: .unreadable
    case .silent: .silent
    case .tooShort: .tooShort
    case .tooLong: .tooLong
    case .cancelled: .cancelled
    }
  }
}
