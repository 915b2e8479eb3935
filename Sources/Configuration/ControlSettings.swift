public import Linux
public import Model

/// Section `[control]`.
public struct ControlSettings: Hashable, Sendable {
  /// The path of the Unix socket.
  public var socket: String
  /// Where the same protocol is spoken over TCP; nil: nowhere.
  public var tcp: NetworkAddress?
  /// Which addresses may connect over TCP.
  /// What the URLs of speech have in them.
  public var speechURLs = ["/api/tts_proxy/"]
  public var trust = Trust.local
  /// What clients may do.
  public var access = Access()
}
