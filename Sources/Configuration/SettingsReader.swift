import Inputs

/// Lays what an INI file says over the defaults.
struct SettingsReader {
  static let maximumKeys = 256
  static let maximumButtons = 64

  private let file: String
  private var settings: Settings
  /// The first line of each section and key seen.
  private var seen: [String: Int] = [:]

  init(file: String, defaults: Settings) {
    self.file = file
    settings = defaults
  }

  mutating func read(_ ini: IniFile) throws(ConfigurationError) -> Settings {
    for section in ini.sections {
      let words = section.name.split(separator: " ", maxSplits: 1).map(String.init)
      switch (words.first, words.dropFirst().first) {
      case ("key", let name?): try readKey(section, name)
      case ("button", let name?): try readButton(section, name)
      default:
        guard let known = SettingKeys.sections.first(where: { $0.name == section.name }) else {
          throw unknownSection(section)
        }
        var changed = settings
        try read(section, as: known.keys, of: section.name, into: &changed)
        settings = changed
      }
    }
    return settings
  }

  private mutating func readKey(_ section: IniSection, _ name: String) throws(ConfigurationError) {
    guard settings.inputs.keys.count < Self.maximumKeys else {
      throw error(section.line, "too many keys", expected: "at most \(Self.maximumKeys)")
    }
    guard let code = KeyCode(name: name) else {
      throw error(
        section.line, "there is no key \(name)",
        expected: "a name of linux/input-event-codes.h, such as KEY_PLAYPAUSE")
    }
    try checkOnce("[\(section.name)]", line: section.line)
    var key = KeyBinding(code)
    try read(section, as: BindingKeys.key, of: section.name, into: &key)
    settings.inputs.keys.append(key)
  }

  private mutating func readButton(_ section: IniSection, _ name: String) throws(ConfigurationError) {
    try checkOnce("[\(section.name)]", line: section.line)
    guard settings.inputs.buttons.count < Self.maximumButtons else {
      throw error(section.line, "too many buttons", expected: "at most \(Self.maximumButtons)")
    }
    var button = ButtonBinding(name: name, line: "", binding: Binding())
    try read(section, as: BindingKeys.button, of: section.name, into: &button)
    guard !button.line.isEmpty else {
      throw error(section.line, "[\(section.name)] has no line", expected: "`line = ` with the GPIO line")
    }
    guard !button.binding.isEmpty else {
      throw error(section.line, "[\(section.name)] does nothing", expected: "press, hold or double")
    }
    if let other = settings.inputs.buttons.first(where: { $0.chip == button.chip && $0.line == button.line })
    {
      throw error(
        section.line, "[button \(other.name)] has line \(button.line) of \(button.chip) already",
        expected: "one button per line")
    }
    settings.inputs.buttons.append(button)
  }

  private mutating func read<Target>(
    _ section: IniSection, as keys: [SettingKey<Target>], of name: String, into target: inout Target
  ) throws(ConfigurationError) {
    for entry in section.entries {
      guard let key = keys.first(where: { $0.name == entry.name }) else {
        throw error(
          entry.line, "[\(name)] has no key \(entry.name)",
          expected: "one of \(keys.map(\.name).joined(separator: ", "))")
      }
      if !key.isRepeatable { try checkOnce("[\(name)] \(key.name)", line: entry.line) }
      guard SettingText.isWritable(entry.value), key.set(&target, entry.value) else {
        throw error(entry.line, "\(key.name) = \(entry.value)", expected: key.expected)
      }
    }
  }

  private mutating func checkOnce(_ what: String, line: Int) throws(ConfigurationError) {
    if let first = seen.updateValue(line, forKey: what) {
      throw error(line, "\(what) stands in line \(first) already", expected: "it once")
    }
  }

  private func unknownSection(_ section: IniSection) -> ConfigurationError {
    if section.name.isEmpty {
      return error(
        section.line, "a setting stands above the first heading", expected: "a [section] before it")
    }
    let known = SettingKeys.sections.map { "[\($0.name)]" } + ["[key NAME]", "[button NAME]"]
    return error(
      section.line, "there is no section [\(section.name)]",
      expected: "one of \(known.joined(separator: ", "))")
  }

  private func error(_ line: Int, _ problem: String, expected: String) -> ConfigurationError {
    ConfigurationError(.file(file, line: line), problem, expected: expected)
  }
}
