/// Limits of a volume for values of a desktop program's file: a longer text is cut, a number that it has no use for
/// is none. While what is kept is the same, the file's value stays as it stands there.
public struct SharedLimits: Sendable {
  /// All but its entries.
  public let fields: @Sendable (SharedPlaylist) -> SharedPlaylist
  public let entry: @Sendable (SharedEntry) -> SharedEntry
  /// Whether an entry names anything.
  public let names: @Sendable (SharedEntry) -> Bool
  /// A name or path in the one spelling in which it is compared.
  public let spelling: @Sendable (String) -> String

  public init(
    fields: @escaping @Sendable (SharedPlaylist) -> SharedPlaylist,
    entry: @escaping @Sendable (SharedEntry) -> SharedEntry,
    names: @escaping @Sendable (SharedEntry) -> Bool,
    spelling: @escaping @Sendable (String) -> String
  ) {
    self.fields = fields
    self.entry = entry
    self.names = names
    self.spelling = spelling
  }
}
