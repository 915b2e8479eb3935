import CLinux

/// The daemon's default socket. The daemon and the client use the same rule.
public struct RuntimePaths: Sendable {
  private let systemFolder: String
  private let sharedFolder: String
  private let environment: [String: String]
  private let user: uid_t

  /// - Parameter environment: of the process.
  public init(environment: [String: String]) {
    self.init(environment: environment, user: geteuid(), systemFolder: "/run/jukebox")
  }

  init(
    environment: [String: String], user: UInt32, systemFolder: String, sharedFolder: String = "/tmp"
  ) {
    self.sharedFolder = sharedFolder
    self.environment = environment
    self.user = user
    self.systemFolder = systemFolder
  }

  /// The daemon's socket: in systemd's RuntimeDirectory=, else in the user's runtime folder (XDG base directories),
  /// else in `/run/jukebox` for root or a user who may write there, else in the user's folder in `/tmp`.
  public var socketToListenOn: String {
    if let given = folder("RUNTIME_DIRECTORY") { return given + "/socket" }
    if let own = runtimeSocket { return own }
    return user == 0 || allows(systemFolder, W_OK | X_OK) ? systemSocket : ownSocket
  }

  /// The socket that a client connects to: the user's own, if a daemon runs there, else the system's. Never in a folder
  /// of `/tmp` that another user owns: a program that listens there would get passwords.
  public var socketToCall: String {
    if HostFolder.isOfOthers(folder(of: ownSocket), user: user) { return systemSocket }
    return [ownSocket, systemSocket].first { allows($0, F_OK) } ?? socketToListenOn
  }

  private func folder(of socket: String) -> String { String(socket.dropLast("/socket".count)) }

  private var systemSocket: String { systemFolder + "/socket" }

  private var runtimeSocket: String? { folder("XDG_RUNTIME_DIR").map { $0 + "/jukebox/socket" } }

  private var ownSocket: String { runtimeSocket ?? "\(sharedFolder)/jukebox-\(user)/socket" }

  private func folder(_ variable: String) -> String? {
    guard let value = environment[variable], value.hasPrefix("/") else { return nil }
    // systemd joins several folders by colons.
    return value.split(separator: ":").first.map(String.init)
  }

  private func allows(_ path: String, _ mode: Int32) -> Bool { unsafe access(path, mode) == 0 }
}
