/// How much sound is kept in the device: the less, the sooner a command is heard; the more, the safer against
/// dropouts on a slow board.
public enum LatencyProfile: String, CaseIterable, Hashable, Sendable {
  case low, normal, safe

  /// How much is kept in the device, in milliseconds.
  public var targetBufferMilliseconds: Int {
    switch self {
    case .low: 20
    case .normal: 40
    case .safe: 120
    }
  }
}
