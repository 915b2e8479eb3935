/// Where playback stands, as kept over a power cut.
public struct SavedPosition: Hashable, Sendable {
  /// The current entry; nil where none is.
  public var entry: EntryID?
  /// Since the entry's beginning.
  public var elapsed: Duration
  /// `play` also while playback waits for its volume to come back.
  public var state: TransportState

  /// What has been heard of it, so that it is counted once also where a power cut parts it; nil while stopped.
  public var playing: Playing?

  public init(
    entry: EntryID?, elapsed: Duration = .zero, state: TransportState = .stop, playing: Playing? = nil
  ) {
    self.entry = entry
    self.elapsed = elapsed
    self.state = state
    self.playing = playing
  }
}
