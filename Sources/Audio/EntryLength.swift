/// How long an entry sounds, as far as its file says.
public struct EntryLength: Hashable, Sendable {
  /// nil if only decoding to the end gives it.
  public var exact: Duration?
  /// Else an estimate from the file's size and its first frames; nil if there is none.
  public var likely: Duration?
  /// The whole file's, exact or reckoned: longer than the entry's where that is a part of it.
  public var file: Duration?

  static let unknown = EntryLength(exact: nil, likely: nil, file: nil)

  public init(exact: Duration?, likely: Duration?, file: Duration?) {
    // A part after the estimated end has no known length.
    (self.exact, self.likely, self.file) = (exact, exact ?? (likely == .zero ? nil : likely), file)
  }
}
