public import Model

/// Section `[player]`.
public struct PlayerSettings: Hashable, Sendable {
  public var autoplay: Autoplay = .resume
  /// The volume at start, 0 ... 100; nil: as it was last, and 50 where it never was.
  public var startVolume: Int?
  /// The ceiling that no volume goes over, 0 ... 100.
  public var maxVolume = 100
  /// The floor, 0 ... 100.
  public var minVolume = 0
  /// The ceiling at night, 0 ... 100; nil: as by day.
  public var nightVolume: Int?
  /// From when to when it is night.
  public var night: NightHours?
  /// Whether songs that follow each other on one album cross over as others do.
  public var crossfadeAlbums = Switch.off
  /// Command of the action `shutdown`, run by /bin/sh; nil: the action does nothing.
  public var shutdownCommand: String?
  /// Minutes without sound, press, command or upload after which it is run; nil: never.
  public var idleOff: Int?

  /// The part of it that the player keeps to.
  var policy: Policy {
    var policy = Policy(autoplay: autoplay, startVolume: startVolume, maximumVolume: maxVolume)
    policy.crossfadesAlbums = crossfadeAlbums == .on
    policy.minimumVolume = minVolume
    // Quiet hours that make it softer need a limit, too.
    policy.nightVolume = nightVolume ?? (night == nil ? Policy.softVolume : nil)
    return policy
  }
}

/// A span of each day, in minutes since midnight, local time; it may go over midnight.
public struct NightHours: Hashable, Sendable, CustomStringConvertible {
  public let start: Int
  public let end: Int

  /// `20:00-07:00`; nil for anything else, and for no time at all.
  init?(_ text: String) {
    let minutes = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.minutes)
    guard minutes.count == 2, let start = minutes[0], let end = minutes[1], start != end else { return nil }
    (self.start, self.end) = (start, end)
  }

  public func contains(_ minute: Int) -> Bool {
    start < end ? (start..<end).contains(minute) : minute >= start || minute < end
  }

  private static func minutes(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
      (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    return hour * 60 + minute
  }

  public var description: String { "\(Self.text(start))-\(Self.text(end))" }

  private static func text(_ minutes: Int) -> String {
    func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(digits(minutes / 60)):\(digits(minutes % 60))"
  }
}

/// A setting that is on or off.
public enum Switch: String, Hashable, Sendable, CaseIterable {
  case off, on
}
