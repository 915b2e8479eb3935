import Model

/// How long the current entry sounds, as far as its file has said.
struct Lengths: Hashable, Sendable {
  /// nil if only its end shows it.
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

  /// The latest target of a seek, since the entry's beginning. An estimated length may be too short.
  /// - Parameters:
  /// - region: the part of the song that the entry is.
  /// - elapsed: the position, which may show that.
  func farthest(in region: Region, from elapsed: Duration) -> Duration? {
    if let exact { return exact }
    if let end = region.end { return end - region.start }
    guard let song, region.start + elapsed <= song else { return nil }
    return song * 3 / 2 + .seconds(10) - region.start
  }
}
