public import Linux

/// What a scan learns of a file that it opens.
public enum FileProbeResult: Sendable {
  case details(TrackDetails)
  case unreadable(String)
  /// The storage failed: nothing is known of the file.
  case failed(SystemError)
}
