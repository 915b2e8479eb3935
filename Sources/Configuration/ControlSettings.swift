/// Section `[control]`.
public struct ControlSettings: Hashable, Sendable {
  /// The path of the Unix socket.
  public var socket: String
  /// Where the same protocol is spoken over TCP; nil: nowhere.
  public var tcp: NetworkAddress?
  /// What a client over TCP must say first; nil: nothing.
  public var password: String?
}
