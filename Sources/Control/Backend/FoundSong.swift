public import Player

/// A song that was looked for, and the track that it is.
public struct FoundSong: Hashable, Sendable {
  public let song: Song
  public let track: TrackReference

  public init(_ song: Song, _ track: TrackReference) {
    self.song = song
    self.track = track
  }
}
