/// How a pad sounds.
public struct PadSettings: Hashable, Sendable {
  /// A factor from 0 to 1; people know it as `volumePercent`.
  public var volume = 1.0
  /// A further one from 1 to 2.
  public var boost = 1.0
  /// 0.25 to 2; the pitch stays.
  public var speed = 1.0
  /// How often it is played again; -1: without end.
  public var loops = 0
  public var equaliser = EqualiserGains.flat
  /// 0xRRGGBB.
  public var colour: UInt32?
  public var isFavourite = false
  /// Since the file's beginning.
  public var start = Duration.zero
  /// nil is the file's end.
  public var end: Duration?
  /// Silence before it.
  public var delay = Duration.zero
  public var mode = PadMode.once
  /// Name of a group of pads, of which one sounds at a time; empty for none.
  public var group = ""
  /// How much softer the music is meanwhile, in dB.
  public var duck = 0.0

  public init() {}

  public static let volumes = 0.0...1.0
  public static let boosts = 1.0...2.0
  public static let speeds = 0.25...2.0
  public static let loopCounts = -1...10_000
  public static let mostDelay = Duration.seconds(300)
  public static let ducks = 0.0...60.0

  /// Whether every value is in its range.
  public var isValid: Bool {
    let bands = [equaliser.bass, equaliser.mid, equaliser.treble]
    return Self.volumes.contains(volume) && Self.boosts.contains(boost) && Self.speeds.contains(speed)
      && Self.loopCounts.contains(loops) && bands.allSatisfy { EqualiserGains.range.contains($0) }
      && colour ?? 0 <= PersonalValues.mostColour && start >= .zero && start <= Cue.latest
      && end.map { $0 > start && $0 <= Cue.latest } ?? true && (.zero...Self.mostDelay).contains(delay)
      && Pad.isName(group, orEmpty: true) && Self.ducks.contains(duck)
  }

  /// The volume from 0 to 100, by the curve of the jukebox's own: the factor is (v/100)³. To the nearest.
  public var volumePercent: Int {
    get {
      (0...100).min { abs(Self.factor(percent: $0) - volume) < abs(Self.factor(percent: $1) - volume) } ?? 0
    }
    set { volume = Self.factor(percent: newValue) }
  }

  private static func factor(percent: Int) -> Double { Double(percent * percent * percent) / 1_000_000 }

  /// Factor for its samples.
  public var gain: Double { volume * boost }
}
