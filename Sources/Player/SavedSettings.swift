/// What belongs to the box and is kept over a power cut, beside queue and position.
public struct SavedSettings: Hashable, Sendable {
  public var modes: Modes
  /// Percent; nil where it was never known.
  public var volume: Int?
  public var muted: Bool
  /// The queue's version; goes on growing after a restart.
  public var queueVersion: UInt32
  /// The next id to give; also to be kept with each queue edit.
  public var nextID: UInt32
  /// What `Jukebox.lastLoaded` tells.
  public var lastLoaded: String

  public init(
    modes: Modes = Modes(), volume: Int? = nil, muted: Bool = false, queueVersion: UInt32 = 0,
    nextID: UInt32 = 1, lastLoaded: String = ""
  ) {
    self.modes = modes
    self.volume = volume
    self.muted = muted
    self.queueVersion = queueVersion
    self.nextID = nextID
    self.lastLoaded = lastLoaded
  }
}
