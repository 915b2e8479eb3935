/// A point in a song that a person has marked, or a section where it has an end.
public struct CueReport: Hashable, Sendable {
  /// Tells it from the song's other cues as long as it is there.
  public var number: Int
  /// From the beginning of the song.
  public var start: Duration
  public var end: Duration?
  /// `marker`, `loop` and the like.
  public var type: String
  public var name: String?
  /// 0xRRGGBB.
  public var colour: UInt32?

  public init(
    number: Int, start: Duration, end: Duration? = nil, type: String, name: String? = nil,
    colour: UInt32? = nil
  ) {
    self.number = number
    self.start = start
    self.end = end
    self.type = type
    self.name = name
    self.colour = colour
  }
}
