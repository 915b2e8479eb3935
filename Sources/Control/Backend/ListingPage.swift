public import Model

/// The lines of a part of a listing. They are made on the thread that reads the library, since a listing may be of all its
/// songs.
public struct ListingPage: Sendable {
  public enum Item: Hashable, Sendable {
    /// `modified` in seconds since 1970 (UTC).
    case directory(uri: String, modified: Int64?)
    case playlist(uri: String, modified: Int64?)
    case song(Song)
  }

  private let listing: Listing
  private var output = OutputBuffer()
  /// The song that is added by `addRecord`.
  public var record = SongRecord()
  /// nil after the last page.
  public var next: Cursor?

  public init(of listing: Listing) { self.listing = listing }

  var lines: ArraySlice<UInt8> { output.pending }

  public mutating func add(_ item: Item) {
    if output.count == 0, listing.after == nil { addTop(before: item) }
    switch item {
    case .song(let song):
      if let tags = listing.tags { output.song(song, tags: tags) } else { output.pair("file", song.uri) }
    case .directory(let uri, let modified): add("directory", uri, modified)
    case .playlist(let uri, let modified): if listing.withPlaylists { add("playlist", uri, modified) }
    }
  }

  /// Adds the song of the record, which has the tags that are wanted, or its URI alone.
  /// - Returns: the bytes of its lines.
  public mutating func addRecord() -> Int {
    let before = output.count
    // A song of a folder is never the listing's own top.
    if before == 0, listing.after == nil, listing.isRecursive, !listing.uri.isEmpty {
      add("directory", listing.uri, nil)
    }
    output.song(record)
    return output.count - before
  }

  /// A listing of all levels begins with the folder that it is of.
  private mutating func addTop(before item: Item) {
    guard listing.isRecursive, !listing.uri.isEmpty else { return }
    switch item {
    case .song(let song) where song.uri == listing.uri: break
    default: add("directory", listing.uri, nil)
    }
  }

  private mutating func add(_ kind: String, _ uri: String, _ modified: Int64?) {
    output.pair(kind, uri)
    if listing.tags != nil, let modified { output.pair("Last-Modified", Timestamp.text(modified)) }
  }
}
