import Model

/// Listening states of a playlist's episodes.
struct EpisodeStates {
  var byURL: [[UInt8]: EpisodeState] = [:]
  /// States of fetched episodes: from before the fetch, and on another volume than the podcast's.
  var byFile: [TrackReference: EpisodeState] = [:]
  /// States of episodes that are files of the podcast's volume, by the rows of their tracks.
  var byRow: [Int64: EpisodeState] = [:]

  /// - Parameter row: of the entry's track, if it is on the podcast's volume.
  /// - Returns: nil for what is no episode.
  func state(of track: TrackReference, row: Int64?) -> EpisodeState? {
    let file = byFile[track]
    guard let row, var state = byRow[row] else { return file ?? byURL[track.path] }
    state.plays += file?.plays ?? 0
    return state
  }
}
