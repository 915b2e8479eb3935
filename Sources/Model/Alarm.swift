/// An alarm: when it rings, what plays then and how.
public struct Alarm: Hashable, Sendable {
  /// The days on which it rings.
  public enum Days: Hashable, Sendable {
    case weekly(Set<Weekday>)
    case once(CalendarDay)

    public func contains(_ day: CalendarDay) -> Bool {
      switch self {
      case .weekly(let days): days.contains(day.weekday)
      case .once(let date): day == date
      }
    }
  }

  /// The music, named as clients name it: it is looked up when the alarm rings.
  public struct Content: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
      case playlist, podcast, folder, song, stream
    }

    public var kind: Kind
    public var target: String

    /// - Returns: nil for a target that is empty, too long, or has control characters.
    public init?(_ kind: Kind, _ target: String) {
      guard !target.isEmpty, target.utf8.count <= Self.mostBytes,
        target.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
      else { return nil }
      (self.kind, self.target) = (kind, target)
    }

    static let mostBytes = 4096
  }

  /// From 1; the number of a deleted alarm may come again.
  public let id: Int
  /// Since midnight, local time.
  public var minute: Int
  public var days: Days
  /// nil: the folder for alarms, or the piece of the jukebox.
  public var content: Content?
  /// Percent; at most the maximum volume.
  public var volume = Self.usualVolume
  /// Time in which it grows from silence.
  public var fadeSeconds = Self.usualFadeSeconds
  /// After this time it ends by itself.
  public var lengthMinutes = Self.usualLengthMinutes
  public var isEnabled = true

  public static let usualVolume = 30
  public static let usualFadeSeconds = 30
  public static let usualLengthMinutes = 60
  public static let volumes = 1...100
  public static let fades = 0...600
  public static let lengths = 1...240
  /// Limit of alarms on the box.
  public static let most = 50

  public init(id: Int, minute: Int, days: Days) { (self.id, self.minute, self.days) = (id, minute, days) }
}

/// A time of day as people write it, in minutes since midnight.
public enum TimeOfDay {
  /// Reads `7:05` or `07:05`; nil for anything else.
  public static func minute(reading text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  /// Such as `07:05`.
  public static func text(_ minute: Int) -> String {
    func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(digits(minute / 60)):\(digits(minute % 60))"
  }
}

/// A fact that the action `say` has spoken.
public enum SpokenFact: String, CaseIterable, Hashable, Sendable {
  /// The time of day.
  case time
  /// Title and artist of the current song.
  case title
  /// The address of the box in its network.
  case address
  /// The minutes that are left of today's budget.
  case budget
}
