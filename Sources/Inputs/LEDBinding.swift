/// A LED on a GPIO line, and the signs that it shows.
public struct LEDBinding: Hashable, Sendable {
  /// The name in the configuration, for messages.
  public var name: String
  public var address: LineAddress
  /// The level while it is lit.
  public var active: ActiveLevel
  /// It is lit while any of these holds, and no sign of `blink`.
  public var steady: [LEDSign]
  /// It blinks while any of these holds.
  public var blink: [LEDSign]
  /// How long it is lit, and then dark, while it blinks.
  public var blinkTime: Duration

  public init(
    name: String, chip: String = LineAddress.defaultChip, line: String, active: ActiveLevel = .high,
    steady: [LEDSign] = [], blink: [LEDSign] = [], blinkTime: Duration = Self.defaultBlinkTime
  ) {
    self.name = name
    address = LineAddress(chip: chip, line: line)
    self.active = active
    self.steady = steady
    self.blink = blink
    self.blinkTime = blinkTime
  }

  public static let defaultBlinkTime = Duration.milliseconds(500)
}
