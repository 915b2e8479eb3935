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

  /// Why there is no analysis, for people.
  public var reason: String {
    switch self {
    case .done: "there is one"
    case .crashed: "the analyser crashed; `analyze` tries again"
    case .unreadable: "the file cannot be read"
    case .silent: "the file is silent"
    case .tooShort: "the song is shorter than 5 s"
    case .tooLong: "the song is longer than 6 hours"
    case .cancelled: "it was cancelled"
    case .noSpace: "not enough space on the volume"
    }
  }

  /// The protocol's word.
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
