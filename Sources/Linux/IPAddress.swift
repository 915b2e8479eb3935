import CLinux

/// An IPv4 or IPv6 address. An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`, RFC 4291, 2.5.5.2), as a socket at
/// `::` gives it, is the IPv4 address.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// As IPv6, the first byte of the network highest.
  let number: UInt128

  /// The first 96 bits of an IPv4 address written as IPv6.
  private static let mappedPrefix: UInt128 = 0xFFFF << 32

  init(number: UInt128) { self.number = number }

  /// - Parameter bytes: 4 or 16, in network order; nil for another count.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    let number = bytes.reduce(0 as UInt128) { $0 << 8 | UInt128($1) }
    self.init(number: bytes.count == 4 ? Self.mappedPrefix | number : number)
  }

  /// Reads `192.0.2.1` or `2001:db8::1` (inet_pton(3)), without brackets and zone.
  public init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    let isFour = unsafe inet_pton(AF_INET, text, &bytes) == 1
    guard unsafe isFour || inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
    self.init(bytes: isFour ? Array(bytes[..<4]) : bytes)
  }

  /// nil for an address of another family, or none.
  init?(_ address: UnsafePointer<sockaddr>?) {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = unsafe clinux_address_bytes(address, &bytes)
    self.init(bytes: Array(bytes[..<Int(count)]))
  }

  public var isIPv4: Bool { number >> 32 == Self.mappedPrefix >> 32 }

  /// The address of one machine for what is counted by machine: IPv4, or the /64 network of an IPv6 address, since a machine
  /// may use any address of that.
  public var machine: String { isIPv4 ? description : IPNetwork(self, prefix: 64).description }

  public var description: String {
    let bytes = (isIPv4 ? 12..<16 : 0..<16).map { UInt8(truncatingIfNeeded: number >> ((15 - $0) * 8)) }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard unsafe inet_ntop(isIPv4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count)) != nil else {
      return ""
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
