import Linux

/// Reads and changes the settings of the files, with what the command line says about them. Its functions block on storage.
///
/// A change goes into the configuration file if that is the jukebox's own. A system service may not write below /etc: then
/// it goes into `settings.ini` of the state folder, which counts over the configuration. Once that file is there, it has all
/// changes.
public struct SettingsStore: Sendable {
  private let invocation: Invocation
  private let environment: [String: String]

  public init(_ invocation: Invocation, environment: [String: String]) {
    (self.invocation, self.environment) = (invocation, environment)
  }

  public func read() throws(ConfigurationError) -> Settings {
    try invocation.settings(environment: environment)
  }

  /// The settings that clients may change, but those that a flag of the command line overrides.
  public func openSettings() throws(SettingRefusal) -> [OpenSetting] {
    let settings = try current()
    return OpenSetting.keys.flatMap { section, keys in
      keys.filter { flag(of: $0) == nil }.compactMap { open($0, in: section, settings) }
    }
  }

  /// Gives a setting another value; nil: the usual one.
  /// - Returns: how it stands now.
  public func set(
    _ key: String, in section: String, to value: String?
  ) throws(SettingRefusal) -> OpenSetting {
    guard OpenSetting.keys.contains(where: { $0.section == section && $0.keys.contains(key) }),
      let form = Self.form(key, in: section)
    else { throw .unknown }
    if let name = flag(of: key) { throw .flag(name) }
    var settings = try current()
    if let value, !SettingText.isWritable(value) || !form.set(&settings, value) {
      throw .badValue(expected: form.expected)
    }
    let file = target(settings)
    try write(key, in: section, to: value, file)
    // A key that the configuration has too needs a line with the usual value.
    if value == nil, file != invocation.configurationFile, try form.values(current()).first != usual(form) {
      try write(key, in: section, to: usual(form), file)
    }
    guard let changed = open(key, in: section, try current()) else { throw .unknown }
    return changed
  }

  // MARK: - Files

  private func target(_ settings: Settings) -> String {
    let own = invocation.settingsFile(settings)
    guard let file = invocation.configurationFile, !HostFile.isRegular(own), HostFile.isReplaceable(file)
    else { return own }
    return HostFile.realPath(of: file) ?? file
  }

  /// As `read`, for what a client asked.
  public func current() throws(SettingRefusal) -> Settings {
    do throws(ConfigurationError) { return try read() } catch { throw .unreadable("\(error)") }
  }

  private func write(
    _ key: String, in section: String, to value: String?, _ file: String
  ) throws(SettingRefusal) {
    let bytes: [UInt8]
    do throws(SystemError) {
      let before =
        HostFile.isRegular(file) ? try HostFile.open(file).readAll(atMost: IniFile.maximumBytes) : []
      var text = SettingsText(before)
      text.set(key, in: section, to: value)
      bytes = text.bytes
    } catch {
      throw .unwritable("\(error)")
    }
    // Lines of the jukebox's own file that are no settings stay: a line that closes something may be among them.
    do throws(ConfigurationError) {
      var reader = SettingsReader(file: file, defaults: Settings())
      _ = try reader.read(IniFile(bytes: bytes, name: file))
    } catch {
      throw .unwritable("\(error.lines.joined(separator: "; ")); correct or remove the file")
    }
    do throws(SystemError) {
      try HostFile.replace(file, with: bytes)
    } catch {
      throw .unwritable("\(error)")
    }
  }

  private func usual(_ form: SettingKey<Settings>) -> String {
    form.values(Settings(environment: environment)).first ?? ""
  }

  /// The flag that overrides a key; no two of the keys have one name.
  private func flag(of key: String) -> String? {
    invocation.overrides.first { $0.key.name == key }.map { "--\($0.flag)" }
  }

  private static func form(_ key: String, in section: String) -> SettingKey<Settings>? {
    SettingKeys.sections.first { $0.name == section }?.keys.first { $0.name == key }
  }

  private func open(_ key: String, in section: String, _ settings: Settings) -> OpenSetting? {
    guard let form = Self.form(key, in: section) else { return nil }
    let place = place(of: key, in: section, settings)
    return OpenSetting(
      section: section, key: key, value: form.values(settings).first ?? "", usual: usual(form),
      expected: form.expected, effect: form.effect, file: place?.file, line: place?.line ?? 0)
  }

  /// The line that counts.
  private func place(of key: String, in section: String, _ settings: Settings) -> (file: String, line: Int)? {
    for file in [invocation.settingsFile(settings), invocation.configurationFile].compactMap({ $0 }) {
      guard HostFile.isRegular(file), let ini = try? IniFile(path: file) else { continue }
      let entries = ini.sections.filter { $0.name == section }.flatMap(\.entries)
      if let entry = entries.first(where: { $0.name == key }) { return (file, entry.line) }
    }
    return nil
  }
}
