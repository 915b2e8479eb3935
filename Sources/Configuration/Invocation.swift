import CLinux
import Linux

/// The command line of jukeboxd: the task, the file, and the flags that override it. It is stored, so that the
/// configuration can be read again in the same way.
public struct Invocation: Sendable {
  public enum Task: Hashable, Sendable {
    case run
    /// Print `settings(...).text` and end.
    case check
    /// Print `Invocation.help` and end.
    case help
    /// Print `ProgramVersion.current` and end.
    case version
  }

  public let task: Task
  /// The file that `--config` names; nil: the defaults apply.
  public let configurationFile: String?
  let overrides: [FlagOverride]
  /// The file of `settingsFile`, for a program whose state folder is another one.
  private let ownFile: String?

  /// Reads the arguments after the program's name (getopt_long(3)).
  /// - Parameter ownFile: the file that the jukebox writes; nil: that of the state folder.
  public init(arguments: [String], ownFile: String? = nil) throws(ConfigurationError) {
    self.ownFile = ownFile
    var task = Task.run
    var file: String?
    var overrides: [FlagOverride] = []
    for (flag, value) in try FlagParser.parse(arguments) {
      switch flag.meaning {
      case .configurationFile: file = Self.absolute(value)
      case .task(let named): if task == .run || named == .help { task = named }
      case .setting(let key):
        let text = Self.absolute(value, in: flag)
        guard SettingText.isWritable(text) else {
          throw ConfigurationError(
            .commandLine, "--\(flag.name): the value is not possible in a configuration file",
            expected: "no control characters, no spaces at its ends, no ` ;`")
        }
        overrides.append(FlagOverride(flag: flag.name, key: key, value: text))
      }
    }
    self.task = task
    configurationFile = file
    self.overrides = overrides
  }

  /// The file's settings over the defaults, those of `settingsFile` over them, and the flags over all. Call it again to read
  /// the files again.
  public func settings(environment: [String: String]) throws(ConfigurationError) -> Settings {
    var settings = Settings(environment: environment)
    if let configurationFile { settings = try Self.read(configurationFile, over: settings) }
    var flagged = settings
    try override(&flagged)
    let file = settingsFile(flagged)
    if HostFile.isMissing(file) { return flagged }
    settings = Self.readChanges(file, over: settings)
    try override(&settings)
    return settings
  }

  /// Reads the file that the jukebox writes: a mistake in it must not keep the music from playing, nor open what a line of it closed.
  private static func readChanges(_ file: String, over settings: Settings) -> Settings {
    var reader = SettingsReader(file: file, defaults: settings)
    var closed = settings
    if closed.web.guests != .off { closed.web.guests = .look }
    closed.control.trust = .local
    do throws(ConfigurationError) {
      let ini: IniFile
      do throws(ConfigurationError) { ini = try IniFile(path: file) } catch {
        reader.settings = closed
        throw error
      }
      if ini.has("guests", in: "web") { reader.settings.web.guests = closed.web.guests }
      if ini.has("trust", in: "control") { reader.settings.control.trust = closed.control.trust }
      return try reader.read(ini)
    } catch {
      for line in error.lines { Log.error(line) }
      Log.error("\(file): these lines are ignored; correct or remove the file")
      return reader.settings
    }
  }

  /// The files with the settings of this command line.
  public func files(_ settings: Settings) -> [String] {
    (configurationFile.map { [$0] } ?? []) + [settingsFile(settings)]
  }

  /// The file in the state folder that the jukebox writes when a client changes a setting.
  func settingsFile(_ settings: Settings) -> String { ownFile ?? "\(settings.library.state)/settings.ini" }

  private static func read(_ file: String, over settings: Settings) throws(ConfigurationError) -> Settings {
    let ini = try IniFile(path: file)
    var reader = SettingsReader(file: file, defaults: settings)
    return try reader.read(ini)
  }

  private func override(_ settings: inout Settings) throws(ConfigurationError) {
    // The folders named by flags replace the file's, they don't follow them.
    if overrides.contains(where: { $0.flag == Flag.music.name }) { settings.library.folders = [] }
    for override in overrides {
      guard override.key.set(&settings, override.value) else {
        throw ConfigurationError(
          .commandLine, "--\(override.flag) \(override.value)", expected: override.key.expected)
      }
    }
  }

  /// A path on the command line begins where the caller stands.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), !path.isEmpty else { return path }
    guard let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    return unsafe "\(String(cString: folder))/\(path)"
  }

  private static func absolute(_ value: String, in flag: Flag) -> String {
    switch flag.argument {
    case .path: absolute(value)
    case .pathOrOff: value == "off" ? value : absolute(value)
    case .output: value.hasPrefix("file:") ? "file:\(absolute(String(value.dropFirst(5))))" : value
    case .text, .none: value
    }
  }
}
