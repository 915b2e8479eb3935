/// A change of what clients keep with something.
public enum StickerChange: Hashable, Sendable {
  case set(name: String, value: String)
  /// Adds to a number, which a text that begins with none counts for as 0; where there is none yet, `first` is set.
  case add(name: String, Int64, first: Int64)
  /// One, or where no name is given all of them.
  case delete(name: String?)
}
