/// Permissions of clients before and after they give a password.
public struct Access: Hashable, Sendable {
  /// A password and what it permits.
  public struct Password: Hashable, Sendable, CustomStringConvertible {
    public let word: String
    public let permissions: Permissions

    public init(word: String, permissions: Permissions = .all) {
      self.word = word
      self.permissions = permissions
    }

    /// A mistake in the permissions of a password.
    public enum Fault: Error, Hashable, Sendable {
      /// A word after the last `@` is no permission.
      case unknown(String)
      /// The permissions come after a colon.
      case colon(word: String, permissions: String)
    }

    /// Reads `WORD@PERMISSIONS` as MPD does, also in quotes. A password without `@` permits everything; `a@b@all` is the
    /// password `a@b`.
    /// - Returns: nil for an empty password.
    public init?(_ text: String) throws(Fault) {
      var text = text[...]
      if text.utf8.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") {
        text = text.dropFirst().dropLast()
      }
      guard !text.isEmpty else { return nil }
      if let at = text.lastIndex(of: "@"), at != text.startIndex {
        let names = text[text.index(after: at)...]
        guard let permissions = Permissions(names) else { throw .unknown(String(names)) }
        self.init(word: String(text[..<at]), permissions: permissions)
        return
      }
      if let colon = text.lastIndex(of: ":"), colon != text.startIndex {
        let names = text[text.index(after: colon)...]
        if Permissions(names) != nil {
          throw .colon(word: String(text[..<colon]), permissions: String(names))
        }
      }
      self.init(word: String(text))
    }

    public var description: String {
      (try? Password(word)) == self ? word : "\(word)@\(permissions)"
    }
  }

  public var passwords: [Password]
  /// Permissions of a TCP client without a password; nil: all if there are no passwords, else none, as in MPD.
  public var defaults: Permissions?
  /// Permissions of a client on the Unix socket without a password.
  public var local: Permissions

  public init(passwords: [Password] = [], defaults: Permissions? = nil, local: Permissions = .all) {
    self.passwords = passwords
    self.defaults = defaults
    self.local = local
  }

  /// Returns the permissions of a client that gave no password.
  public func permissions(isLocal: Bool) -> Permissions {
    isLocal ? local : defaults ?? (passwords.isEmpty ? .all : [])
  }

  /// Returns a password's permissions, of equal ones the first's; nil for a wrong one. A wrong password takes as long
  /// as one that is nearly right.
  public func permissions(of given: String) -> Permissions? {
    var found: Permissions?
    for password in passwords.reversed() where Self.matches(password.word, given) {
      found = password.permissions
    }
    return found
  }

  private static func matches(_ password: String, _ given: String) -> Bool {
    let wanted = Array(password.utf8)
    let bytes = Array(given.utf8)
    var difference = wanted.count ^ bytes.count
    for index in bytes.indices where !wanted.isEmpty {
      difference |= Int(wanted[index % wanted.count] ^ bytes[index])
    }
    return difference == 0
  }
}
