/// How the analysis of a song ended; the number is the analyser's exit status and what databases hold.
public enum AnalysisOutcome: Int32, CaseIterable, Hashable, Sendable, CustomStringConvertible {
  case done = 0
  case crashed = 1
  case unreadable = 10
  case silent = 11
  case tooShort = 12
  case tooLong = 13
  case cancelled = 14
  case noSpace = 15

  /// As it is told in the protocol.
  public var description: String {
    switch self {
    case .done: "done"
    case .crashed: "crashed"
    case .unreadable: "unreadable"
    case .silent: "silent"
    case .tooShort: "too-short"
    case .tooLong: "too-long"
    case .cancelled: "cancelled"
    case .noSpace: "no-space"
    }
  }
}
