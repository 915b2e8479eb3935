/// A short sound of the jukebox itself; the raw value is the configuration's word.
public enum Tone: String, Hashable, Sendable, CaseIterable {
  /// The jukebox starts.
  case start
  /// The first volume is there.
  case ready
  /// Something can't be played.
  case error
  /// The volume goes no further, or a press does nothing because of quiet hours, the budget or the lock.
  case limit
  /// The day's budget ends soon, or the board is about to be switched off since nothing has happened for long.
  case soon
  /// A card was placed that plays or does something.
  case card
  /// A card was placed that nothing is bound to.
  case unknown
  /// The board is about to be switched off.
  case shutdown

  /// Its notes, one after the other; 0 Hz is silence.
  public var notes: [(hertz: Double, milliseconds: Int)] {
    switch self {
    case .start: [(523.25, 90), (659.26, 140)]
    case .ready: [(659.26, 80), (783.99, 80), (1046.5, 160)]
    case .error: [(220, 150), (0, 60), (220, 220)]
    case .limit: [(880, 50)]
    case .soon: [(783.99, 120), (0, 60), (659.26, 120), (0, 60), (523.25, 200)]
    case .card: [(1046.5, 60)]
    case .unknown: [(440, 80), (0, 40), (440, 80)]
    case .shutdown: [(783.99, 90), (659.26, 90), (523.25, 180)]
    }
  }
}
