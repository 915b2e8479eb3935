public import Model

/// The daemon's facts about its buttons, knobs, keyboards and LEDs.
public struct InputFacts: Sendable {
  /// Why an input is not available.
  public enum Trouble: Hashable, Sendable {
    /// Another program or driver has the line; its name where the kernel shows it.
    case busy(by: String?)
    case noPermission
    /// The chip does not exist.
    case noChip
    /// The chip has no line of that name or number.
    case noLine
    case other(String)
  }

  public struct Input: Hashable, Sendable {
    /// `device`, `button`, `chord`, `encoder` or `led`.
    public var kind: String
    public var name: String
    public var place: String
    public var trouble: Trouble?

    public init(kind: String, name: String, place: String, trouble: Trouble? = nil) {
      (self.kind, self.name, self.place, self.trouble) = (kind, name, place, trouble)
    }
  }

  /// A GPIO chip.
  public struct Chip: Hashable, Sendable {
    /// Such as `gpiochip0`.
    public var name: String
    public var label: String
    public var lines: Int

    public init(name: String, label: String, lines: Int) {
      (self.name, self.label, self.lines) = (name, label, lines)
    }
  }

  /// A section `[reader NAME]` of a device that types.
  public struct Reader: Hashable, Sendable {
    public var name: String
    public var device: String
    public var isThere: Bool

    public init(name: String, device: String, isThere: Bool) {
      (self.name, self.device, self.isThere) = (name, device, isThere)
    }
  }

  /// A number with two bindings, and what they play.
  public struct DoubleCard: Hashable, Sendable {
    public var number: String
    public var plays: String
    public var hidden: String

    public init(number: String, plays: String, hidden: String) {
      (self.number, self.plays, self.hidden) = (number, plays, hidden)
    }
  }

  /// A card whose music is not on its stick any more.
  public struct LostCard: Hashable, Sendable {
    public var number: String
    public var stick: String

    public init(number: String, stick: String) { (self.number, self.stick) = (number, stick) }
  }

  public var readers: [Reader] = []
  public var radioReaders: [RadioReader] = []
  /// Names of devices without a section that have typed a number as a reader does.
  public var typing: [String] = []
  public var doubleCards: [DoubleCard] = []
  public var lostCards: [LostCard] = []
  /// The file that a section belongs in.
  public var configuration = ""
  /// A reader of cards that jukebox-cards reads.
  public struct RadioReader: Hashable, Sendable {
    public var name: String
    /// As in the configuration.
    public var kind: String
    public var device: String
    /// nil if nothing was reported lately.
    public var state: ReaderState?

    public init(name: String, kind: String, device: String, state: ReaderState?) {
      (self.name, self.kind, self.device, self.state) = (name, kind, device, state)
    }
  }

  /// Whatever unlocks the jukebox: sections of controls such as `[button parent]`, cards, clients; nil while it is not locked.
  public var unlocking: [String]?
  public var inputs: [Input] = []
  public var chips: [Chip] = []
  /// Files of chips and of input devices that the jukebox may not open.
  public var closedFiles: [String] = []

  public init() {}
}
