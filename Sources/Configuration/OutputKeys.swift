/// The table of the keys in `[output NAME]`.
enum OutputKeys {
  static let output: [SettingKey<OutputSettings>] = [
    SettingKey("type", expected: SettingKeys.names(OutputSettings.Kind.self), effect: .atNextStart) {
      output, text in
      SettingKeys.assign(OutputSettings.Kind(rawValue: text)) { output.kind = $0 }
    } values: {
      $0.kind.map { [$0.rawValue] } ?? []
    },
    SettingKey("path", expected: "an absolute path", effect: .atNextStart) {
      guard SettingText.isAbsolute($1) else { return false }
      $0.path = $1
      return true
    } values: {
      $0.path.map { [$0] } ?? []
    },
    SettingKey(
      "format", expected: "RATE:BITS:2, such as 44100:16:2, with 16, 24 or 32 bits", effect: .atNextStart
    ) { output, text in
      SettingKeys.assign(OutputFormat(text)) { output.format = $0 }
    } values: {
      [$0.format.description]
    },
    SettingKey("listen", expected: "HOST:PORT, such as 0.0.0.0:8000", effect: .atNextStart) { output, text in
      SettingKeys.assign(NetworkAddress(text)) { output.listen = $0 }
    } values: {
      $0.listen.map { [$0.description] } ?? []
    },
    SettingKey("clients", expected: "1 to 32", effect: .atNextStart) { output, text in
      SettingKeys.assign(SettingText.number(text, 1...32)) { output.clients = $0 }
    } values: {
      ["\($0.clients)"]
    },
  ]
}
