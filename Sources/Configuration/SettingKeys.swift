import Inputs
import Model

/// The tables of all keys, by section.
enum SettingKeys {
  /// The sections that stand once.
  static let sections: [(name: String, keys: [SettingKey<Settings>])] = [
    ("audio", audio), ("library", library), ("control", control), ("player", player), ("inputs", inputs),
  ]

  static let maximumFolders = 32
  static let maximumArticles = 32
  static let maximumGrabbedDevices = 32
  /// The kernel's sun_path less its terminator (unix(7)).
  static let maximumSocketPathBytes = 107

  static let audio: [SettingKey<Settings>] = [
    SettingKey("output", expected: "alsa, null or file:/PATH", effect: .atNextStart) { settings, text in
      guard let output = OutputChoice(text) else { return false }
      if case .file(let path) = output, !SettingText.isAbsolute(path) { return false }
      settings.audio.output = output
      return true
    } values: {
      [$0.audio.output.description]
    },
    SettingKey("device", expected: "auto or the name of an ALSA PCM, such as hw:1", effect: .atNextStart) {
      guard !$1.isEmpty else { return false }
      $0.audio.device = $1
      return true
    } values: {
      [$0.audio.device]
    },
    SettingKey("rate", expected: "8000 to 384000 (Hz)", effect: .atNextStart) { settings, text in
      assign(SettingText.number(text, 8000...384_000)) { settings.audio.rate = $0 }
    } values: {
      ["\($0.audio.rate)"]
    },
    SettingKey("latency", expected: names(LatencyProfile.self), effect: .atNextStart) { settings, text in
      assign(LatencyProfile(rawValue: text)) { settings.audio.latency = $0 }
    } values: {
      [$0.audio.latency.rawValue]
    },
    SettingKey("buffer-seconds", expected: "1 to 30", effect: .atNextStart) { settings, text in
      assign(SettingText.number(text, 1...30)) { settings.audio.bufferSeconds = $0 }
    } values: {
      ["\($0.audio.bufferSeconds)"]
    },
  ]

  static let library: [SettingKey<Settings>] = [
    SettingKey(
      "folder", expected: "an absolute path, at most \(maximumFolders) times", effect: .atNextStart,
      isRepeatable: true
    ) {
      guard SettingText.isAbsolute($1), $0.library.folders.count < maximumFolders else { return false }
      $0.library.folders.append($1)
      return true
    } values: {
      $0.library.folders
    },
    SettingKey("mount-root", expected: "an absolute path, or off", effect: .atNextStart) {
      guard $1 == "off" || SettingText.isAbsolute($1) else { return false }
      $0.library.mountRoot = $1 == "off" ? nil : $1
      return true
    } values: {
      [$0.library.mountRoot ?? "off"]
    },
    SettingKey("articles", expected: "words parted by spaces, at most 32, or off", effect: .atNextStart) {
      let words = $1.split(separator: " ").map { String($0) }
      guard !words.isEmpty, words.count <= maximumArticles else { return false }
      $0.library.articles = words == ["off"] ? [] : words
      return true
    } values: {
      [$0.library.articles.isEmpty ? "off" : $0.library.articles.joined(separator: " ")]
    },
    SettingKey("state", expected: "an absolute path", effect: .atNextStart) {
      guard SettingText.isAbsolute($1) else { return false }
      $0.library.state = $1
      return true
    } values: {
      [$0.library.state]
    },
  ]

  static let control: [SettingKey<Settings>] = [
    SettingKey(
      "socket", expected: "an absolute path of at most \(maximumSocketPathBytes) bytes", effect: .atNextStart
    ) {
      guard SettingText.isAbsolute($1), $1.utf8.count <= maximumSocketPathBytes else { return false }
      $0.control.socket = $1
      return true
    } values: {
      [$0.control.socket]
    },
    SettingKey("tcp", expected: "HOST:PORT, such as 0.0.0.0:6600, or off", effect: .atNextStart) {
      if $1 == "off" {
        $0.control.tcp = nil
        return true
      }
      guard let address = NetworkAddress($1) else { return false }
      $0.control.tcp = address
      return true
    } values: {
      [$0.control.tcp?.description ?? "off"]
    },
    SettingKey("password", expected: "a word or a sentence, or nothing", effect: .now) {
      $0.control.password = $1.isEmpty ? nil : $1
      return true
    } values: {
      [$0.control.password ?? ""]
    },
  ]

  static let player: [SettingKey<Settings>] = [
    SettingKey("autoplay", expected: names(Autoplay.self), effect: .atNextStart) { settings, text in
      assign(Autoplay(rawValue: text)) { settings.player.autoplay = $0 }
    } values: {
      [$0.player.autoplay.rawValue]
    },
    SettingKey("start-volume", expected: "0 to 100, or last", effect: .atNextStart) {
      let volume = SettingText.number($1, 0...100)
      guard $1 == "last" || volume != nil else { return false }
      $0.player.startVolume = volume
      return true
    } values: {
      [$0.player.startVolume.map { "\($0)" } ?? "last"]
    },
    SettingKey("max-volume", expected: "0 to 100", effect: .now) { settings, text in
      assign(SettingText.number(text, 0...100)) { settings.player.maxVolume = $0 }
    } values: {
      ["\($0.player.maxVolume)"]
    },
    SettingKey("crossfade-albums", expected: names(Switch.self), effect: .now) { settings, text in
      assign(Switch(rawValue: text)) { settings.player.crossfadeAlbums = $0 }
    } values: {
      [$0.player.crossfadeAlbums.rawValue]
    },
    SettingKey("shutdown-command", expected: "a command for /bin/sh, or nothing", effect: .now) {
      $0.player.shutdownCommand = $1.isEmpty ? nil : $1
      return true
    } values: {
      [$0.player.shutdownCommand ?? ""]
    },
  ]

  static let inputs: [SettingKey<Settings>] = [
    SettingKey(
      "grab", expected: "none, all, or a device's name (at most \(maximumGrabbedDevices) times)",
      effect: .now,
      isRepeatable: true
    ) {
      switch ($0.inputs.grab, $1) {
      case (_, ""): return false
      case (.none, "none"), (.none, "all"): $0.inputs.grab = $1 == "all" ? .all : .none
      case (.none, let name): $0.inputs.grab = .named([name])
      case (.named(let names), let name) where name != "none" && name != "all":
        guard names.count < maximumGrabbedDevices else { return false }
        $0.inputs.grab = .named(names + [name])
      default: return false
      }
      return true
    } values: {
      switch $0.inputs.grab {
      case .none: ["none"]
      case .all: ["all"]
      case .named(let names): names
      }
    }
  ]

  /// `a, b or c`.
  static func names<Choice: CaseIterable & RawRepresentable>(_: Choice.Type) -> String
  where Choice.RawValue == String {
    let all = Choice.allCases.map(\.rawValue)
    guard let last = all.last, all.count > 1 else { return all.joined() }
    return "\(all.dropLast().joined(separator: ", ")) or \(last)"
  }

  static func assign<Value>(_ value: Value?, _ body: (Value) -> Void) -> Bool {
    guard let value else { return false }
    body(value)
    return true
  }
}
