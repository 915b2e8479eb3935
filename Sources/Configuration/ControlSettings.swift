public import Linux
public import Model

/// Section `[control]`.
public struct ControlSettings: Hashable, Sendable {
  /// The path of the Unix socket.
  public var socket: String
  /// TCP address of the same protocol; nil: none.
  public var tcp: NetworkAddress?
  /// Texts that URLs of speech contain.
  public var speechURLs = ["/api/tts_proxy/"]
  /// Addresses that may connect over TCP.
  public var trust = Trust.local
  /// Permissions of clients.
  public var access = Access()
}
