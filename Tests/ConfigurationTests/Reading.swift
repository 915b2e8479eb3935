@testable import Configuration

/// Reads `text` as the file "box.ini" over defaults that no environment touches.
func read(_ text: String) throws(ConfigurationError) -> Settings {
  var reader = SettingsReader(file: "box.ini", defaults: Settings())
  return try reader.read(IniFile(bytes: Array(text.utf8), name: "box.ini"))
}

/// The message for `text`, or nil where it is right.
func message(_ text: String) -> String? {
  do {
    _ = try read(text)
    return nil
  } catch {
    return error.description
  }
}
