/// When songs are analysed that nobody asked for.
public enum AnalysisTime: String, CaseIterable, Hashable, Sendable {
  case off
  /// While nobody has pressed or asked for anything in 10 s.
  case idle
  case always
}
