/// What was counted of a song.
public struct ListeningReport: Hashable, Sendable {
  public var plays = 0
  public var skips = 0
  public var seeksToEnd = 0
  /// How often it was begun and has ended.
  public var playings = 0
  /// What was heard then, of how much.
  public var heard = Duration.zero
  public var offered = Duration.zero
  /// 0 to 1; nil where nothing was heard.
  public var ratio: Double?
  /// In seconds since 1970 (UTC), where the clock was known then.
  public var lastPlayed: Int64?
  public var lastSkipped: Int64?
  /// What its playings say, as it is worth now, and what follows from that: 0 to 100.
  public var sum = 0.0
  public var score = 0.0
  /// What the sum is made of: halves that were heard, what was heard beyond them, skips, jumps to the end, and what has
  /// faded since or is not known any more.
  public var sumOfPlays = 0.0
  public var sumOfHeard = 0.0
  public var sumOfSkips = 0.0
  public var sumOfSeeks = 0.0
  public var sumOfRest = 0.0
  /// From 1; nil where the score is 0.
  public var rank: Int?
  public var ranked = 0
  public var isLovely = false

  public init() {}
}
