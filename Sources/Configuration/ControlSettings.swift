/// Section `[control]`.
public struct ControlSettings: Hashable, Sendable {
  /// The path of the Unix socket.
  public var socket: String
  /// Where the same protocol is spoken over TCP; nil: nowhere.
  public var tcp: NetworkAddress?
  /// What a client over TCP must say first; nil: nothing.
  public var password: String?

  /// Where everyone who reaches an address of this machine controls the jukebox, without a password; nil: nowhere.
  public var openAddress: NetworkAddress? { password == nil && tcp?.isLoopback == false ? tcp : nil }
}
