public import Model

/// What of an analysis a track is to have.
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
  /// Where the next window begins; nil at the end.
  public var next: AnalysisCursor?
}

/// A place among the tracks of a volume in natural order.
public struct AnalysisCursor: Hashable, Sendable {
  let folder: [UInt8]
  let track: [UInt8]
}

/// How far a volume is.
public struct AnalysisCount: Hashable, Sendable {
  public var tracks = 0
  /// Of these, how many have what is asked for, or can't have it.
  public var done = 0
  /// What the others last.
  public var left: Duration = .zero

  public init() {}
}
