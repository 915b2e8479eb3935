import Model
import Support
import Testing

@testable import Analysis

/// Keys by the chords of a song.
@Suite struct KeyTests {
  /// Chords of two seconds, by their roots; minor ones are negative, an octave lower: -3 is A minor.
  private func segments(_ chords: [Int]) -> [ChordSegment] {
    chords.enumerated().map { place, root in
      let chord = Chord(root: (root + 12) % 12, quality: root < 0 ? .minor : .major)
      return ChordSegment(
        start: Double(2 * place), end: Double(2 * place + 2), chord: chord, confidence: 0.9,
        pitchClasses: chord.pitchClasses)
    }
  }

  @Test func `a song that modulates has a section for each key, from its first chord on`() throws {
    let inC = [0, 7, 0, -3, 5, 7, 0, 0]
    let harmony = try #require(
      KeyHarmony(segments(inC + inC + inC.map { $0 < 0 ? $0 + 4 - 12 : ($0 + 4) % 12 })))
    let sections = harmony.sections(in: MusicalKey(tonic: 0, isMinor: false))
    expectEqual(sections.map(\.key.description), ["C", "E"])
    expectEqual(sections.first?.start, 0)
    #expect(abs((sections.last?.start ?? 0) - 32) <= 2)
  }

  @Test func `a song in one key has no sections`() throws {
    let harmony = try #require(KeyHarmony(segments([0, 5, 7, 0, -3, 5, 7, 0])))
    expectEqual(harmony.sections(in: MusicalKey(tonic: 0, isMinor: false)), [])
  }

  @Test(arguments: [0, 2, 7]) func `a tune shows its tonic by its steps`(_ tonic: Int) {
    // Of "Twinkle, twinkle, little star": the fifth comes as often as the tonic.
    let line = [0, 7, 9, 7, 5, 4, 2, 0], middle = [7, 5, 4, 2]
    let tune = (line + middle + middle + line.dropFirst()).map { ($0 + tonic) % 12 }
    func score(_ key: MusicalKey) -> Double { KeyEvidence.steps(of: tune, in: key) }
    let best = MusicalKey.all.max { score($0) < score($1) }
    expectEqual(best, MusicalKey(tonic: tonic, isMinor: false))
    expectEqual(KeyEvidence.steps(of: [], in: MusicalKey(tonic: tonic, isMinor: false)), 0)
  }
}
