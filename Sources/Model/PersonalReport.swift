/// Personal data of a song, and its listening statistics.
public struct PersonalReport: Hashable, Sendable {
  public var uri: String
  public var values = PersonalValues()
  /// When the library saw the song first, in seconds since 1970 (UTC); nil for one that is not there as well.
  public var added: Int64?

  /// - Parameter added: since 1970.
  public init(uri: String, _ values: PersonalValues = PersonalValues(), added: Duration? = nil) {
    (self.uri, self.values, self.added) = (uri, values, added?.components.seconds)
  }
}
