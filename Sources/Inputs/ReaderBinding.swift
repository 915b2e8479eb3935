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

    /// Whether it is a keyboard: the daemon reads it.
    public var isKeyboard: Bool { [.keys, .pad, .scanner].contains(self) }
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
  /// Longest absence of a card after which its music continues in its place.
  public var backTime = defaultBackTime
  /// Whether buttons do not continue the music that waits for its card.
  public var needsCard = true
  /// The GPIO line of a reader that types, which is low while a card lies there; nil without one.
  public var presence: String?
  /// nil: a preset for number pads, else nothing.
  public var unbound: CardChoice?

  public static let defaultAwayDelay = Duration.milliseconds(600)

  public static let defaultBackTime = Duration.seconds(3600)

  public init(name: String) { self.name = name }

  public var choice: CardChoice { unbound ?? (kind == .pad ? .preset : .nothing) }

  /// Whether it reports that a card was taken away.
  public var tellsAway: Bool { presence != nil || !kind.isKeyboard }
}
