/// A section `[output NAME]`: where the sound goes beside the card.
public struct OutputSettings: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The pipe source of a Snapcast server.
    case snapcast
    /// A named pipe that another program reads.
    case pipe
    /// A stream for browsers and other players.
    case http
  }

  public let name: String
  public var kind: Kind?
  /// Path of the named pipe; nil: the place for snapcast.
  public var path: String?
  public var format = OutputFormat()
  /// Address for HTTP clients.
  public var listen: NetworkAddress?
  /// How many HTTP clients at once, 1 ... 32.
  public var clients = 8

  /// Path of the named pipe; the default is the place where Debian's snapserver reads.
  public var pipePath: String { path ?? "/run/jukebox-rooms" }

  /// A value that no other output may have.
  var place: (key: String, value: String) {
    kind == .http ? ("listen", listen?.description ?? "") : ("path", pipePath)
  }
}

/// The format of an output's samples, written `RATE:BITS:2`.
public struct OutputFormat: Hashable, Sendable, CustomStringConvertible {
  /// In Hz, 8,000 ... 192,000.
  public private(set) var rate = 44_100
  /// 16, 24 or 32.
  public private(set) var bits = 16

  public init() {}

  /// Reads `44100:16:2`; there are always two channels.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let rate = SettingText.number(parts[0], 8000...192_000), parts[2] == "2",
      let bits = [16, 24, 32].first(where: { parts[1] == "\($0)" })
    else { return nil }
    (self.rate, self.bits) = (rate, bits)
  }

  public var description: String { "\(rate):\(bits):2" }
}

/// The output of the jukebox's own room.
public enum ThisRoom: String, Hashable, Sendable, CaseIterable {
  /// The card, without delay.
  case card
  /// A Snapcast client on this machine, in time with the other rooms.
  case snapcast
}
