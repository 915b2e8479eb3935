import Inputs
import Linux
import Model

/// The tables of all keys, by section.
enum SettingKeys {
  /// The sections that stand once.
  static let sections: [(name: String, keys: [SettingKey<Settings>])] = [
    ("audio", audio), ("library", library), ("control", control), ("web", web), ("player", player),
    ("tones", tones),
    ("analysis", analysis), ("inputs", inputs),
  ]

  static let maximumFolders = 32
  static let maximumArticles = 32
  static let maximumGrabbedDevices = 32
  static let maximumPasswords = 32
  static let maximumHosts = 32
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
    SettingKey("this-room", expected: names(ThisRoom.self), effect: .atNextStart) { settings, text in
      assign(ThisRoom(rawValue: text)) { settings.audio.thisRoom = $0 }
    } values: {
      [$0.audio.thisRoom.rawValue]
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
    SettingKey("eq", expected: "BASS MID TREBLE, each -12 to 12 (dB)", effect: .now) { settings, text in
      assign(SettingText.gains(text)) { settings.audio.shape.equaliser = $0 }
    } values: {
      let gains = $0.audio.shape.equaliser
      return [EqualiserBand.allCases.map { SettingText.short(gains[$0]) }.joined(separator: " ")]
    },
    SettingKey("channels", expected: names(ChannelMode.self), effect: .now) { settings, text in
      assign(ChannelMode(rawValue: text)) { settings.audio.shape.channels = $0 }
    } values: {
      [$0.audio.shape.channels.rawValue]
    },
    SettingKey("balance", expected: "-100 (left) to 100 (right)", effect: .now) { settings, text in
      assign(SettingText.signed(text, SoundShape.balances)) { settings.audio.shape.balance = $0 }
    } values: {
      ["\($0.audio.shape.balance)"]
    },
    SettingKey("replay-gain-preamp", expected: "-15 to 15 (dB)", effect: .atNextStart) { settings, text in
      assign(SettingText.decimal(text, -15...15)) { settings.audio.replayGainPreamp = $0 }
    } values: {
      [SettingText.short($0.audio.replayGainPreamp)]
    },
    SettingKey("replay-gain-missing-preamp", expected: "-15 to 15 (dB)", effect: .atNextStart) {
      settings, text in
      assign(SettingText.decimal(text, -15...15)) { settings.audio.replayGainMissingPreamp = $0 }
    } values: {
      [SettingText.short($0.audio.replayGainMissingPreamp)]
    },
    SettingKey("replay-gain-measured", expected: names(Switch.self), effect: .atNextStart) { settings, text in
      assign(Switch(rawValue: text)) { settings.audio.replayGainMeasured = $0 }
    } values: {
      [$0.audio.replayGainMeasured.rawValue]
    },
    SettingKey("mixer", expected: names(MixerChoice.self), effect: .atNextStart) { settings, text in
      assign(MixerChoice(rawValue: text)) { settings.audio.mixer = $0 }
    } values: {
      [$0.audio.mixer.rawValue]
    },
    SettingKey("idle-release", expected: "0 (never) to 86400 (seconds)", effect: .atNextStart) {
      settings, text in
      assign(SettingText.number(text, 0...86_400)) { settings.audio.idleRelease = $0 }
    } values: {
      ["\($0.audio.idleRelease)"]
    },
    SettingKey("pads-memory", expected: "1 to 256 (MiB)", effect: .atNextStart) { settings, text in
      assign(SettingText.number(text, 1...256)) { settings.audio.padsMemory = $0 }
    } values: {
      ["\($0.audio.padsMemory)"]
    },
    SettingKey("capture-device", expected: "the name of an ALSA PCM", effect: .atNextStart) {
      settings, text in
      guard !text.isEmpty, SettingText.isWritable(text) else { return false }
      settings.audio.captureDevice = text
      return true
    } values: {
      [$0.audio.captureDevice]
    },
    SettingKey("capture-rate", expected: "8000 to 192000 (Hz)", effect: .atNextStart) { settings, text in
      assign(SettingText.number(text, 8000...192_000)) { settings.audio.captureRate = $0 }
    } values: {
      ["\($0.audio.captureRate)"]
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
    SettingKey("articles", expected: "words separated by spaces, at most 32, or off", effect: .atNextStart) {
      let words = $1.split(separator: " ").map { String($0) }
      guard !words.isEmpty, words.count <= maximumArticles else { return false }
      $0.library.articles = words == ["off"] ? [] : words
      return true
    } values: {
      [$0.library.articles.isEmpty ? "off" : $0.library.articles.joined(separator: " ")]
    },
    SettingKey("writable", expected: "on or off", effect: .atNextStart) {
      guard let isOn = ["on": true, "off": false][$1] else { return false }
      $0.library.isWritable = isOn
      return true
    } values: {
      [$0.library.isWritable ? "on" : "off"]
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
    SettingKey("trust", expected: "local, all, or networks such as 192.168.1.0/24 fd00::/8", effect: .now) {
      settings, text in
      assign(Trust(text)) { settings.control.trust = $0 }
    } values: {
      ["\($0.control.trust)"]
    },
    SettingKey(
      "speech-urls", expected: "parts of URLs separated by blanks, such as /api/tts_proxy/, or nothing",
      effect: .atNextStart
    ) {
      $0.control.speechURLs = $1.split(separator: " ").map(String.init)
      return true
    } values: {
      [$0.control.speechURLs.joined(separator: " ")]
    },
    SettingKey(
      "password",
      expected: "PASSWORD or PASSWORD@PERMISSIONS, at most \(maximumPasswords) times, or nothing",
      effect: .now,
      isRepeatable: true
    ) {
      guard $0.control.access.passwords.count < maximumPasswords else { return false }
      do throws(Access.Password.Fault) {
        if let password = try Access.Password($1) { $0.control.access.passwords.append(password) }
        return true
      } catch {
        return false
      }
    } fault: {
      do throws(Access.Password.Fault) {
        _ = try Access.Password($0)
        return nil
      } catch {
        switch error {
        case .unknown(let name):
          return (
            "there is no permission \(name.isEmpty ? "after the @" : name)",
            "\(Permissions.expected) after the @; a password that contains an @ ends with @all"
          )
        case .colon(let word, let permissions):
          return (
            "the permissions come after a colon",
            "permissions after an @: \(word)@\(permissions); or \(word):\(permissions)@all if that is the password"
          )
        }
      }
    } values: {
      $0.control.access.passwords.isEmpty ? [""] : $0.control.access.passwords.map(\.description)
    },
    SettingKey("default-permissions", expected: "\(Permissions.expected), or nothing", effect: .now) {
      settings, text in
      text.isEmpty || assign(Permissions(text)) { settings.control.access.defaults = $0 }
    } values: {
      [$0.control.access.defaults?.description ?? ""]
    },
    SettingKey("local-permissions", expected: Permissions.expected, effect: .now) { settings, text in
      assign(Permissions(text)) { settings.control.access.local = $0 }
    } values: {
      ["\($0.control.access.local)"]
    },
  ]

  static let web: [SettingKey<Settings>] = [
    SettingKey("listen", expected: "HOST:PORT, such as 0.0.0.0:80, or off", effect: .atNextStart) {
      let address = NetworkAddress($1)
      guard $1 == "off" || address != nil else { return false }
      $0.web.listen = address
      return true
    } values: {
      [$0.web.listen?.description ?? "off"]
    },
    SettingKey("guests", expected: names(WebGuests.self), effect: .atNextStart) { settings, text in
      assign(WebGuests(rawValue: text)) { settings.web.guests = $0 }
    } values: {
      [$0.web.guests.rawValue]
    },
    SettingKey(
      "hosts", expected: "names separated by spaces, at most \(maximumHosts)", effect: .atNextStart
    ) {
      let names = $1.split(separator: " ").map { String($0) }
      guard names.count <= maximumHosts, names.allSatisfy({ !$0.contains("/") && !$0.contains(":") }) else {
        return false
      }
      $0.web.hosts = names
      return true
    } values: {
      [$0.web.hosts.joined(separator: " ")]
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
    SettingKey("min-volume", expected: "0 to 100", effect: .now) { settings, text in
      assign(SettingText.number(text, 0...100)) { settings.player.minVolume = $0 }
    } values: {
      ["\($0.player.minVolume)"]
    },
    SettingKey("night-volume", expected: "0 to 100, or off", effect: .now) { settings, text in
      let volume = SettingText.number(text, 0...100)
      guard text == "off" || volume != nil else { return false }
      settings.player.nightVolume = volume
      return true
    } values: {
      [$0.player.nightVolume.map { "\($0)" } ?? "off"]
    },
    SettingKey("night", expected: "HH:MM-HH:MM, such as 20:00-07:00, or off", effect: .now) {
      settings, text in
      let hours = NightHours(text)
      guard text == "off" || hours != nil else { return false }
      settings.player.night = hours
      return true
    } values: {
      [$0.player.night.map { "\($0)" } ?? "off"]
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

  static let analysis: [SettingKey<Settings>] = [
    SettingKey("when", expected: names(AnalysisTime.self), effect: .now) { settings, text in
      assign(AnalysisTime(rawValue: text)) { settings.analysis.when = $0 }
    } values: {
      [$0.analysis.when.rawValue]
    },
    SettingKey("remote", expected: "a URL of http:// or https://, or nothing", effect: .now) {
      guard $1.isEmpty || TrackReference(url: $1) != nil else { return false }
      $0.analysis.remote = $1.isEmpty ? nil : $1
      return true
    } values: {
      [$0.analysis.remote ?? ""]
    },
    SettingKey("remote-timeout", expected: "1 to 3600 (seconds)", effect: .now) { settings, text in
      assign(SettingText.number(text, 1...3600)) { settings.analysis.remoteTimeout = $0 }
    } values: {
      ["\($0.analysis.remoteTimeout)"]
    },
  ]

  static let tones: [SettingKey<Settings>] = Tone.allCases.map { tone in
    SettingKey(tone.rawValue, expected: "on, off, or an absolute path", effect: .atNextStart) {
      settings, text in
      switch text {
      case "off": settings.tones.sounds[tone] = nil
      case "on": settings.tones.sounds[tone] = .own
      default:
        guard SettingText.isAbsolute(text) else { return false }
        settings.tones.sounds[tone] = .file(text)
      }
      return true
    } values: {
      switch $0.tones.sounds[tone] {
      case nil: ["off"]
      case .own: ["on"]
      case .file(let path): [path]
      }
    }
  }

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
