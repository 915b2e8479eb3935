/// Which addresses may connect over TCP: the key `trust` of the configuration. Write it as `local`, `all`, networks such as
/// `192.168.1.0/24 fd00::/8`, or several of these.
public struct Trust: Hashable, Sendable, CustomStringConvertible {
  private enum Part: Hashable, Sendable, CustomStringConvertible {
    case all
    case local
    case network(IPNetwork)

    init?(_ word: String) {
      switch word {
      case "all": self = .all
      case "local": self = .local
      default:
        guard let network = IPNetwork(word) else { return nil }
        self = .network(network)
      }
    }

    var description: String {
      switch self {
      case .all: "all"
      case .local: "local"
      case .network(let network): network.description
      }
    }
  }

  private let parts: [Part]

  public static let local = Trust(parts: [.local])
  public static let all = Trust(parts: [.all])
  /// More parts are refused.
  public static let most = 64

  /// Addresses that the Internet does not carry: loopback (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3), link-local (RFC 3927; RFC
  /// 4291, 2.5.6), private (RFC 1918), unique local (RFC 4193).
  private static let alwaysLocal = [
    "127.0.0.0/8", "::1", "169.254.0.0/16", "fe80::/10", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",
    "fc00::/7",
  ].compactMap { IPNetwork($0) }

  private init(parts: [Part]) { self.parts = parts }

  /// Reads parts separated by blanks or commas.
  public init?(_ text: String) {
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "," }
    let parts = words.compactMap { Part(String($0)) }
    guard !parts.isEmpty, parts.count == words.count, parts.count <= Self.most else { return nil }
    self.init(parts: parts)
  }

  /// Whether any address of the Internet may connect.
  public var isOpen: Bool {
    parts.contains {
      switch $0 {
      case .all: true
      case .local: false
      case .network(let network): network.isEverything
      }
    }
  }

  /// Whether a client at this address may connect now: `local` looks at this machine's interfaces for an address that is not
  /// always local, so that networks count as soon as the machine is in them.
  /// - Parameter address: nil is an address of another family, which only `all` includes.
  public func includes(_ address: IPAddress?) -> Bool {
    parts.contains {
      switch $0 {
      case .all: true
      case .local: address.map(Self.isLocal) ?? false
      case .network(let network): address.map(network.contains) ?? false
      }
    }
  }

  public var description: String { parts.map(\.description).joined(separator: " ") }

  private static func isLocal(_ address: IPAddress) -> Bool {
    if alwaysLocal.contains(where: { $0.contains(address) }) { return true }
    do throws(SystemError) {
      return try NetworkInterfaces.networks().contains { $0.contains(address) }
    } catch {
      Log.repeatable(
        .warning, "control: only private addresses count as local, as the interfaces cannot be read: \(error)"
      )
      return false
    }
  }
}
