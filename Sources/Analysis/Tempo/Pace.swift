/// How fast a song goes, before its beats are known.
struct Pace {
  /// Period of the beats of the whole song, in frames.
  let period: Float
  /// Periods of the beats of each part of `BeatTracker.stride` frames.
  let periods: [Float]
  /// 0 to 1.
  let confidence: Double
}
