/// The player's state at one moment.
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
  /// The volume's present limits in percent, for every source of changes.
  public var (floor, ceiling) = (0, 100)
  /// The night's ceiling holds.
  public var isNight = false
  /// Nothing is heard until that is taken back or the volume is set.
  public var isMuted = false
  public var modes = Modes()
  /// The current entry; also while stopped, where one is chosen.
  public var current: Place?
  /// The entry after the current one, by the present modes.
  public var next: Place?
  /// Since the current entry's beginning, by the last report of the engine and the time since; nil while stopped.
  public var elapsed: Duration?
  /// The current entry's; nil where unknown.
  public var length: Duration?
  /// The engine's number for the current entry; nil while stopped.
  public var serial: PlaySerial?
  /// How many guests voted to skip the current entry, and how many votes are needed.
  public var (skipVotes, skipVotesNeeded) = (0, 0)
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
  /// The end that the sleep timer waits for; nil while it is off.
  public var sleepTimer: SleepTimer?
  /// Quiet hours, budget and lock.
  public var family = FamilyStatus()
  /// The file that is announced now.
  public var announcement: String?
  /// Whether the sound device was let go, since nothing has sounded for long.
  public var isDeviceReleased = false
  /// Whether somebody has switched the output off.
  public var isOutputOff = false
  /// How the stream is doing that is the current entry; nil while that is a file, or while stopped.
  public var stream: StreamStatus?
  /// Bit rate of the source, in kbit/s; 0 where unknown.
  public var bitrate = 0
  /// The source's form, nil while nothing is open.
  public var format: AudioFormat?

  public init() {}
}

/// The player's state, in MPD's words.
public enum TransportState: String, Hashable, Sendable, CaseIterable {
  case stop, play, pause
}
