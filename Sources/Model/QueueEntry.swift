/// One place in the queue.
public struct QueueEntry: Hashable, Sendable {
  public let id: EntryID
  public package(set) var track: TrackReference
  /// 0 (default) to 255; with random on, higher ones come first (MPD's `prio`).
  public var priority: UInt8
  /// The part of the track to play, its gain and its crossfade. Times in it, and of playback, count from its start.
  public package(set) var region: Region
  /// Tags from the source playlist file, or given by a client; empty except for parts of tracks and streams.
  public package(set) var told: [SourceMetadata]
  /// The queue version in which this place last changed, for `plchanges`.
  public var changedInVersion: UInt32

  public init(
    id: EntryID, track: TrackReference, priority: UInt8 = 0, region: Region = .whole,
    told: [SourceMetadata] = [], changedInVersion: UInt32 = 0
  ) {
    self.id = id
    self.region = region
    self.told = told
    self.track = track
    self.priority = priority
    self.changedInVersion = changedInVersion
  }

  /// Whether it is the same place, and the same of the same file sounds.
  public func soundsAs(_ other: QueueEntry) -> Bool {
    id == other.id && track == other.track && region == other.region
  }
}

/// A new entry for the queue.
public struct QueueItem: Hashable, Sendable {
  public var track: TrackReference
  public var region: Region
  public var told: [SourceMetadata]

  public init(_ track: TrackReference, _ region: Region = .whole, told: [SourceMetadata] = []) {
    self.track = track
    self.region = region
    self.told = told
  }
}

/// A place for entries in the queue.
public enum QueuePlace: Hashable, Sendable {
  case end
  /// Before the entry that is at this position now; the queue's count means the end.
  case position(Int)
  /// Number of entries after the current one: 0 is right after it (MPD's `+N`).
  case afterCurrent(Int)
  /// Number of entries before the current one: 0 is right before it (MPD's `-N`).
  case beforeCurrent(Int)
}

/// Limits of the queue.
public enum QueueLimits {
  public static let entries = 65_536
  /// Limit of the paths and source tags of its entries together; a full queue of songs takes half of it. A stick's
  /// paths may be so long that they would fill the memory.
  public static let pathBytes = 16 << 20
}
