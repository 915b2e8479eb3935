import Model

/// Lengths that a window of entries adds to a volume's playlists.
struct PlaylistLengths: Sendable {
  /// An entry whose track is on another volume.
  struct Elsewhere: Sendable {
    let playlist: PlaylistID
    let region: Region
    let track: TrackReference
  }

  var known: [PlaylistID: PlaylistLength] = [:]
  var elsewhere: [Elsewhere] = []
  /// Start of the next window; nil at the end.
  var next: Int64?
}
