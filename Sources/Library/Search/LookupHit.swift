/// A track found by words, and how good it is: hits of several volumes are put together by it.
struct LookupHit: Sendable {
  /// 0 for words anywhere in the tags, ranked; from 1 on where there are too many to be ranked, by the tag that holds
  /// them; `path` for what only the path has.
  let tier: Int
  let track: Track

  static let path = 10
}
