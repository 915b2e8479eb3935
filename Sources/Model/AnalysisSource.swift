/// The maker of an analysis.
public enum AnalysisSource: String, CaseIterable, Hashable, Sendable {
  /// The jukebox.
  case own
  /// The server of `[analysis] remote`.
  case remote
}
