public import Model

/// A song that was looked for, the track that it is, and where it is found again.
public struct FoundSong: Hashable, Sendable {
  public let song: Song
  public let track: TrackReference
  public let place: TrackRow

  public init(_ song: Song, _ track: TrackReference, at place: TrackRow) {
    self.song = song
    self.track = track
    self.place = place
  }
}
