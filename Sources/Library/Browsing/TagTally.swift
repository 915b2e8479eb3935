public import Model

/// Tracks that are alike in the tags that were asked for, counted.
public struct TagTally: Sendable {
  public enum Field: Hashable, Sendable {
    case tag(TagName)
    case disc
    case track
    /// `TagTally.folderAlbum`.
    case folderAlbum
  }

  public struct Value: Hashable, Sendable {
    public let field: Field
    public let text: String
  }

  /// In the order in which a track's tags are kept.
  public let values: [Value]
  /// Their album, if that was asked for and they name no album artist; they have the tag `album` then.
  public let folderAlbum: FolderAlbum?
  public internal(set) var tracks = 0
  public internal(set) var duration = Duration.zero
  /// The first of them in the order of the tree, if that was asked for.
  public internal(set) var first: First?

  init(values: [Value], folderAlbum: FolderAlbum? = nil) {
    self.values = values
    self.folderAlbum = folderAlbum
  }

  /// Approximate bytes in memory.
  var byteCount: Int {
    let first = first.map { $0.uri.utf8.count + $0.place.count } ?? 0
    let album = folderAlbum.map { $0.folder.utf8.count + $0.artist.utf8.count } ?? 0
    return values.reduce(140 + first + album) { $0 + 60 + $1.text.utf8.count }
  }

  public struct First: Hashable, Sendable {
    public internal(set) var uri: String
    /// Bytes whose order is that of the tree.
    public internal(set) var place: [UInt8]
  }
}
