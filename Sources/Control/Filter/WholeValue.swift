/// A value that a song has, all of it and not a part.
public struct WholeValue: Hashable, Sendable {
  /// Of which one has it.
  public let tags: TagSet
  /// Where case is folded, as values are compared: in small letters.
  public let text: String
  public let foldsCase: Bool
}
