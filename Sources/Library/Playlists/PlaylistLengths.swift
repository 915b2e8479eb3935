import Model

/// What a window of the entries of a volume's playlists adds to their lengths.
struct PlaylistLengths: Sendable {
  /// An entry whose track is on another volume.
  struct Elsewhere: Sendable {
    let playlist: PlaylistID
    let region: Region
    let track: TrackReference
  }

  var known: [PlaylistID: PlaylistLength] = [:]
  var elsewhere: [Elsewhere] = []
  /// Where the next window begins; nil at the end.
  var next: Int64?
}
