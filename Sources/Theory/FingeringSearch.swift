/// Tries the frets of all strings, position by position.
struct FingeringSearch {
  private let instrument: Instrument
  /// Pitch classes that must sound, and those that may.
  private let needed: UInt16
  private let allowed: UInt16
  private let bass: Int
  private let isPower: Bool
  private var frets: [Int?] = []
  private var found: [Fingering: Int] = [:]

  private static let highestPosition = 12
  /// Further ones are much like them: others along the neck are of more use.
  private static let mostInPosition = 2
  /// Worse ones help nobody.
  private static let mostExtraCost = 30

  init(instrument: Instrument, chord: SpelledChord) {
    self.instrument = instrument
    allowed = chord.pitchClasses
    isPower = chord.kind.intervals.count == 2
    bass = (chord.bass ?? chord.root).pitchClass
    let fifth = (chord.root.pitchClass + 7) % 12
    let mayLack = chord.kind.intervals.count > 3 && chord.kind.contains("5") && fifth != bass
    needed = mayLack ? allowed & ~(1 << UInt16(fifth)) : allowed
  }

  mutating func best(_ limit: Int) -> [Fingering] {
    for position in 1...Self.highestPosition { place(position, pressed: 0, sounding: 0) }
    let order = found.map { ($0.value, $0.key.frets.map { $0 ?? -1 }, $0.key) }.sorted {
      $0.0 != $1.0 ? $0.0 < $1.0 : $0.1.lexicographicallyPrecedes($1.1)
    }
    var best: [Fingering] = []
    for (cost, _, fingering) in order where best.count < limit && cost <= order[0].0 + Self.mostExtraCost {
      if best.count(where: { $0.position == fingering.position }) == Self.mostInPosition { continue }
      // The same grip with a string less is nothing new.
      let isPart = best.contains { other in
        zip(fingering.frets, other.frets).allSatisfy { $0 == nil || $0 == $1 }
      }
      if !isPart { best.append(fingering) }
    }
    return best
  }

  /// Chooses the next string's fret.
  /// - Parameters:
  ///   - pressed: strings that are pressed above the position: each needs a finger.
  ///   - sounding: pitch classes of the strings so far.
  private mutating func place(_ position: Int, pressed: Int, sounding: UInt16) {
    let string = frets.count
    guard string < instrument.strings.count else {
      if sounding & needed == needed { judge(sounding) }
      return
    }
    frets.append(nil)
    place(position, pressed: pressed, sounding: sounding)
    for fret in position - 1..<position + Fingering.mostFrets {
      // The one before the position stands for the open string.
      let fret = fret < position ? 0 : fret
      let pitch = (instrument.strings[string] + fret) % 12
      let count = pressed + (fret > position ? 1 : 0)
      guard allowed >> UInt16(pitch) & 1 == 1, count <= Fingering.mostFingers,
        sounding != 0 || !instrument.hasBass || pitch == bass
      else { continue }
      frets[string] = fret
      place(position, pressed: count, sounding: sounding | 1 << UInt16(pitch))
    }
    frets.removeLast()
  }

  private mutating func judge(_ sounding: UInt16) {
    let count = frets.count { $0 != nil }
    guard count >= (isPower && instrument.hasBass ? 3 : 4),
      let fingering = Fingering(frets), isLowestBass()
    else { return }
    found[fingering] = cost(fingering, sounding, count)
  }

  /// A slash chord's bass must not sound higher than another string.
  private func isLowestBass() -> Bool {
    guard instrument.hasBass else { return true }
    let pitches = zip(instrument.strings, frets).compactMap { string, fret in fret.map { string + $0 } }
    return pitches.first == pitches.min()
  }

  /// How hard it is, and how much less it sounds like the chord.
  private func cost(_ fingering: Fingering, _ sounding: UInt16, _ count: Int) -> Int {
    let first = frets.firstIndex { $0 != nil } ?? 0
    let last = frets.lastIndex { $0 != nil } ?? 0
    let span = max(0, fingering.highest - fingering.position)
    let inner = frets[first...last].count { $0 == nil }
    let open = frets.count { $0 == 0 }
    // Open strings between pressed ones, which spread fingers touch.
    let pressed = frets.indices.filter { (frets[$0] ?? 0) > 0 }
    let gaps = zip(pressed, pressed.dropFirst()).count { frets[$0..<$1].contains(0) }
    var cost = 3 * fingering.position + 2 * fingering.fingers + 2 * max(0, span - 1)
    cost += (span > 1 ? 5 * gaps : 0) + (fingering.barre == nil ? 0 : 2)
    // Open strings beside high frets sound and play uneven.
    cost += open > 0 ? max(0, fingering.highest - 4) * 4 : 0
    if isPower {
      cost += 3 * (count - 3) + 12 * inner
    } else {
      // D has two muted strings at the bass side.
      cost += [0, 4, 10][min(2, first)] + 6 * (frets.count - 1 - last) + 12 * inner
    }
    if sounding != allowed { cost += 3 }
    return cost
  }
}
