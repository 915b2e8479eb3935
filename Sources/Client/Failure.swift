/// Why the client can't do what was asked, in a sentence for a person, with the exit status.
package struct Failure: Error, Equatable, CustomStringConvertible {
  /// As sysexits(3) has them, where it has one.
  package enum Kind: Int32 {
    /// The jukebox refused the command.
    case refused = 1
    /// No jukebox answers (EX_UNAVAILABLE).
    case unreachable = 69
    /// The answer is not that of a jukebox, or the connection broke (EX_PROTOCOL).
    case protocolBroken = 76
  }

  package let kind: Kind
  package let description: String
  /// The refusal of the jukebox; nil if this client found the fault itself.
  package let refusal: CommandRefusal?

  package init(kind: Kind, description: String, refusal: CommandRefusal? = nil) {
    self.kind = kind
    self.refusal = refusal
    self.description = ControlCharacters.shown(description)
  }

  package static func refused(_ message: String) -> Failure { Failure(kind: .refused, description: message) }

  /// - Parameter told: the message, or nil for the sentence of the jukebox.
  package static func refused(_ refusal: CommandRefusal, _ told: String?) -> Failure {
    Failure(kind: .refused, description: told ?? refusal.sentence, refusal: refusal)
  }

  package static func broken(_ address: Address) -> Failure {
    Failure(kind: .protocolBroken, description: "The connection to the jukebox at \(address) was lost.")
  }

  package static let tooLarge = Failure(
    kind: .protocolBroken,
    description: "The answer is too large. Ask for a part, such as with `window 0:100`.")

  package static func foreign(_ address: Address) -> Failure {
    Failure(
      kind: .protocolBroken,
      description:
        "The server at \(address) is not a jukebox. Check --socket, --host, or MPD_HOST and MPD_PORT.")
  }

  /// - Parameter path: of a socket that is there, and not for everybody.
  package static func forbidden(_ path: String) -> Failure {
    Failure(
      kind: .unreachable,
      description: """
        No permission to use the jukebox's socket \(path).
        Add yourself to the group `jukebox` (`sudo adduser $USER jukebox`) and log in again.
        """)
  }

  package static func unreachable(_ address: Address, _ reason: String) -> Failure {
    let remedy: String
    switch address {
    case .unix:
      remedy = """
        Start it with `sudo systemctl start jukeboxd`, or for a trial with `jukeboxd --music FOLDER`.
        If it listens elsewhere, give --socket PATH or --host HOST.
        """
    case .network:
      remedy =
        "Check that it is on, and that `tcp` in the section [control] of its configuration has this address."
    }
    return Failure(kind: .unreachable, description: "No jukebox at \(address): \(reason).\n\(remedy)")
  }
}
