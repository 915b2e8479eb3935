/// A change of the stickers on something.
public enum StickerChange: Hashable, Sendable {
  case set(name: String, value: String)
  /// Adds to a number; where there is no sticker yet, `first` is set.
  case add(name: String, Int64, first: Int64)
  /// One, or where no name is given all.
  case delete(name: String?)
}
