import Inputs
import Linux
import Model

/// The tables of the keys in `[key NAME]`, `[button NAME]`, `[chord NAME]`, `[encoder NAME]`, `[led NAME]`
/// and `[reader NAME]`.
enum BindingKeys {
  static let key: [SettingKey<KeyBinding>] = gestures(\.binding, \.binding.repeatPeriod)

  static let button: [SettingKey<ButtonBinding>] =
    line(\.address.chip, \.address.line) + inputLevels(\.active, \.bias) + [
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
      SettingKey("debounce-ms", \.debounce.time, .milliseconds(0...1000), .now),
    ]
    + gestures(\.binding, \.binding.repeatPeriod)

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
      SettingKey("window-ms", \.window, .milliseconds(10...1000), .now),
    ]
    + gestures(\.binding, \.binding.repeatPeriod)

  static let encoder: [SettingKey<EncoderBinding>] =
    [
      word("chip", chipWords, \.chip), word("a", lineWords, \.a), word("b", lineWords, \.b),
    ] + inputLevels(\.active, \.bias) + [
      SettingKey(
        "changes-per-click", \.changesPerStep,
        .described("4, 2 or 1") { text in [4, 2, 1].first { text == "\($0)" } }, .now),
      whenLocked(get: { $0.isWhenLocked }, set: { $0.isWhenLocked = $1 }),
      action("clockwise", get: { $0.clockwise }, set: { $0.clockwise = $1 }),
      action("counter-clockwise", get: { $0.counterclockwise }, set: { $0.counterclockwise = $1 }),
    ]

  static let led: [SettingKey<LEDBinding>] =
    line(\.address.chip, \.address.line) + [
      level(\.active), signs("steady", \.steady), signs("blink", \.blink),
      SettingKey("blink-ms", \.blinkTime, .milliseconds(50...10_000), .now),
    ]

  static let reader: [SettingKey<ReaderBinding>] = [
    SettingKey("type", \.kind, .choice, .now),
    SettingKey(
      "device", expected: "the name of an input device as /proc/bus/input/devices shows it, or a device file",
      effect: .now
    ) {
      $0.device = $1
      return !$1.isEmpty
    } values: {
      // A PC/SC reader needs none.
      $0.device.isEmpty ? [] : [$0.device]
    },
    SettingKey("reset", ifAny: \.reset, .text(lineWords), .now),
    SettingKey("again", ifAny: \.again, .choice, .now), SettingKey("away", ifAny: \.away, .choice, .now),
    SettingKey("away-ms", \.awayDelay, .milliseconds(0...10_000), .now),
    SettingKey("presence", ifAny: \.presence, .text(lineWords), .now),
    SettingKey("back-minutes", \.backTime, .minutes(0...1440), .now),
    SettingKey("needs-card", \.needsCard, .onOrOff, .now),
    SettingKey("unbound", ifAny: \.unbound, .choice, .now),
  ]

  // MARK: Shared parts

  private typealias Place<Target, Value> = any WritableKeyPath<Target, Value> & Sendable

  private static let chipWords = "a GPIO chip's name, path or label"
  private static let lineWords = "a line's number on the chip, or its name"

  private static func word<Target>(
    _ name: String, _ expected: String, _ path: Place<Target, String>
  ) -> SettingKey<Target> {
    SettingKey(name, path, .text(expected), .now)
  }

  private static func line<Target>(
    _ chip: Place<Target, String>, _ line: Place<Target, String>
  ) -> [SettingKey<Target>] {
    [word("chip", chipWords, chip), word("line", lineWords, line)]
  }

  private static func level<Target>(_ path: Place<Target, ActiveLevel>) -> SettingKey<Target> {
    SettingKey("active", path, .choice, .now)
  }

  private static func inputLevels<Target>(
    _ active: Place<Target, ActiveLevel>, _ bias: Place<Target, LineBias>
  ) -> [SettingKey<Target>] {
    [level(active), SettingKey("bias", bias, .choice, .now)]
  }

  private static func signs(
    _ name: String, _ path: Place<LEDBinding, [LEDSign]>
  ) -> SettingKey<LEDBinding> {
    SettingKey(
      name, expected: "\(SettingForm<LEDSign>.choice.expected), each once", effect: .now, isRepeatable: true
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

  private static func whenLocked<Target>(
    get: @escaping @Sendable (Target) -> Bool, set: @escaping @Sendable (inout Target, Bool) -> Void
  ) -> SettingKey<Target> {
    SettingKey("when-locked", expected: "yes or no", effect: .now) {
      guard let value = ["yes": true, "no": false][$1] else { return false }
      set(&$0, value)
      return true
    } values: {
      [get($0) ? "yes" : "no"]
    }
  }

  private static func gestures<Target>(
    _ binding: Place<Target, Binding>, _ period: Place<Target, Duration?>
  ) -> [SettingKey<Target>] {
    func gesture(_ name: String, _ path: Place<Binding, Action?>) -> SettingKey<Target> {
      action(
        name, get: { $0[keyPath: binding][keyPath: path] }, set: { $0[keyPath: binding][keyPath: path] = $1 })
    }
    return [
      gesture("press", \.press), gesture("hold", \.hold), gesture("double", \.double),
      SettingKey("repeat-ms", period, SettingForm.milliseconds(20...10_000).or("off"), .now),
      whenLocked(get: { $0[keyPath: binding].isWhenLocked }, set: { $0[keyPath: binding].isWhenLocked = $1 }),
    ]
  }
}

extension ButtonBinding.Debounce {
  fileprivate var time: Duration {
    get {
      switch self {
      case .ours(let time), .kernel(let time): time
      }
    }
    set {
      switch self {
      case .ours: self = .ours(newValue)
      case .kernel: self = .kernel(newValue)
      }
    }
  }

  fileprivate var name: String {
    switch self {
    case .ours: "jukebox"
    case .kernel: "kernel"
    }
  }
}
