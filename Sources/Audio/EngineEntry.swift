public import Linux
public import Media
public import Model

/// An entry to play: a serial and a way to open the file.
public struct EngineEntry: Sendable {
  public let serial: EntrySerial
  /// The offsets of the file's frames, from an earlier `EngineReport.indexed`.
  public var index: SeekIndex?
  /// Gets the index that is stored for the file, where a start without `index` could only go by estimate. Called on the
  /// decode thread; it may wait less than a second for an answer.
  public var storedIndex: (@Sendable () -> SeekIndex?)?
  /// Start in the file; times of the entry count from there.
  public var start: Duration
  /// End in the file; nil at the file's end.
  public var end: Duration?
  /// In dB; 0 leaves every sample as it is.
  public var gain: Double
  /// How loud it is. nil: not known yet; it stays silent until `Engine.learn` says it, or for `loudnessPatience`.
  public var loudness: Loudness? = Loudness()
  /// The one that was given to follow and is now played at once: what was opened ahead for it serves this one.
  public var repeated: EntrySerial?
  /// Whether its file may be opened while the entry before it is read: only where that one's file waits for the same
  /// storage.
  public var opensAhead = false
  /// A stream that plays instead of a file.
  public var stream: LiveStream?
  /// Called on the decode thread, at most twice per start: ahead of its turn, and where that failed; may block on
  /// storage.
  public let open: @Sendable () throws(SystemError) -> Descriptor

  public init(
    serial: EntrySerial, index: SeekIndex? = nil, start: Duration = .zero, end: Duration? = nil,
    gain: Double = 0,
    open: @escaping @Sendable () throws(SystemError) -> Descriptor
  ) {
    self.serial = serial
    self.index = index
    self.start = start
    self.end = end
    self.gain = gain
    self.open = open
  }

  /// It waits no longer for its loudness: the storage may be busy, or dying.
  static let loudnessPatience = Duration.milliseconds(250)

  /// - Parameter now: on the monotonic clock, in nanoseconds, as the result.
  static func patienceEnd(from now: Int64) -> Int64 {
    (Instant(nanoseconds: now) + loudnessPatience).nanoseconds
  }

  public init(serial: EntrySerial, stream: LiveStream) {
    self.init(serial: serial) { () throws(SystemError) in throw SystemError(.notSupported, call: "open") }
    self.stream = stream
  }
}
