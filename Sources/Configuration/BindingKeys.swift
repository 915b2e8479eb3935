import Inputs
import Linux
import Player

/// The tables of the keys in `[key NAME]` and `[button NAME]`.
enum BindingKeys {
  static let key: [SettingKey<KeyBinding>] = gestures {
    $0.binding
  } write: {
    $0.binding = $1
  }

  static let button: [SettingKey<ButtonBinding>] =
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
      SettingKey("active", expected: SettingKeys.names(ButtonBinding.Active.self), effect: .now) {
        button, text in
        SettingKeys.assign(ButtonBinding.Active(rawValue: text)) { button.active = $0 }
      } values: {
        [$0.active.rawValue]
      },
      SettingKey("bias", expected: SettingKeys.names(ButtonBinding.Bias.self), effect: .now) { button, text in
        SettingKeys.assign(ButtonBinding.Bias(rawValue: text)) { button.bias = $0 }
      } values: {
        [$0.bias.rawValue]
      },
      SettingKey("debounce", expected: "jukebox or kernel", effect: .now) {
        switch $1 {
        case "jukebox": $0.debounce = .ours($0.debounce.time)
        case "kernel": $0.debounce = .kernel($0.debounce.time)
        default: return false
        }
        return true
      } values: {
        [$0.debounce.name]
      },
      SettingKey("debounce-ms", expected: "0 to 1000", effect: .now) {
        guard let number = SettingText.number($1, 0...1000) else { return false }
        switch $0.debounce {
        case .ours: $0.debounce = .ours(.milliseconds(number))
        case .kernel: $0.debounce = .kernel(.milliseconds(number))
        }
        return true
      } values: {
        ["\($0.debounce.time.wholeMilliseconds)"]
      },
    ]
    + gestures {
      $0.binding
    } write: {
      $0.binding = $1
    }

  private static func gestures<Target>(
    read: @escaping @Sendable (Target) -> Binding, write: @escaping @Sendable (inout Target, Binding) -> Void
  ) -> [SettingKey<Target>] {
    func action(
      _ name: String, get: @escaping @Sendable (Binding) -> Action?,
      set: @escaping @Sendable (inout Binding, Action) -> Void
    ) -> SettingKey<Target> {
      SettingKey(name, expected: Action.grammar, effect: .now) { target, text in
        guard let action = Action(text) else { return false }
        var binding = read(target)
        set(&binding, action)
        write(&target, binding)
        return true
      } values: {
        get(read($0)).map { [$0.description] } ?? []
      }
    }
    return [
      action("press") {
        $0.press
      } set: {
        $0.press = $1
      },
      action("hold") {
        $0.hold
      } set: {
        $0.hold = $1
      },
      action("double") {
        $0.double
      } set: {
        $0.double = $1
      },
      SettingKey("repeat-ms", expected: "20 to 10000, or off", effect: .now) { target, text in
        let number = SettingText.number(text, 20...10_000)
        guard text == "off" || number != nil else { return false }
        var binding = read(target)
        binding.repeatPeriod = number.map { .milliseconds($0) }
        write(&target, binding)
        return true
      } values: {
        [read($0).repeatPeriod.map { "\($0.wholeMilliseconds)" } ?? "off"]
      },
    ]
  }
}

extension ButtonBinding.Debounce {
  fileprivate var time: Duration {
    switch self {
    case .ours(let time), .kernel(let time): time
    }
  }

  fileprivate var name: String {
    switch self {
    case .ours: "jukebox"
    case .kernel: "kernel"
    }
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int64 { nanoseconds / 1_000_000 }
}
