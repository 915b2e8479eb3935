import Model

/// Whether sticks and folders can be read, written and played.
public enum StickChecks {
  public static let all: [Check<StickFacts>] = [
    Check(.sticks, "present", present), Check(.sticks, "unused", unused), each("writable", writable),
    each("full", full), each("speed", speed), each("files", files), each("ignored", ignored),
    Check(.sticks, "formats", formats), each("database", database),
  ]

  private static func each(
    _ name: String, _ examine: @escaping @Sendable (StickFacts.Stick) -> [Finding.Outcome]
  ) -> Check<StickFacts> { Check(.sticks, name) { facts in facts.sticks.flatMap(examine) } }

  @Sendable static func present(_ facts: StickFacts) -> [Finding.Outcome] {
    if facts.sticks.isEmpty {
      // Another check reports the fault of an unusable stick or folder.
      if !facts.unused.isEmpty { return [] }
      return [
        .fault(
          "There is no stick and no music folder.", effect: "There is nothing to play.",
          remedy: facts.mountRoot == nil
            ? "mount-root = /media   in the section [library]"
            : "Plug in a stick, or add to the section [library]: folder = /srv/music")
      ]
    }
    if facts.sticks.allSatisfy({ $0.songs == 0 && !$0.isBeingScanned }) {
      let names = Words.list(facts.sticks.map(\.name))
      return [
        .fault(
          "There is nothing to play: \(names) \(facts.sticks.count == 1 ? "has" : "have") no songs.",
          effect: "Nothing plays.",
          remedy: "Copy music to \(quoted(facts.sticks[0].path))   then: jukebox scan")
      ]
    }
    return facts.sticks.map { stick in
      var parts = [stick.path]
      if !stick.fileSystem.isEmpty { parts.append(stick.fileSystem) }
      if !stick.isFolder, let mounter = stick.mounter { parts.append("mounted by \(mounter)") }
      if let free = stick.free { parts.append("\(Words.bytes(free)) free") }
      let text = "\(stick.name): \(Words.count(stick.songs, "song")) (\(parts.joined(separator: ", ")))"
      return stick.songs == 0 ? .note(text) : .well(text)
    }
  }

  @Sendable static func unused(_ facts: StickFacts) -> [Finding.Outcome] {
    facts.unused.map {
      .fault(
        "\($0.path) is not used: \($0.reason)", effect: "Its songs are missing.", remedy: remedy(of: $0))
    }
  }

  private static func remedy(of unused: StickFacts.Unused) -> String {
    if unused.reason.has("another program") { return "pgrep -a jukeboxd   shows the other jukebox; end it" }
    if unused.isFolder, unused.reason.has("No such file") {
      return "sudo mkdir -p \(quoted(unused.path))   or correct `folder` in the section [library]"
    }
    return "ls -ld \(quoted(unused.path))"
  }

  private static func quoted(_ path: String) -> String { Words.quoted(path) }

  @Sendable static func writable(_ stick: StickFacts.Stick) -> [Finding.Outcome] {
    let effect = "Playlists and ratings stay in this jukebox and do not travel with the stick."
    if stick.isMountedReadOnly {
      return [
        .fault(
          "\(stick.name) is mounted read-only.", effect: effect,
          remedy: "sudo mount -o remount,rw \(quoted(stick.path))")
      ]
    }
    guard stick.refusesWrites, !isFull(stick) else { return [] }
    return [
      .fault(
        "The jukebox has no permission to write to \(stick.name).", effect: effect,
        remedy: "sudo chown jukebox \(quoted(stick.path))")
    ]
  }

  /// The database and its log grow with the library.
  private static let leastFree: Int64 = 20_000_000

  private static func isFull(_ stick: StickFacts.Stick) -> Bool {
    stick.free.map { $0 < leastFree } ?? false
  }

  @Sendable static func full(_ stick: StickFacts.Stick) -> [Finding.Outcome] {
    guard isFull(stick), !stick.isMountedReadOnly, let free = stick.free else { return [] }
    return [
      .fault(
        "\(stick.name) is full: \(Words.bytes(free)) free.",
        effect: "New playlists and ratings are stored in this jukebox and not on the stick.",
        remedy: "Delete files from \(quoted(stick.path)) until 20 MB are free")
    ]
  }

  /// Uncompressed sound of 96 kHz and 24 bits is 0.6 MB/s; a scan beside it needs as much again.
  private static let slow = 1.5e6

  @Sendable static func speed(_ stick: StickFacts.Stick) -> [Finding.Outcome] {
    switch stick.speed {
    case .measured(let speed):
      // A page cache or a fast disk gives numbers too high to compare.
      let amount = speed > 100e6 ? "more than 100" : Words.tenths(speed / 1e6)
      let text = "\(stick.name) reads \(amount) MB/s"
      if speed >= slow { return [.well("\(text).")] }
      return [
        .fault(
          "\(text): that is slow.", effect: "The music may stop for a moment, and a scan takes long.",
          remedy: "Use another USB port or stick, or set in [audio]: buffer-seconds = 15")
      ]
    case .hangs(let seconds):
      return [
        .fault(
          "\(stick.name) has not answered for \(seconds) seconds.", effect: "Its songs stop or do not start.",
          remedy: "Unplug the stick and plug it in again; if it happens again, copy its music to a new one")
      ]
    case .noLongFile:
      return [.note("The speed of \(stick.name) is not measured: it has no file of 1 MB or more.")]
    case .unknown(let reason): return [.unseen("Speed of \(stick.name): \(reason)")]
    }
  }

  @Sendable static func files(_ stick: StickFacts.Stick) -> [Finding.Outcome] {
    var outcomes: [Finding.Outcome] = []
    if let error = stick.scanError {
      outcomes.append(
        .fault(
          "The last scan of \(stick.name) was aborted: \(error)", effect: "New songs are missing.",
          remedy: "jukebox scan"))
    }
    if stick.unread > 0 {
      outcomes.append(
        .fault(
          "\(stick.name): \(Words.count(stick.unread, "file")) or folders could not be read from the storage.",
          effect: "These songs stop or do not start: the stick may be dying.", remedy: "jukebox scan --all"))
    }
    if stick.forbidden > 0 {
      outcomes.append(
        .fault(
          "\(stick.name): the jukebox has no permission to read \(Words.count(stick.forbidden, "file")) or folders.",
          effect: "These songs are missing.", remedy: "sudo chmod -R a+rX \(quoted(stick.path))"))
    }
    if stick.broken > 0 {
      outcomes.append(
        .fault(
          "\(stick.name): \(Words.count(stick.broken, "file")) cannot be played.",
          effect: "These songs are missing.", remedy: "jukebox scan --all   lists them"))
    }
    if stick.isBeingScanned { outcomes.append(.note("\(stick.name) is being scanned: see `jukebox scan`.")) }
    return outcomes
  }

  private static let mostRemarks = 3

  @Sendable static func ignored(_ stick: StickFacts.Stick) -> [Finding.Outcome] {
    var outcomes = stick.remarks.prefix(mostRemarks).map { Finding.Outcome.note("Last scan: \($0)") }
    if stick.remarks.count > mostRemarks {
      outcomes.append(.note("\(stick.name): `jukebox scan --all` lists all remarks of a scan."))
    }
    if !stick.ignored.isEmpty {
      outcomes.append(
        .note("\(stick.name): files in formats that the jukebox does not play: \(Words.list(stick.ignored))"))
    }
    return outcomes
  }

  @Sendable static func formats(_ facts: StickFacts) -> [Finding.Outcome] {
    let songs = facts.sticks.reduce(0) { $0 + $1.coded }
    guard songs > 0 else { return [] }
    switch facts.decoder {
    case .ready: return [.well("The package jukebox-formats decodes \(Words.count(songs, "song")).")]
    case .missing:
      return [
        .fault(
          "\(Words.count(songs, "song")) of AAC, WMA or other formats \(songs == 1 ? "needs" : "need") the package "
            + "jukebox-formats.",
          effect: "\(songs == 1 ? "It is" : "They are") skipped.",
          remedy: "sudo apt install jukebox-formats   if it is installed: "
            + "sudo systemctl restart jukebox-decoder.socket")
      ]
    case .unknown(let reason): return [.unseen("Package jukebox-formats: \(reason)")]
    }
  }

  @Sendable static func database(_ stick: StickFacts.Stick) -> [Finding.Outcome] {
    switch stick.database {
    case .well: return [.well("The library database of \(stick.name) is whole.")]
    case .damaged(let finding):
      return [
        .fault(
          "The library database of \(stick.name) is damaged: \(finding)",
          effect: "The jukebox builds a new one by a scan; playlists and ratings come from its last backup.",
          remedy: "jukebox scan")
      ]
    case .unknown(let reason): return [.unseen("Library database of \(stick.name): \(reason)")]
    }
  }
}
