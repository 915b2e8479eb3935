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
  /// What stands for the argument in the help.
  let placeholder: String
  let meaning: Meaning
  /// One line for the help.
  let explanation: String

  static let music = setting("music", .path, "FOLDER", "library", "folder", "play this folder (repeatable)")

  static let all: [Flag] = [
    Flag(
      name: "config", argument: .path, placeholder: "FILE", meaning: .configurationFile,
      explanation: "read this configuration; flags override it"),
    music,
    setting(
      "mount-root", .pathOrOff, "FOLDER", "library", "mount-root",
      "what is mounted below it is a stick, or off"),
    setting("state", .path, "FOLDER", "library", "state", "where the jukebox keeps what it remembers"),
    setting("socket", .path, "PATH", "control", "socket", "the Unix socket for clients"),
    setting("tcp", .text, "HOST:PORT", "control", "tcp", "speak MPD's protocol there too, or off"),
    setting(
      "output", .output, "OUTPUT", "audio", "output", "alsa, null (silent, real time) or file:PATH (a WAV)"),
    setting("device", .text, "PCM", "audio", "device", "auto, or an ALSA PCM such as hw:1"),
    setting("rate", .text, "HZ", "audio", "rate", "the device's sample rate"),
    setting("latency", .text, "PROFILE", "audio", "latency", "low, normal or safe"),
    setting("autoplay", .text, "MODE", "player", "autoplay", "resume, all, shuffle or off"),
    setting("volume", .text, "N", "player", "start-volume", "the volume at start, 0 to 100, or last"),
    Flag(
      name: "check", argument: .none, placeholder: "", meaning: .task(.check),
      explanation: "print the effective configuration and end"),
    Flag(
      name: "help", argument: .none, placeholder: "", meaning: .task(.help), explanation: "print this and end"
    ),
    Flag(
      name: "version", argument: .none, placeholder: "", meaning: .task(.version),
      explanation: "print the version and end"),
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
