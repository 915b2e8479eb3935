public import Model

/// Analyses of songs: tempo, key, chords, loudness, waveform. Loop thread only.
public protocol Analyses: AnyObject {
  var progress: AnalysisProgress { get }

  /// The chord that is heard, and the key of its song.
  var currentChord: (chord: ChordSegment, key: MusicalKey?)? { get }

  /// Analyses the unsaved take; the result is stored with it if it is kept.
  func analyzeTake(
    by source: AnalysisSource, completion: @escaping (Result<MusicAnalysis, Refusal>) -> Void
  ) -> Query

  /// Sends a song to the server of `[analysis] remote`; what that finds is stored beside the jukebox's own analysis, and
  /// shown.
  func analyzeRemotely(
    _ song: SongChoice, completion: @escaping (Result<AnalysisReport, Refusal>) -> Void
  ) -> Query

  /// Chooses whose analysis of a song is shown.
  func show(
    _ source: AnalysisSource, of song: SongChoice,
    completion: @escaping (Result<AnalysisReport, Refusal>) -> Void)

  /// Tempo and notes of the unsaved take, by the jukebox itself; the result is stored with it if it is kept.
  func notesOfTake(completion: @escaping (Result<MusicAnalysis, Refusal>) -> Void) -> Query

  /// nil for a song of no volume that is there.
  func track(of song: SongChoice) -> TrackReference?

  /// How far all volumes are.
  func count(completion: @escaping (AnalysisTotals) -> Void)

  /// Has songs analysed before all others, also where they have an analysis if `isForced`.
  /// - Parameters:
  ///   - uri: a song or a folder; nil is all that is there.
  ///   - completion: gets how many songs wait.
  func analyze(_ uri: String?, isForced: Bool, completion: @escaping (Result<Int, Refusal>) -> Void)

  /// Cancels the work in progress and drops pending requests.
  func cancel()

  /// - Parameter withRecord: beats, chords and the waveform as well.
  func analysis(
    of song: SongChoice, withRecord: Bool, completion: @escaping (Result<AnalysisReport, Refusal>) -> Void
  ) -> Query

  /// The analysis of a song with a part of it that is found now if it is not there, which takes a while.
  func analysis(
    of song: SongChoice, finding part: AnalysisPart,
    completion: @escaping (Result<AnalysisReport, Refusal>) -> Void
  ) -> Query

  /// Songs that go well with one of this tempo and key, the best first; the song itself may be among them.
  func mixable(
    _ tempo: Double, _ key: MusicalKey, limit: Int, completion: @escaping ([MixableSong]) -> Void)

  /// Orders a playlist so that neighbours go over into each other smoothly, or puts it back as it was before that.
  /// - Parameter completion: gets of how many songs tempo and key are known, and how many there are.
  func order(
    _ playlist: String, undoes: Bool, completion: @escaping (Result<(known: Int, all: Int), Refusal>) -> Void)

  /// Sets the tempo and key that a person gives; nil leaves a value, `.some(nil)` removes it.
  func say(
    tempo: Double??, key: MusicalKey??, of song: SongChoice,
    completion: @escaping (Result<AnalysisReport, Refusal>) -> Void)
}

/// A song that goes with another one, and why.
public struct MixableSong: Hashable, Sendable {
  public let track: TrackReference
  public let tempo: Double
  public let key: MusicalKey
  public let match: HarmonicMatch

  public init(track: TrackReference, tempo: Double, key: MusicalKey, match: HarmonicMatch) {
    self.track = track
    self.tempo = tempo
    self.key = key
    self.match = match
  }
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

/// How many songs there are, how many of them are analysed or can't be, and how long the others last.
public struct AnalysisTotals: Hashable, Sendable {
  public var songs: Int
  public var done: Int
  public var left: Duration

  public init(songs: Int = 0, done: Int = 0, left: Duration = .zero) {
    self.songs = songs
    self.done = done
    self.left = left
  }
}
