import Model

/// A visitor's permissions; each role has its own connection to the jukebox.
struct Role: Hashable, Sendable {
  /// A password that the jukebox has taken (`Logins`); nil for guests.
  let password: String?
  /// The most that the connection keeps, by the command `restrict`.
  let permissions: Permissions

  /// Name of the guest whose songs it adds; nil: no rules for guests hold.
  private(set) var guest: String?

  private init(password: String?, permissions: Permissions) {
    (self.password, self.permissions) = (password, permissions)
  }

  init(guest permissions: Permissions) { self.init(password: nil, permissions: permissions) }

  /// The same for a guest who may only add songs: these have their turns.
  func named(_ name: String) -> Role {
    guard password == nil, permissions == [.read, .add] else { return self }
    var role = self
    role.guest = name
    return role
  }

  /// Only for a password that the jukebox has taken: what nobody checked is no role.
  init(proven password: String) { self.init(password: password, permissions: .all) }

  /// For requests that may only look.
  var looking: Role { Role(password: password, permissions: .read) }

  /// As the configuration calls it; `all` with a password.
  var name: String {
    switch permissions {
    case _ where password != nil: "all"
    case .read: "look"
    case [.read, .add]: "add"
    default: "control"
    }
  }
}
