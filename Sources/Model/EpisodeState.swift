/// The listening state of a podcast's episode.
public struct EpisodeState: Hashable, Sendable {
  /// How often half of it, or four minutes, were heard.
  public var plays: Int64
  /// The position to resume at; nil at its beginning and after its end.
  public var position: Duration?
  /// As the feed states it.
  public var length: Duration?
  /// The episode itself, of one that was fetched to a file.
  public var source: TrackReference?

  public init(plays: Int64 = 0, position: Duration? = nil) {
    self.plays = plays
    self.position = position
  }

  public var isHeard: Bool { plays > 0 && position == nil }
}
