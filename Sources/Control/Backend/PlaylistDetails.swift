/// What is said of a stored playlist at some length.
public struct PlaylistDetails: Hashable, Sendable {
  /// In lines.
  public var notes: String?
  public var template: String?
  /// How many entries it has.
  public var entries: Int

  public init(notes: String? = nil, template: String? = nil, entries: Int = 0) {
    self.notes = notes
    self.template = template
    self.entries = entries
  }
}
