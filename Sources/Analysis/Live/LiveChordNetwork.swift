/// As `ChordNetwork`, but what follows is not known: its inputs are the newest frame and what was shortly before, the low
/// notes of some beats before, and the pitch classes of the last eight seconds.
struct LiveChordNetwork {
  /// Semitones above the root that it sees, and the lowest of them that it also sees further back.
  private static let seen = 72
  private static let low = 36
  /// How many frames ago (first and last) each of its views is averaged over.
  private static let views = [(0, 0), (1, 1), (2, 3), (4, 8)]
  private static let lowViews = [(9, 20), (21, 42)]
  /// Frames whose pitch classes are counted.
  static let memory = 173

  private let layers = ChordLayers.live

  /// - Parameter rows: the notes of the last frames, the newest last; `memory` of them or fewer.
  func likelihoods(_ rows: [[Float]]) -> ChordLikelihoods {
    let notes = TonalSpectrum.notes
    func mean(_ view: (first: Int, last: Int)) -> [Float] {
      var sum = [Float](repeating: 0, count: notes)
      for ago in view.first...view.last where ago < rows.count {
        let row = rows[rows.count - 1 - ago]
        for note in 0..<notes { sum[note] += row[note] }
      }
      return sum.map { $0 / Float(view.last - view.first + 1) }
    }
    let views = Self.views.map { mean($0) }
    let lowViews = Self.lowViews.map { mean($0) }
    var classes = [Float](repeating: 0, count: 12)
    for row in rows { for note in 0..<notes { classes[note % 12] += row[note] } }
    let most = max(classes.max() ?? 0, 1e-6)
    var result = ChordLikelihoods(frames: 1)
    result.judge(0, by: layers) { root, input in
      var place = 0
      func put(_ value: Float) {
        input[place] = value
        place += 1
      }
      for view in views { for step in 0..<Self.seen { put(view[root + step]) } }
      for step in 0..<12 { put(classes[(root + step) % 12] / most) }
      for view in lowViews { for step in 0..<Self.low { put(view[root + step]) } }
    }
    return result
  }
}
