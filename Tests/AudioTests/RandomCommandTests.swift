import Support
import Testing

@testable import Audio

/// 100,000 random commands against a sink pulled by hand and a dumb model.
@Suite struct RandomCommandTests {
  @Test(arguments: 1...10)
  func `no random command is lost and no frame comes twice, stale or out of turn`(seed: Int) throws {
    var generator = Numbers(seed: UInt64(seed))
    let rig = try Rig()
    var model = EngineModel(fadeFrames: 220)
    var serial: UInt32 = 0
    var wrong: String?
    var log: [String] = []
    rig.onReport = { report in
      if case .failed(let failed, _) = report, failed.rawValue == model.next?.serial,
        model.next?.frames == -1
      {
        model.forgetNext()
      }
    }
    func plan() -> SyntheticDecoder.Plan {
      serial += 1
      let frames: Int64 = Bool.random(using: &generator) ? .random(in: 0...3000, using: &generator) : 100_000
      var plan = SyntheticDecoder.Plan(serial: serial, frames: frames)
      if Int.random(in: 0..<8, using: &generator) == 0 {
        plan.failsAt = .random(in: 1...5000, using: &generator)
      }
      return plan
    }
    func look(_ run: Run) {
      guard wrong == nil else { return }
      guard let samples = unsafe run.samples else {
        model.silence()
        return
      }
      let isFadingOut = rig.bus.isFadingOut
      let first = unsafe SyntheticDecoder.place(of: samples[1] / (samples[0] / 0.5))
      wrong =
        isFadingOut
        ? model.fadeOut(first: first, frames: Int64(run.frames))
        : model.sound(first: first, frames: Int64(run.frames), isClean: run.exactBits == 24)
    }
    for number in 0..<10_000 {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0, 1:
        let plan = plan()
        let from: Int64 = Bool.random(using: &generator) ? 0 : .random(in: 0...4000, using: &generator)
        let paused = Int.random(in: 0..<4, using: &generator) == 0
        let start = min(from, plan.frames)
        log.append("play \(plan) from \(start) paused \(paused)")
        model.play(plan, from: start, paused: paused)
        rig.engine.play(rig.entry(plan), from: Self.time(start), paused: paused)
      case 2, 3, 4:
        if Int.random(in: 0..<6, using: &generator) == 0 {
          log.append("next nil")
          model.setNext(nil)
          rig.engine.setNext(nil)
        } else {
          let plan = plan()
          log.append("next \(plan)")
          model.setNext(plan)
          rig.engine.setNext(rig.entry(plan))
        }
      case 5:
        guard let place = model.cursor else { break }
        let frame = Int64.random(in: 0...min(5000, EngineModel.end(of: place.plan)), using: &generator)
        log.append("seek \(frame)")
        model.seek(to: frame)
        rig.engine.seek(to: Self.time(frame))
      case 6, 7:
        log.append("pause")
        model.setPaused(true)
        rig.engine.pause()
      case 8, 9, 10:
        log.append("resume")
        model.setPaused(false)
        rig.engine.resume()
      default:
        guard Int.random(in: 0..<4, using: &generator) == 0 else { break }
        log.append("stop")
        model.stop()
        rig.engine.stop()
      }
      if Bool.random(using: &generator) { rig.feed(steps: .random(in: 0...12, using: &generator)) }
      if Bool.random(using: &generator) { rig.pull(.random(in: 1...500, using: &generator), look) }
      if number % 50 == 49 {
        // Once everything has had its time, what sounds is what was asked for last.
        var before = model.heard
        for round in 0..<18 {
          if round == 9 { before = model.heard }
          rig.feed()
          rig.pull(500, look)
        }
        if wrong == nil, let place = model.cursor, !model.isPaused, !model.isDone, model.heard <= before {
          wrong = "lost: \(place.plan) at \(place.frame) is silent"
        }
        let isSilent = model.isPaused || model.cursor == nil
        if wrong == nil, isSilent, rig.bus.isSounding { wrong = "lost: a pause or stop" }
      }
      if let wrong {
        Issue.record("seed \(seed), command \(number): \(wrong)\n\(log.suffix(14).joined(separator: "\n"))")
        return
      }
    }
    #expect(serial > 1000)
  }

  /// Of a frame at 44,100 Hz, rounded so that it comes back.
  private static func time(_ frame: Int64) -> Duration {
    .seconds(frame / 44_100) + .nanoseconds((frame % 44_100 * 1_000_000_000 + 22_050) / 44_100)
  }
}
