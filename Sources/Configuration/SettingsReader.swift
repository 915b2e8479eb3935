import Inputs

/// Lays what an INI file says over the defaults.
struct SettingsReader {
  private let file: String
  var settings: Settings
  /// The first line of each section and key seen.
  private var seen: [String: Int] = [:]
  /// The GPIO lines in use, and by which section.
  var lineUses: [(address: LineAddress, section: String)] = []

  init(file: String, defaults: Settings) {
    self.file = file
    settings = defaults
  }

  mutating func read(_ ini: IniFile) throws(ConfigurationError) -> Settings {
    for section in ini.sections {
      switch Self.words(of: section) {
      case ("output", let name?): try readOutput(section, name)
      case ("key", let name?): try readKey(section, name)
      case ("button", let name?): try readButton(section, name)
      case ("chord", let name?): try readChord(section, name)
      case ("encoder", let name?): try readEncoder(section, name)
      case ("led", let name?): try readLED(section, name)
      default:
        guard let known = SettingKeys.sections.first(where: { $0.name == section.name }) else {
          throw unknownSection(section)
        }
        var changed = settings
        try read(section, as: known.keys, of: section.name, into: &changed)
        settings = changed
      }
    }
    try checkButtonsAndChords(ini)
    return settings
  }

  static let maximumOutputs = 8

  private mutating func readOutput(_ section: IniSection, _ name: String) throws(ConfigurationError) {
    try checkOnce("[\(section.name)]", line: section.line)
    try checkCount(section, settings.outputs.count, Self.maximumOutputs, "outputs")
    var output = OutputSettings(name: name)
    try read(section, as: OutputKeys.output, of: section.name, into: &output)
    let needed: String? =
      switch output.kind {
      case nil: "type"
      case .pipe where output.path == nil: "path"
      case .http where output.listen == nil: "listen"
      default: nil
      }
    if let needed, let key = OutputKeys.output.first(where: { $0.name == needed }) {
      throw error(
        section.line, "[\(section.name)] has no \(needed)", expected: "`\(needed) = ` with \(key.expected)")
    }
    if output.kind == .http, output.format.bits == 32 {
      throw error(
        section.line, "[\(section.name)] has format = \(output.format), which FLAC cannot hold",
        expected: "16 or 24 bits")
    }
    let place = output.place
    if let other = settings.outputs.first(where: { $0.place == place }) {
      throw error(
        section.line, "[\(section.name)] has \(place.key) = \(place.value), as has [output \(other.name)]",
        expected: "another \(place.key)")
    }
    settings.outputs.append(output)
  }

  /// Of `[button next]`: button and next.
  static func words(of section: IniSection) -> (kind: String, name: String?) {
    let words = section.name.split(separator: " ", maxSplits: 1).map(String.init)
    return (words.first ?? "", words.dropFirst().first)
  }

  mutating func read<Target>(
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
        let fault = key.fault(entry.value)
        throw error(
          entry.line, "\(key.name) = \(entry.value)" + (fault.map { ": \($0.problem)" } ?? ""),
          expected: fault?.expected ?? key.expected)
      }
    }
  }

  mutating func checkOnce(_ what: String, line: Int) throws(ConfigurationError) {
    if let first = seen.updateValue(line, forKey: what) {
      throw error(line, "\(what) is already set in line \(first)", expected: "it once")
    }
  }

  func checkCount(
    _ section: IniSection, _ count: Int, _ limit: Int, _ what: String
  ) throws(ConfigurationError) {
    if count >= limit { throw error(section.line, "too many \(what)", expected: "at most \(limit)") }
  }

  private func unknownSection(_ section: IniSection) -> ConfigurationError {
    if section.name.isEmpty {
      return error(
        section.line, "a setting before the first section", expected: "a [section] before it")
    }
    let known =
      SettingKeys.sections.map { "[\($0.name)]" }
      + ["output", "key", "button", "chord", "encoder", "led"].map { "[\($0) NAME]" }
    return error(
      section.line, "there is no section [\(section.name)]",
      expected: "one of \(known.joined(separator: ", "))")
  }

  func error(_ line: Int, _ problem: String, expected: String) -> ConfigurationError {
    ConfigurationError(.file(file, line: line), problem, expected: expected)
  }
}
