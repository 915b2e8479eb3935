/// Further commands about the sound engine.
enum EngineCommands {
  static let list: [Command] = [
    Command("engine", .read, 0...0) { call throws(CommandError) in
      let status = call.backend.engine.engineStatus
      call.client.output.pair("device", status.device)
      call.client.output.pair("format", status.format)
      call.client.output.pair("period_frames", status.periodFrames)
      call.client.output.pair("kept_frames", status.keptFrames)
      call.client.output.pair("ring_frames", status.ringFrames)
      call.client.output.pair("ring_capacity_frames", status.ringCapacityFrames)
      call.client.output.pair("generation", status.generation)
      call.client.output.pair("underruns", status.underruns)
      call.client.output.pair("latency", Decimal.seconds(status.latency))
      call.client.output.pair("opened_ns", status.openedNanoseconds)
      call.client.output.pair("opening", Decimal.seconds(status.openingTime))
      call.client.output.pair("starts", status.starts)
      call.client.output.pair("first_start_ns", status.firstStartNanoseconds)
      call.client.output.pair("latest_start_ns", status.latestStartNanoseconds)
      return .done
    }
  ]
}
