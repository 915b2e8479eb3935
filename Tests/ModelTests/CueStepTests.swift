import Model
import Support
import Testing

@Suite struct CueStepTests {
  private let cues: [Duration] = [.seconds(10), .seconds(20), .seconds(20), .seconds(30)]

  @Test(
    arguments: [
      (0, true, 10), (9.9, true, 10), (10, true, 20), (19.99, true, 30), (20, true, 30), (30, true, nil),
      (99, true, nil), (0, false, 0), (10.5, false, 0), (12.5, false, 10), (21, false, 10), (22.5, false, 20),
      (99, false, 30),
    ] as [(Double, Bool, Int?)])
  func `a press goes to the next cue, or to the one that is some time past`(
    at: Double, forward: Bool, to: Int?
  ) {
    let target = CueStep.target(in: cues, from: .milliseconds(Int64(at * 1000)), forward: forward)
    #expect(target == to.map { .seconds($0) })
    if !forward { expectEqual(CueStep.target(in: [], from: .seconds(5), forward: false), .zero) }
  }
}
