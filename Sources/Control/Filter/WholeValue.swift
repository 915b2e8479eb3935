/// A value that a song has, all of it and not a part.
public struct WholeValue: Hashable, Sendable {
  /// Tags of which one has the value.
  public let tags: TagSet
  /// The value; in small letters if case is folded.
  public let text: String
  public let foldsCase: Bool
}
