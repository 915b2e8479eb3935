/// What changed, in the words of MPD's `idle`. The subsystems that are not the player's (database, output, …) are
/// announced by others.
public struct Subsystems: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let player = Subsystems(rawValue: 1)
  public static let mixer = Subsystems(rawValue: 2)
  public static let options = Subsystems(rawValue: 4)
  public static let playlist = Subsystems(rawValue: 8)
}
