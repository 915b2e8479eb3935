public import Model

/// Personal values of songs. As all of these protocols: loop thread only; completions are called on the loop, once, now or
/// later. URIs are as clients send them, already checked by `MusicPath`.
public protocol SongValues {
  /// `.noSuchSong` where nothing is known of such a song; one whose file is away is known.
  func report(of song: SongChoice, completion: @escaping Completion<PersonalReport>) -> Query

  /// Reads the personal data that song rows show, in the order of `uris`; nil for a song without any.
  func annotations(of uris: [String], completion: @escaping ([SongAnnotations?]) -> Void) -> Query

  /// How many favourites are known whose files are not here, on the volumes that are.
  func absentFavourites(completion: @escaping (Int) -> Void) -> Query

  /// - Parameter completion: gets what is kept, once the change would survive a power cut.
  func change(of song: SongChoice, _ edits: [PersonalEdit], completion: @escaping Completion<PersonalReport>)
}

/// Cue points of songs.
public protocol SongCues {
  /// By their times.
  func all(of song: SongChoice, completion: @escaping Completion<[Cue]>) -> Query

  /// - Parameter completion: gets the cue as it is then, or as it was before it was removed, once the change would
  ///   survive a power cut.
  func change(of song: SongChoice, _ change: CueChange, completion: @escaping Completion<Cue>)
}

/// How songs were listened to.
public protocol ListeningRecord {
  /// Reads the listening statistics of the song that is exactly `uri`; also of one whose file has vanished.
  func statistics(of uri: String, completion: @escaping Completion<ListeningStatistics>) -> Query

  /// Some songs of a list, by their places in it.
  func list(_ list: ListeningList, in window: Range<Int>, completion: @escaping Completion<SongPlaces>)
    -> Query
}

/// Folders that resume.
public protocol FolderResumes {
  /// The folders that were listened to and resume, and those that people said something of; those listened to last
  /// first.
  func all(completion: @escaping Completion<[ResumeReport]>) -> Query

  func resume(of uri: String, completion: @escaping Completion<ResumeReport>) -> Query

  /// Says of a folder and of all below that it resumes, or starts over; nil leaves it to its tracks.
  /// - Parameter completion: gets what holds for it once that would survive a power cut.
  func mark(_ uri: String, resumes: Bool?, completion: @escaping Completion<ResumeReport>) -> Query
}

/// Values that clients keep with songs, playlists, filters and tags.
public protocol ClientStickers {
  /// - Parameter completion: gets nil where there is no such sticker.
  func value(_ name: String, of subject: StickerSubject, completion: @escaping Completion<String?>) -> Query

  /// All of them, by their names.
  func all(of subject: StickerSubject, completion: @escaping Completion<[Sticker]>) -> Query

  /// - Parameter completion: gets whether there was one before, once the change would survive a power cut.
  func change(of subject: StickerSubject, _ change: StickerChange, completion: @escaping Completion<Bool>)

  /// Stickers of one name, in no certain order.
  ///
  /// - Parameters:
  ///   - type: `song`, `playlist`, `filter` or a tag's name.
  ///   - base: of songs, the folder that they are below; empty for all.
  ///   - after: nil for the first page, else `next` of the page before. A page may be empty and yet have a next one.
  ///   - test: which values are wanted; nil for all.
  func find(
    _ name: String, type: String, below base: String, after: Cursor?, test: StickerTest?,
    completion: @escaping Completion<StickerPage>
  ) -> Query

  /// Which names there are, by type and name.
  func names(completion: @escaping ([StickerName]) -> Void) -> Query
}
