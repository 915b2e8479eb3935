/// Result of a lookup of typed words.
public struct LookupPage: Sendable {
  /// The best first.
  public var tracks: [(uri: String, track: Track)] = []
  /// Words to try instead, if nothing was found.
  public var suggestion: String?
}
