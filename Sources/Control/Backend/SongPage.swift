public import Model

/// Some of the songs of a selection, in natural order.
public struct SongPage: Hashable, Sendable {
  public var found: [FoundSong]
  /// nil after the last page.
  public var next: Cursor?

  public init(found: [FoundSong], next: Cursor? = nil) {
    self.found = found
    self.next = next
  }
}
