/// How far the analyses are.
package struct AnalysisState: Encodable, Equatable {
  package var when: String
  package var current: String?
  /// How far that is.
  package var percent: Int?
  package var waiting: Int
  /// Since the jukebox began: songs of which there is no analysis for a reason.
  package var failed: Int
  package var songs: Int
  package var done: Int
  /// Seconds of sound that are left.
  package var left: Double
  /// Seconds of sound a second.
  package var rate: Double?

  package init(_ answer: Answer) {
    when = answer["when"] ?? ""
    current = answer["analyzing"]
    percent = answer.integer("percent")
    waiting = answer.integer("waiting") ?? 0
    failed = answer.integer("failed") ?? 0
    songs = answer.integer("songs") ?? 0
    done = answer.integer("done") ?? 0
    left = answer.real("left") ?? 0
    rate = answer.real("rate")
  }
}
