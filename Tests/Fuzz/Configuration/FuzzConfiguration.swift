import CFuzzer
import Fuzzing

@testable import Configuration

/// SwiftPM makes this the program's entry; libFuzzer takes over from here.
@_cdecl("FuzzConfiguration_main")
public func run(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var count = count
  var arguments = unsafe arguments
  return unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    fuzz(bytes)
    return 0
  }
}

/// Any bytes as a configuration file: they give settings or an error, and what `--check` would print of the settings
/// reads back as the same ones.
func fuzz(_ bytes: [UInt8]) {
  guard let settings = read(bytes) else { return }
  demand(read(Array(settings.text.utf8)) == settings, "--check prints something else")
  demand(settings.changes(to: settings).isEmpty, "a change where there is none")
  var text = SettingsText(bytes)
  text.set("max-volume", in: "player", to: "42")
  var changed = settings
  changed.player.maxVolume = 42
  demand(read(text.bytes) == changed, "a changed setting changes another one, or is not read")
}

private func read(_ bytes: [UInt8]) -> Settings? {
  do {
    var reader = SettingsReader(file: "fuzz", defaults: Settings())
    return try reader.read(IniFile(bytes: bytes, name: "fuzz"))
  } catch {
    demand(!error.description.isEmpty, "an error without words")
    return nil
  }
}
