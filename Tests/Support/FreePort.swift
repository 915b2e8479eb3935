import CLinux
import Linux

/// A port for a test's own server.
public enum FreePort {
  /// The number of a port of IPv4 that is free at this moment.
  public static func tcp() throws -> UInt16 {
    let number = try systemCall("socket") { clinux_socket(AF_INET, Int32(SOCK_CLOEXEC.rawValue)) }
    let socket = Descriptor(owning: number)
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    address.sin_family = sa_family_t(AF_INET)
    try unsafe withUnsafeMutablePointer(to: &address) { pointer in
      try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        try systemCall("bind") { unsafe bind(socket.rawValue, generic, length) }
        try systemCall("getsockname") { unsafe getsockname(socket.rawValue, generic, &length) }
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }
}
