import Support
import Testing

@testable import Theory

/// What a tuner compares tones with.
@Suite struct TunerKindTests {
  @Test(arguments: [
    (TunerKind.guitar, "E2 A2 D3 G3 B3 E4"), (.ukulele, "G4 C4 E4 A4"), (.bass, "E1 A1 D2 G2"),
    (.violin, "G3 D4 A4 E5"),
  ]) func `the strings of an instrument are its own`(_ kind: TunerKind, _ names: String) {
    let found = kind.strings.map { pitch in
      let hertz = TunerKind.chromatic.note(nearest: 440).hertz * pow2(Double(pitch - 69) / 12)
      let note = kind.note(nearest: hertz)
      #expect(abs(note.cents) < 1e-6 && abs(note.hertz - hertz) < 1e-6)
      return note.name
    }
    expectEqual(found.joined(separator: " "), names)
    #expect(kind.note(nearest: 5).string != nil && kind.note(nearest: 9000).string != nil)
  }

  private func pow2(_ octaves: Double) -> Double {
    var value = 1.0
    // 2^(1/12), by its definition.
    for _ in 0..<Int(abs(octaves * 12).rounded()) { value *= 1.0594630943592953 }
    return octaves < 0 ? 1 / value : value
  }

  @Test func `the nearest string counts, however far it is`() {
    let low = TunerKind.guitar.note(nearest: 92.5)
    #expect(low.name == "E2" && low.string == 6 && abs(low.cents - 200) < 1)
    expectEqual(TunerKind.guitar.note(nearest: 1000).string, 1)
    expectEqual(TunerKind.ukulele.note(nearest: 392).string, 4)
  }

  @Test func `another pitch of A4 moves all notes`() {
    let tone = TunerKind.chromatic.note(nearest: 440, a: 442)
    #expect(tone.name == "A4" && tone.hertz == 442 && abs(tone.cents + 7.85) < 0.01)
    expectEqual(TunerKind.chromatic.note(nearest: 30).name, "B0")
    expectEqual(TunerKind.chromatic.note(nearest: 8.2).name, "C-1")
    expectEqual(TunerKind.chromatic.note(nearest: 7.7).name, "B-2")
  }
}
