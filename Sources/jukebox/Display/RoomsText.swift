import Doctor

/// Present and missing parts for other rooms, for people.
enum RoomsText {
  static func lines(_ facts: RoomsFacts) -> [String] {
    if let trouble = facts.trouble { return ["  ✗ The configuration cannot be used: \(trouble)"] }
    func step(_ isDone: Bool, _ text: String, _ remedies: [String]) -> [String] {
      isDone ? ["  ✓ \(text)"] : ["  ✗ \(text)"] + remedies.map { "    → \($0)" }
    }
    let output = facts.output
    return
      step(
        output != nil,
        output.map { "\(facts.file) has [output \($0.name)]" } ?? "\(facts.file) has no output for rooms",
        ["add to it:   [output rooms]", "             type = snapcast"])
      + step(
        facts.isInstalled, "snapserver is \(facts.isInstalled ? "" : "not ")installed",
        ["sudo apt install snapserver"])
      + step(
        facts.hasSource,
        "\(SnapserverFile.path) \(facts.hasSource ? "reads" : "does not read") the pipe of the jukebox",
        ["set in its section [stream], instead of any other source:", "  \(facts.source)"])
      + step(
        facts.isPipeThere, facts.isPipeThere ? "the pipe is there" : "the pipe is missing",
        ["sudo systemd-tmpfiles --create jukebox.conf"])
      + step(
        facts.isRunning == true, "snapserver is \(facts.isRunning == true ? "" : "not ")running",
        ["sudo systemctl enable --now snapserver"])
  }

  static func summary(_ facts: RoomsFacts) -> [String] {
    guard facts.isComplete else {
      return ["Something is missing. To do all of this at once: sudo jukebox rooms --set-up"]
    }
    let address = facts.addresses.first ?? "ADDRESS"
    return [
      "To add a room, run on a Debian machine there: sudo apt install snapclient",
      "It finds this machine by mDNS. Without mDNS, set in its /etc/default/snapclient:",
      "  SNAPCLIENT_OPTS=\"--host \(address)\"",
      facts.isThisRoomSynchronised
        ? "This room plays by a Snapcast client too, in time with the others."
        : "The card of this machine plays at once, the rooms about a second later.",
    ]
  }

  /// Steps of the set-up, each as a sentence without a full stop.
  static func plan(_ facts: RoomsFacts) -> [String] {
    var plan: [String] = []
    if facts.output == nil { plan.append("append [output rooms] to \(facts.file)") }
    if !facts.hasSource {
      plan.append(
        "set the source in \(SnapserverFile.path); the old file stays as \(SnapserverFile.path).before-rooms")
    }
    if !facts.isPipeThere { plan.append("make the pipe: systemd-tmpfiles --create jukebox.conf") }
    if facts.isRunning != true { plan.append("start snapserver, now and with the machine") }
    if !facts.hasSource, facts.isRunning == true { plan.append("restart snapserver") }
    if facts.output == nil { plan.append("restart jukeboxd, which interrupts the music for a second") }
    return plan
  }
}
