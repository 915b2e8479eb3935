/// What the daemon knows of its network port.
public struct NetworkFacts: Sendable {
  /// `HOST:PORT` of the configuration; nil: off.
  public var address: String?
  /// Whether only programs of this machine can reach it.
  public var isLoopback = false
  /// Why the port is not open.
  public var trouble: String?
  public var hasPassword = false

  public init() {}
}
