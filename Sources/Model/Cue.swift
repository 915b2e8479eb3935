/// A point in a track that a person has marked, or a section where it has an end.
public struct Cue: Hashable, Sendable {
  /// Unique among the track's cues, and stable while others are added or removed. From 1.
  public let number: Int
  public var start: Duration
  /// After `start`.
  public var end: Duration?
  public var kind: CueKind
  /// Without control characters; nil where it has none.
  public var name: String?
  /// 0xRRGGBB.
  public var colour: UInt32?

  /// In bytes of UTF-8.
  public static let mostNameBytes = 1024
  /// On one track.
  public static let most = 256
  /// No track is longer.
  public static let latest = Duration.seconds(366 * 86_400)

  public init(
    number: Int, start: Duration, end: Duration? = nil, kind: CueKind = .marker, name: String? = nil,
    colour: UInt32? = nil
  ) {
    self.number = number
    self.start = start
    self.end = end
    self.kind = kind
    self.name = name
    self.colour = colour
  }
}

/// The kind of a cue point, as a word of small letters, digits and dashes, at most 32 of them. Programs may use other
/// words; these are the common ones.
public struct CueKind: Hashable, Sendable {
  public let word: String

  public static let marker = CueKind(known: "marker")
  /// A section that can be looped: it has an end.
  public static let loop = CueKind(known: "loop")
  public static let known = ["marker", "intro", "verse", "chorus", "drop", "outro", "loop"]

  private init(known word: String) { self.word = word }

  /// nil for an unknown word.
  public init?(_ word: String) {
    let isPlain = word.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
    }
    guard isPlain, (1...32).contains(word.utf8.count), word.utf8.first != UInt8(ascii: "-") else {
      return nil
    }
    self.word = word
  }
}

/// A change of a track's cues.
public enum CueChange: Hashable, Sendable {
  /// Its number is given by the volume.
  case add(start: Duration, end: Duration?, kind: CueKind, name: String?, colour: UInt32?)
  case edit(number: Int, [Edit])
  case remove(number: Int)

  /// nil takes a value off.
  public enum Edit: Hashable, Sendable {
    case start(Duration)
    case end(Duration?)
    case kind(CueKind)
    case name(String?)
    case colour(UInt32?)

    public func apply(to cue: inout Cue) {
      switch self {
      case .start(let start): cue.start = start
      case .end(let end): cue.end = end
      case .kind(let kind): cue.kind = kind
      case .name(let name): cue.name = name?.isEmpty == false ? name : nil
      case .colour(let colour): cue.colour = colour
      }
    }
  }
}
