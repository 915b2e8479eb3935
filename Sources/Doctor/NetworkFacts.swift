/// The daemon's facts about its network port.
public struct NetworkFacts: Sendable {
  /// `HOST:PORT` of the configuration; nil: off.
  public var address: String?
  /// Whether only programs of this machine can reach it.
  public var isLoopback = false
  /// Why the port is not open.
  public var trouble: String?
  /// The key `trust` of the configuration.
  public var trust = "local"
  /// The networks of this machine's interfaces, such as `192.168.1.5/24`; nil: not known.
  public var networks: [String]?
  /// Permissions of a client without a password, such as `read`.
  public var permissions = ""

  public init() {}
}
