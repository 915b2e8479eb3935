import Audio
import Control
import Inputs

/// What the engine and the inputs say of themselves, in the protocol's words.
final class EngineJoin: EngineReporting {
  private let engine: Engine
  private let inputs: InputDevices

  init(engine: Engine, inputs: InputDevices) {
    self.engine = engine
    self.inputs = inputs
  }

  var engineStatus: EngineStatus {
    let engine = engine.status
    var status = EngineStatus()
    status.isPositionEstimated = self.engine.position?.isEstimated
    status.device = engine.device
    status.format = engine.format.map { "\(engine.rate):\($0.rawValue):2" } ?? ""
    status.periodFrames = engine.periodFrames
    status.keptFrames = engine.keptFrames
    status.ringFrames = engine.ringFrames
    status.ringCapacityFrames = engine.ringCapacityFrames
    status.generation = engine.generation
    status.underruns = engine.underruns
    status.latency = engine.latency
    status.commands = engine.commandLatencies.count
    status.commandLatency50 = engine.commandLatency(part: 0.5)
    status.commandLatency99 = engine.commandLatency(part: 0.99)
    status.starts = engine.starts
    status.openedNanoseconds = engine.openedNanoseconds
    status.openingTime = engine.openingTime
    status.firstStartNanoseconds = engine.firstStartNanoseconds
    status.latestStartNanoseconds = engine.latestStartNanoseconds
    status.keys = inputs.latency.count
    if inputs.latency.count > 0 {
      status.keyLatency50 = inputs.latency.percentile(0.5)
      status.keyLatency99 = inputs.latency.percentile(0.99)
    }
    return status
  }
}
