import CLinux

/// The network interfaces of this machine.
public enum NetworkInterfaces {
  /// The networks of their addresses at this moment (getifaddrs(3)), without those of an interface that holds every address.
  /// - Throws: EAFNOSUPPORT where the service may not use AF_NETLINK (systemd.exec(5), RestrictAddressFamilies).
  public static func networks() throws(SystemError) -> [IPNetwork] {
    try unsafe all(network).filter { !$0.isEverything }
  }

  /// The addresses of this machine in networks: none of the loopback interface (RFC 1122, 3.2.1.3) or of one that gave itself its
  /// address (RFC 3927).
  /// - Throws: as `networks`.
  public static func addresses() throws(SystemError) -> [IPAddress] {
    try unsafe all { unsafe IPAddress($0.ifa_addr) }.filter { address in
      !ownOnly.contains { $0.contains(address) }
    }
  }

  private static let ownOnly = ["127.0.0.0/8", "169.254.0.0/16", "::1", "fe80::/10"].compactMap {
    IPNetwork($0)
  }

  private static func all<Value>(_ read: (ifaddrs) -> Value?) throws(SystemError) -> [Value] {
    var first: UnsafeMutablePointer<ifaddrs>?
    try systemCall("getifaddrs") { unsafe getifaddrs(&first) }
    defer { unsafe freeifaddrs(first) }
    var found: [Value] = []
    var next = unsafe first
    while let interface = unsafe next {
      if let value = unsafe read(interface.pointee) { found.append(value) }
      unsafe next = interface.pointee.ifa_next
    }
    return found
  }

  private static func network(_ interface: ifaddrs) -> IPNetwork? {
    guard let address = unsafe IPAddress(interface.ifa_addr),
      let mask = unsafe IPAddress(interface.ifa_netmask)
    else {
      return nil
    }
    return IPNetwork(address, mask: mask)
  }
}
