import Inputs

/// Lays what an INI file says over the defaults.
struct SettingsReader {
  private let file: String
  var settings: Settings
  /// The first line of each section and key seen.
  private var seen: [String: Int] = [:]
  private var faults: [ConfigurationError.Fault] = []
  /// The GPIO lines in use, and by which section.
  var lineUses: [(address: LineAddress, section: String)] = []

  init(file: String, defaults: Settings) {
    self.file = file
    settings = defaults
  }

  /// - Throws: all mistakes of the file; `settings` has its other lines then.
  mutating func read(_ ini: IniFile) throws(ConfigurationError) -> Settings {
    faults = ini.faults
    for section in ini.sections {
      do throws(ConfigurationError) {
        try read(section)
      } catch {
        faults += error.faults
      }
    }
    for fault in faultsOfButtonsAndChords(ini) { faults += fault.faults }
    if let error = ConfigurationError(faults.sorted { $0.line < $1.line }) { throw error }
    return settings
  }

  private mutating func read(_ section: IniSection) throws(ConfigurationError) {
    switch Self.words(of: section) {
    case ("output", let name?): try readOutput(section, name)
    case ("key", let name?): try readKey(section, name)
    case ("button", let name?): try readButton(section, name)
    case ("chord", let name?): try readChord(section, name)
    case ("encoder", let name?): try readEncoder(section, name)
    case ("led", let name?): try readLED(section, name)
    case ("reader", let name?): try readReader(section, name)
    default:
      guard let known = SettingKeys.sections.first(where: { $0.name == section.name }) else {
        throw unknownSection(section)
      }
      var changed = settings
      defer { settings = changed }
      try read(section, as: known.keys, of: section.name, into: &changed)
    }
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

  /// Splits `[button next]` into button and next.
  static func words(of section: IniSection) -> (kind: String, name: String?) {
    let words = section.name.split(separator: " ", maxSplits: 1).map(String.init)
    return (words.first ?? "", words.dropFirst().first)
  }

  /// - Throws: all mistakes of the section's keys and values. Checks that need all of them are skipped then.
  mutating func read<Target>(
    _ section: IniSection, as keys: [SettingKey<Target>], of name: String, into target: inout Target
  ) throws(ConfigurationError) {
    var found: [ConfigurationError.Fault] = []
    for entry in section.entries {
      do throws(ConfigurationError) {
        try read(entry, as: keys, of: name, into: &target)
      } catch {
        found += error.faults
      }
    }
    if let error = ConfigurationError(found) { throw error }
  }

  private mutating func read<Target>(
    _ entry: IniEntry, as keys: [SettingKey<Target>], of name: String, into target: inout Target
  ) throws(ConfigurationError) {
    guard let key = keys.first(where: { $0.name == entry.name }) else {
      throw error(
        entry.line, "[\(name)] has no key \(entry.name)",
        expected: "one of \(keys.map(\.name).joined(separator: ", "))")
    }
    if !key.isRepeatable { try checkOnce("[\(name)] \(key.name)", line: entry.line) }
    if SettingText.isWritable(entry.value), key.set(&target, entry.value) { return }
    let fault = key.fault(entry.value)
    throw error(
      entry.line, "\(key.name) = \(entry.value)" + (fault.map { ": \($0.problem)" } ?? ""),
      expected: fault?.expected ?? key.expected + Self.remedy(for: entry.value))
  }

  /// The usual mistake in a value that its key refuses, as a further part of the message; nothing for others.
  private static func remedy(for value: String) -> String {
    let last = value.utf8.last
    if value.utf8.count > 1, let first = value.utf8.first, first == last, first == 0x22 || first == 0x27 {
      return ", without quotes"
    }
    if value == "~" || value.hasPrefix("~/") {
      return " (~ is not expanded: write /home/NAME\(value.dropFirst()))"
    }
    if zip(value.utf8, value.utf8.dropFirst()).contains(where: { $0 == 0x20 && $1 == 0x23 }) {
      return " (a comment after a value begins with ; not with #)"
    }
    return ""
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
      + ["output", "key", "button", "chord", "encoder", "led", "reader"].map { "[\($0) NAME]" }
    let meant = SettingKeys.sections.first { $0.name == section.name.lowercased() }
    return error(
      section.line, "there is no section [\(section.name)]",
      expected: meant.map { "[\($0.name)]" } ?? "one of \(known.joined(separator: ", "))")
  }

  func error(_ line: Int, _ problem: String, expected: String) -> ConfigurationError {
    ConfigurationError(.file(file, line: line), problem, expected: expected)
  }
}

extension ConfigurationError.Fault {
  fileprivate var line: Int {
    switch place {
    case .file(_, let line): line
    case .commandLine: 0
    }
  }
}
