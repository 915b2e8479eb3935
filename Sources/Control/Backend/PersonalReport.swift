public import Model

/// What people say of a song, and how often it was heard.
public struct PersonalReport: Hashable, Sendable {
  public var uri: String
  public var values = PersonalValues()
  /// When the library saw the song first, in seconds since 1970 (UTC); nil for one that is not there as well.
  public var added: Int64?

  public init(uri: String) { self.uri = uri }
}
