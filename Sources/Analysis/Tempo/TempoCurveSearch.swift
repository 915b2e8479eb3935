/// Finds the path through the correlations of all windows that has the most of them and few changes.
struct TempoCurveSearch {
  /// The possible periods, relative to that of the whole song: 1 plus or minus this number of steps.
  private static let steps = 20
  private static let step: Float = 0.01
  /// Cost of a change by one step.
  private static let changeCost: Float = 0.15

  /// The scores of each window.
  private var scores: [[Float]] = []
  private let period: Float

  /// - Parameter period: of the whole song, in frames.
  init(period: Float) { self.period = period }

  private static func ratio(_ state: Int) -> Float { 1 + Float(state - steps) * step }

  /// - Parameter correlation: of the next window, by lag.
  mutating func add(_ correlation: [Float]) {
    let whole = max(correlation.first ?? 0, .leastNormalMagnitude)
    scores.append(
      (0...2 * Self.steps).map { state in
        let lag = period * Self.ratio(state)
        return (1...4).reduce(Float(0)) { sum, multiple in
          let place = lag * Float(multiple)
          let index = Int(place)
          guard index + 1 < correlation.count * 3 / 4 else { return sum }
          let part = place - Float(index)
          return sum + (correlation[index] * (1 - part) + correlation[index + 1] * part) / whole
        }
      })
  }

  func finish() -> TempoCurve {
    guard var totals = scores.first else { return TempoCurve(period: period, ratios: [1]) }
    var origins: [[UInt8]] = []
    for window in scores.dropFirst() {
      var (next, origin) = (window, [UInt8]())
      for state in window.indices {
        var (best, most) = (state, totals[state])
        for other in totals.indices {
          let total = totals[other] - Self.changeCost * Float(abs(other - state))
          if total > most { (best, most) = (other, total) }
        }
        next[state] += most
        origin.append(UInt8(best))
      }
      totals = next
      origins.append(origin)
    }
    var state = Self.steps
    for other in totals.indices where totals[other] > totals[state] { state = other }
    var states = [state]
    for origin in origins.reversed() {
      state = Int(origin[state])
      states.append(state)
    }
    return TempoCurve(period: period, ratios: states.reversed().map(Self.ratio))
  }
}
