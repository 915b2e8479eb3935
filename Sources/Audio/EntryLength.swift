/// How long an entry sounds, as far as its file says.
public struct EntryLength: Hashable, Sendable {
  /// nil where only decoding to the end would tell.
  public var exact: Duration?
  /// Else as reckoned from the file's size and its first frames; nil where nothing tells.
  public var likely: Duration?
  /// The whole file's, exact or reckoned: longer than the entry's where that is a part of it.
  public var file: Duration?

  static let unknown = EntryLength(exact: nil, likely: nil, file: nil)

  public init(exact: Duration?, likely: Duration?, file: Duration?) {
    // Of a part behind the end that is reckoned, nothing is known.
    (self.exact, self.likely, self.file) = (exact, exact ?? (likely == .zero ? nil : likely), file)
  }
}
