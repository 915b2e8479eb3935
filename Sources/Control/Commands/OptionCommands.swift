import Model

/// Modes, volume, and the settings of transitions and loudness.
enum OptionCommands {
  static let list: [Command] = [
    Command("consume", .player, 1...1) { call throws(CommandError) in
      try call.perform(.setConsume(mode(call, named: "consume")))
    },
    Command("crossfade", .player, 1...1) { call throws(CommandError) in
      try call.perform(.setCrossfade(seconds: UInt32(clamping: call.arguments.unsigned(0))))
    },
    Command("getvol", .read, 0...0) { call throws(CommandError) in
      let status = call.backend.playback.status
      call.client.output.pair("volume", status.isMuted ? 0 : status.volume)
      return .done
    },
    Command("mixrampdb", .player, 1...1) { call throws(CommandError) in
      let decibels = try call.arguments.float(0)
      guard decibels.isFinite else { throw .argument("Float expected: \(decibels)") }
      return try call.perform(.setMixRampDecibels(decibels))
    },
    Command("mixrampdelay", .player, 1...1) { call throws(CommandError) in
      let seconds = try call.arguments.float(0)
      return try call.perform(.setMixRampDelay(seconds: seconds.isNaN ? nil : seconds))
    },
    Command("mute", .player, 0...1, mute),
    Command("random", .player, 1...1) { call throws(CommandError) in
      if call.arguments[0] == "albums" { return try call.perform(.setRandomAlbums) }
      return try call.perform(.setRandom(call.arguments.boolean(0)))
    },
    Command("repeat", .player, 1...1) { call throws(CommandError) in
      try call.perform(.setRepeat(call.arguments.boolean(0)))
    },
    Command("replay_gain_mode", .player, 1...1) { call throws(CommandError) in
      guard let mode = ReplayGainMode(rawValue: call.arguments[0]) else {
        throw .argument("Unrecognized replay gain mode")
      }
      return try call.perform(.setReplayGain(mode))
    },
    Command("replay_gain_status", .read, 0...0) { call throws(CommandError) in
      call.client.output.pair("replay_gain_mode", call.backend.playback.status.modes.replayGain.rawValue)
      return .done
    },
    Command("setvol", .player, 1...1) { call throws(CommandError) in
      let volume = try call.arguments.unsigned(0, maximum: 100)
      return try call.perform(.setVolume(volume))
    },
    Command("single", .player, 1...1) { call throws(CommandError) in
      try call.perform(.setSingle(mode(call, named: "single")))
    },
    Command("volume", .player, 1...1) { call throws(CommandError) in
      let step = try call.arguments.integer(0, in: -100...100)
      return try call.perform(.changeVolume(by: step))
    },
  ]

  /// Further command: `[0|1]`; without a number the other way round.
  private static func mute(_ call: Call) throws(CommandError) -> Answer {
    let isMuted = call.backend.playback.status.isMuted
    let answer = try call.perform(
      .setMuted(call.arguments.count > 0 ? call.arguments.boolean(0) : !isMuted))
    call.client.output.pair("muted", call.backend.playback.status.isMuted)
    return answer
  }

  private static func mode(_ call: Call, named name: String) throws(CommandError) -> ModeSwitch {
    guard let mode = ModeSwitch(rawValue: call.arguments[0]) else {
      throw .argument("Unrecognized \(name) mode, expected 0, 1, or oneshot")
    }
    return mode
  }
}
