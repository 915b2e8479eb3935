import Model

/// Further commands about the sound engine.
enum EngineCommands {
  static let list: [Command] = [
    Command("engine", .read, 0...0) { call throws(CommandError) in
      let status = call.backend.system.engineStatus
      call.client.output.pair("version", ProgramVersion.current)
      call.client.output.pair("device", status.device)
      call.client.output.pair("format", status.format)
      call.client.output.pair("period_frames", status.periodFrames)
      call.client.output.pair("kept_frames", status.targetBufferFrames)
      call.client.output.pair("ring_frames", status.ringFrames)
      call.client.output.pair("ring_capacity_frames", status.ringCapacityFrames)
      call.client.output.pair("generation", status.generation)
      call.client.output.pair("underruns", status.underruns)
      call.client.output.pair("latency", Decimal.seconds(status.latency))
      if let isEstimated = status.isPositionEstimated {
        call.client.output.pair("position", isEstimated ? "estimated" : "exact")
      }
      call.client.output.pair("opened_ns", status.openedNanoseconds)
      call.client.output.pair("opening", Decimal.seconds(status.openingTime))
      call.client.output.pair("starts", status.starts)
      call.client.output.pair("first_start_ns", status.firstStartNanoseconds)
      call.client.output.pair("latest_start_ns", status.latestStartNanoseconds)
      call.client.output.pair("commands", status.commands)
      latency("command_latency_p50_us", status.commandLatency50, call)
      latency("command_latency_p99_us", status.commandLatency99, call)
      call.client.output.pair("keys", status.keys)
      latency("key_latency_p50_us", status.keyLatency50, call)
      latency("key_latency_p99_us", status.keyLatency99, call)
      return .done
    }
  ]

  private static func latency(_ key: String, _ value: Duration?, _ call: Call) {
    guard let value else { return }
    let (seconds, attoseconds) = value.components
    call.client.output.pair(key, seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  }
}
