import CLinux

/// The network interfaces of this machine.
public enum NetworkInterfaces {
  /// The networks of their addresses at this moment (getifaddrs(3)), without those of an interface that holds every address.
  /// - Throws: EAFNOSUPPORT where the service may not use AF_NETLINK (systemd.exec(5), RestrictAddressFamilies).
  public static func networks() throws(SystemError) -> [IPNetwork] {
    var first: UnsafeMutablePointer<ifaddrs>?
    try systemCall("getifaddrs") { unsafe getifaddrs(&first) }
    defer { unsafe freeifaddrs(first) }
    var networks: [IPNetwork] = []
    var next = unsafe first
    while let interface = unsafe next {
      if let network = unsafe network(of: interface.pointee), !network.isEverything {
        networks.append(network)
      }
      unsafe next = interface.pointee.ifa_next
    }
    return networks
  }

  private static func network(of interface: ifaddrs) -> IPNetwork? {
    guard let address = unsafe IPAddress(interface.ifa_addr),
      let mask = unsafe IPAddress(interface.ifa_netmask)
    else {
      return nil
    }
    return IPNetwork(address, mask: mask)
  }
}
