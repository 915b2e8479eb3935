public import Model

/// Personal data of songs and listening: favourites, ratings, cues, plays, folders that resume, stickers. Loop thread
/// only; completions are called on the loop, once, now or later. URIs are as clients send them, already checked by
/// `MusicPath`.
public protocol People: AnyObject {
  /// `.noSuchSong` where nothing is known of such a song; one whose file is away is known.
  func personal(of song: SongChoice, completion: @escaping (Result<PersonalReport, Refusal>) -> Void) -> Query

  /// Reads the personal data that song rows show, in the order of `uris`; nil for a song without any.
  func annotations(of uris: [String], completion: @escaping ([SongAnnotations?]) -> Void) -> Query

  /// How many favourites are known whose files are not here, on the volumes that are.
  func absentFavourites(completion: @escaping (Int) -> Void) -> Query

  /// - Parameter completion: gets what is kept, once the change would survive a power cut.
  func change(
    _ song: SongChoice, _ change: PersonalEdit,
    completion: @escaping (Result<PersonalReport, Refusal>) -> Void)

  // MARK: Cues

  /// By their times.
  func cues(of song: SongChoice, completion: @escaping (Result<[Cue], Refusal>) -> Void) -> Query

  /// - Parameter completion: gets the cue as it is then, or as it was before it was removed, once the change would
  ///   survive a power cut.
  func change(
    _ song: SongChoice, _ change: CueChange, completion: @escaping (Result<Cue, Refusal>) -> Void)

  /// Which track a song is; nil for one on no volume that is there.
  func track(of song: SongChoice) -> TrackReference?

  // MARK: Listening

  /// Reads the listening statistics of the song that is exactly `uri`; also of one whose file has vanished.
  func report(of uri: String, completion: @escaping (Result<ListeningStatistics, Refusal>) -> Void) -> Query

  /// Some songs of a list, by their places in it.
  func songs(
    _ list: ListeningList, in window: Range<Int>, completion: @escaping (Result<SongPlaces, Refusal>) -> Void
  ) -> Query

  /// The folders that were listened to and resume, and those that people said something of; those listened to last
  /// first.
  func folders(completion: @escaping (Result<[ResumeReport], Refusal>) -> Void) -> Query

  func folder(at uri: String, completion: @escaping (Result<ResumeReport, Refusal>) -> Void) -> Query

  /// Says of a folder and of all below that it resumes, or starts over; nil leaves it to its tracks.
  /// - Parameter completion: gets what holds for it once that would survive a power cut.
  func mark(
    _ uri: String, resumes: Bool?, completion: @escaping (Result<ResumeReport, Refusal>) -> Void
  ) -> Query

  // MARK: Stickers

  /// - Parameter completion: gets nil where there is no such sticker.
  func sticker(
    _ name: String, of subject: StickerSubject, completion: @escaping (Result<String?, Refusal>) -> Void
  ) -> Query

  /// All of them, by their names.
  func stickers(
    of subject: StickerSubject,
    completion: @escaping (Result<[(name: String, value: String)], Refusal>) -> Void
  ) -> Query

  /// - Parameter completion: gets whether there was one before, once the change would survive a power cut.
  func change(
    _ subject: StickerSubject, _ change: StickerChange, completion: @escaping (Result<Bool, Refusal>) -> Void)

  /// Stickers of one name, in no certain order.
  ///
  /// - Parameters:
  ///   - type: `song`, `playlist`, `filter` or a tag's name.
  ///   - base: of songs, the folder that they are below; empty for all.
  ///   - after: nil for the first page, else `next` of the page before. A page may be empty and yet have a next one.
  ///   - test: which values are wanted; nil for all.
  func findStickers(
    _ name: String, type: String, below base: String, after: Cursor?,
    test: StickerTest?,
    completion: @escaping (Result<StickerPage, Refusal>) -> Void
  ) -> Query

  /// Which names there are, by type and name.
  func stickerNames(completion: @escaping ([(type: String, name: String)]) -> Void) -> Query
}

/// Which song a command is about.
public enum SongChoice: Hashable, Sendable {
  /// As a client named it, checked by `MusicPath`.
  case uri(String)
  /// The current entry's.
  case track(TrackReference)
}

/// Personal data of a song, and its listening statistics.
public struct PersonalReport: Hashable, Sendable {
  public var uri: String
  public var values = PersonalValues()
  /// When the library saw the song first, in seconds since 1970 (UTC); nil for one that is not there as well.
  public var added: Int64?

  public init(uri: String) { self.uri = uri }
}

/// Whether a folder resumes, and where.
public struct ResumeReport: Hashable, Sendable {
  public var uri: String
  public var resumes: Bool
  public var reason: FolderResume.Reason
  /// The song that it was left at; nil where nothing of it was heard.
  public var song: String?
  public var elapsed: Duration
  /// The song was heard to its end.
  public var isAtEnd: Bool

  public init(
    uri: String, resumes: Bool, reason: FolderResume.Reason, song: String? = nil, elapsed: Duration = .zero,
    isAtEnd: Bool = false
  ) {
    self.uri = uri
    self.resumes = resumes
    self.reason = reason
    self.song = song
    self.elapsed = elapsed
    self.isAtEnd = isAtEnd
  }
}

/// Some songs of a list, to be read a window at a time.
public struct SongPlaces: Hashable, Sendable {
  public var places: [TrackRow]
  /// Reasons for each song's place, in the order of `places`; empty for lists without reasons.
  public var reasons: [ListedReason]
  /// How many the list has.
  public var total: Int

  public init(places: [TrackRow], reasons: [ListedReason] = [], total: Int) {
    self.places = places
    self.reasons = reasons
    self.total = total
  }
}

/// Why a song stands where it does in a list of what was listened to.
public enum ListedReason: Hashable, Sendable {
  /// When it was played last, in seconds since 1970; nil where nobody knew the time.
  case lastPlayed(Int64?)
  case plays(Int)
  /// Days of the listening clock since it was played.
  case unplayed(days: Int)
  /// From 0 to 100.
  case score(Double)
  /// From 0 to 10.
  case rating(Int)
}
