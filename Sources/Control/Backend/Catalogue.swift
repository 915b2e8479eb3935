public import Model

/// The songs and folders of all volumes that are there. Loop thread only; completions are called on the loop, once,
/// now or later. URIs are as clients send them, already checked by `MusicPath`.
public protocol Catalogue {
  /// - Parameters:
  ///   - places: where they were found a moment ago, as far as that is known, which takes less: as many, or none.
  ///   - completion: gets as many songs as there are tracks, in their order; one that the library does not know (its volume
  ///     is away) has its URI only.
  func songs(
    of tracks: [TrackReference], at places: [TrackRow?], completion: @escaping ([Song]) -> Void
  ) -> Query

  /// As `songs`, as the lines of the answer, each without the fields of its place in a list.
  ///
  /// - Parameters:
  ///   - filter: takes the songs that are wanted, by what records have; nil for all.
  ///   - completion: gets nothing for a song that isn't wanted, and nil for one that the library does not know.
  func lines(
    of tracks: [TrackReference], at places: [TrackRow?], matching filter: Filter?, _ parts: SongParts,
    completion: @escaping ([[UInt8]?]) -> Void
  ) -> Query

  /// Reads the songs at `places`, in this order; nil for one that is gone. `.volumeGone` if a volume is gone.
  func found(at places: [TrackRow], completion: @escaping Completion<[FoundSong?]>) -> Query

  /// One page of a listing, as the lines of the answer.
  func page(_ listing: Listing, completion: @escaping Completion<ListingPage>) -> Query

  /// Some of the songs of a selection, in natural order: at least `limit`, unless there are no more, and not many
  /// more. `.noSuchDirectory` where its base isn't there.
  func select(
    _ selection: SongSelection, after: Cursor?, limit: Int, completion: @escaping Completion<SongPage>
  ) -> Query

  /// Some of the songs that are found, in natural order, as the lines of the answer. `.noSuchDirectory` where the base of the
  /// selection isn't there.
  func lines(of question: FoundLines.Question, completion: @escaping Completion<FoundLines>) -> Query

  /// As `select` of the whole tree, of songs with some of their fields, which takes a fraction of it.
  ///
  /// - Parameters:
  ///   - tags: the songs come with these, their times, and no other field.
  ///   - named: whether their URIs are the names of their files; else they are empty.
  ///   - limit: a page has this number of results at most.
  ///   - look: makes what looks at the songs of a part and gives the result for each that is wanted; called on other
  ///     threads.
  func pick<Value: Sendable>(
    _ selection: SongSelection, reading tags: TagSet, named: Bool, after: Cursor?, limit: Int,
    look: @escaping @Sendable () -> (Song, TrackRow) -> Value?,
    completion: @escaping Completion<(values: [Value], next: Cursor?)>
  ) -> Query

  /// Counts songs by the values of some tags.
  ///
  /// - Parameters:
  ///   - tags: those whose values are wanted.
  ///   - selection: songs that it does not take may come all the same: its filter decides.
  ///   - withFirsts: whether the first song of each combination is wanted.
  ///   - withFolderAlbums: whether the albums of songs that name no album artist are; then with the tags `album` and
  ///     `albumArtist`.
  ///   - take: is given each combination of values with those tags alone; some come several times, each time with a part
  ///     of the songs.
  ///   - completion: follows the last of them.
  func tally(
    _ tags: TagSet, of selection: SongSelection, withFirsts: Bool, withFolderAlbums: Bool,
    take: @escaping (ArraySlice<SongTally>) -> Void,
    completion: @escaping Completion<Void>
  ) -> Query

  /// The songs with words that begin as those of `text` do, the best first, at most `limit`.
  func lookup(_ text: String, limit: Int, completion: @escaping (LookupResult) -> Void) -> Query

  /// Finds the places of the songs that `lookup` finds, in shelf order (`ShelfOrder`); takes a fraction of its time.
  func places(lookedUp text: String, limit: Int, completion: @escaping ([TrackRow]) -> Void) -> Query

  /// Gives bytes whose order is that of names: numbers by their value, case and accents folded, articles left aside.
  var nameKey: @Sendable (String) -> [UInt8] { get }

  /// The name that `nameKey` makes its bytes of, where an article is left aside; nil if none is.
  func nameWithoutArticle(_ name: String) -> String?

  func statistics(completion: @escaping Completion<LibraryStatistics>) -> Query
}

/// The volumes that are there.
public protocol VolumeList {
  /// In the order in which their songs are listed.
  var reports: [VolumeReport] { get }

  /// Numbers that are others as soon as songs have come or gone, or have other tags or times.
  var version: [UInt64] { get }

  /// The names of volumes that the jukebox knows and that are not there, as they stand in URIs.
  var absentNames: Set<String> { get }

  /// - Parameter completion: gets them with how many songs each has, and their space.
  func counted(completion: @escaping ([VolumeReport]) -> Void) -> Query
}

/// Which tracks songs are, and where they were found.
public protocol Tracks {
  /// Which track a song is; nil for one on no volume that is there.
  func reference(of song: SongChoice) -> TrackReference?

  /// As `found(at:)`, the tracks alone, which takes less.
  func references(in places: [TrackRow], completion: @escaping Completion<[TrackReference?]>) -> Query

  /// For each of some names that name nothing: the path of what is there and has the same letters in another Unicode form;
  /// nil where there is none.
  func spellings(of names: [String], completion: @escaping ([String?]) -> Void) -> Query

  /// - Parameter completion: gets the albums of the songs at `places` that name no album artist, in their order; nil for other
  ///   songs, and for what isn't there any more. `.volumeGone` where a volume isn't.
  func folderAlbums(ofTracks places: [TrackRow], completion: @escaping Completion<[FolderAlbum?]>) -> Query
}

/// Finds songs, folders, streams and stations by the names by which clients add them to the queue.
public protocol Additions {
  /// The track that is exactly `uri`, for `addid`.
  func track(at uri: String, completion: @escaping Completion<TrackReference>) -> Query

  /// As `tracks(below:)`, for several paths in one step; nil for a path that needs a request of its own.
  /// - Parameter onlySongs: whether a folder counts as not found.
  func tracks(
    belowEach uris: [String], onlySongs: Bool,
    completion: @escaping ([Result<[TrackReference], Refusal>?]) -> Void
  ) -> Query
  /// All tracks at or below `uri` in natural order, for `add`; `""` is the whole tree. `.queueFull` where there are
  /// more than the queue takes.
  func tracks(below uri: String, completion: @escaping Completion<[TrackReference]>) -> Query
}

/// Sums over the songs of all volumes.
public protocol Totals {
  /// Counts the songs whose tempo or key is known.
  ///
  /// - Parameters:
  ///   - take: is given each combination of tens of beats per minute and key; some come several times, each time with a
  ///     part of the songs.
  ///   - completion: follows the last of them.
  func tallySounds(take: @escaping ([SoundTally]) -> Void, completion: @escaping Completion<Void>) -> Query

  /// Counts the songs at all depths of each folder that is directly in the root of the tree.
  ///
  /// - Parameters:
  ///   - take: is given each folder; some come several times, each time with a part of the songs.
  ///   - completion: follows the last of them.
  func topFolders(
    take: @escaping (_ uri: String, _ songs: Int, _ duration: Duration) -> Void,
    completion: @escaping Completion<Void>
  ) -> Query
}

/// The files as they are on the volumes.
public protocol FileContents {
  /// A folder of the tree, to be listed file by file; `""` is the root.
  func list(_ uri: String) throws(Refusal) -> FileListing

  /// The chapters of the song that is exactly `uri`, in their order; none where its file names none.
  func chapters(of uri: String, completion: @escaping Completion<[Chapter]>) -> Query
}

/// Tags as the files themselves have them.
public protocol FileTags {
  /// Reads the tags of the file that is exactly `uri`, by the file's own names; pictures are left out, long texts cut.
  func comments(of uri: String, completion: @escaping Completion<[(key: String, text: String)]>) -> Query

  /// The lyrics of the song that is exactly `uri`; no line where there are none.
  func lyrics(of uri: String, completion: @escaping Completion<[LyricsLine]>) -> Query
}

/// Pictures of songs and folders.
public protocol Pictures {
  /// A part of the picture of a song or a folder. nil where there is none; `.noSuchSong` where there is nothing at its
  /// URI. All parts come from one picture if a client asks for one after another.
  func artwork(_ question: ArtworkQuestion, completion: @escaping Completion<Artwork?>) -> Query
}

/// Pictures that the jukebox makes of others. Completions get a JPEG.
public protocol PictureMaking {
  /// The cover of a playlist that has none of its own, of 512 by 512 pixels: a collage of these pictures, else a drawing in
  /// the playlist's colour.
  func makeCover(
    of name: String, from pictures: [PictureRecipe.Picture], completion: @escaping Completion<[UInt8]>
  ) -> Query

  /// The middle square of a picture; nil if it cannot be decoded.
  func makeThumbnail(
    of picture: PictureRecipe.Picture, _ side: ThumbnailSide, completion: @escaping Completion<[UInt8]?>
  ) -> Query
}

extension Catalogue {
  public func songs(of tracks: [TrackReference], completion: @escaping ([Song]) -> Void) -> Query {
    songs(of: tracks, at: [], completion: completion)
  }
}

/// Which part of a listing is wanted.
public struct Listing: Hashable, Sendable {
  /// `""` is the root of the tree.
  public var uri: String
  /// All levels below, folders before what is in them, or only the one.
  public var isRecursive: Bool
  /// Songs with these tags and all else that is known; nil where their URIs are enough.
  public var tags: TagSet?
  public var withPlaylists = true
  /// nil for the first page, else `ListingPage.next` of the page before.
  public var after: Cursor?
  /// Fields of songs that are written.
  public var shown: SongParts { SongParts(shown: tags) }
}

/// Which songs of the catalogue are meant.
public struct SongSelection: Hashable, Sendable {
  public var filter: Filter
  /// At or below this folder, or exactly this song; `""` is the whole tree.
  public var base: String
  /// A text that some tag of every song that is meant holds, case and accents aside; nil where none is known.
  public var needle: String? { filter.needle }
  /// Values that every selected song has.
  public var values: [WholeValue] { filter.values }

  init(_ filter: Filter) {
    self.filter = filter
    base = filter.base ?? ""
  }
}

/// A song that was looked for, the track that it is, and where it is found again.
public struct FoundSong: Hashable, Sendable {
  public let song: Song
  public let track: TrackReference
  public let place: TrackRow
  /// Album of a song that names no album artist, if requested.
  var folderAlbum: FolderAlbum?

  public init(_ song: Song, _ track: TrackReference, at place: TrackRow) {
    self.song = song
    self.track = track
    self.place = place
  }
}

/// Some of the songs of a selection, in natural order.
public struct SongPage: Hashable, Sendable {
  public var found: [FoundSong]
  /// nil after the last page.
  public var next: Cursor?

  public init(found: [FoundSong], next: Cursor? = nil) {
    self.found = found
    self.next = next
  }
}

/// Songs that are alike in some tags, counted.
public struct SongTally: Hashable, Sendable {
  /// Those tags.
  public var tags: [Song.TagValue]
  public var songs: Int
  /// Their album, if it was asked for and they name no album artist.
  public var folderAlbum: FolderAlbum?
  /// Sum of the songs' known durations.
  public var duration: Duration
  /// The first of them in the order of the tree, if it is known.
  public var first: First?

  public struct First: Hashable, Sendable {
    public let uri: String
    /// Bytes whose order is that of the tree.
    public let place: [UInt8]

    public init(uri: String, place: [UInt8]) {
      self.uri = uri
      self.place = place
    }
  }

  /// A song alone, of songs that come in the order of the tree.
  init(_ found: FoundSong) {
    let song = found.song
    self.init(tags: song.tags, songs: 1, duration: song.duration ?? .zero)
    folderAlbum = found.folderAlbum
    first = First(uri: song.uri, place: [])
  }

  func valuesOrStandIns(of tag: Tag) -> [String] { tags.valuesOrStandIns(of: tag) }

  public init(tags: [Song.TagValue], songs: Int, duration: Duration) {
    self.tags = tags
    self.songs = songs
    self.duration = duration
  }
}

/// The result of a search for typed text.
public struct LookupResult: Hashable, Sendable {
  /// The best first.
  public var songs: [Song]
  /// A similar text to search for, if nothing was found.
  public var suggestion: String?

  public init(songs: [Song], suggestion: String? = nil) {
    self.songs = songs
    self.suggestion = suggestion
  }
}
