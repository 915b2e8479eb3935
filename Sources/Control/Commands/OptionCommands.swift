/// Modes, volume, and the settings of transitions and loudness.
enum OptionCommands {
  static let list: [Command] = [
    Command("consume", .player, 1...1) { call throws(CommandError) in
      let mode = try mode(call, named: "consume")
      return try change(call) { $0.consume = mode }
    },
    Command("crossfade", .player, 1...1) { call throws(CommandError) in
      let seconds = try call.arguments.unsigned(0)
      return try change(call) { $0.crossfadeSeconds = UInt32(clamping: seconds) }
    },
    Command("getvol", .read, 0...0) { call throws(CommandError) in
      call.client.output.pair("volume", call.backend.transport.playback.volume)
      return .done
    },
    Command("mixrampdb", .player, 1...1) { call throws(CommandError) in
      let decibels = try call.arguments.float(0)
      guard decibels.isFinite else { throw .argument("Float expected: \(decibels)") }
      return try change(call) { $0.mixRampDecibels = decibels }
    },
    Command("mixrampdelay", .player, 1...1) { call throws(CommandError) in
      let seconds = try call.arguments.float(0)
      return try change(call) { $0.mixRampDelaySeconds = seconds }
    },
    Command("mute", .player, 0...1, mute),
    Command("random", .player, 1...1) { call throws(CommandError) in
      let isOn = try call.arguments.boolean(0)
      return try change(call) { $0.random = isOn }
    },
    Command("repeat", .player, 1...1) { call throws(CommandError) in
      let isOn = try call.arguments.boolean(0)
      return try change(call) { $0.repeats = isOn }
    },
    Command("replay_gain_mode", .player, 1...1) { call throws(CommandError) in
      guard let mode = PlaybackOptions.ReplayGainMode(rawValue: call.arguments[0]) else {
        throw .argument("Unrecognized replay gain mode")
      }
      return try change(call) { $0.replayGain = mode }
    },
    Command("replay_gain_status", .read, 0...0) { call throws(CommandError) in
      call.client.output.pair("replay_gain_mode", call.backend.transport.playback.options.replayGain.rawValue)
      return .done
    },
    Command("setvol", .player, 1...1) { call throws(CommandError) in
      let volume = try call.arguments.unsigned(0, maximum: 100)
      return try perform(.setVolume(volume), call)
    },
    Command("single", .player, 1...1) { call throws(CommandError) in
      let mode = try mode(call, named: "single")
      return try change(call) { $0.single = mode }
    },
    Command("volume", .player, 1...1) { call throws(CommandError) in
      let step = try call.arguments.integer(0, in: -100...100)
      return try perform(.changeVolume(by: step), call)
    },
  ]

  /// Further command: `[0|1]`; without a number the other way round.
  private static func mute(_ call: Call) throws(CommandError) -> Answer {
    let isMuted = call.backend.transport.playback.isMuted
    let answer = try perform(
      .setMuted(call.arguments.count > 0 ? call.arguments.boolean(0) : !isMuted), call)
    call.client.output.pair("muted", call.backend.transport.playback.isMuted)
    return answer
  }

  private static func mode(_ call: Call, named name: String) throws(CommandError) -> PlaybackOptions.Mode {
    guard let mode = PlaybackOptions.Mode(rawValue: call.arguments[0]) else {
      throw .argument("Unrecognized \(name) mode, expected 0, 1, or oneshot")
    }
    return mode
  }

  private static func change(_ call: Call, _ change: (inout PlaybackOptions) -> Void) throws(CommandError)
    -> Answer
  {
    var options = call.backend.transport.playback.options
    change(&options)
    return try perform(.setOptions(options), call)
  }

  private static func perform(_ command: TransportCommand, _ call: Call) throws(CommandError) -> Answer {
    try call.trying { () throws(Refusal) in try call.backend.transport.perform(command) }
    return .done
  }
}
