/// The long texts of a playlist.
public struct PlaylistTexts: Hashable, Sendable {
  /// In lines.
  public var notes: String?
  public var template: String?
  /// Further data from the file that it came from, as a JSON object.
  public var extra: String?
  /// How many entries it has.
  public var entries = 0

  public init(notes: String? = nil, template: String? = nil, extra: String? = nil, entries: Int = 0) {
    self.notes = notes
    self.template = template
    self.extra = extra
    self.entries = entries
  }
}
