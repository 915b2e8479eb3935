import Model

/// What a visitor may do: it decides on which connection to the jukebox a question goes.
struct Role: Hashable, Sendable {
  /// What the visitor proved to know.
  var password: String?
  /// The most that the connection keeps, by the command `restrict`.
  var permissions: Permissions

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
