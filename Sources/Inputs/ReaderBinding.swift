public import Model

/// A reader of cards, a number pad or a code scanner that types what it reads, as a keyboard does.
public struct ReaderBinding: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Types the number of a card and Enter.
    case keys
    /// People press the digits of a number and Enter.
    case pad
    /// Types the text of a bar code or QR code and Enter.
    case scanner
  }

  /// The name in the configuration.
  public var name: String
  public var kind = Kind.keys
  /// The name of the input device, as in /proc/bus/input/devices.
  public var device = ""
  /// The effect of a card that plays already, and of taking it away, unless the card says another.
  public var again: CardAgain?
  public var away: CardAway?
  /// A card that is back within this time was not away.
  public var awayDelay = defaultAwayDelay

  public static let defaultAwayDelay = Duration.milliseconds(600)

  public init(name: String) { self.name = name }
}
