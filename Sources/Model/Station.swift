/// A radio station that people keep: an entry of the playlist `Stations`, or of a playlist file of that name.
public struct Station: Hashable, Sendable {
  /// Name of the playlist and, in any case of letters and without the ending, of playlist files.
  public static let playlist = "Stations"

  /// Its playlist, or the URI of its playlist file.
  public let list: String
  /// In the list, from 0.
  public let position: Int
  /// The URL where it has none.
  public let name: String
  public let url: String

  public init(list: String, position: Int, name: String, url: String) {
    (self.list, self.position, self.name, self.url) = (list, position, name, url)
  }

  /// Whether it can be removed: a file can only be read.
  public var isOfPlaylist: Bool { list == Self.playlist }

  /// The entry that the queue gets; nil if the URL can't be played.
  public var item: QueueItem? {
    TrackReference(url: url).map { QueueItem($0, told: name == url ? [] : [SourceMetadata(.name, name)]) }
  }
}
