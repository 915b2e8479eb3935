import Model

/// The audio outputs.
enum OutputCommands {
  static let list: [Command] = [
    Command("disableoutput", .admin, 1...1) { call throws(CommandError) in try set(call, enabled: false) },
    Command("enableoutput", .admin, 1...1) { call throws(CommandError) in try set(call, enabled: true) },
    Command("moveoutput", .admin, 1...1) { call throws(CommandError) in
      // There is no other partition that it could come from.
      guard call.backend.playback.outputs.contains(where: { $0.name == call.arguments[0] }) else {
        throw CommandError(.noExist, "No such output")
      }
      return .done
    },
    Command("outputset", .admin, 3...3) { call throws(CommandError) in
      let number = try output(call)
      guard !call.arguments[1].isEmpty else { throw .argument("Illegal attribute name") }
      guard call.arguments[1] == "volume", call.backend.playback.outputs[number].volume != nil else {
        throw .argument("Unsupported attribute")
      }
      let volume = try call.arguments.unsigned(2)
      guard volume <= 100 else { throw .argument("Invalid volume value") }
      try call.trying { () throws(Refusal) in try call.backend.playback.setOutput(number, volume: volume) }
      return .done
    },
    Command("outputs", .read, 0...0) { call throws(CommandError) in
      for (number, output) in call.backend.playback.outputs.enumerated() {
        call.client.output.pair("outputid", number)
        call.client.output.pair("outputname", output.name)
        call.client.output.pair("plugin", output.plugin)
        call.client.output.pair("outputenabled", output.isEnabled)
        if let volume = output.volume { call.client.output.pair("attribute", "volume=\(volume)") }
      }
      return .done
    },
    Command("toggleoutput", .admin, 1...1) { call throws(CommandError) in try set(call, enabled: nil) },
  ]

  private static func set(_ call: Call, enabled: Bool?) throws(CommandError) -> Answer {
    let number = try output(call)
    try call.trying { () throws(Refusal) in try call.backend.playback.setOutput(number, enabled: enabled) }
    return .done
  }

  /// The number of an output that there is.
  private static func output(_ call: Call) throws(CommandError) -> Int {
    let number = try call.arguments.unsigned(0)
    guard call.backend.playback.outputs.indices.contains(number) else {
      throw Refusal.noSuchOutput.commandError
    }
    return number
  }
}
