import Inputs
import Linux
import Model

/// The tables of the keys in `[key NAME]`, `[button NAME]`, `[chord NAME]`, `[encoder NAME]` and `[led NAME]`.
enum BindingKeys {
  static let key: [SettingKey<KeyBinding>] = gestures {
    $0.binding
  } write: {
    $0.binding = $1
  }

  static let button: [SettingKey<ButtonBinding>] =
    line(\.address) + inputLevels(\.active, \.bias) + [
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

  static let maximumChordButtons = 8

  static let chord: [SettingKey<ChordBinding>] =
    [
      SettingKey(
        "button", expected: "the name of a [button NAME], once per button, 2 to \(maximumChordButtons) times",
        effect: .now, isRepeatable: true
      ) {
        guard !$1.isEmpty, $0.buttons.count < maximumChordButtons, !$0.buttons.contains($1) else {
          return false
        }
        $0.buttons.append($1)
        return true
      } values: {
        $0.buttons
      },
      SettingKey("window-ms", expected: "10 to 1000", effect: .now) { chord, text in
        SettingKeys.assign(SettingText.number(text, 10...1000)) { chord.window = .milliseconds($0) }
      } values: {
        ["\($0.window.wholeMilliseconds)"]
      },
    ]
    + gestures {
      $0.binding
    } write: {
      $0.binding = $1
    }

  static let encoder: [SettingKey<EncoderBinding>] =
    [
      word("chip", chipWords, \.chip), word("a", lineWords, \.a), word("b", lineWords, \.b),
    ] + inputLevels(\.active, \.bias) + [
      SettingKey("changes-per-click", expected: "4, 2 or 1", effect: .now) {
        guard let number = SettingText.number($1, 1...4), number != 3 else { return false }
        $0.changesPerStep = number
        return true
      } values: {
        ["\($0.changesPerStep)"]
      },
      action("clockwise") {
        $0.clockwise
      } set: {
        $0.clockwise = $1
      },
      action("counter-clockwise") {
        $0.counterclockwise
      } set: {
        $0.counterclockwise = $1
      },
    ]

  static let led: [SettingKey<LEDBinding>] =
    line(\.address) + [
      level(\.active), signs("steady", \.steady), signs("blink", \.blink),
      SettingKey("blink-ms", expected: "50 to 10000", effect: .now) { led, text in
        SettingKeys.assign(SettingText.number(text, 50...10_000)) { led.blinkTime = .milliseconds($0) }
      } values: {
        ["\($0.blinkTime.wholeMilliseconds)"]
      },
    ]

  // MARK: Shared parts

  private typealias Place<Target, Value> = any WritableKeyPath<Target, Value> & Sendable

  private static let chipWords = "a GPIO chip's name, path or label"
  private static let lineWords = "a line's number on the chip, or its name"

  private static func word<Target>(
    _ name: String, _ expected: String, _ path: Place<Target, String>
  ) -> SettingKey<Target> {
    SettingKey(name, expected: expected, effect: .now) {
      guard !$1.isEmpty else { return false }
      $0[keyPath: path] = $1
      return true
    } values: {
      [$0[keyPath: path]]
    }
  }

  private static func line<Target>(
    _ path: Place<Target, LineAddress>
  ) -> [SettingKey<Target>] {
    [
      SettingKey("chip", expected: chipWords, effect: .now) {
        guard !$1.isEmpty else { return false }
        $0[keyPath: path].chip = $1
        return true
      } values: {
        [$0[keyPath: path].chip]
      },
      SettingKey("line", expected: lineWords, effect: .now) {
        guard !$1.isEmpty else { return false }
        $0[keyPath: path].line = $1
        return true
      } values: {
        [$0[keyPath: path].line]
      },
    ]
  }

  private static func level<Target>(
    _ path: Place<Target, ActiveLevel>
  ) -> SettingKey<Target> {
    SettingKey("active", expected: SettingKeys.names(ActiveLevel.self), effect: .now) { target, text in
      SettingKeys.assign(ActiveLevel(rawValue: text)) { target[keyPath: path] = $0 }
    } values: {
      [$0[keyPath: path].rawValue]
    }
  }

  private static func inputLevels<Target>(
    _ active: Place<Target, ActiveLevel>,
    _ bias: Place<Target, LineBias>
  ) -> [SettingKey<Target>] {
    [
      level(active),
      SettingKey("bias", expected: SettingKeys.names(LineBias.self), effect: .now) { target, text in
        SettingKeys.assign(LineBias(rawValue: text)) { target[keyPath: bias] = $0 }
      } values: {
        [$0[keyPath: bias].rawValue]
      },
    ]
  }

  private static func signs(
    _ name: String, _ path: Place<LEDBinding, [LEDSign]>
  ) -> SettingKey<LEDBinding> {
    SettingKey(
      name, expected: "\(SettingKeys.names(LEDSign.self)), each once", effect: .now, isRepeatable: true
    ) {
      guard let sign = LEDSign(rawValue: $1), !$0.steady.contains(sign), !$0.blink.contains(sign) else {
        return false
      }
      $0[keyPath: path].append(sign)
      return true
    } values: {
      $0[keyPath: path].map(\.rawValue)
    }
  }

  private static func action<Target>(
    _ name: String, get: @escaping @Sendable (Target) -> Action?,
    set: @escaping @Sendable (inout Target, Action) -> Void
  ) -> SettingKey<Target> {
    SettingKey(name, expected: Action.grammar, effect: .now) { target, text in
      guard let action = Action(text) else { return false }
      set(&target, action)
      return true
    } fault: { text in
      do throws(Action.Fault) {
        _ = try Action(reading: text)
        return nil
      } catch {
        return (error.problem, error.expected)
      }
    } values: {
      get($0).map { [$0.description] } ?? []
    }
  }

  private static func gestures<Target>(
    read: @escaping @Sendable (Target) -> Binding, write: @escaping @Sendable (inout Target, Binding) -> Void
  ) -> [SettingKey<Target>] {
    func gesture(_ name: String, _ path: Place<Binding, Action?>) -> SettingKey<Target> {
      action(name) {
        read($0)[keyPath: path]
      } set: {
        var binding = read($0)
        binding[keyPath: path] = $1
        write(&$0, binding)
      }
    }
    return [
      gesture("press", \.press), gesture("hold", \.hold), gesture("double", \.double),
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
