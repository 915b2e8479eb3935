public import Model

/// A reader of cards, a number pad or a code scanner.
public struct ReaderBinding: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Types the number of a card and Enter.
    case keys
    /// People press the digits of a number and Enter.
    case pad
    /// Types the text of a bar code or QR code and Enter.
    case scanner
    /// A module for 125 kHz on a serial line.
    case rdm6300
    /// A module for 13.56 MHz on SPI.
    case rc522
    /// A module for 13.56 MHz on I2C, SPI or a serial line.
    case pn532
    /// A reader that pcscd(8) has a driver for.
    case pcsc

    /// Whether it is a keyboard: the daemon reads it. The others are read by jukebox-cards.
    public var isKeyboard: Bool { [.keys, .pad, .scanner].contains(self) }
  }

  /// The name in the configuration.
  public var name: String
  public var kind = Kind.keys
  /// The name of the input device, as in /proc/bus/input/devices; the path of a device file; a part of a PC/SC reader's
  /// name, empty for any.
  public var device = ""
  /// The GPIO line that holds the chip in reset while it is low; nil without one.
  public var reset: String?
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

  /// Whether its numbers are identities of cards, and not printed or typed.
  public var readsIdentities: Bool { kind != .pad && kind != .scanner }

  /// Whether it reports that a card was taken away.
  public var tellsAway: Bool { presence != nil || !kind.isKeyboard }
}
