/// What a client may do, as in MPD.
public struct Permissions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let read = Permissions(rawValue: 1)
  public static let add = Permissions(rawValue: 2)
  public static let player = Permissions(rawValue: 4)
  public static let control = Permissions(rawValue: 8)
  public static let admin = Permissions(rawValue: 16)
  public static let all: Permissions = [.read, .add, .player, .control, .admin]
}
