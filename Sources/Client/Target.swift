import Linux

/// The address of the jukebox: from the options, else the environment, else this machine's socket.
package struct Target: Equatable {
  package let address: Address
  package let password: String?

  /// An option or a variable that can't be read.
  package struct Unreadable: Error, Equatable {
    package let message: String
  }

  package init(address: Address, password: String?) {
    self.address = address
    self.password = password
  }

  package init(socket: String?, host: String?, environment: [String: String]) throws(Unreadable) {
    if let socket {
      address = .unix(socket)
      password = nil
      return
    }
    let port = try Self.port(environment)
    if let host {
      (address, password) = try Self.parse(host, port: port, name: "--host")
      return
    }
    if let socket = environment["JUKEBOX_SOCKET"], !socket.isEmpty {
      address = .unix(socket)
      password = nil
    } else if let host = environment["MPD_HOST"], !host.isEmpty {
      (address, password) = try Self.parse(host, port: port, name: "MPD_HOST")
    } else if environment["MPD_PORT"].map({ !$0.isEmpty }) ?? false {
      address = .network(host: "localhost", port: port)
      password = nil
    } else {
      address = .unix(RuntimePaths(environment: environment).socketToCall)
      password = nil
    }
  }

  private static func port(_ environment: [String: String]) throws(Unreadable) -> UInt16 {
    guard let text = environment["MPD_PORT"], !text.isEmpty else { return Address.usualPort }
    guard let port = UInt16(text), port > 0 else {
      throw Unreadable(message: "MPD_PORT is “\(text)”; expected a number from 1 to 65535")
    }
    return port
  }

  /// `[PASSWORD@]HOST[:PORT]`, as MPD's clients read it.
  private static func parse(
    _ text: String, port: UInt16, name: String
  ) throws(Unreadable) -> (Address, String?) {
    var host = text[...]
    var password: String?
    if let at = text.lastIndex(of: "@"), at != text.startIndex {
      password = String(text[..<at])
      host = text[text.index(after: at)...]
    }
    guard let address = Address(String(host), usualPort: port) else {
      throw Unreadable(message: "\(name) is “\(text)”; expected HOST, HOST:PORT or the path of a socket")
    }
    return (address, password)
  }
}
