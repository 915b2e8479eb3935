public import Linux

/// Result of a scan's reading of a file.
public enum FileProbeResult: Sendable {
  case details(TrackDetails)
  case unreadable(String)
  /// The storage failed: nothing is known of the file.
  case failed(SystemError)
}
