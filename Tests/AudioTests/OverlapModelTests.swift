import Glibc
import Support
import Testing

@testable import Audio

/// Random edits, seeks and pauses among overlaps, against what must hold of any of them: entries sound alternately on the left
/// and on the right, each at a level of its own, so that every clean frame tells who sounds and how far the overlap is.
@Suite struct OverlapModelTests {
  private struct Voice {
    let serial: UInt32
    let level: Float
    let isRight: Bool
  }

  private final class Model {
    var current: Voice?
    var next: Voice?
    var previous: Voice?
    var isPaused = false
    var wrong: String?
    var mixedFrames = 0
    var handOvers = 0
  }

  @Test(arguments: 1...2)
  func `a thousand random commands leave every overlap as it is to be`(seed: Int) throws {
    var generator = Numbers(seed: UInt64(seed))
    let rig = try Rig(bufferSeconds: 2)
    let model = Model()
    var serial: UInt32 = 0
    var log: [String] = []
    func plan(isRight: Bool) -> SyntheticDecoder.Plan {
      serial += 1
      var plan = SyntheticDecoder.Plan(
        serial: serial, frames: .random(in: 20_000...90_000, using: &generator))
      plan.steady = (0.2 + 0.01 * Float(serial % 40), isRight)
      return plan
    }
    func voice(_ plan: SyntheticDecoder.Plan) -> Voice {
      Voice(serial: plan.serial, level: plan.steady?.level ?? 0, isRight: plan.steady?.isRight ?? false)
    }
    func giveNext() {
      guard let current = model.current else { return }
      let plan = plan(isRight: !current.isRight)
      let overlap = Int64.random(in: 0...900, using: &generator)
      log.append("next \(plan.serial) over \(overlap) ms")
      model.next = voice(plan)
      rig.engine.setNext(
        rig.entry(plan), transition: overlap < 100 ? nil : Transition(overlap: .milliseconds(overlap)))
    }
    rig.onReport = { report in
      guard case .started(let started, _) = report, started.rawValue == model.next?.serial else { return }
      model.previous = model.current
      model.current = model.next
      model.next = nil
      model.handOvers += 1
      giveNext()
    }
    func begin() {
      let plan = plan(isRight: Bool.random(using: &generator))
      log.append("play \(plan.serial), \(plan.frames)")
      model.current = voice(plan)
      model.next = nil
      model.isPaused = false
      rig.engine.play(rig.entry(plan))
      giveNext()
    }
    begin()
    for _ in 0..<1000 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: if Int.random(in: 0..<4, using: &generator) == 0 { begin() }
      case 1, 2: giveNext()
      case 3, 4:
        let place = Duration.milliseconds(Int64.random(in: 0...1900, using: &generator))
        log.append("seek \(place)")
        rig.engine.seek(to: place)
      case 5:
        model.isPaused = true
        rig.engine.pause()
      case 6:
        // Behind its end it goes on with the next one at once.
        log.append("seek to the end")
        rig.engine.seek(to: .milliseconds(Int64.random(in: 300...2100, using: &generator)))
      default:
        model.isPaused = false
        rig.engine.resume()
      }
      // What the command has begun fades in and out.
      for _ in 0..<6 {
        rig.feed()
        rig.pull(200)
      }
      for _ in 0..<Int.random(in: 1...30, using: &generator) {
        rig.feed()
        rig.pull(150) { run in Self.check(run, model, isFading: rig.bus.isFadingOut) }
        if let wrong = model.wrong {
          Issue.record("seed \(seed): \(wrong)\n\(log.suffix(12).joined(separator: "\n"))")
          return
        }
      }
    }
    #expect(model.mixedFrames > 20_000)
    #expect(model.handOvers > 20)
  }

  private static func check(_ run: Run, _ model: Model, isFading: Bool) {
    guard let samples = unsafe run.samples, !isFading, model.wrong == nil, let current = model.current else {
      return
    }
    var before: Double?
    var step: Double?
    for index in 0..<run.frames {
      let (left, right) = unsafe (samples[2 * index], samples[2 * index + 1])
      // Whichever of both is the one that follows, or the one before, it is on the other side.
      let own = Double((current.isRight ? right : left) / current.level)
      let other = Double(current.isRight ? left : right)
      if other == 0 {
        if abs(own - 1) > 1e-5, run.exactBits != 0 { model.wrong = "\(current.serial) sounds at \(own)" }
        continue
      }
      model.mixedFrames += 1
      guard own <= 1.00001 else {
        model.wrong = "\(current.serial) at \(own) amid an overlap"
        return
      }
      let angle = acos(min(1, own))
      if let before, angle != 0 {
        let turn = abs(angle - before)
        // An overlap is 20 ms at least, and a second at most; a float's cosine is flat at its ends.
        if own < 0.999, own > 0.02, turn > Double.pi / 2 / 800 || turn < Double.pi / 2 / 50_000 {
          model.wrong = "the overlap of \(current.serial) turns by \(turn)"
        }
        if let step, own < 0.99, own > 0.1, abs(turn - step) > step * 0.2 + 1e-5 {
          model.wrong = "the overlap of \(current.serial) turns by \(turn) behind \(step)"
        }
        step = turn
      }
      if let before, own < 0.99, own > 0.05 {
        // Softer from frame to frame: what follows comes up. Louder: what was before goes.
        let isGoing = angle > before
        let level = other / sin(angle)
        let expected = isGoing ? model.next : model.previous
        if abs(level - Double(expected?.level ?? 0)) > 0.002 {
          model.wrong =
            "beside \(current.serial), which \(isGoing ? "goes" : "comes"), sounds \(level), not \(expected?.level ?? 0)"
        }
      }
      before = angle
    }
  }
}
