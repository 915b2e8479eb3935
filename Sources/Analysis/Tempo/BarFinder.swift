/// Finds which beats begin bars: those where harmony changes and the bass begins.
struct BarFinder {
  /// Beats of a bar that are thought of, and how much more or less likely each is.
  static let lengths: [(beats: Int, bonus: Float)] = [(2, 0), (3, 0), (4, 0.5)]
  /// Cost of a bar that is too long or too short.
  private static let breakCost: Float = 8

  /// Weight of the bass relative to changes of harmony.
  private static let bassWeight: Float = 0.5

  /// - Parameters:
  ///   - changes: of harmony, at each beat.
  ///   - bass: the onsets in it.
  /// - Returns: indices of beats.
  static func downbeats(changes: [Float], bass: [Float]) -> [Int] {
    guard changes.count >= 8 else { return [] }
    func unit(_ values: [Float]) -> Float {
      Float(values.count) / max(values.reduce(0, +), .leastNormalMagnitude)
    }
    let (changeUnit, bassUnit) = (unit(changes), unit(bass) * bassWeight)
    let accents = zip(changes, bass).map { $0 * changeUnit + $1 * bassUnit }
    let count = Float(accents.count)
    let mean = accents.reduce(0, +) / count
    let variance = accents.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    guard variance > 0 else { return [] }
    let normal = accents.map { ($0 - mean) / variance.squareRoot() }
    var (length, most) = (4, -Float.infinity)
    for (beats, bonus) in lengths {
      for first in 0..<beats {
        let some = stride(from: first, to: normal.count, by: beats).map { normal[$0] }
        // How far the mean of this number of values is from chance.
        let score = some.reduce(0, +) / Float(some.count).squareRoot() + bonus
        if score > most { (length, most) = (beats, score) }
      }
    }
    return path(normal, length: length)
  }

  /// The bars of one length with the most accents at their beginnings; few of them may break off.
  private static func path(_ accents: [Float], length: Int) -> [Int] {
    var totals = [Float](repeating: 0, count: length)
    var origins: [[UInt8]] = []
    for accent in accents {
      var (next, origin) = (totals, [UInt8]())
      for position in 0..<length {
        let before = (position + length - 1) % length
        var (best, most) = (before, totals[before])
        for other in 0..<length where totals[other] - breakCost > most {
          (best, most) = (other, totals[other] - breakCost)
        }
        next[position] = most + (position == 0 ? accent : 0)
        origin.append(UInt8(best))
      }
      totals = next
      origins.append(origin)
    }
    var position = 0
    for other in 0..<length where totals[other] > totals[position] { position = other }
    var found: [Int] = []
    for beat in accents.indices.reversed() {
      if position == 0 { found.append(beat) }
      position = Int(origins[beat][position])
    }
    return found.reversed()
  }
}
