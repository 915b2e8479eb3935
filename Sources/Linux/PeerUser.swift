import CLinux

/// The user at the other end of a Unix socket, and users by their names.
public enum PeerUser {
  /// The user that the peer ran as when it connected (unix(7), SO_PEERCRED); nil where that is not known.
  public static func number(of socket: borrowing Descriptor) -> UInt32? {
    // struct ucred: process, user, group.
    var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: credentials))
    let code = unsafe getsockopt(socket.rawValue, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
    return code == 0 ? credentials.1 : nil
  }

  /// A user of /etc/passwd, read without the services of nsswitch.conf(5), which may wait for a network.
  public static func number(named name: String, in file: String = "/etc/passwd") -> UInt32? {
    guard let text = try? HostFile.text(of: file, atMost: mostBytes) else { return nil }
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      if fields.count >= 3, fields[0].elementsEqual(name.utf8) { return UInt32(String(fields[2]) ?? "") }
    }
    return nil
  }

  private static let mostBytes = 1 << 20
}
