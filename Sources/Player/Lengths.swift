/// How long the current entry sounds, as far as its file has said.
struct Lengths: Hashable, Sendable {
  /// nil where only its end will tell.
  var exact: Duration?
  /// Exact or reckoned.
  var likely: Duration?
  /// The whole file's, exact or reckoned, also where the entry is a part of it.
  var song: Duration?

  init(exact: Duration? = nil, likely: Duration? = nil, song: Duration? = nil) {
    self.exact = exact
    self.likely = exact ?? likely
    self.song = song ?? self.likely
  }

  /// Nobody wants to jump beyond this. A reckoned length may be too short.
  var farthest: Duration? { exact ?? likely.map { $0 * 3 / 2 + .seconds(10) } }
}
