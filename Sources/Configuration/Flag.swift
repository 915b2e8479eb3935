/// One flag of jukeboxd's command line.
struct Flag: Sendable {
  enum Meaning: Sendable {
    case configurationFile
    case task(Invocation.Task)
    case setting(SettingKey<Settings>)
  }

  enum Argument: Sendable {
    case none, text, path, pathOrOff, output
  }

  /// Without the dashes.
  let name: String
  let argument: Argument
  /// The argument's placeholder in the help.
  let placeholder: String
  let meaning: Meaning
  /// One line for the help.
  let explanation: String

  static let music = setting("music", .path, "FOLDER", "library", "folder", "music folder (repeatable)")

  static let all: [Flag] = [
    Flag(
      name: "config", argument: .path, placeholder: "FILE", meaning: .configurationFile,
      explanation: "configuration file; flags override it"),
    music,
    setting(
      "mount-root", .pathOrOff, "FOLDER", "library", "mount-root",
      "folder with the mount points of sticks, or off"),
    setting("state", .path, "FOLDER", "library", "state", "folder for the saved state"),
    setting("socket", .path, "PATH", "control", "socket", "Unix socket for clients"),
    setting("tcp", .text, "HOST:PORT", "control", "tcp", "TCP address for MPD clients, or off"),
    setting(
      "output", .output, "OUTPUT", "audio", "output", "alsa, null (silent, real time) or file:PATH (a WAV)"),
    setting("device", .text, "PCM", "audio", "device", "auto, or an ALSA PCM such as hw:1"),
    setting("rate", .text, "HZ", "audio", "rate", "sample rate of the device, 8000 to 384000"),
    setting("latency", .text, "PROFILE", "audio", "latency", "low, normal or safe"),
    setting("autoplay", .text, "MODE", "player", "autoplay", "resume, all, shuffle or off"),
    setting("volume", .text, "N", "player", "start-volume", "volume at start, 0 to 100, or last"),
    Flag(
      name: "check", argument: .none, placeholder: "", meaning: .task(.check),
      explanation: "print the effective configuration and exit"),
    Flag(
      name: "help", argument: .none, placeholder: "", meaning: .task(.help),
      explanation: "print this help and exit"
    ),
    Flag(
      name: "version", argument: .none, placeholder: "", meaning: .task(.version),
      explanation: "print the version and exit"),
  ]

  private static func setting(
    _ name: String, _ argument: Argument, _ placeholder: String, _ section: String, _ key: String,
    _ explanation: String
  ) -> Flag {
    let keys = SettingKeys.sections.first { $0.name == section }?.keys ?? []
    guard let found = keys.first(where: { $0.name == key }) else {
      fatalError("no key \(key) in [\(section)]")
    }
    return Flag(
      name: name, argument: argument, placeholder: placeholder, meaning: .setting(found),
      explanation: explanation)
  }
}
