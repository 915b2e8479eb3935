/// A section `[button NAME]`: a button at a GPIO line.
public struct ButtonSettings: Hashable, Sendable {
  /// The level of the line while the button is pressed.
  public enum ActiveLevel: String, CaseIterable, Hashable, Sendable { case low, high }
  /// The resistor that the chip switches on.
  public enum Bias: String, CaseIterable, Hashable, Sendable {
    case pullUp = "pull-up"
    case pullDown = "pull-down"
    case none
  }
  /// Who waits until a contact has settled.
  public enum Debounce: String, CaseIterable, Hashable, Sendable {
    /// We do, after the first edge has acted: no delay.
    case jukebox
    /// The kernel does, before it reports anything: for noisy lines.
    case kernel
  }

  /// What it is called in messages.
  public let name: String
  /// The chip's name, path or label.
  public var chip = "gpiochip0"
  /// The line's number on the chip, or its name.
  public var line = ""
  public var active: ActiveLevel = .low
  public var bias: Bias = .pullUp
  public var debounce: Debounce = .jukebox
  /// 0 ... 1,000.
  public var debounceMilliseconds = 5
  public var gestures = GestureSettings()

  public init(name: String) { self.name = name }
}
