/// How the period of the beats changes in the course of a song.
struct TempoCurve {
  /// Period of the beats of the whole song, in frames.
  var period: Float
  /// The period of each window by that of the whole song.
  let ratios: [Float]

  /// Whether windows differ enough to blur their mean.
  var isMoving: Bool { (ratios.max() ?? 1) > (ratios.min() ?? 1) * 1.025 }
}
