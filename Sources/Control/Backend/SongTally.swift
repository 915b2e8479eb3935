/// Songs that are alike in some tags, counted.
public struct SongTally: Hashable, Sendable {
  /// Those tags.
  public var tags: [Song.TagValue]
  public var songs: Int
  /// Of all of them together, as far as it is known.
  public var duration: Duration

  /// A song alone.
  init(_ song: Song) {
    self.init(tags: song.tags, songs: 1, duration: song.duration ?? .zero)
  }

  public init(tags: [Song.TagValue], songs: Int, duration: Duration) {
    self.tags = tags
    self.songs = songs
    self.duration = duration
  }
}
