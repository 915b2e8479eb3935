import Model

/// How well a scale goes with chords.
public struct ScaleFit: Hashable, Sendable {
  public let scale: Scale
  /// Notes of the chords that the scale does not have.
  public let missing: [NoteName]

  /// Scales for a set of chords, best first. Usual ones that have all notes come first; then it counts how usual a scale is,
  /// how many notes it lacks and adds, and whether its root is that of the last or first chord.
  public static func best(for chords: [SpelledChord], limit: Int = 10) -> [ScaleFit] {
    let tones = chords.flatMap(\.tones)
    let sounding = chords.reduce(UInt16(0)) { $0 | $1.pitchClasses }
    guard sounding != 0 else { return [] }
    var fits: [(cost: Int, fit: ScaleFit)] = []
    for kind in ScaleKind.all where kind.intervals.count < 12 {
      for pitch in 0..<12 {
        let root = root(pitch, kind, chords.map(\.root) + tones)
        let scale = Scale(root: root, kind: kind)
        let lacking = sounding & ~scale.pitchClasses
        var missing: [NoteName] = []
        for tone in tones where lacking >> UInt16(tone.pitchClass) & 1 == 1 && !missing.contains(tone) {
          missing.append(tone)
        }
        let extra = (scale.pitchClasses & ~sounding).nonzeroBitCount
        let cost = 10 * lacking.nonzeroBitCount + 4 * kind.rarity + 3 * extra
        let isUsual = lacking == 0 && kind.rarity <= 1
        fits.append(
          (
            (isUsual ? 0 : 1000) + cost + distance(of: scale, from: chords),
            ScaleFit(scale: scale, missing: missing)
          ))
      }
    }
    return fits.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
      .prefix(limit).map(\.element.fit)
  }

  /// As the first of these names it, else with the fewest signs.
  private static func root(_ pitch: Int, _ kind: ScaleKind, _ names: [NoteName]) -> NoteName {
    if let name = names.first(where: { $0.pitchClass == pitch }) { return name }
    let key = MusicalKey(tonic: pitch, isMinor: kind.intervals.contains(Interval(number: 3, alteration: -1)))
    return key.tonicName
  }

  /// How little the chords speak for the scale's root: they end or begin there, in the scale's own mode.
  private static func distance(of scale: Scale, from chords: [SpelledChord]) -> Int {
    func isTonic(_ chord: SpelledChord?) -> Bool {
      guard let chord, chord.root.pitchClass == scale.root.pitchClass else { return false }
      return chord.pitchClasses & ~scale.pitchClasses == 0
    }
    func isDominant(_ chord: SpelledChord) -> Bool { chord.kind.contains("3") && chord.kind.contains("b7") }
    if isTonic(chords.first) && isTonic(chords.last) { return 0 }
    // A dominant seventh at the end is no rest: the fifth below it is.
    let isLast = isTonic(chords.last) && !(chords.last.map { isDominant($0) } ?? false)
    let isResolved = chords.contains {
      isDominant($0) && ($0.root.pitchClass + 5) % 12 == scale.root.pitchClass
    }
    let place = isLast ? 4 : isTonic(chords.first) ? 5 : chords.contains { isTonic($0) } ? 10 : 14
    return place - (isResolved ? 3 : 0)
  }
}
