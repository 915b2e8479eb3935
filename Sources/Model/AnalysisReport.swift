/// A song's tempo, key and loudness, with their sources: a person's correction comes before the file's tags, and these
/// before an analysis.
public struct AnalysisReport: Hashable, Sendable {
  /// nil: it was not analysed yet.
  public var outcome: AnalysisOutcome?
  /// Version of the methods; 0 before the first analysis.
  public var version = 0
  /// Why there is no analysis, in words.
  public var problem: String?
  public var saidTempo: Double?
  public var saidKey: MusicalKey?
  public var tagTempo: Double?
  public var tagKey: MusicalKey?
  public var foundTempo: Double?
  public var foundKey: MusicalKey?
  /// By the server of `[analysis] remote`.
  public var remoteTempo: Double?
  public var remoteKey: MusicalKey?
  /// Whether there is an analysis by that server.
  public var hasRemote = false
  /// The source of the analysis that counts and is shown.
  public var source = AnalysisSource.own
  /// The whole stored result; what a server does not measure, such as the waveform, is the jukebox's own.
  public var analysis: MusicAnalysis?

  public init() {}

  /// The tempo that counts: a person's, else the tag's, else the analysis's.
  public var tempo: Double? {
    saidTempo ?? tagTempo ?? (source == .remote ? remoteTempo : nil) ?? foundTempo
  }
  public var key: MusicalKey? { saidKey ?? tagKey ?? (source == .remote ? remoteKey : nil) ?? foundKey }
  /// Beginnings of its keys, if it modulates and nobody says another key than the analysis.
  public var keyChanges: [KeySection] {
    guard let found = analysis?.key, found.key == key else { return [] }
    return found.sections
  }

  /// The key at a place of the song, in seconds.
  public func key(at seconds: Double) -> MusicalKey? { keyChanges.last { $0.start <= seconds }?.key ?? key }

  /// Beats per minute that a person or a tag may say.
  public static let tempos = 20.0...500.0
}
