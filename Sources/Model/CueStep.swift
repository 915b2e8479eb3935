/// Which cue "next" and "previous" go to.
public enum CueStep {
  /// So long after a cue, "previous" goes back to it and not to the one before it: as with songs.
  public static let restartThreshold = Duration.seconds(2)
  /// After a seek, sound begins at a frame at or before the target.
  private static let slack = Duration.milliseconds(50)

  /// - Parameter starts: of the cues, in order.
  /// - Returns: nil where nothing follows; the song's beginning where nothing is before.
  public static func target(in starts: [Duration], from elapsed: Duration, forward: Bool) -> Duration? {
    if forward { return starts.first { $0 > elapsed + slack } }
    return starts.last { $0 + restartThreshold < elapsed } ?? .zero
  }
}
