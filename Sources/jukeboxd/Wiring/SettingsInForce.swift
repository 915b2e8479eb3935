import Configuration

/// The settings that the daemon uses, and the file that they come from. Loop thread only.
final class SettingsInForce {
  var settings: Settings
  /// nil: none was given.
  let file: String?
  /// The files, to read them again and to change them.
  let store: SettingsStore
  /// Why the port of `[control] tcp` is not open.
  var portTrouble: String?

  init(_ settings: Settings, file: String?, store: SettingsStore) {
    self.settings = settings
    self.file = file
    self.store = store
  }
}
