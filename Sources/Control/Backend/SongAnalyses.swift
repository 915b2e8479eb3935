public import Model

/// Analyses of songs: tempo, key, chords, loudness, waveform. Loop thread only.
public protocol SongAnalyses: AnyObject {
  var progress: AnalysisProgress { get }

  /// The chord that is heard, and the key of its song.
  var currentChord: (chord: ChordSegment, key: MusicalKey?)? { get }

  /// Analyses the unsaved take; the result is stored with it if it is kept.
  func analyzeTake(by source: AnalysisSource, completion: @escaping Completion<MusicAnalysis>) -> Query

  /// Sends a song to the server of `[analysis] remote`; what that finds is stored beside the jukebox's own analysis, and
  /// shown.
  func analyzeRemotely(_ song: SongChoice, completion: @escaping Completion<AnalysisReport>) -> Query

  /// Chooses whose analysis of a song is shown.
  func show(_ source: AnalysisSource, of song: SongChoice, completion: @escaping Completion<AnalysisReport>)

  /// Tempo and notes of the unsaved take, by the jukebox itself; the result is stored with it if it is kept.
  func notesOfTake(completion: @escaping Completion<MusicAnalysis>) -> Query

  /// How far all volumes are.
  func count(completion: @escaping (AnalysisTotals) -> Void)

  /// Has songs analysed before all others, also where they have an analysis if `isForced`.
  /// - Parameters:
  ///   - uri: a song or a folder; nil is all that is there.
  ///   - completion: gets how many songs wait.
  func analyze(_ uri: String?, isForced: Bool, completion: @escaping Completion<Int>)

  /// Cancels the work in progress and drops pending requests.
  func cancel()

  /// - Parameter withRecord: beats, chords and the waveform as well.
  func analysis(
    of song: SongChoice, withRecord: Bool, completion: @escaping Completion<AnalysisReport>
  ) -> Query

  /// The analysis of a song with a part of it that is found now if it is not there, which takes a while.
  func analysis(
    of song: SongChoice, finding part: AnalysisPart, completion: @escaping Completion<AnalysisReport>
  ) -> Query

  /// Songs that go well with one of this tempo and key, the best first; the song itself may be among them.
  func mixable(_ tempo: Double, _ key: MusicalKey, limit: Int, completion: @escaping ([FittingSong]) -> Void)

  /// Orders a playlist so that neighbours go over into each other smoothly, or puts it back as it was before that.
  /// - Parameter completion: gets of how many songs tempo and key are known, and how many there are.
  func order(_ playlist: String, undoes: Bool, completion: @escaping Completion<(known: Int, all: Int)>)

  /// Sets the tempo and key that a person gives; nil leaves a value, `.some(nil)` removes it.
  func say(
    tempo: Double??, key: MusicalKey??, of song: SongChoice, completion: @escaping Completion<AnalysisReport>)
}

/// A part of an analysis that takes long: made last, or on request.
public enum AnalysisPart: Sendable { case chords, notes }

/// The analyser's present state.
public struct AnalysisProgress: Hashable, Sendable {
  public var when = AnalysisTime.idle
  /// URI of the song in analysis.
  public var current: String?
  /// How far that is.
  public var percent = 0
  /// Requested analyses that are not done; a request for all songs counts as one.
  public var waiting = 0
  /// Since the start: how many songs, and how many seconds of sound in one.
  public var songs = 0
  /// How many songs there is no analysis of, for a reason.
  public var failed = 0
  public var rate: Double?
  /// Progress of analyses on a server; nil while nothing is sent.
  public var remote: RemoteProgress?

  public init() {}
}

/// A sound on its way to the server of `[analysis] remote`, and what waits for it.
public struct RemoteProgress: Hashable, Sendable {
  public enum State: String, Hashable, Sendable {
    /// `pausing`: before another try.
    case sending, analyzing, pausing
  }

  /// The song's URI, or `take`.
  public var subject: String
  public var state: State
  /// Percentage of the file that is sent.
  public var percent: Int
  public var tries: Int
  public var waiting: Int

  public init(subject: String, state: State, percent: Int, tries: Int, waiting: Int) {
    (self.subject, self.state, self.percent) = (subject, state, percent)
    (self.tries, self.waiting) = (tries, waiting)
  }
}
