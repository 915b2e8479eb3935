/// The state to resume after a restart. Its parts may be of slightly different moments (each is written on its own
/// schedule): entries without a place in the order, places without an entry and a position of an entry that is gone are
/// corrected when it is taken over.
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

/// The place of playback that survives a power cut.
public struct SavedPosition: Hashable, Sendable {
  /// The current entry; nil where none is.
  public var entry: EntryID?
  /// Since the entry's beginning.
  public var elapsed: Duration
  /// `play` also while playback waits for its volume to come back.
  public var state: TransportState

  /// The queue has ended by itself: the entries from this id on were added since, and wait. There is no current entry
  /// then; nil where the queue has not ended.
  public var ended: EntryID?

  /// The playing in progress, to count it once even if a power cut divides it; nil while stopped.
  public var playing: SavedPlaying?

  public init(
    entry: EntryID?, elapsed: Duration = .zero, state: TransportState = .stop, playing: SavedPlaying? = nil,
    ended: EntryID? = nil
  ) {
    self.ended = ended
    self.entry = entry
    self.elapsed = elapsed
    self.state = state
    self.playing = playing
  }
}

/// State of the box that survives a power cut, beside queue and position.
public struct SavedSettings: Hashable, Sendable {
  public var modes: Modes
  /// Percent; nil where it was never known.
  public var volume: Int?
  public var muted: Bool
  /// The queue's version; continues to grow after a restart.
  public var queueVersion: UInt32
  /// The next id to give; also stored with each queue edit.
  public var nextID: UInt32
  /// The value of `Jukebox.lastLoaded`.
  public var lastLoaded: String
  /// Settings of the sound that differ from the configuration.
  public var shape: SoundShape?

  public init(
    modes: Modes = Modes(), volume: Int? = nil, muted: Bool = false, queueVersion: UInt32 = 0,
    nextID: UInt32 = 1, lastLoaded: String = "", shape: SoundShape? = nil
  ) {
    self.shape = shape
    self.modes = modes
    self.volume = volume
    self.muted = muted
    self.queueVersion = queueVersion
    self.nextID = nextID
    self.lastLoaded = lastLoaded
  }
}

/// The part of a playing that survives a power cut.
public struct SavedPlaying: Hashable, Sendable {
  /// Identifies the playing.
  public var id: UInt64
  public var entry: EntryID
  /// How long it has sounded.
  public var heard: Duration
  /// A jump to its end happened.
  public var soughtEnd: Bool

  public init(id: UInt64, entry: EntryID, heard: Duration, soughtEnd: Bool) {
    self.id = id
    self.entry = entry
    self.heard = heard
    self.soughtEnd = soughtEnd
  }
}
