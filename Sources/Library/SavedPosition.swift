public import Player

/// Where playback stands, as it is saved while sounding.
public struct SavedPosition: Hashable, Sendable {
  public var entry: EntryID?
  public var position: Duration
  /// What lets the decoder find the position again at once (mpg123's frame index); opaque here.
  public var hint: [UInt8]?

  public init(entry: EntryID?, position: Duration, hint: [UInt8]? = nil) {
    self.entry = entry
    self.position = position
    self.hint = hint
  }
}
