/// A button on a GPIO line, and what it does.
public struct ButtonBinding: Hashable, Sendable {
  /// The name in the configuration, for messages.
  public var name: String
  /// The chip by name (`gpiochip0`), path (`/dev/gpiochip0`) or label (`pinctrl-bcm2711`).
  public var chip: String
  /// The line by its number on the chip, or by its name (`GPIO17`).
  public var line: String
  public var active: Active
  public var bias: Bias
  public var debounce: Debounce
  public var binding: Binding

  public init(
    name: String, chip: String = "gpiochip0", line: String, active: Active = .low, bias: Bias = .pullUp,
    debounce: Debounce = .ours(Self.defaultDebounce), binding: Binding
  ) {
    self.name = name
    self.chip = chip
    self.line = line
    self.active = active
    self.bias = bias
    self.debounce = debounce
    self.binding = binding
  }

  public static let defaultDebounce = Duration.milliseconds(5)

  /// The level that means "pressed".
  public enum Active: String, Hashable, Sendable, CaseIterable {
    /// The button connects the line to ground.
    case low
    case high
  }

  /// The resistor inside the chip.
  public enum Bias: String, Hashable, Sendable, CaseIterable {
    case pullUp = "pull-up"
    case pullDown = "pull-down"
    case disabled
    /// As the firmware left it.
    case asIs = "as-is"
  }

  public enum Debounce: Hashable, Sendable {
    /// The first edge acts at once; edges are ignored for this long, then the level is read again.
    case ours(Duration)
    /// The kernel reports an edge only once the level has been stable for this long: for noisy lines, at the cost of
    /// that time. libgpiod 1 can't ask for it; ours is used there.
    case kernel(Duration)
  }
}
