import Linux

/// Visitors who gave a password, by the cookie that their browsers have. They outlive the program: the file has a digest of each
/// cookie, and the password sealed with the cookie, which the browser alone has. Loop thread only.
final class Sessions {
  static let cookie = "jukebox"
  /// The cookie of a login by TLS. By its name a browser sends it by TLS alone, and one of HTTP can't take its place.
  static let secureCookie = "__Host-jukebox"
  /// Seconds from a login on.
  static let longest: Int64 = 30 * 24 * 3600
  private static let most = 256
  private static let longestFile = 256 * 1024

  private struct Session {
    /// Hexadecimal, of the cookie's value.
    let digest: String
    /// Seconds since 1970, UTC.
    let end: Int64
    /// Hexadecimal.
    let sealed: String
  }

  /// nil: they end with the program.
  private let file: String?
  private let now: () -> Int64
  /// The oldest first.
  private var sessions: [Session] = []

  /// - Parameters:
  ///   - folder: where they are kept; nil: nowhere.
  ///   - now: seconds since 1970, UTC.
  init(folder: String?, now: @escaping () -> Int64 = WallClock.now) {
    file = folder.map { "\($0)/sessions" }
    self.now = now
    guard let file, let text = try? HostFile.text(of: file, atMost: Self.longestFile) else { return }
    for line in text.split(separator: "\n").suffix(Self.most) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, let end = Int64(words[1]) else { continue }
      sessions.append(Session(digest: words[0], end: end, sealed: words[2]))
    }
  }

  /// The password of a session; nil if there is none.
  func password(of token: String) -> String? {
    let digest = Self.digest(of: token)
    let (now, session) = (now(), sessions.first { $0.digest == digest })
    // A clock that was wrong at the login makes no session last longer.
    guard let session, session.end > now, session.end - now <= Self.longest else { return nil }
    return Self.opened(session.sealed, with: token)
  }

  /// - Returns: the token of a new session: 128 random bits (getrandom(2)).
  func begin(_ password: String) -> String {
    var random = SystemRandomNumberGenerator()
    let token = (0..<2).map { _ in Self.hex((0..<8).map { _ in random.next() }) }.joined()
    sessions.removeAll { $0.end <= now() }
    if sessions.count >= Self.most { sessions.removeFirst() }
    sessions.append(
      Session(
        digest: Self.digest(of: token), end: now() + Self.longest, sealed: Self.sealed(password, with: token))
    )
    save()
    return token
  }

  func end(_ token: String) {
    let digest = Self.digest(of: token)
    sessions.removeAll { $0.digest == digest }
    save()
  }

  /// A power cut may lose the last change, and costs a login: nothing is flushed in the loop of all visitors.
  private func save() {
    guard let file else { return }
    let text = sessions.map { "\($0.digest) \($0.end) \($0.sealed)\n" }.joined()
    do throws(SystemError) {
      let new = try HostFile.create("\(file).new")
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty { rest = rest.dropFirst(try new.write(rest.span) ?? 0) }
      try HostFile.rename("\(file).new", to: file)
    } catch {
      Log.repeatable(.warning, "cannot keep the logins: \(error)")
    }
  }

  // MARK: Secrets

  private static func digest(of token: String) -> String {
    hex(SHA256.digest(of: Array("session \(token)".utf8)))
  }

  /// A token is used for one password, so its stream of bytes is used once.
  private static func stream(_ token: String, count: Int) -> [UInt8] {
    (0..<(count + 31) / 32).flatMap { SHA256.digest(of: Array("password \($0) \(token)".utf8)) }
  }

  private static func sealed(_ password: String, with token: String) -> String {
    let bytes = Array(password.utf8)
    return hex(zip(bytes, stream(token, count: bytes.count)).map { $0 ^ $1 })
  }

  private static func opened(_ text: String, with token: String) -> String? {
    let digits = Array(text.utf8).map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[place], let low = digits[place + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return String(validating: zip(bytes, stream(token, count: bytes.count)).map { $0 ^ $1 }, as: UTF8.self)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
