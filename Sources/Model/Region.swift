/// The part of a track to play in a playlist or the queue, its gain, and the crossfade into the next one.
public struct Region: Hashable, Sendable {
  /// The whole track, as it is.
  public static let whole = Region()

  /// The farthest that `start` and `end` may lie: 100 hours.
  public static let longest = Duration.seconds(360_000)
  /// In dB.
  public static let gains = -60.0...20.0
  public static let longestCrossfade = Duration.seconds(600)

  private var startMicroseconds: Int64 = 0
  /// 0 where there is none.
  private var endMicroseconds: Int64 = 0
  private var crossfadeMicroseconds: Int64 = -1
  /// In dB; 0 leaves every sample as it is.
  public var gain = 0.0

  public init(start: Duration = .zero, end: Duration? = nil, gain: Double = 0, crossfade: Duration? = nil) {
    self.gain = gain
    self.start = start
    self.end = end
    self.crossfade = crossfade
  }

  /// Since the track's beginning, in whole microseconds.
  public var start: Duration {
    get { .microseconds(startMicroseconds) }
    set { startMicroseconds = Self.microseconds(newValue) }
  }

  /// Since the track's beginning, in whole microseconds; nil is the track's own end.
  public var end: Duration? {
    get { endMicroseconds > 0 ? .microseconds(endMicroseconds) : nil }
    set { endMicroseconds = newValue.map(Self.microseconds) ?? 0 }
  }

  /// Into the next entry; nil where the jukebox's own setting counts.
  public var crossfade: Duration? {
    get { crossfadeMicroseconds >= 0 ? .microseconds(crossfadeMicroseconds) : nil }
    set { crossfadeMicroseconds = newValue.map(Self.microseconds) ?? -1 }
  }

  /// Whether its values are within their limits, and the end after the start.
  public var isValid: Bool {
    guard startMicroseconds >= 0, start <= Self.longest, Self.gains.contains(gain) else { return false }
    if let end, end <= start || end > Self.longest { return false }
    return crossfade ?? .zero <= Self.longestCrossfade
  }

  /// Whether it begins or ends elsewhere than the track.
  public var isPart: Bool { startMicroseconds > 0 || endMicroseconds > 0 }

  /// Start of the part; nil for a whole track.
  public var partStart: Duration? { isPart ? start : nil }

  private static func microseconds(_ time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    guard seconds >= 0, seconds < 1 << 40 else { return seconds < 0 ? 0 : 1 << 60 }
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}

extension Region {
  /// How long it sounds, of a track of this length; nil where that can't be known.
  public func length(of track: Duration?) -> Duration? {
    guard let end = [end, track].compactMap({ $0 }).min() else { return nil }
    return max(.zero, end - start)
  }
}
