/// How an entry goes over into the one that follows it: for a while both sound. None: it follows without a gap.
public struct Transition: Hashable, Sendable {
  public enum Curve: Hashable, Sendable {
    /// Quarters of a sine: of sounds that have nothing in common the power stays the same.
    case equalPower
    /// Both as they are: who asks for it knows that they are soft there.
    case sum
  }

  /// How long both sound, at most: it gets shorter where it were more than half of either entry.
  public var overlap: Duration
  public var curve: Curve
  /// End of the first entry, since its beginning; nil is its own end.
  public var leavesAt: Duration?

  public init(overlap: Duration, curve: Curve = .equalPower, leavesAt: Duration? = nil) {
    self.overlap = overlap
    self.curve = curve
    self.leavesAt = leavesAt
  }
}
