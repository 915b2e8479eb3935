public import Model

/// Depth of a track's analysis.
public enum AnalysisDepth: Int, Hashable, Sendable {
  /// Loudness, waveform, tempo and key.
  case first
  /// Chords as well.
  case chords
}

/// A window of the tracks that lack an analysis.
public struct AnalysisCandidates: Sendable {
  /// In natural order.
  public var tracks: [TrackReference] = []
  /// Start of the next window; nil at the end.
  public var next: AnalysisCursor?
}

/// A place among the tracks of a volume in natural order.
public struct AnalysisCursor: Hashable, Sendable {
  let folder: [UInt8]
  let track: [UInt8]
}
