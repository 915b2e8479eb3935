/// A short line that `jukebox-fetch` writes about a stream beside its bytes, in the order of the bytes concerned.
public enum StreamReport: Hashable, Sendable {
  /// The media type of the bytes (RFC 9110, 8.3), in lower case and without parameters.
  case type(String)
  /// The station's name, in its server's encoding.
  case name([UInt8])
  /// The title that sounds from this byte of the data on, in the server's encoding.
  case title([UInt8], at: Int64)
  /// In kbit/s, as the server says.
  case bitrate(Int)
  /// How many playlists, each named by the one before it, lead from the URL to the sound. Said where there are any.
  case lists(Int)
  /// The size in bytes of a file of which the server sends any part (RFC 9110, 14).
  case length(Int64)
  /// The server refuses parts of the file: it is read from its start to the byte that is wanted. Said before any byte.
  case partsRefused
  /// Why a part of the stream is missing; empty as soon as that is over.
  case gap(String)
  case ended(Ending)

  public enum Ending: Hashable, Sendable {
    /// The server has sent all of it.
    case complete
    /// The connection failed or broke: another try may succeed. The text says why.
    case cut(String)
    /// Another try would end alike. The text says why.
    case refused(String)
  }

  /// Limit of a line in bytes: one write of a line into a pipe is never mixed with others (PIPE_BUF).
  public static let mostBytes = 2048
  private static let mostTextBytes = 1024
  /// Lists lead to lists, and to themselves: the limit of `lists`.
  public static let mostLists = 8

  /// Reads a line without its end; nil for anything else.
  public init?(_ line: some Collection<UInt8>) {
    let parts = line.split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
    guard let word = parts.first else { return nil }
    let rest = parts.count > 1 ? Array(parts[1]) : []
    switch String(decoding: word, as: UTF8.self) {
    case "type": self = .type(String(decoding: rest, as: UTF8.self))
    case "name": self = .name(rest)
    case "bitrate":
      guard let number = Int(String(decoding: rest, as: UTF8.self)), (1...100_000).contains(number) else {
        return nil
      }
      self = .bitrate(number)
    case "length":
      guard let number = Int64(String(decoding: rest, as: UTF8.self)), number > 0 else { return nil }
      self = .length(number)
    case "lists":
      guard let number = Int(String(decoding: rest, as: UTF8.self)), (1...Self.mostLists).contains(number)
      else {
        return nil
      }
      self = .lists(number)
    case "title":
      let fields = rest.split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
      guard let place = fields.first.flatMap({ Int64(String(decoding: $0, as: UTF8.self)) }), place >= 0
      else {
        return nil
      }
      self = .title(fields.count > 1 ? Array(fields[1]) : [], at: place)
    case "parts-refused": self = .partsRefused
    case "gap": self = .gap(String(decoding: rest, as: UTF8.self))
    case "complete": self = .ended(.complete)
    case "cut": self = .ended(.cut(String(decoding: rest, as: UTF8.self)))
    case "refused": self = .ended(.refused(String(decoding: rest, as: UTF8.self)))
    default: return nil
    }
  }

  /// The line with its end; texts are cut, and their control characters become blanks.
  public var line: [UInt8] {
    func text(_ bytes: some Sequence<UInt8>) -> [UInt8] {
      bytes.prefix(Self.mostTextBytes).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
    }
    let words: [UInt8] =
      switch self {
      case .type(let type): Array("type ".utf8) + text(type.utf8)
      case .name(let name): Array("name ".utf8) + text(name)
      case .title(let title, let place): Array("title \(place) ".utf8) + text(title)
      case .bitrate(let number): Array("bitrate \(number)".utf8)
      case .lists(let number): Array("lists \(number)".utf8)
      case .length(let number): Array("length \(number)".utf8)
      case .partsRefused: Array("parts-refused".utf8)
      case .gap(let why): Array("gap ".utf8) + text(why.utf8)
      case .ended(.complete): Array("complete".utf8)
      case .ended(.cut(let why)): Array("cut ".utf8) + text(why.utf8)
      case .ended(.refused(let why)): Array("refused ".utf8) + text(why.utf8)
      }
    return words + [0x0A]
  }
}
