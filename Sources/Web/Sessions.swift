/// Visitors who gave a password, by the cookie that their browsers have. Loop thread only.
final class Sessions {
  static let cookie = "jukebox"
  private static let most = 64

  /// The one that was used last stands last.
  private var sessions: [(token: String, password: String)] = []

  /// The password of a session; nil if there is none.
  func password(of token: String) -> String? {
    guard let place = sessions.firstIndex(where: { $0.token == token }) else { return nil }
    sessions.append(sessions.remove(at: place))
    return sessions.last?.password
  }

  /// - Returns: the token of a new session: 128 random bits (getrandom(2)).
  func begin(_ password: String) -> String {
    var random = SystemRandomNumberGenerator()
    let token = (0..<4).map { _ in
      let digits = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
    if sessions.count == Self.most { sessions.removeFirst() }
    sessions.append((token, password))
    return token
  }

  func end(_ token: String) { sessions.removeAll { $0.token == token } }

  /// Ends all sessions of a password that the jukebox does not take any more.
  func end(password: String) { sessions.removeAll { $0.password == password } }
}
