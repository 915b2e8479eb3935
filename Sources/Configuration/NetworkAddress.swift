/// A host and a TCP port, written `HOST:PORT`; an IPv6 address stands in brackets.
public struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address, without brackets.
  public let host: String
  /// 1 ... 65,535.
  public let port: UInt16

  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Reads `localhost:6600`, `0.0.0.0:6600` or `[::]:6600`.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    var host = text[..<colon]
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(digits), port > 0 else {
      return nil
    }
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    let isPlain = host.utf8.allSatisfy {
      $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]")
    }
    guard !host.isEmpty, isPlain else { return nil }
    self.init(host: String(host), port: port)
  }

  /// Whether only programs of this machine reach it.
  public var isLoopback: Bool { host == "localhost" || host.hasPrefix("127.") || host == "::1" }

  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
