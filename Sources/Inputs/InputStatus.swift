public import Linux
public import Model

/// State of one input or LED.
public struct InputStatus: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// A keyboard, remote or headset.
    case device, button, chord, encoder, led
  }

  public var kind: Kind
  /// The name in the configuration; a device's own.
  public var name: String
  /// The lines, such as `gpiochip0 line 17`, or the name in /dev/input; of a chord, its buttons.
  public var place: String
  /// Why it can't be had; nil while it works.
  public var trouble: String?
  /// The kernel's reason, and the lines that it may be about.
  public var code: Errno?
  public var addresses: [LineAddress] = []
  /// How many actions have come from it, and the last of them with the time of its cause.
  public var actions = 0
  public var lastAction: Action?
  public var lastTime: Instant?
  /// State of a LED: `dark`, `lit` or `blinking`.
  public var look: String?
}
