package import Linux

/// The address that the jukebox listens on.
package enum Address: Equatable, CustomStringConvertible {
  case unix(String)
  case network(host: String, port: UInt16)

  package static let usualPort: UInt16 = 6600

  package var description: String {
    switch self {
    case .unix(let path): path
    case .network(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }

  package var socketAddress: SocketAddress {
    switch self {
    case .unix(let path): .unix(path: path)
    case .network(let host, let port): .tcp(host: host, port: port)
    }
  }

  /// `HOST`, `HOST:PORT`, `[IPv6]:PORT`, or a path (with a slash in front) as MPD_HOST may hold.
  /// - Returns: nil where the port is no number from 1 to 65535 or the host is empty.
  package init?(_ text: String, usualPort: UInt16 = Address.usualPort) {
    if text.hasPrefix("/") {
      self = .unix(text)
      return
    }
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let host = String(text[text.index(after: text.startIndex)..<end])
      let rest = text[text.index(after: end)...]
      guard let port = rest.isEmpty ? usualPort : UInt16(rest.dropFirst()), port > 0, !host.isEmpty,
        rest.isEmpty || rest.hasPrefix(":")
      else { return nil }
      self = .network(host: host, port: port)
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count > 2 {
      // An IPv6 address without brackets.
      self = .network(host: text, port: usualPort)
      return
    }
    guard let host = parts.first, !host.isEmpty,
      let port = parts.count == 2 ? UInt16(parts[1]) : usualPort, port > 0
    else { return nil }
    self = .network(host: String(host), port: port)
  }
}
