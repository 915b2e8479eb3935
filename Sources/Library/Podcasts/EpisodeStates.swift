import Model

/// Listening states of a playlist's episodes.
struct EpisodeStates {
  var byURL: [[UInt8]: EpisodeState] = [:]
  /// The same of those that were fetched, by their files.
  var byFile: [TrackReference: EpisodeState] = [:]
  /// States of other files of the podcast's volume that somebody has put among the episodes, by the rows of their tracks.
  var byRow: [Int64: EpisodeState] = [:]

  /// - Parameter row: of the entry's track, if it is on the podcast's volume.
  /// - Returns: nil for what is no episode.
  func state(of track: TrackReference, row: Int64?) -> EpisodeState? {
    byFile[track] ?? byURL[track.path] ?? row.flatMap { byRow[$0] }
  }
}
