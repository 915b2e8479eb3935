/// Offsets from the beats found at which the beats may be instead, with the evidence for each.
struct BeatPhase {
  static let shifts = [0, 1.0 / 3, 0.5, 2.0 / 3]
  /// Weight of a change of harmony relative to onsets.
  private static let changeWeight: Float = 1.6

  /// If harmony changes less than this in the mean, it has little weight.
  private static let leastChange: Float = 0.1

  /// The beats, moved by a part of a period.
  let times: [Double]
  /// The mean of the onsets at the beats.
  let onset: Float
  /// The mean change of harmony at every third or every fourth beat, counted from where it is most.
  let change: Float

  /// - Parameter shift: in beats: 0 to 1.
  init(shift: Double, beats: [Double], bands: OnsetBands, chroma: borrowing ChromaTrace) {
    let times = zip(beats, beats.dropFirst()).map { $0 + shift * ($1 - $0) }
    self.times = times
    let onsets = times.map { bands.strongest(around: OnsetDetector.frame(at: $0)).sum() }
    onset = onsets.reduce(0, +) / Float(max(times.count, 1))
    var changes: [Float] = []
    for (index, time) in times.enumerated() {
      changes.append(chroma.change(at: time, reach: beats[index + 1] - beats[index]))
    }
    change = max(Self.folded(changes, length: 3), Self.folded(changes, length: 4))
  }

  /// - Returns: the largest mean of the values at every `length`-th place.
  private static func folded(_ values: [Float], length: Int) -> Float {
    var most: Float = 0
    for first in 0..<min(length, values.count) {
      let some = stride(from: first, to: values.count, by: length).map { values[$0] }
      most = max(most, some.reduce(0, +) / Float(some.count))
    }
    return most
  }

  /// The likeliest of phases.
  static func best(of phases: [BeatPhase]) -> BeatPhase? {
    let onset = max(phases.map(\.onset).max() ?? 0, .leastNormalMagnitude)
    let change = max(phases.map(\.change).max() ?? 0, leastChange)
    func score(_ phase: BeatPhase) -> Float { phase.onset / onset + changeWeight * phase.change / change }
    return phases.max { score($0) < score($1) }
  }
}
