/// The address that a stream socket listens on or connects to.
public enum SocketAddress: Hashable, Sendable, CustomStringConvertible {
  /// A path of at most `longestPath` bytes.
  case unix(path: String)
  /// `host` is an address, IPv6 without brackets.
  case tcp(host: String, port: UInt16)

  /// Bytes that fit into `sun_path` with its NUL (unix(7)).
  public static let longestPath = 107

  public var description: String {
    switch self {
    case .unix(let path): path
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }
}
