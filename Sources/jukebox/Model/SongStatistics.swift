/// How a song was listened to.
struct SongStatistics: Encodable, Equatable {
  var uri: String
  var plays: Int
  var skips: Int
  /// Jumps to its end.
  var seeksToEnd: Int
  /// How often it was begun and has ended.
  var playings: Int
  /// Seconds that were heard then, and that could have been.
  var heard: Double
  var offered: Double
  /// 0 to 1.
  var ratio: Double?
  /// ISO 8601, UTC.
  var lastPlayed: String?
  var lastSkipped: String?
  var sum: Double
  var parts: SumParts?
  var score: Double
  var rank: Int?
  var ranked: Int
  var lovely: Bool

  init?(_ answer: Answer) {
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
