/// What the sum behind a song's score is made of.
struct SumParts: Encodable, Equatable {
  /// Of its plays, 0.5 each.
  var plays: Double
  /// Of what was heard beyond the half.
  var heard: Double
  var skips: Double
  /// Of jumps to the end.
  var seeksToEnd: Double
  /// What has faded since, and what playings say that are not kept any more.
  var rest: Double

  /// - Returns: nil where they are not told.
  init?(_ answer: Answer) {
    guard let plays = answer.real("sumplays") else { return nil }
    self.plays = plays
    heard = answer.real("sumheard") ?? 0
    skips = answer.real("sumskips") ?? 0
    seeksToEnd = answer.real("sumseeks") ?? 0
    rest = answer.real("sumrest") ?? 0
  }
}
