import Linux
import NIOHTTP1

/// Which requests come from the page itself or from a program, and not from a page of somebody else in the visitor's browser.
///
/// A foreign page can send requests to any address. It can't choose the headers that are looked at here: `Host` (its own name,
/// which it can make lead here: DNS rebinding), `Origin` (RFC 6454) and `Sec-Fetch-Site` (Fetch Metadata).
struct RequestCheck: Sendable {
  /// Names of this machine, in lower case.
  private let names: Set<String>

  /// - Parameters:
  ///   - hostName: the machine's own.
  ///   - others: further names, from the configuration.
  init(hostName: String, others: [String]) {
    names = Set(([hostName] + others).map { $0.lowercased() })
  }

  /// - Returns: nil for a request that may be answered.
  func refusal(of request: Request) -> Response? {
    let hosts = request.headers["host"]
    guard hosts.count == 1, let host = hosts.first.flatMap({ Self.name(ofHost: $0) }) else {
      return .badRequest
    }
    guard isOwn(host, request) else {
      return .refusal(
        .misdirectedRequest, "foreign-host",
        "This server is not called so. A further name goes into `hosts` in the section [web] of the configuration.",
        about: host)
    }
    let origins = request.headers["origin"]
    let own = hosts[0].lowercased()
    if origins.contains(where: { $0.lowercased() != "http://\(own)" && $0.lowercased() != "https://\(own)" })
    {
      return .foreignOrigin
    }
    if let site = request.header("sec-fetch-site"), site == "cross-site" || site == "same-site" {
      // A link on another page to the first page here is no command.
      let isLink =
        request.isReading && request.target == "/" && request.header("sec-fetch-mode") == "navigate"
      guard isLink else { return .foreignOrigin }
    }
    // No form sends this, and no script of another page does without asking first (Fetch, CORS-safelisted methods).
    if request.method == .PUT { return nil }
    // A form of another page can send the other types without asking.
    if let type = request.mediaType, type != "application/json" { return .notJSON }
    if !request.body.isEmpty, request.mediaType == nil { return .notJSON }
    return nil
  }

  private func isOwn(_ host: String, _ request: Request) -> Bool {
    if let address = IPAddress(host) { return address == request.local || names.contains(host) }
    // Only machines of the local network can define names of multicast DNS (RFC 6762, 3).
    if names.contains(host) || host.hasSuffix(".local") { return true }
    return host == "localhost" && request.peer?.isLoopback == true
  }

  /// The name in `Host: NAME:PORT`, in lower case and without brackets; nil for no name.
  static func name(ofHost text: String) -> String? {
    var name = text.lowercased()[...]
    if name.hasPrefix("[") {
      guard let end = name.firstIndex(of: "]") else { return nil }
      let rest = name[name.index(after: end)...]
      guard rest.isEmpty || isPort(rest) else { return nil }
      name = name[name.index(after: name.startIndex)..<end]
    } else if let colon = name.firstIndex(of: ":") {
      guard isPort(name[colon...]) else { return nil }
      name = name[..<colon]
    }
    if name.hasSuffix(".") { name = name.dropLast() }
    return name.isEmpty || !name.utf8.allSatisfy(isOfName) ? nil : String(name)
  }

  /// Whether a byte can be in a name as browsers send it (RFC 1123, 2.1; other characters than ASCII are encoded), or
  /// in an address.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"):
      true
    default: false
    }
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.hasPrefix(":") && UInt16(text.dropFirst()) != nil
  }
}

extension Response {
  fileprivate static let foreignOrigin = refusal(
    .forbidden, "foreign-origin", "Another page may not use this one.")
  fileprivate static let notJSON = refusal(
    .unsupportedMediaType, "not-json", "The body must be JSON: Content-Type: application/json.")
}

extension IPAddress {
  fileprivate var isLoopback: Bool { self == IPAddress("::1") || description.hasPrefix("127.") && isIPv4 }
}
