public import Model

/// Whether the daemon has what it needs of the system, and its settings.
public enum ServiceChecks {
  public static let all: [Check<ServiceFacts>] = [
    Check(.machine, "configuration", configuration), Check(.machine, "priority", priority),
    Check(.machine, "memory-lock", memoryLock), Check(.machine, "watchdog", watchdog),
    Check(.machine, "state", state),
  ]

  @Sendable static func configuration(_ facts: ServiceFacts) -> [Finding.Outcome] {
    guard let file = facts.configuration else {
      return [.note("The jukebox runs without a configuration file.")] + warnings(facts)
    }
    if let error = facts.configurationError {
      return [
        .fault(
          "The configuration has an error: \(error)",
          effect: "The jukebox uses the settings from before; it will not start again.",
          remedy: "sudoedit \(file)")
      ]
    }
    if !facts.unread.isEmpty {
      return [
        .fault(
          "The configuration was changed and not read again: \(Words.list(facts.unread))",
          effect: "The new settings have no effect yet.",
          remedy: facts.hasWatchdog ? "sudo systemctl restart jukeboxd" : "Start jukeboxd again")
      ] + warnings(facts)
    }
    return [.well("The configuration \(file) has no errors.")] + warnings(facts)
  }

  /// How a line that a remedy names comes into force; nil where none names a line of the jukebox's configuration.
  public static func change(after findings: [Finding], _ facts: ServiceFacts) -> Finding? {
    let isChange = findings.contains { finding in
      guard case .fault(_, _, let remedy) = finding.outcome else { return false }
      return ["library", "audio", "control"].contains { remedy.has("[\($0)]") }
    }
    guard isChange else { return nil }
    guard let file = facts.configuration else {
      return Finding(
        .machine, "change",
        .note("For such a line write a file, and start jukeboxd again with --config FILE."))
    }
    let start = facts.hasWatchdog ? "sudo systemctl restart jukeboxd" : "start jukeboxd again"
    return Finding(.machine, "change", .note("After a change of \(file): \(start)"))
  }

  private static func warnings(_ facts: ServiceFacts) -> [Finding.Outcome] {
    facts.warnings.map { .note("Configuration: \($0)") }
  }

  @Sendable static func priority(_ facts: ServiceFacts) -> [Finding.Outcome] {
    switch facts.isRealTime {
    case true?: [.well("The jukebox has real-time priority.")]
    case false?:
      [
        .fault(
          "The system refuses real-time priority to the jukebox.",
          effect: "Under load the music may click and buttons react late.",
          remedy: "LimitRTPRIO=45   in the section [Service] of: sudo systemctl edit jukeboxd")
      ]
    case nil: [.unseen("This kernel does not report the priority of a thread.")]
    }
  }

  @Sendable static func memoryLock(_ facts: ServiceFacts) -> [Finding.Outcome] {
    guard let bytes = facts.lockedBytes else { return [] }
    if bytes > 0 { return [.well("The jukebox has locked \(Words.bytes(bytes)) in memory.")] }
    return [
      .fault(
        "The system refuses to lock the jukebox in memory.",
        effect: "The music may click when memory is short.",
        remedy: "LimitMEMLOCK=infinity   in the section [Service] of: sudo systemctl edit jukeboxd")
    ]
  }

  @Sendable static func watchdog(_ facts: ServiceFacts) -> [Finding.Outcome] {
    facts.hasWatchdog
      ? [.well("The watchdog restarts the jukebox if it hangs.")]
      : [.note("No watchdog: the jukebox was not started by its systemd unit.")]
  }

  private static let leastFree: Int64 = 50_000_000

  @Sendable static func state(_ facts: ServiceFacts) -> [Finding.Outcome] {
    guard let free = facts.stateFree else {
      return [.unseen("The free space of \(facts.stateFolder) is not known.")]
    }
    if free >= leastFree { return [.well("The state folder has \(Words.bytes(free)) free.")] }
    return [
      .fault(
        "The state folder \(facts.stateFolder) has only \(Words.bytes(free)) free.",
        effect: "The queue, the position and ratings may be lost at a power cut.",
        remedy: "sudo apt-get clean")
    ]
  }
}
