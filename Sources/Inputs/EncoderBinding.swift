public import Model

/// A rotary encoder on two GPIO lines, and what its turns do.
public struct EncoderBinding: Hashable, Sendable {
  /// The name in the configuration, for messages.
  public var name: String
  public var chip: String
  /// The line that changes first when the knob turns clockwise (`CLK` of a KY-040).
  public var a: String
  /// The other one (`DT`).
  public var b: String
  /// The level of a closed contact.
  public var active: ActiveLevel
  public var bias: LineBias
  /// How many changes of the two lines make one step: 4 for a knob whose every click is one whole period, 2 or 1 for
  /// one with a click per half or quarter period.
  public var changesPerStep: Int
  /// Action of one step; steps are equal at any speed.
  public var clockwise: Action?
  public var counterclockwise: Action?
  /// It acts also while the jukebox is locked.
  public var isWhenLocked = false

  public init(
    name: String, chip: String = LineAddress.defaultChip, a: String, b: String, active: ActiveLevel = .low,
    bias: LineBias = .pullUp, changesPerStep: Int = 4, clockwise: Action? = nil,
    counterclockwise: Action? = nil
  ) {
    self.name = name
    self.chip = chip
    self.a = a
    self.b = b
    self.active = active
    self.bias = bias
    self.changesPerStep = changesPerStep
    self.clockwise = clockwise
    self.counterclockwise = counterclockwise
  }

  public var addresses: [LineAddress] {
    [LineAddress(chip: chip, line: a), LineAddress(chip: chip, line: b)]
  }
}
