import Model

/// Stickers whose values are ours: a client that keeps a rating under the name that clients use for it rates the track.
/// The names and ranges are myMPD's; Cantata keeps `rating` alike.
enum PersonalSticker: String, CaseIterable, Sendable {
  /// 0 to 10.
  case rating
  /// 0 disliked, 1 neither, 2 a favourite.
  case like
  case playCount
  case skipCount
  /// Seconds since 1970.
  case lastPlayed

  /// Nil where there is none.
  func text(of values: PersonalValues) -> String? {
    switch self {
    case .rating: values.rating.map { String($0) }
    case .like: values.liking.map { String($0.rawValue) }
    case .playCount: values.plays.map { String($0) }
    case .skipCount: values.skips.map { String($0) }
    case .lastPlayed: values.lastPlayed.map { String($0) }
    }
  }

  /// Returns the edit that sets the value to `text`; nil for an invalid text, such as an empty one.
  func edit(_ text: String) -> PersonalEdit? {
    guard let number = Int64(text), number >= 0 else { return nil }
    switch self {
    case .rating: return PersonalValues.ratings.contains(Int(clamping: number)) ? .rate(Int(number)) : nil
    case .like: return Liking(rawValue: number).map { .like($0) }
    case .playCount: return .plays(number)
    case .skipCount: return .skips(number)
    case .lastPlayed: return .lastPlayed(number)
    }
  }

  var removal: PersonalEdit {
    switch self {
    case .rating: .rate(nil)
    case .like: .like(nil)
    case .playCount: .plays(nil)
    case .skipCount: .skips(nil)
    case .lastPlayed: .lastPlayed(nil)
    }
  }

  /// The values of at most ?2 tracks after ?1, each after the track's row twice.
  var all: StaticString {
    switch self {
    case .rating:
      "SELECT track, track, rating FROM personal WHERE track > ?1 AND rating IS NOT NULL ORDER BY track LIMIT ?2"
    case .like:
      "SELECT track, track, favourite FROM personal WHERE track > ?1 AND favourite IS NOT NULL ORDER BY track LIMIT ?2"
    case .playCount:
      "SELECT track, track, plays FROM personal WHERE track > ?1 AND plays IS NOT NULL ORDER BY track LIMIT ?2"
    case .skipCount:
      "SELECT track, track, skips FROM personal WHERE track > ?1 AND skips IS NOT NULL ORDER BY track LIMIT ?2"
    case .lastPlayed:
      "SELECT track, track, last_played FROM personal WHERE track > ?1 AND last_played IS NOT NULL ORDER BY track LIMIT ?2"
    }
  }

  /// For messages.
  var range: String {
    switch self {
    case .rating: "a number from 0 to 10"
    case .like: "0 (disliked), 1 (neither) or 2 (a favourite)"
    case .playCount, .skipCount: "a number from 0 on"
    case .lastPlayed: "a time in seconds since 1970"
    }
  }
}
