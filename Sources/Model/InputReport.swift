/// State of a button, knob, keyboard or LED.
public struct InputReport: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// A keyboard, remote or headset.
    case device
    /// A device that types the numbers of cards.
    case reader
    case button, chord, encoder, led
  }

  public var kind: Kind
  /// The name in the configuration; a device's own.
  public var name: String
  /// The lines, such as `gpiochip0 line 17`, or the name in /dev/input; of a chord, its buttons.
  public var place: String
  /// Why it is not available; nil while it works.
  public var trouble: String?
  /// How many actions have come from it, and the last of them with the time of its cause in nanoseconds of CLOCK_MONOTONIC.
  public var actions = 0
  public var lastAction: Action?
  public var lastNanoseconds: Int64?
  /// State of a LED: `dark`, `lit` or `blinking`.
  public var look: String?

  public init(_ kind: Kind, name: String, place: String) {
    (self.kind, self.name, self.place) = (kind, name, place)
  }
}
