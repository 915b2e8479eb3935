/// One place in the queue.
public struct QueueEntry: Hashable, Sendable {
  public let id: EntryID
  public internal(set) var track: TrackReference
  /// 0 (default) to 255; with random on, higher ones come first (MPD's `prio`).
  public var priority: UInt8
  /// What of the track sounds, and how loud. Times in it, and of playback, count from its start.
  public internal(set) var excerpt: Excerpt
  /// What the playlist's file that it came from tells of it; empty for all but parts of tracks.
  public let told: [ToldValue]
  /// The queue version in which this place last changed, for `plchanges`.
  public var changedInVersion: UInt32

  public init(
    id: EntryID, track: TrackReference, priority: UInt8 = 0, excerpt: Excerpt = .whole,
    told: [ToldValue] = [], changedInVersion: UInt32 = 0
  ) {
    self.id = id
    self.excerpt = excerpt
    self.told = told
    self.track = track
    self.priority = priority
    self.changedInVersion = changedInVersion
  }

  /// Whether it is the same place, and the same of the same file sounds.
  public func soundsAs(_ other: QueueEntry) -> Bool {
    id == other.id && track == other.track && excerpt == other.excerpt
  }
}
