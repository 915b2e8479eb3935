/// What people say of a song, and how often it was heard.
public struct PersonalReport: Hashable, Sendable {
  public var uri: String
  public var isFavourite = false
  /// 0 to 10; nil where it has none.
  public var rating: Int?
  /// 0xRRGGBB.
  public var colour: UInt32?
  public var notes: String?
  /// nil where nobody counted yet.
  public var plays: Int64?
  public var skips: Int64?
  /// In seconds since 1970 (UTC); nil where it never was, or the clock was not known then.
  public var lastPlayed: Int64?

  /// When the library saw the song first, likewise; nil for one that is not there as well.
  public var added: Int64?

  public init(uri: String) { self.uri = uri }
}
