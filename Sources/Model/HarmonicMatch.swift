/// How well one song goes over into another, by tempo and key.
public struct HarmonicMatch: Hashable, Sendable {
  /// How the keys are to each other.
  public enum KeyRelation: String, CaseIterable, Hashable, Sendable {
    case same, relative, fifth

    /// nil where they clash.
    public init?(_ first: MusicalKey, _ second: MusicalKey) {
      let distance = (first.wheelHour - second.wheelHour + 12) % 12
      switch (distance, first.isMinor == second.isMinor) {
      case (0, true): self = .same
      case (0, false): self = .relative
      case (1, true), (11, true): self = .fifth
      default: return nil
      }
    }

    /// The keys that are so to another one.
    public static func keys(of key: MusicalKey) -> [MusicalKey] {
      MusicalKey.all.filter { KeyRelation(key, $0) != nil }
    }
  }

  public let relation: KeyRelation
  /// By which factor the other's tempo counts: 1, 2 or 0.5.
  public let factor: Double
  /// How much faster the other is then, in percent, -6 to 6.
  public let percent: Double

  /// How far apart tempos may be, in percent.
  public static let mostPercent = 6.0

  /// nil where they do not fit.
  public init?(from first: (tempo: Double, key: MusicalKey), to second: (tempo: Double, key: MusicalKey)) {
    guard let relation = KeyRelation(first.key, second.key), first.tempo > 0, second.tempo > 0 else {
      return nil
    }
    func percent(_ factor: Double) -> Double { (second.tempo * factor / first.tempo - 1) * 100 }
    guard let factor = [1, 2, 0.5].min(by: { abs(percent($0)) < abs(percent($1)) }),
      abs(percent(factor)) <= Self.mostPercent
    else { return nil }
    self.relation = relation
    self.factor = factor
    self.percent = percent(factor)
  }

  /// The smaller, the better: a percent of tempo counts 1, another key as much as 2 or 3 of them, another pulse 2.
  public var distance: Double {
    let ofKey: Double = relation == .same ? 0 : relation == .relative ? 2 : 3
    return abs(percent) + ofKey + (factor == 1 ? 0 : 2)
  }
}
