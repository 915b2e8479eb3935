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
    try checkOnce("[\(section.name)]", line: section.line)
    guard settings.inputs.keys.count < Self.maximumKeys else {
      throw error(section.line, "too many keys", expected: "at most \(Self.maximumKeys)")
    }
    guard KeyName.isValid(name) else {
      throw error(section.line, "there is no key \(name)", expected: KeyName.expected)
    }
    var key = KeySettings(name: name)
    try read(section, as: BindingKeys.key, of: section.name, into: &key)
    try check(key.gestures, of: section)
    settings.inputs.keys.append(key)
  }

  private mutating func readButton(_ section: IniSection, _ name: String) throws(ConfigurationError) {
    try checkOnce("[\(section.name)]", line: section.line)
    guard settings.inputs.buttons.count < Self.maximumButtons else {
      throw error(section.line, "too many buttons", expected: "at most \(Self.maximumButtons)")
    }
    var button = ButtonSettings(name: name)
    try read(section, as: BindingKeys.button, of: section.name, into: &button)
    guard !button.line.isEmpty else {
      throw error(section.line, "[\(section.name)] has no line", expected: "`line = ` with the GPIO line")
    }
    if let other = settings.inputs.buttons.first(where: { $0.chip == button.chip && $0.line == button.line })
    {
      throw error(
        section.line, "[button \(other.name)] has line \(button.line) of \(button.chip) already",
        expected: "one button per line")
    }
    try check(button.gestures, of: section)
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

  private func check(_ gestures: GestureSettings, of section: IniSection) throws(ConfigurationError) {
    guard gestures.press != nil || gestures.hold != nil || gestures.double != nil else {
      throw error(section.line, "[\(section.name)] does nothing", expected: "press, hold or double")
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
