/// Why the client can't do what was asked, in a sentence for a person, with the exit status.
struct Failure: Error, Equatable, CustomStringConvertible {
  /// As sysexits(3) has them, where it has one.
  enum Kind: Int32 {
    /// The jukebox said no.
    case refused = 1
    /// Nobody answers (EX_UNAVAILABLE).
    case unreachable = 69
    /// What answers is no jukebox, or the connection broke (EX_PROTOCOL).
    case protocolBroken = 76
  }

  let kind: Kind
  let description: String

  init(kind: Kind, description: String) {
    self.kind = kind
    self.description = Page.harmless(description)
  }

  static func refused(_ message: String) -> Failure { Failure(kind: .refused, description: message) }

  static func broken(_ address: Address) -> Failure {
    Failure(kind: .protocolBroken, description: "The connection to the jukebox at \(address) broke.")
  }

  static func foreign(_ address: Address) -> Failure {
    Failure(
      kind: .protocolBroken,
      description:
        "What answers at \(address) is not a jukebox. Check --socket, --host, or MPD_HOST and MPD_PORT.")
  }

  /// - Parameter path: of a socket that is there, and not for everybody.
  static func forbidden(_ path: String) -> Failure {
    Failure(
      kind: .unreachable,
      description: """
        You may not use the jukebox's socket \(path).
        Join its group (`sudo adduser $USER jukebox`), and log in anew.
        """)
  }

  static func unreachable(_ address: Address, _ reason: String) -> Failure {
    let remedy: String
    switch address {
    case .unix:
      remedy = """
        Is the jukebox running? Start it with `systemctl start jukeboxd`, or try it out with `jukeboxd --music FOLDER`.
        If it listens elsewhere, say where: --socket PATH or --host HOST.
        """
    case .network:
      remedy = "Is it on, and does its configuration let it listen there (`tcp` in section [control])?"
    }
    return Failure(kind: .unreachable, description: "No jukebox at \(address): \(reason).\n\(remedy)")
  }

  /// What an `ACK` line says, without its numbers; where a name may be mistyped, with it and where names are shown.
  static func acknowledged(_ line: String, to words: [String] = []) -> Failure {
    let message =
      line.firstIndex(of: "}").map { line[line.index(after: $0)...].drop { $0 == " " } } ?? line[...]
    if let told = absent(String(message), of: words) { return refused(told) }
    // Behind a colon stands what it is about, which the words that were sent tell, too.
    let colon = message.firstRange(of: ": ")
    let head = colon.map { message[..<$0.lowerBound] } ?? message
    let subject = colon.map { String(message[$0.upperBound...]) }
    if let told = told(String(message), of: words) ?? told(String(head), of: words, about: subject) {
      return refused(told)
    }
    return refused(message.prefix(1).uppercased() + message.dropFirst() + ".")
  }
}
