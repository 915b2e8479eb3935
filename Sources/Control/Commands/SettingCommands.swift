import Model

/// Further commands for the settings of the configuration that a household changes.
enum SettingCommands {
  static let list: [Command] = [
    Command("settings", .admin, 0...0) { call throws(CommandError) in
      call.wait(
        for: {
          call.backend.system.settings(completion: $0)
          return .done
        },
        then: { (settings) throws(CommandError) in call.writeAll(settings[...]) { write($0, call) } })
    },
    Command("settingset", .admin, 2...3) { call throws(CommandError) in
      let (section, key) = (call.arguments[0], call.arguments[1])
      return call.wait(
        for: {
          call.backend.system.set(key, in: section, to: call.arguments.optional(2), completion: $0)
          return .done
        },
        then: { (setting) throws(CommandError) in
          write(setting, call)
          return .done
        })
    },
  ]

  private static func write(_ setting: SettingReport, _ call: Call) {
    call.client.output.pair("setting", "\(setting.section) \(setting.key)")
    call.client.output.pair("value", setting.value)
    call.client.output.pair("usual", setting.usual)
    call.client.output.pair("expected", setting.expected)
    call.client.output.pair("effect", setting.isNow ? "now" : "restart")
    call.client.output.pair("place", setting.place ?? "")
  }
}
