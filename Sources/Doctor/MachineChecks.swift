import Linux
import Model

/// Whether the machine around the jukebox is well.
public enum MachineChecks {
  public static let all: [Check<MachineFacts>] = [
    Check(.machine, "service", service), Check(.machine, "group", group),
    Check(.machine, "configuration", configuration), Check(.machine, "state", state),
    Check(.machine, "restarts", restarts),
    Check(.machine, "version", version), Check(.machine, "temperature", temperature),
    Check(.machine, "power", power), Check(.machine, "memory", memory), Check(.machine, "disk", disk),
    Check(.machine, "clock", clock), Check(.sound, "card", card), Check(.sticks, "plugged", plugged),
    Check(.sticks, "errors", errors), Check(.network, "address", address),
  ]

  // MARK: Service

  @Sendable static func service(_ facts: MachineFacts) -> [Finding.Outcome] {
    let effect = "Nothing plays, and no button or app works."
    // The group has a check of its own.
    if facts.isForbidden { return [] }
    guard let service = facts.service, service.isInstalled else {
      if let silence = facts.silence {
        return [
          .fault(
            "\(silence).", effect: effect,
            remedy: startByHand(facts))
        ]
      }
      return [
        .note("The jukebox runs, and is not installed as a service: it does not start with the machine.")
      ]
    }
    let last = facts.lastLogLine.map { " Its last message: \($0)" } ?? ""
    if facts.silence == nil {
      if service.isEnabled { return [.well("The service runs and starts with the machine.")] }
      return [
        .fault(
          "The service does not start with the machine.", effect: "After a power cut nothing plays.",
          remedy: "sudo systemctl enable jukeboxd")
      ]
    }
    switch service.state {
    case "active", "reloading":
      return [
        .fault(
          "The service runs and does not answer.\(last)", effect: effect,
          remedy: "sudo systemctl restart jukeboxd")
      ]
    case "inactive", "deactivating":
      return [
        .fault("The service is stopped.\(last)", effect: effect, remedy: "sudo systemctl start jukeboxd")
      ]
    case "activating":
      return [
        .fault(
          "The service does not start: systemd tries again.\(last)", effect: effect,
          remedy: "journalctl -u jukeboxd -n 20")
      ]
    default:
      return [
        .fault(
          "The service failed (\(service.result), exit status \(service.exitStatus)).\(last)", effect: effect,
          remedy: facts.configurationError == nil
            ? "journalctl -u jukeboxd -n 20   shows the reason; then: sudo systemctl restart jukeboxd"
            : "Correct the configuration, then: sudo systemctl restart jukeboxd")
      ]
    }
  }

  /// Without a service.
  private static func startByHand(_ facts: MachineFacts) -> String {
    guard let file = facts.configurationFile else {
      return facts.service == nil
        ? "jukeboxd --music FOLDER" : "board/install   or: jukeboxd --music FOLDER"
    }
    return facts.configurationError == nil
      ? "jukeboxd --config \(file)   starts it, or shows why it cannot start"
      : "jukeboxd --config \(file) --check   shows the error"
  }

  private static let leastState: Int64 = 1_000_000

  /// While the daemon runs, it checks its folder itself.
  @Sendable static func state(_ facts: MachineFacts) -> [Finding.Outcome] {
    guard let free = facts.stateFree, free < leastState else { return [] }
    return [
      .fault(
        "The disk of the state folder \(facts.stateFolder) is full.", effect: "The jukebox does not start.",
        remedy: "sudo apt-get clean")
    ]
  }

  @Sendable static func group(_ facts: MachineFacts) -> [Finding.Outcome] {
    guard facts.isForbidden else { return [] }
    let effect = "You cannot use `jukebox` without sudo."
    if facts.needsLogin {
      return [
        .fault(
          "You were added to the group jukebox after you logged in.", effect: effect,
          remedy: "Log out and in again, or for this terminal: newgrp jukebox")
      ]
    }
    if facts.lacksGroup {
      return [
        .fault(
          "You are not in the group jukebox.", effect: effect,
          remedy: "sudo adduser $USER jukebox   then log out and in again")
      ]
    }
    return [
      .fault(
        "\(facts.silence ?? "No permission to use the jukebox's socket").", effect: effect,
        remedy: "sudo jukebox doctor")
    ]
  }

  /// While the daemon runs, it checks its file itself.
  @Sendable static func configuration(_ facts: MachineFacts) -> [Finding.Outcome] {
    guard let error = facts.configurationError else { return [] }
    return [
      .fault(
        "The configuration has an error: \(error)", effect: "The jukebox does not start.",
        remedy: "sudoedit \(file(in: facts.service?.command ?? []))")
    ]
  }

  static let usualFile = "/etc/jukebox.ini"

  static func file(in command: [String]) -> String {
    guard let option = command.firstIndex(of: "--config"), option + 1 < command.count else {
      return usualFile
    }
    return command[option + 1]
  }

  /// One crash in the life of a boot is in the log; more are heard.
  private static let fewRestarts = 2

  @Sendable static func restarts(_ facts: MachineFacts) -> [Finding.Outcome] {
    guard let service = facts.service, service.isInstalled else { return [] }
    if service.restarts == 0 { return [.well("systemd did not have to restart the jukebox since the boot.")] }
    let text =
      "systemd restarted the jukebox \(service.restarts == 1 ? "once" : "\(service.restarts) times")."
    if service.restarts <= fewRestarts { return [.note("\(text) See: journalctl -u jukeboxd")] }
    return [
      .fault(
        text, effect: "The music stops for a second each time.", remedy: "journalctl -u jukeboxd -p warning")
    ]
  }

  @Sendable static func version(_ facts: MachineFacts) -> [Finding.Outcome] {
    guard let daemon = facts.daemonVersion else { return [] }
    if daemon == facts.version { return [.well("jukebox and jukeboxd are version \(daemon).")] }
    return [
      .fault(
        "jukebox is version \(facts.version), and the running jukeboxd is version \(daemon).",
        effect: "New commands may be refused.", remedy: "sudo systemctl restart jukeboxd")
    ]
  }

  // MARK: Machine

  /// The Raspberry Pi slows down from 80 °C on.
  private static let hot = 80.0

  @Sendable static func temperature(_ facts: MachineFacts) -> [Finding.Outcome] {
    guard let celsius = facts.celsius else { return [.note("This kernel does not report the temperature.")] }
    let text = "The processor has \(Words.tenths(celsius)) °C"
    if celsius < hot { return [.well("\(text).")] }
    return [
      .fault(
        "\(text): that is too hot.", effect: "It slows down; the music may click.",
        remedy: "Give the board air, a heat sink or a fan")
    ]
  }

  @Sendable static func power(_ facts: MachineFacts) -> [Finding.Outcome] {
    let bits = facts.throttling ?? 0
    var was = bits & (1 << 16) != 0
    if case .messages(let messages) = facts.kernel {
      was = was || messages.contains { $0.has("ndervoltage detected") || $0.has("nder-voltage detected") }
    }
    let remedy = "Use the official power supply and a short cable"
    if bits & 1 != 0 || facts.isVoltageLow == true {
      return [
        .fault(
          "The voltage is too low now.", effect: "Sticks drop out, the music clicks, the board may restart.",
          remedy: remedy)
      ]
    }
    if was {
      return [
        .fault(
          "The voltage was too low since the boot.", effect: "Sticks may drop out, the music may click.",
          remedy: remedy)
      ]
    }
    if bits & 0b1110 != 0 || bits & (0b1110 << 16) != 0 {
      return [
        .fault(
          "The processor \(bits & 0b1110 != 0 ? "is" : "was") slowed down because of heat.",
          effect: "The music may click, and a scan takes longer.",
          remedy: "Give the board air, a heat sink or a fan")
      ]
    }
    if facts.throttling == nil, facts.isVoltageLow == nil {
      return [.note("This kernel does not report undervoltage.")]
    }
    return [.well("The voltage was never too low since the boot.")]
  }

  private static let leastMemory: Int64 = 50_000_000

  /// The jukebox's programs that the kernel ended, by lines such as `Killed process 812 (jukebox-fetch) total-vm:…`. The kernel
  /// cuts names to 15 bytes.
  private static func endedPrograms(in messages: [String]) -> [String] {
    messages.compactMap { message in
      guard message.has("Killed process"), let open = message.firstIndex(of: "("),
        let close = message[open...].firstIndex(of: ")")
      else { return nil }
      let name = message[message.index(after: open)..<close]
      return name.hasPrefix("jukebox") ? String(name) : nil
    }
  }

  @Sendable static func memory(_ facts: MachineFacts) -> [Finding.Outcome] {
    if case .messages(let messages) = facts.kernel {
      let ended = endedPrograms(in: messages)
      if let program = ended.first(where: { $0 == "jukeboxd" }) ?? ended.first {
        return [
          .fault(
            "The kernel ended \(program == "jukeboxd" ? "the jukebox" : program) because memory was short.",
            effect: program == "jukeboxd"
              ? "The music stopped for a moment." : "What it did was cut off; the music went on.",
            remedy: "ps -eo rss,comm --sort=-rss | head   shows the largest programs")
        ]
      }
    }
    guard let available = facts.availableMemory, let total = facts.memory else {
      return [.unseen("The free memory is not known.")]
    }
    let text = "\(Words.bytes(available)) of \(Words.bytes(total)) memory are available"
    if available >= leastMemory { return [.well("\(text).")] }
    return [
      .fault(
        "Only \(text).", effect: "Everything is slow; the kernel may end the jukebox.",
        remedy: "ps -eo rss,comm --sort=-rss | head   shows the largest programs")
    ]
  }

  private static let leastDisk: Int64 = 100_000_000

  @Sendable static func disk(_ facts: MachineFacts) -> [Finding.Outcome] {
    guard let free = facts.diskFree else {
      return [.unseen("The free space of the system disk is not known.")]
    }
    if free >= leastDisk { return [.well("The system disk has \(Words.bytes(free)) free.")] }
    return [
      .fault(
        "The system disk has only \(Words.bytes(free)) free.",
        effect: "Logs, updates and the state of the jukebox may be lost.",
        remedy: "sudo journalctl --vacuum-size=50M")
    ]
  }

  @Sendable static func clock(_ facts: MachineFacts) -> [Finding.Outcome] {
    switch facts.clock {
    case .network: return [.well("The clock is set by the network.")]
    case .chip: return [.well("The clock is set by a clock chip.")]
    case .person: return [.well("A person has set the clock, until the power goes.")]
    case .unknown:
      return [
        .note(
          "The clock is not set, neither by the network nor by a clock chip: alarms, night-volume and dates of plays wait for it. "
            + "Set it by the page or `jukebox clock set`, or wire a chip: dtoverlay=i2c-rtc,ds3231 in /boot/firmware/config.txt"
        )
      ]
    }
  }

  // MARK: Devices

  /// Replaces the daemon's finding, which does not see other programs' names.
  @Sendable static func card(_ facts: MachineFacts) -> [Finding.Outcome] {
    guard !facts.cardUsers.contains(where: { $0.name == "jukeboxd" }), let user = facts.cardUsers.first else {
      return []
    }
    let name = user.name ?? "a program"
    // systemd would start these again.
    let isServer = ["pipewire", "pulseaudio"].contains(name)
    return [
      .fault(
        "\(name) (process \(user.process)) uses the sound card \(user.card).", effect: "You hear nothing.",
        remedy: isServer
          ? "systemctl --user mask --now \(name).socket \(name).service" : "sudo kill \(user.process)")
    ]
  }

  @Sendable static func plugged(_ facts: MachineFacts) -> [Finding.Outcome] {
    facts.partitions.compactMap { partition in
      if partition.isMounted { return nil }
      guard let type = partition.fileSystem else {
        return .note("\(partition.name) is plugged in, without a file system that this machine knows.")
      }
      return .fault(
        "\(partition.name) (\(type)) is plugged in and not mounted.", effect: "Its songs are missing.",
        remedy: "sudo systemctl start jukebox-mount@\(partition.name)")
    }
  }

  @Sendable static func errors(_ facts: MachineFacts) -> [Finding.Outcome] {
    switch facts.kernel {
    case .hidden(let reason): return [.unseen("The kernel's messages about sticks: \(reason)")]
    case .messages(let messages):
      var counts: [String: Int] = [:]
      for message in messages {
        if let disk = faultyDisk(in: message) { counts[disk, default: 0] += 1 }
      }
      if counts.isEmpty { return [.well("The kernel reports no storage errors since the boot.")] }
      return counts.sorted { $0.key < $1.key }.map { disk, count in
        let text = "The kernel reports \(Words.count(count, "storage error")) of \(disk) since the boot"
        guard facts.disks.contains(disk) else { return .note("\(text); it is no longer plugged in.") }
        return .fault(
          "\(text).", effect: "Songs stop or are skipped: \(disk) is failing, or its port or cable.",
          remedy: "sudo dmesg | grep \(disk)   then copy the music to a new stick")
      }
    }
  }

  /// The disk that a message of the kernel reports an error of: `I/O error, dev sda, sector 5`, `FAT-fs (sda1): error`.
  static func faultyDisk(in message: String) -> String? {
    let isError =
      message.has("I/O error") || message.has("-fs error") || message.has("medium error")
      || message.has("-fs (") && message.has(": error")
    guard isError else { return nil }
    for word in message.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      if word.hasPrefix("sd"), word.utf8.count >= 3, word.dropFirst(2).first?.isLetter == true {
        return String(word.prefix { !$0.isNumber })
      }
      if word.hasPrefix("mmcblk"), let digit = word.dropFirst(6).first, digit.isNumber {
        return "mmcblk\(digit)"
      }
    }
    return nil
  }

  @Sendable static func address(_ facts: MachineFacts) -> [Finding.Outcome] {
    if facts.addresses.isEmpty { return [.note("This machine is in no network.")] }
    let name = facts.hostName.isEmpty ? "" : "\(facts.hostName), "
    return [.well("This machine is \(name)\(Words.list(facts.addresses)).")]
  }
}
