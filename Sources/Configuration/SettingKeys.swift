import Inputs
import Linux
import Model

/// The tables of all keys, by section.
enum SettingKeys {
  /// The sections that stand once.
  static let sections: [(name: String, keys: [SettingKey<Settings>])] = [
    ("audio", audio), ("library", library), ("control", control), ("web", web), ("party", party),
    ("player", player), ("family", family), ("hotspot", hotspot),
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
    SettingKey(
      "output", \.audio.output,
      .described("alsa, null or file:/PATH") {
        guard let output = OutputChoice($0) else { return nil }
        if case .file(let path) = output, !SettingText.isAbsolute(path) { return nil }
        return output
      }),
    SettingKey("this-room", \.audio.thisRoom, .choice),
    SettingKey("device", \.audio.device, .text("auto or the name of an ALSA PCM, such as hw:1")),
    SettingKey("rate", \.audio.rate, .number(8000...384_000, " (Hz)")),
    SettingKey("latency", \.audio.latency, .choice),
    SettingKey("buffer-seconds", \.audio.bufferSeconds, .number(1...30)),
    SettingKey(
      "eq", \.audio.shape.equaliser,
      SettingForm("BASS MID TREBLE, each -12 to 12 (dB)") {
        SettingText.gains($0)
      } write: { gains in
        EqualiserBand.allCases.map { SettingText.short(gains[$0]) }.joined(separator: " ")
      }, .now),
    SettingKey("channels", \.audio.shape.channels, .choice, .now),
    SettingKey(
      "balance", \.audio.shape.balance,
      .described("-100 (left) to 100 (right)") { SettingText.signed($0, SoundShape.balances) }, .now),
    SettingKey("replay-gain-preamp", \.audio.replayGainPreamp, .decibels(-15...15)),
    SettingKey("replay-gain-missing-preamp", \.audio.replayGainMissingPreamp, .decibels(-15...15)),
    SettingKey("replay-gain-measured", \.audio.replayGainMeasured, .choice),
    SettingKey("mixer", \.audio.mixer, .choice),
    SettingKey("idle-release", \.audio.idleRelease, .number("0 (never) to 86400 (seconds)", 0...86_400)),
    SettingKey("pads-memory", \.audio.padsMemory, .number(1...256, " (MiB)")),
    SettingKey(
      "capture-device", \.audio.captureDevice,
      .text("the name of an ALSA PCM", where: SettingText.isWritable)),
    SettingKey("capture-rate", \.audio.captureRate, .number(8000...192_000, " (Hz)")),
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
    SettingKey("mount-root", \.library.mountRoot, SettingForm.path.or("off")),
    SettingKey("articles", expected: "words separated by spaces, at most 32, or off", effect: .atNextStart) {
      let words = $1.split(separator: " ").map { String($0) }
      guard !words.isEmpty, words.count <= maximumArticles else { return false }
      $0.library.articles = words == ["off"] ? [] : words
      return true
    } values: {
      [$0.library.articles.isEmpty ? "off" : $0.library.articles.joined(separator: " ")]
    },
    SettingKey("writable", \.library.isWritable, .onOrOff),
    SettingKey("state", \.library.state, .path),
  ]

  static let control: [SettingKey<Settings>] = [
    SettingKey(
      "socket", \.control.socket,
      .text("an absolute path of at most \(maximumSocketPathBytes) bytes") {
        SettingText.isAbsolute($0) && $0.utf8.count <= maximumSocketPathBytes
      }),
    SettingKey("tcp", \.control.tcp, address("0.0.0.0:6600").or("off")),
    SettingKey(
      "trust", \.control.trust,
      .described("local, all, or networks such as 192.168.1.0/24 fd00::/8") { Trust($0) }, .now),
    SettingKey(
      "speech-urls", \.control.speechURLs,
      .words("parts of URLs separated by blanks, such as /api/tts_proxy/, or nothing")),
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
      guard !$1.isEmpty else { return true }
      guard let permissions = Permissions($1) else { return false }
      $0.control.access.defaults = permissions
      return true
    } values: {
      [$0.control.access.defaults?.description ?? ""]
    },
    SettingKey(
      "local-permissions", \.control.access.local, .described(Permissions.expected) { Permissions($0) }, .now),
  ]

  private static let language = SettingForm<String>.text("two letters such as de") {
    $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x61...0x7A).contains($0) }
  }

  static let web: [SettingKey<Settings>] = [
    SettingKey("listen", \.web.listen, address("0.0.0.0:80").or("off")),
    SettingKey(
      "tls", \.web.tls, .described("off, own, or the absolute path of a PEM file") { WebTLS($0) }),
    SettingKey("guests", \.web.guests, .choice, .now),
    SettingKey("language", \.web.language, language.or("auto"), .now),
    SettingKey(
      "hosts", \.web.hosts,
      .words("names separated by spaces, at most \(maximumHosts)") { names in
        names.count <= maximumHosts && names.allSatisfy { !$0.contains("/") && !$0.contains(":") }
      }),
  ]

  static let party: [SettingKey<Settings>] = [
    SettingKey("songs-each", \.party.songsEach, .number(PartyRules.songLimits), .now),
    SettingKey(
      "again-after", \.party.againAfterMinutes, .number(PartyRules.minuteLimits, " (minutes)"), .now),
    SettingKey("skip-votes", \.party.skipVotes, .number(PartyRules.voteLimits), .now),
  ]

  static let player: [SettingKey<Settings>] = [
    SettingKey("autoplay", \.player.autoplay, .choice),
    SettingKey("start-volume", \.player.startVolume, SettingForm.number(0...100).or("last")),
    SettingKey("max-volume", \.player.maxVolume, .number(0...100), .now),
    SettingKey("min-volume", \.player.minVolume, .number(0...100), .now),
    SettingKey("night-volume", \.player.nightVolume, SettingForm.number(0...100).or("off"), .now),
    SettingKey(
      "night", \.player.night,
      SettingForm.described("HH:MM-HH:MM, such as 20:00-07:00") { NightHours($0) }.or("off"), .now),
    SettingKey("crossfade-albums", \.player.crossfadeAlbums, .choice, .now),
    SettingKey(
      "shutdown-command", \.player.shutdownCommand, SettingForm.text("a command for /bin/sh").or(""), .now),
    SettingKey(
      "idle-off", \.player.idleOff, SettingForm.number(2...1440, " (minutes)").or("off"), .now),
  ]

  static let family: [SettingKey<Settings>] = [
    SettingKey("quiet-without-clock", \.family.quietWithoutClock, .choice, .now),
    SettingKey("count", \.family.count, .choice, .now),
  ]

  static let hotspot: [SettingKey<Settings>] = [
    SettingKey("name", \.hotspot.name, text(of: HotspotSettings.nameLengths), .now),
    SettingKey("password", \.hotspot.password, text(of: HotspotSettings.passwordLengths), .now),
  ]

  /// A text with a length in bytes in this range, or none.
  private static func text(of lengths: ClosedRange<Int>) -> SettingForm<String?> {
    SettingForm.described("\(lengths.lowerBound) to \(lengths.upperBound) bytes") {
      lengths.contains($0.utf8.count) ? $0 : nil
    }.or("")
  }

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
    SettingKey("when", \.analysis.when, .choice, .now),
    SettingKey(
      "remote", \.analysis.remote,
      SettingForm.text("a URL of http:// or https://") { TrackReference(url: $0) != nil }.or(""), .now),
    SettingKey("remote-timeout", \.analysis.remoteTimeout, .number(1...3600, " (seconds)"), .now),
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

  private static func address(_ example: String) -> SettingForm<NetworkAddress> {
    .described("HOST:PORT, such as \(example)") { NetworkAddress($0) }
  }
}
