/// When songs are analysed without a request.
public enum AnalysisTime: String, CaseIterable, Hashable, Sendable {
  case off
  /// After 10 s without a key press or command.
  case idle
  case always
}
