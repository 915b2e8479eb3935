/// The tables of the keys in `[key NAME]` and `[button NAME]`.
enum BindingKeys {
  static let key: [SettingKey<KeySettings>] = gestures(of: \.gestures)

  static let button: [SettingKey<ButtonSettings>] =
    [
      SettingKey("chip", expected: "a GPIO chip's name, path or label", effect: .now) {
        guard !$1.isEmpty else { return false }
        $0.chip = $1
        return true
      } values: {
        [$0.chip]
      },
      SettingKey("line", expected: "a line's number on the chip, or its name", effect: .now) {
        guard !$1.isEmpty else { return false }
        $0.line = $1
        return true
      } values: {
        [$0.line]
      },
      SettingKey("active", expected: SettingKeys.names(ButtonSettings.ActiveLevel.self), effect: .now) {
        button, text in
        SettingKeys.assign(ButtonSettings.ActiveLevel(rawValue: text)) { button.active = $0 }
      } values: {
        [$0.active.rawValue]
      },
      SettingKey("bias", expected: SettingKeys.names(ButtonSettings.Bias.self), effect: .now) {
        button, text in
        SettingKeys.assign(ButtonSettings.Bias(rawValue: text)) { button.bias = $0 }
      } values: {
        [$0.bias.rawValue]
      },
      SettingKey("debounce", expected: SettingKeys.names(ButtonSettings.Debounce.self), effect: .now) {
        button, text in
        SettingKeys.assign(ButtonSettings.Debounce(rawValue: text)) { button.debounce = $0 }
      } values: {
        [$0.debounce.rawValue]
      },
      SettingKey("debounce-ms", expected: "0 to 1000", effect: .now) { button, text in
        SettingKeys.assign(SettingText.number(text, 0...1000)) { button.debounceMilliseconds = $0 }
      } values: {
        ["\($0.debounceMilliseconds)"]
      },
    ] + gestures(of: \.gestures)

  private static func gestures<Target>(
    of gestures: any WritableKeyPath<Target, GestureSettings> & Sendable
  ) -> [SettingKey<Target>] {
    func action(
      _ name: String, _ action: any WritableKeyPath<GestureSettings, String?> & Sendable
    ) -> SettingKey<Target> {
      SettingKey(name, expected: ActionText.expected, effect: .now) { target, text in
        guard ActionText.isValid(text) else { return false }
        target[keyPath: gestures][keyPath: action] = text
        return true
      } values: {
        $0[keyPath: gestures][keyPath: action].map { [$0] } ?? []
      }
    }
    return [
      action("press", \.press), action("hold", \.hold), action("double", \.double),
      SettingKey("hold-ms", expected: "100 to 10000", effect: .now) { target, text in
        SettingKeys.assign(SettingText.number(text, 100...10_000)) {
          target[keyPath: gestures].holdMilliseconds = $0
        }
      } values: {
        ["\($0[keyPath: gestures].holdMilliseconds)"]
      },
      SettingKey("repeat-ms", expected: "20 to 10000, or off", effect: .now) { target, text in
        let time = SettingText.number(text, 20...10_000)
        guard text == "off" || time != nil else { return false }
        target[keyPath: gestures].repeatMilliseconds = time
        return true
      } values: {
        [$0[keyPath: gestures].repeatMilliseconds.map { "\($0)" } ?? "off"]
      },
    ]
  }
}
