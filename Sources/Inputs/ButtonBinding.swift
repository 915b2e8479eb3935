/// A button on a GPIO line, and what it does.
public struct ButtonBinding: Hashable, Sendable {
  /// The name in the configuration, for messages.
  public var name: String
  public var address: LineAddress
  /// The level while it is pressed.
  public var active: ActiveLevel
  public var bias: LineBias
  public var debounce: Debounce
  public var binding: Binding

  public init(
    name: String, chip: String = LineAddress.defaultChip, line: String, active: ActiveLevel = .low,
    bias: LineBias = .pullUp, debounce: Debounce = .ours(Self.defaultDebounce), binding: Binding
  ) {
    self.name = name
    address = LineAddress(chip: chip, line: line)
    self.active = active
    self.bias = bias
    self.debounce = debounce
    self.binding = binding
  }

  public static let defaultDebounce = Duration.milliseconds(5)

  public enum Debounce: Hashable, Sendable {
    /// The first edge acts at once; then edges are ignored until there was none for this long.
    case ours(Duration)
    /// The kernel reports an edge only once the level has been stable for this long: for noisy lines, at the cost of
    /// that time. libgpiod 1 can't ask for it; the level is timed by the jukebox there.
    case kernel(Duration)
  }
}
