/// The page's addresses, from the configuration and this machine.
public struct PageFacts: Sendable {
  /// The jukebox's configuration.
  public var file = MachineChecks.usualFile
  /// `listen` in the section [web], as `HOST:PORT`; nil: off.
  public var listen: String?
  /// Whether the page has HTTPS, too.
  var hasTLS = false
  /// Why the configuration cannot be used.
  public var trouble: String?
  /// Whether systemd waits for visitors; nil: not known.
  public var isServed: Bool?
  /// The machine's name, if it is announced by mDNS.
  var announcedName: String?
  /// The machine's IPv4 addresses.
  var addresses: [String] = []

  /// Whether only browsers of this machine reach it.
  public var isLoopback: Bool { host == "localhost" || host.hasPrefix("127.") || host == "::1" }

  /// The addresses for browsers. The last one works without mDNS.
  public var urls: [String] { urls("http", usual: ":80") }

  /// The same by HTTPS: beside port 80 it has port 443, else both share the port.
  public var secureURLs: [String] {
    hasTLS ? urls("https", usual: ":443") : []
  }

  /// - Parameter usual: the port that browsers have for the scheme, which serves it beside port 80.
  private func urls(_ scheme: String, usual: Substring) -> [String] {
    guard let listen, let colon = listen.lastIndex(of: ":") else { return [] }
    let port = listen[colon...] == ":80" ? usual : listen[colon...]
    let hosts =
      host == "0.0.0.0" || host == "::" ? (announcedName.map { ["\($0).local"] } ?? []) + addresses : [host]
    return hosts.map { "\(scheme)://\($0.contains(":") ? "[\($0)]" : $0)\(port == usual ? "" : port)/" }
  }

  private var host: String {
    guard let listen, let colon = listen.lastIndex(of: ":") else { return "" }
    return String(listen[..<colon].filter { $0 != "[" && $0 != "]" })
  }
}
