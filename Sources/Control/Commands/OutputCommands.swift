/// The audio outputs.
enum OutputCommands {
  static let list: [Command] = [
    Command("disableoutput", .admin, 1...1) { call throws(CommandError) in try set(call, enabled: false) },
    Command("enableoutput", .admin, 1...1) { call throws(CommandError) in try set(call, enabled: true) },
    Command("outputs", .read, 0...0) { call throws(CommandError) in
      for (number, output) in call.backend.outputs.outputs.enumerated() {
        call.client.output.pair("outputid", number)
        call.client.output.pair("outputname", output.name)
        call.client.output.pair("plugin", output.plugin)
        call.client.output.pair("outputenabled", output.isEnabled)
      }
      return .done
    },
    Command("toggleoutput", .admin, 1...1) { call throws(CommandError) in try set(call, enabled: nil) },
  ]

  private static func set(_ call: Call, enabled: Bool?) throws(CommandError) -> Answer {
    let number = try call.arguments.unsigned(0)
    guard call.backend.outputs.outputs.indices.contains(number) else {
      throw Refusal.noSuchOutput.commandError
    }
    try call.trying { () throws(Refusal) in try call.backend.outputs.setOutput(number, enabled: enabled) }
    return .done
  }
}
