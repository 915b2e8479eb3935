/// What one button, knob, keyboard or LED says of itself.
public struct InputReport: Hashable, Sendable {
  /// The name in the configuration; a keyboard's own.
  public var name: String
  /// `device`, `button`, `chord`, `encoder` or `led`.
  public var kind: String
  /// Its GPIO lines, or its name in /dev/input; of a chord, its buttons.
  public var place: String
  /// Why it can't be had; nil while it works.
  public var trouble: String?
  /// How many actions have come from it.
  public var actions = 0
  /// The last of them, in the words of the configuration, and the time of its cause in nanoseconds of CLOCK_MONOTONIC.
  public var lastAction: String?
  public var lastNanoseconds: Int64?
  /// Of a LED: `dark`, `lit` or `blinking`.
  public var look: String?

  public init(name: String, kind: String, place: String) {
    self.name = name
    self.kind = kind
    self.place = place
  }
}
