public import Model

/// The playlists that people keep, of all volumes as one list; playlists as files of other programs, the file that a desktop
/// program keeps on a stick, backups. Loop thread only; completions are called on the loop,
/// once, now or later.
public protocol Playlists: AnyObject {
  /// In the order in which they are listed.
  func playlists(completion: @escaping ([PlaylistReport]) -> Void) -> Query

  /// The same with the numbers of their songs, and how long those play.
  func countedPlaylists(completion: @escaping ([PlaylistReport]) -> Void) -> Query

  /// The playlist files on the volumes, in the order of the tree.
  func files(completion: @escaping (Result<[PlaylistFileReport], Refusal>) -> Void) -> Query

  /// Some of a playlist's entries: tracks of any volume, present or not.
  ///
  /// - Parameters:
  /// - after: nil for the first page, else `PlaylistEntries.next` of the page before.
  /// - skipping: number of entries to leave out first.
  /// - limit: maximum number of entries.
  /// - texts: whether notes are wanted.
  func entries(
    of name: String, after: Cursor?, skipping: Int, limit: Int, texts: Bool,
    completion: @escaping (Result<PlaylistEntries, Refusal>) -> Void
  ) -> Query

  /// The radio stations that people keep, in the order of their lists.
  func stations(completion: @escaping (Result<[Station], Refusal>) -> Void) -> Query

  /// The stations in a playlist file of the network.
  func stations(at url: String, completion: @escaping (Result<[QueueItem], Refusal>) -> Void) -> Query
  func details(of name: String, completion: @escaping (Result<PlaylistTexts, Refusal>) -> Void) -> Query

  /// A playlist's own picture; empty where it has none.
  func cover(of name: String, completion: @escaping (Result<[UInt8], Refusal>) -> Void) -> Query

  /// A cover of a playlist that has none of its own: a collage of these pictures, else a drawing in the playlist's colour.
  /// - Parameter completion: gets a JPEG of 512 by 512 pixels.
  func makeCover(
    of name: String, from pictures: [CoverRecipe.Picture],
    completion: @escaping (Result<[UInt8], Refusal>) -> Void
  ) -> Query

  /// Changes a playlist, or makes it.
  /// - Parameter completion: gets nil when the change would survive a power cut, otherwise what went wrong.
  func change(_ name: String, _ change: PlaylistChange, completion: @escaping (Refusal?) -> Void)

  /// Removes a playlist that `restore` brings back for a minute.
  /// - Parameter completion: gets nil when it is away, otherwise what went wrong.
  func remove(_ name: String, completion: @escaping (Refusal?) -> Void)

  /// Brings back a playlist that was removed a moment ago; `nothingToUndo` if there is none.
  func restore(_ name: String, completion: @escaping (Refusal?) -> Void)

  /// Adds found songs to a playlist, or makes it; those that are gone by now are left out.
  ///
  /// - Parameters:
  /// - position: the entry there then follows them; nil: they come at the end.
  /// - onlyNew: songs that the playlist has already are left out, too.
  /// - completion: as of `change`.
  func add(
    _ songs: [TrackRow], to name: String, at position: Int?, onlyNew: Bool,
    completion: @escaping (Refusal?) -> Void
  )

  /// The names of the folders of playlists, in the order in which they are listed.
  func folders(completion: @escaping ([String]) -> Void) -> Query

  /// Changes a folder of playlists, or makes it.
  /// - Parameter completion: as of `change`.
  func change(folder name: String, _ change: PlaylistFolderChange, completion: @escaping (Refusal?) -> Void)

  // MARK: What comes from elsewhere and goes there

  /// Makes a playlist of what a file says.
  ///
  /// - Parameters:
  ///   - progress: called with how many of its entries were looked for, and how many there are.
  ///   - completion: called when the playlist would survive a power cut.
  func importPlaylist(
    _ request: ImportRequest, progress: @escaping (Int, Int) -> Void,
    completion: @escaping (Result<ImportReport, Refusal>) -> Void
  ) -> Query

  /// Makes the playlists of a volume, or of all, and those in its `Sync/mixboard-playlists.json` the same.
  /// - Parameter volume: its name; `noSuchVolume` where there is none. Where all are meant, one with which it can't be
  ///   done keeps no other from its turn: its report says why.
  func synchronise(_ volume: String?, completion: @escaping (Result<[ExchangeReport], Refusal>) -> Void)

  /// Writes the backup of a volume, or of each, as `synchronise` goes through them.
  func backUp(_ volume: String?, completion: @escaping (Result<[ExchangeReport], Refusal>) -> Void)

  /// Puts what a volume's backup says in place of what people added to it.
  func restore(_ volume: String, completion: @escaping (Result<[ExchangeReport], Refusal>) -> Void)
}

/// A stored playlist.
public struct PlaylistReport: Hashable, Sendable {
  public var name: String
  /// When it was changed last, in seconds since 1970 (UTC); nil where the clock was not known then.
  public var modified: Int64?
  public var made: Int64?
  /// Its permanent identity: 32 hexadecimal digits.
  public var identity = ""
  /// The name of the volume that it lies on, which that of the root of the tree may have none of; nil where it lies on
  /// none.
  public var volume: String? = ""
  /// 0xRRGGBB
  public var colour: UInt32?
  /// In beats per minute.
  public var tempo: Double?
  /// The name of the folder of playlists that it is in.
  public var folder: String?
  /// The mix slot that it is filled by.
  public var slot: Int?
  /// Whether it has a picture of its own.
  public var hasCover = false
  /// nil if nobody has counted.
  public var length: PlaylistLength?

  /// nil where no clock was known: answers leave it out then.
  var lastModified: Int64? { modified ?? made }

  public init(name: String, modified: Int64?) {
    self.name = name
    self.modified = modified
  }
}

/// Some of a stored playlist's entries, in their order.
public struct PlaylistEntries: Hashable, Sendable {
  public var entries: [PlaylistEntry]
  /// Places of their songs, nil if unknown; one for each entry, or none at all.
  public var places: [TrackRow?]
  /// Known fields of absent songs, by the places of their entries among these: shown for a song of which only the URI
  /// is known. An empty URI leaves that as it is.
  public var told: [Int: Song]
  /// Number of further entries of a playlist file that match no song.
  public var missing: Int?
  /// nil after the last page.
  public var next: Cursor?

  public init(
    entries: [PlaylistEntry], places: [TrackRow?] = [], told: [Int: Song] = [:], next: Cursor? = nil
  ) {
    self.entries = entries
    self.places = places
    self.told = told
    self.next = next
  }
}

/// A playlist file on a volume, which can only be read.
public struct PlaylistFileReport: Hashable, Sendable {
  public let uri: String
  /// The name of the volume that it lies on.
  public let volume: String

  public init(uri: String, volume: String) {
    self.uri = uri
    self.volume = volume
  }
}

/// A playlist that is to be taken over from a file.
public struct ImportRequest: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// A file on a volume.
    case file(uri: String)
    /// Bytes that the client has sent.
    ///
    /// - Parameters:
    ///   - format: `m3u`, `pls`, `xspf` or `cue`; nil to find out.
    ///   - path: where the file lies, from its machine's root on.
    case bytes([UInt8], format: String?, path: String?)
  }

  public var source: Source
  /// nil for what the file says.
  public var name: String?

  public init(_ source: Source, name: String? = nil) {
    self.source = source
    self.name = name
  }
}

/// Result of a synchronisation, backup or restore of one volume, as keys and values.
public struct ExchangeReport: Hashable, Sendable {
  public struct Pair: Hashable, Sendable {
    public var key: String
    public var value: String

    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The volume's name.
  public var volume: String
  public var pairs: [Pair]

  public init(volume: String, pairs: [Pair]) {
    self.volume = volume
    self.pairs = pairs
  }

  /// One of a volume with which it could not be done.
  public init(volume: String, _ refusal: Refusal) {
    self.init(
      volume: volume, pairs: [Pair("error", refusal.message), Pair("error_key", refusal.key.rawValue)])
  }
}
