/// The addresses that begin with the same bits (RFC 4632; RFC 4291, 2.3), such as `192.168.1.0/24` or `fd00::/8`.
public struct IPNetwork: Hashable, Sendable, CustomStringConvertible {
  /// With zeros after the prefix.
  private let first: IPAddress
  /// The number of bits that its addresses share, counted as for IPv6: 96 more for IPv4.
  private let bits: Int

  /// - Parameter prefix: the number of bits that its addresses share: 0 to 32 for IPv4, 0 to 128 for IPv6.
  public init(_ address: IPAddress, prefix: Int) {
    bits = address.isIPv4 ? 96 + prefix : prefix
    first = IPAddress(number: address.number & Self.mask(bits))
  }

  /// The network of an address and a netmask of the same family.
  init(_ address: IPAddress, mask: IPAddress) {
    self.init(address, prefix: (~(address.isIPv4 ? mask.number << 96 : mask.number)).leadingZeroBitCount)
  }

  /// Reads `192.168.1.0/24`, `fd00::/8`, or one address alone.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(String(parts[0])) else { return nil }
    let most = address.isIPv4 ? 32 : 128
    // An IPv4 network that is written as IPv6 counts its bits as IPv6.
    let extra = address.isIPv4 && parts[0].contains(":") ? 96 : 0
    guard parts.count == 2 else {
      self.init(address, prefix: most)
      return
    }
    guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let prefix = Int(parts[1]),
      (extra...extra + most).contains(prefix)
    else { return nil }
    self.init(address, prefix: prefix - extra)
  }

  /// Whether it is every address of its family.
  public var isEverything: Bool { bits == (first.isIPv4 ? 96 : 0) }

  public func contains(_ address: IPAddress) -> Bool {
    address.isIPv4 == first.isIPv4 && address.number & Self.mask(bits) == first.number
  }

  public var description: String { "\(first)/\(first.isIPv4 ? bits - 96 : bits)" }

  private static func mask(_ bits: Int) -> UInt128 { bits == 0 ? 0 : ~0 << (128 - bits) }
}
