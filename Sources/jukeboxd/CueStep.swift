import Library

/// Which cue buttons and keys go to.
enum CueStep {
  /// So long after a cue, "previous" goes back to it and not to the one before it: as with songs.
  static let restartThreshold = Duration.seconds(2)
  /// What is seeked to is heard from a frame at or before it.
  private static let slack = Duration.milliseconds(50)

  /// - Parameter cues: by their times.
  /// - Returns: nil where nothing follows.
  static func target(in cues: [Cue], from elapsed: Duration, forward: Bool) -> Duration? {
    if forward { return cues.first { $0.start > elapsed + slack }?.start }
    return cues.last { $0.start + restartThreshold < elapsed }?.start ?? .zero
  }
}
