/// The differences between two mount tables.
public struct MountChange: Hashable, Sendable {
  public let disappeared: [Mount]
  public let appeared: [Mount]
  /// Still mounted, with other options: for example read-only after an error.
  public let altered: [Mount]

  public var isEmpty: Bool { disappeared.isEmpty && appeared.isEmpty && altered.isEmpty }
}
