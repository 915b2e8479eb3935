import Configuration

/// The settings that the daemon uses, and the file that they come from. Loop thread only.
final class SettingsInForce {
  var settings: Settings
  /// nil: none was given.
  let file: String?
  /// Reads the file again.
  let reread: () throws(ConfigurationError) -> Settings
  /// Why the port of `[control] tcp` is not open.
  var portTrouble: String?

  init(
    _ settings: Settings, file: String?, reread: @escaping () throws(ConfigurationError) -> Settings
  ) {
    self.settings = settings
    self.file = file
    self.reread = reread
  }
}
