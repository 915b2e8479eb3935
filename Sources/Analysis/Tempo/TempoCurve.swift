/// How the period of the beats changes in the course of a song.
struct TempoCurve {
  /// Period of the beats of the whole song, in frames.
  let period: Float
  /// The period of each window by that of the whole song.
  let ratios: [Float]
}
