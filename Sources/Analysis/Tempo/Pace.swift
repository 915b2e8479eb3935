/// How fast a song goes, before its beats are known.
struct Pace {
  /// Of the beats of the whole song, in frames.
  let period: Float
  /// Of the beats of each part of `BeatTracker.stride` frames.
  let periods: [Float]
  /// 0 to 1.
  let confidence: Double
}
