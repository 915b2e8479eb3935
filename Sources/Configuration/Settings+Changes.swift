import Inputs

extension Settings {
  /// Differences to `other` in the order of the tables, to apply when the configuration is read again. A key, button,
  /// chord, encoder or LED that came, went or changed is one change.
  public func changes(to other: Settings) -> [SettingChange] {
    var changes: [SettingChange] = []
    for section in SettingKeys.sections {
      for key in section.keys where key.values(self) != key.values(other) {
        changes.append(SettingChange(setting: "[\(section.name)] \(key.name)", effect: key.effect))
      }
    }
    changes += Self.changes("output", outputs, other.outputs, \.name, effect: .atNextStart)
    changes += Self.changes("key", inputs.keys, other.inputs.keys, \.code.name)
    changes += Self.changes("button", inputs.buttons, other.inputs.buttons, \.name)
    changes += Self.changes("chord", inputs.chords, other.inputs.chords, \.name)
    changes += Self.changes("encoder", inputs.encoders, other.inputs.encoders, \.name)
    changes += Self.changes("led", inputs.leds, other.inputs.leds, \.name)
    changes += Self.changes("reader", inputs.readers, other.inputs.readers, \.name)
    return changes
  }

  private static func changes<Binding: Hashable>(
    _ kind: String, _ old: [Binding], _ new: [Binding], _ name: (Binding) -> String,
    effect: SettingEffect = .now
  ) -> [SettingChange] {
    let names = new.map(name) + old.map(name).filter { name1 in !new.contains { name($0) == name1 } }
    return names.filter { each in old.first { name($0) == each } != new.first { name($0) == each } }
      .map { SettingChange(setting: "[\(kind) \($0)]", effect: effect) }
  }
}
