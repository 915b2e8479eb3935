import Model

/// The further command about the Wi-Fi of the card image.
enum NetworkCommands {
  static let list: [Command] = [
    Command("network", .control, 0...3) { call throws(CommandError) in
      let count = call.arguments.count
      guard count > 0 else { return report(call) }
      guard count > 1, call.arguments[0] == "join" else {
        throw .argument("Expected network or network join NAME [PASSWORD]")
      }
      do throws(Refusal) {
        try call.backend.system.join(
          network: call.arguments[1], password: count > 2 ? call.arguments[2] : "")
      } catch {
        throw error.commandError
      }
      return .done
    }
  ]

  private static func report(_ call: Call) -> Answer {
    guard let report = call.backend.system.network else { return .done }
    call.client.output.pair("state", report.state)
    call.client.output.pair("hotspot", report.hotspot)
    call.client.output.pair("name", report.name)
    call.client.output.pair("error", report.error)
    for name in report.seen { call.client.output.pair("seen", name) }
    return .done
  }
}
