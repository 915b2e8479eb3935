/// A feed as it was read.
public struct ListedPodcast: Hashable, Sendable {
  /// An episode as its feed lists it.
  public struct Episode: Hashable, Sendable {
    public var track: TrackReference
    public var title: String?
    /// In seconds since 1970.
    public var published: Int64?
    public var length: Duration?
    /// The feed's own, also where the URL changes.
    public var identity: String

    public init(_ track: TrackReference, identity: String) {
      self.track = track
      self.identity = identity
    }
  }

  public var url: String
  public var title: String
  public var episodes: [Episode]
  /// The URL of its picture.
  public var picture: String?
  /// It breaks off: there may be more episodes.
  public var isDamaged = false

  public init(url: String, title: String, episodes: [Episode]) {
    self.url = url
    self.title = title
    self.episodes = episodes
  }
}
