import Model

/// A point in a track that a person has marked, or a section where it has an end.
public struct Cue: Hashable, Sendable {
  /// Tells it from the track's other cues as long as it is there, whatever is added or removed. From 1.
  public let number: Int
  public var start: Duration
  /// Behind `start`.
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
  static let latest = Duration.seconds(366 * 86_400)

  public init(number: Int, start: Duration, end: Duration?, kind: CueKind, name: String?, colour: UInt32?) {
    self.number = number
    self.start = start
    self.end = end
    self.kind = kind
    self.name = name
    self.colour = colour
  }

  /// Why it can't be kept; nil where it can.
  var fault: Refusal? {
    guard start >= .zero, start <= Self.latest, end ?? .zero <= Self.latest else { return .badCueTime }
    if let end, end <= start { return .badCueTime }
    if kind == .loop, end == nil { return .noCueEnd }
    if let name {
      let isPlain = name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      guard isPlain, (1...Self.mostNameBytes).contains(name.utf8.count) else {
        return .badCueName(mostBytes: Cue.mostNameBytes)
      }
    }
    return colour ?? 0 <= PersonalValues.mostColour ? nil : .badColour
  }
}
