/// A playlist that is a podcast.
public struct PodcastReport: Hashable, Sendable {
  /// The name of the playlist.
  public var playlist: String
  /// URL of the feed.
  public var url: String
  /// When the feed was read last, in seconds since 1970; nil where the clock was not known.
  public var checked: Int64?
  /// Why that failed.
  public var problem: String?
  public var episodes = 0
  public var unheard = 0

  public init(playlist: String, url: String) {
    self.playlist = playlist
    self.url = url
  }
}
