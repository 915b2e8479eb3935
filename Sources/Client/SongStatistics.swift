/// How a song was listened to.
package struct SongStatistics: Encodable, Equatable {
  package var uri: String
  package var plays: Int
  package var skips: Int
  /// Jumps to its end.
  package var seeksToEnd: Int
  /// How often it was begun and has ended.
  package var playings: Int
  /// Seconds that were heard then, and that could have been.
  package var heard: Double
  package var offered: Double
  /// 0 to 1.
  package var ratio: Double?
  /// ISO 8601, UTC.
  package var lastPlayed: String?
  package var lastSkipped: String?
  package var sum: Double
  package var parts: SumParts?
  package var score: Double
  package var rank: Int?
  package var ranked: Int
  package var lovely: Bool

  package init?(_ answer: Answer) {
    func number(_ key: String) -> Int { answer.integer(key) ?? 0 }
    func real(_ key: String) -> Double { answer.real(key) ?? 0 }
    guard let uri = answer["file"] else { return nil }
    self.uri = uri
    plays = number("plays")
    skips = number("skips")
    seeksToEnd = number("seekstoend")
    playings = number("playings")
    heard = real("heard")
    offered = real("offered")
    ratio = answer.real("ratio")
    lastPlayed = answer["lastplayed"]
    lastSkipped = answer["lastskipped"]
    sum = real("sum")
    parts = SumParts(answer)
    score = real("score")
    rank = answer.integer("rank")
    ranked = number("ranked")
    lovely = number("lovely") == 1
  }
}

/// The parts of the sum that makes a song's score.
package struct SumParts: Encodable, Equatable {
  /// Sum of its plays, 0.5 each.
  package var plays: Double
  /// Sum for time heard beyond the half.
  package var heard: Double
  package var skips: Double
  /// Sum for jumps to the end.
  package var seeksToEnd: Double
  /// The faded part, and the share of playings that are no longer stored.
  package var rest: Double

  /// - Returns: nil if the answer has none.
  package init?(_ answer: Answer) {
    guard let plays = answer.real("sumplays") else { return nil }
    self.plays = plays
    heard = answer.real("sumheard") ?? 0
    skips = answer.real("sumskips") ?? 0
    seeksToEnd = answer.real("sumseeks") ?? 0
    rest = answer.real("sumrest") ?? 0
  }
}
