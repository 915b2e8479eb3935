public import Linux

/// Finds out what an open file is: its details, or why it can't be played.
public typealias FactsReader = @Sendable (consuming Descriptor) -> FileFacts

public enum FileFacts: Sendable {
  case details(TrackDetails)
  case unreadable(String)
  /// The storage failed: nothing is known of the file.
  case failed(SystemError)
}
