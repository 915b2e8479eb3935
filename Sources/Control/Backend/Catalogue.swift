public import Player

/// The songs and folders of all volumes that are there. Loop thread only; completions are called on the loop, once,
/// now or later. URIs are as clients send them, already checked by `MusicPath`.
public protocol Catalogue: AnyObject {
  /// - Parameter completion: gets as many songs as there are tracks, in their order; one that the library does not
  ///   know (its volume is away) has its URI only.
  func songs(of tracks: [TrackReference], completion: @escaping ([Song]) -> Void) -> Query

  /// The track that is exactly `uri`, for `addid`.
  func track(at uri: String, completion: @escaping (Result<TrackReference, Refusal>) -> Void) -> Query

  /// All tracks at or below `uri` in natural order, for `add`; `""` is the whole tree. `.queueFull` where there are
  /// more than the queue takes.
  func tracks(below uri: String, completion: @escaping (Result<[TrackReference], Refusal>) -> Void) -> Query

  /// One page of a listing.
  func page(_ listing: Listing, completion: @escaping (Result<ListingPage, Refusal>) -> Void) -> Query

  func statistics(completion: @escaping (LibraryStatistics) -> Void) -> Query
}

/// Which part of a listing is wanted.
public struct Listing: Hashable, Sendable {
  /// `""` is the root of the tree.
  public var uri: String
  /// All levels below, folders before what is in them, or only the one.
  public var isRecursive: Bool
  /// Songs with their tags; else their URIs are enough.
  public var withTags: Bool
  /// nil for the first page, else `ListingPage.next` of the page before.
  public var after: Cursor?
  /// At most so many items.
  public var limit: Int

  /// Means something to the catalogue only.
  public struct Cursor: Hashable, Sendable {
    public let bytes: [UInt8]
    public init(bytes: [UInt8]) { self.bytes = bytes }
  }

  public init(uri: String, isRecursive: Bool, withTags: Bool, after: Cursor? = nil, limit: Int) {
    self.uri = uri
    self.isRecursive = isRecursive
    self.withTags = withTags
    self.after = after
    self.limit = limit
  }
}

public struct ListingPage: Hashable, Sendable {
  public enum Item: Hashable, Sendable {
    /// `modified` in seconds since 1970 (UTC).
    case directory(uri: String, modified: Int64?)
    case playlist(uri: String, modified: Int64?)
    case song(Song)
  }

  public var items: [Item]
  /// nil after the last page.
  public var next: Listing.Cursor?

  public init(items: [Item], next: Listing.Cursor? = nil) {
    self.items = items
    self.next = next
  }
}

public struct LibraryStatistics: Hashable, Sendable {
  public var artists = 0
  public var albums = 0
  public var songs = 0
  public var duration: Duration = .zero
  /// Seconds since 1970 (UTC); nil before the first scan.
  public var updated: Int64?

  public init() {}
}
