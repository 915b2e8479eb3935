public import Model

/// The songs and folders of all volumes that are there. Loop thread only; completions are called on the loop, once,
/// now or later. URIs are as clients send them, already checked by `MusicPath`.
public protocol Catalogue: AnyObject {
  /// The volumes that are there, in the order in which their songs are listed.
  var volumes: [VolumeReport] { get }

  /// The names of volumes that the jukebox knows and that are not there, as they stand in URIs.
  var absentVolumes: Set<String> { get }

  /// - Parameter completion: gets the volumes with how many songs each has.
  func countedVolumes(completion: @escaping ([VolumeReport]) -> Void) -> Query

  /// - Parameters:
  ///   - places: where they were found a moment ago, as far as that is known, which takes less: as many, or none.
  ///   - completion: gets as many songs as there are tracks, in their order; one that the library does not know (its volume
  ///     is away) has its URI only.
  func songs(
    of tracks: [TrackReference], at places: [TrackRow?], completion: @escaping ([Song]) -> Void
  ) -> Query

  /// What was found at `places`, in their order; nil for what isn't there any more. `.volumeGone` where a volume isn't.
  func found(at places: [TrackRow], completion: @escaping (Result<[FoundSong?], Refusal>) -> Void) -> Query

  /// As `found(at:)`, the tracks alone, which takes less.
  func tracks(at places: [TrackRow], completion: @escaping (Result<[TrackReference?], Refusal>) -> Void)
    -> Query

  /// The track that is exactly `uri`, for `addid`.
  func track(at uri: String, completion: @escaping (Result<TrackReference, Refusal>) -> Void) -> Query

  /// All tracks at or below `uri` in natural order, for `add`; `""` is the whole tree. `.queueFull` where there are
  /// more than the queue takes.
  func tracks(below uri: String, completion: @escaping (Result<[TrackReference], Refusal>) -> Void) -> Query

  /// One page of a listing.
  func page(_ listing: Listing, completion: @escaping (Result<ListingPage, Refusal>) -> Void) -> Query

  /// Some of the songs of a selection, in natural order: at least `limit`, unless there are no more, and not many
  /// more. `.noSuchDirectory` where its base isn't there.
  func select(
    _ selection: SongSelection, after: Cursor?, limit: Int,
    completion: @escaping (Result<SongPage, Refusal>) -> Void
  ) -> Query

  /// Counts all songs by the values of some tags.
  ///
  /// - Parameters:
  ///   - take: is given each combination of values with those tags alone; some come several times, each time with a part
  ///     of the songs.
  ///   - completion: follows the last of them.
  func tally(
    _ tags: TagSet, take: @escaping ([SongTally]) -> Void,
    completion: @escaping (Result<Void, Refusal>) -> Void
  ) -> Query

  /// Counts the songs at all depths of each folder that is directly in the root of the tree.
  ///
  /// - Parameters:
  ///   - take: is given each folder; some come several times, each time with a part of the songs.
  ///   - completion: follows the last of them.
  func topFolders(
    take: @escaping (_ uri: String, _ songs: Int, _ duration: Duration) -> Void,
    completion: @escaping (Result<Void, Refusal>) -> Void
  ) -> Query

  /// The songs with words that begin as those of `text` do, the best first, at most `limit`.
  func lookup(_ text: String, limit: Int, completion: @escaping (LookupResult) -> Void) -> Query

  /// Where the songs are that `lookup` finds, in the order of a shelf (`ShelfOrder`), which takes a fraction of it.
  func places(lookedUp text: String, limit: Int, completion: @escaping ([TrackRow]) -> Void) -> Query

  /// Bytes whose order is that of names: numbers by their value, case and accents folded, articles left aside.
  func orderKey(of name: String) -> [UInt8]

  /// A part of the picture of a song or a folder. nil where there is none; `.noSuchSong` where there is nothing at its
  /// URI. Who asks for one part after another gets those of one picture.
  func artwork(
    _ question: ArtworkQuestion, completion: @escaping (Result<Artwork?, Refusal>) -> Void
  ) -> Query

  /// A folder of the tree, to be listed file by file; `""` is the root.
  func files(in uri: String) throws(Refusal) -> any FileListing

  /// What the file that is exactly `uri` says of itself, in its own words; pictures are left out, long texts cut.
  func comments(
    of uri: String, completion: @escaping (Result<[(key: String, text: String)], Refusal>) -> Void
  ) -> Query

  /// The chapters of the song that is exactly `uri`, in their order; none where its file names none.
  func chapters(of uri: String, completion: @escaping (Result<[Chapter], Refusal>) -> Void) -> Query

  func statistics(completion: @escaping (Result<LibraryStatistics, Refusal>) -> Void) -> Query
}

extension Catalogue {
  public func songs(of tracks: [TrackReference], completion: @escaping ([Song]) -> Void) -> Query {
    songs(of: tracks, at: [], completion: completion)
  }
}
