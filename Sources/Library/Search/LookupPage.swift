/// What was found for what a person typed.
public struct LookupPage: Sendable {
  /// The best first.
  public var tracks: [(uri: String, track: Track)] = []
  /// What may have been meant instead, where nothing was found.
  public var suggestion: String?
}
