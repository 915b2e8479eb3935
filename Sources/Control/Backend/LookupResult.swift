/// What was found for what a person typed.
public struct LookupResult: Hashable, Sendable {
  /// The best first.
  public var songs: [Song]
  /// What may have been meant instead, where nothing was found.
  public var suggestion: String?

  public init(songs: [Song], suggestion: String? = nil) {
    self.songs = songs
    self.suggestion = suggestion
  }
}
