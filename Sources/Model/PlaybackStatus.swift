/// What the player is doing at one moment.
public struct PlaybackStatus: Hashable, Sendable {
  /// An entry of the queue by its place and its number.
  public struct Place: Hashable, Sendable {
    public let position: Int
    public let id: EntryID

    public init(position: Int, id: EntryID) {
      self.position = position
      self.id = id
    }
  }

  public var state = TransportState.stop
  /// 0...100; also while muted.
  public var volume = 0
  /// What every source of changes keeps the volume within, in percent, as it is now.
  public var (floor, ceiling) = (0, 100)
  /// The night's ceiling holds.
  public var isNight = false
  /// Nothing is heard until that is taken back or the volume is set.
  public var isMuted = false
  public var modes = Modes()
  /// The current entry; also while stopped, where one is chosen.
  public var current: Place?
  /// What follows the current entry by the modes of now.
  public var next: Place?
  /// Since the current entry's beginning, by the last report of the engine and the time since; nil while stopped.
  public var elapsed: Duration?
  /// The current entry's; nil where unknown.
  public var length: Duration?
  /// What the engine knows the current entry by; nil while stopped.
  public var serial: PlaySerial?
  /// The last failure, until the next command to play or `clearerror`.
  public var error: String?
  /// The kind of that failure.
  public var errorKey: ProblemKey?
  /// The looped part of the current track.
  public var loop: LoopSection?
  /// Playback continues by itself when the current entry's volume comes back.
  public var waitsForVolume: VolumeID?
  /// The stored playlist that was put into the queue last since that was cleared; empty where none was.
  public var lastLoaded = ""
  /// How long until the sleep timer has faded out what sounds; nil where it is off, zero where that is not known yet.
  public var sleep: Duration?
  /// What the sleep timer waits for; nil where it is off.
  public var sleepTimer: SleepTimer?
  /// The file that is announced now.
  public var announcement: String?
  /// Whether the sound device was let go, since nothing has sounded for long.
  public var isDeviceReleased = false
  /// Whether somebody has switched the output off.
  public var isOutputOff = false
  /// How the stream is doing that is the current entry; nil while that is a file, or while stopped.
  public var stream: StreamStatus?
  /// Of the source, in kbit/s; 0 where unknown.
  public var bitrate = 0
  /// The source's form, nil while nothing is open.
  public var format: AudioFormat?

  public init() {}
}

/// What the player is doing, in MPD's words.
public enum TransportState: String, Hashable, Sendable, CaseIterable {
  case stop, play, pause
}
