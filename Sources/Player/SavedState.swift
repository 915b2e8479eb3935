/// All that is needed to go on after a restart. Its parts may stem from slightly different moments (each is written
/// on its own schedule): entries without a place in the order, places without an entry and a position of an entry
/// that is gone are put right when it is taken over.
public struct SavedState: Hashable, Sendable {
  public var settings: SavedSettings
  /// The queue by position; ids are unique (of two equal ones, the later entry is dropped).
  public var entries: [QueueEntry]
  /// The random order, first to last, what was played included; empty where random is off.
  public var order: [EntryID]
  public var position: SavedPosition

  public init(
    settings: SavedSettings = SavedSettings(), entries: [QueueEntry] = [], order: [EntryID] = [],
    position: SavedPosition = SavedPosition(entry: nil)
  ) {
    self.settings = settings
    self.entries = entries
    self.order = order
    self.position = position
  }
}
