import Model

/// Updates of the card image: further commands.
enum UpgradeCommands {
  static let list: [Command] = [
    Command("upgrade", .admin, 0...2) { call throws(CommandError) in
      let words = (0..<call.arguments.count).map { call.arguments[$0] }
      switch (words.first, words.count) {
      case (nil, _): return state(call)
      case ("find", 1): return find(call)
      case ("back", 1): return back(call)
      case ("install", 2): return try install(words[1], call)
      case ("restart", 1):
        try call.trying { () throws(Refusal) in try call.backend.system.restartMachine() }
        return .done
      default:
        throw .argument(
          "Expected upgrade, upgrade find, upgrade install SOURCE, upgrade back or upgrade restart")
      }
    }
  ]

  private static func state(_ call: Call) -> Answer {
    let report = call.backend.system.upgrade
    call.client.output.pair("version", ProgramVersion.current)
    call.client.output.pair("image", report == nil ? 0 : 1)
    guard let report else { return .done }
    call.client.output.pair("state", report.state.rawValue)
    guard report.state != .none else { return .done }
    if let source = report.source { call.client.output.pair("source", source) }
    call.client.output.pair("percent", report.percent)
    call.client.output.pair("text", report.text)
    if let reason = report.reason { call.client.output.pair("reason", reason) }
    return .done
  }

  private static func find(_ call: Call) -> Answer {
    call.wait(
      for: { (completion: @escaping Completion<FoundUpgrades>) in
        call.backend.system.findUpgrades(completion: completion)
        return .done
      },
      then: { (found: FoundUpgrades) throws(CommandError) in
        call.client.output.pair("back", found.hasFailed ? 1 : 0)
        call.client.output.pair("waiting", found.isWaiting ? 1 : 0)
        if let other = found.other { call.client.output.pair("other", other) }
        for file in found.files { call.client.output.pair("file", file) }
        return .done
      })
  }

  private static func back(_ call: Call) -> Answer {
    call.wait(
      for: { (completion: @escaping Completion<String>) in
        call.backend.system.revertUpgrade(completion: completion)
        return .done
      },
      then: { (version: String) throws(CommandError) in
        call.client.output.pair("version", version)
        return .done
      })
  }

  private static func install(_ source: String, _ call: Call) throws(CommandError) -> Answer {
    guard ["/", "http://", "https://"].contains(where: { source.hasPrefix($0) }),
      !source.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 })
    else { throw .argument("A path that begins with / or an http address expected: \(source)") }
    try call.trying { () throws(Refusal) in try call.backend.system.installUpgrade(from: source) }
    return .done
  }
}
