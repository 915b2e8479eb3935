import Client

/// The volumes as a list.
enum VolumeText {
  /// A stick that `--unmount` let go and that is still there.
  static func letGo(_ name: String) -> String {
    "\(name) was let go and can be pulled; `jukebox volumes --mount` with its name takes it back"
  }

  /// What is there or configured, and can't be used: where, and why.
  static func lines(unused answer: Answer) -> [String] {
    answer.items(beginningWith: "unused").map { item in
      "\(item["unused"] ?? ""): not used: \(item["reason"] ?? "")"
    }
  }

  /// - Parameter scanned: the names of those that are being scanned.
  static func lines(_ volumes: [Volume], scanned: [String] = []) -> [String] {
    let name = Columns.widest(volumes.map { $0.name })
    let path = Columns.widest(volumes.map { $0.path })
    return volumes.map { volume in
      var facts = [volume.kind]
      if let songs = volume.songs { facts.append(StatusText.count(songs, "song")) }
      facts.append(volume.uri.isEmpty ? "paths without its name" : "paths begin with \(volume.uri)/")
      if volume.isReadOnly { facts.append("is full or can't be written to: changes stay in the jukebox") }
      if scanned.contains(volume.name) { facts.append("being scanned (see `jukebox scan`)") }
      return "\(Columns.pad(volume.name, name))  \(Columns.pad(volume.path, path))  "
        + facts.joined(separator: ", ")
    }
  }
}

/// The inputs as a list.
enum InputText {
  static func lines(_ inputs: [Input]) -> [String] {
    let kind = Columns.widest(inputs.map { $0.kind })
    let name = Columns.widest(inputs.map { $0.name })
    let place = Columns.widest(inputs.map { $0.place })
    return inputs.map { input in
      "\(Columns.pad(input.kind, kind))  \(Columns.pad(input.name, name))  \(Columns.pad(input.place, place))  "
        + state(input)
    }
  }

  /// What has come from inputs since `before` was asked, a line each.
  static func news(_ inputs: [Input], since before: [Input]) -> [String] {
    inputs.compactMap { input in
      let old = before.first { ($0.kind, $0.name, $0.place) == (input.kind, input.name, input.place) }
      if old == input { return nil }
      let count = (input.actions ?? 0) - (old?.actions ?? 0)
      guard count > 0, let action = input.lastAction else {
        return "\(input.kind) \(input.name): \(state(input))"
      }
      return "\(input.kind) \(input.name): \(action)" + (count > 1 ? " (\(count) actions)" : "")
    }
  }

  private static func state(_ input: Input) -> String {
    if let trouble = input.trouble { return "can't be had: \(trouble)" }
    if let look = input.look { return look }
    guard let last = input.lastAction, let actions = input.actions else { return "nothing yet" }
    return "\(StatusText.count(actions, "action")), last \(last)"
  }
}

/// A scan's progress as one line with a bar.
enum ScanText {
  /// Why a name is not scanned.
  static func nowhere(_ name: String) -> Failure {
    .refused(
      """
      There is nothing called \(name), neither in the library nor on its volumes, so nothing was scanned.
      `jukebox browse folders` shows names; those of a stick begin with its own (`jukebox volumes`).
      """)
  }

  /// What scans came to, where there is something to say of them.
  static func lines(_ outcomes: [ScanState.Outcome]) -> [String] {
    outcomes.flatMap { outcome in
      var facts: [String] = []
      if let error = outcome.error { facts.append("the scan did not come to its end: \(error)") }
      func things(_ count: Int) -> String { count == 1 ? "1 file or folder" : "\(count) files and folders" }
      if outcome.notRead > 0 {
        facts.append("\(things(outcome.notRead)) could not be read; what is known of that stays")
      }
      if outcome.forbidden > 0 {
        facts.append("\(things(outcome.forbidden)) passed over, which the jukebox's user may not read")
      }
      if outcome.unreadable > 0 {
        facts.append("\(StatusText.count(outcome.unreadable, "file")) can't be played")
      }
      if facts.isEmpty { facts = outcome.problems.isEmpty ? [] : ["scanned"] }
      return facts.map { "\(outcome.name): \($0)" } + outcome.problems.map { "  \($0)" }
    }
  }

  /// Why a scan has not done what was asked.
  /// - Parameters:
  ///   - left: the names of volumes that went away meanwhile.
  ///   - outcomes: of those that did not see everything.
  static func failure(left: [String], _ outcomes: [ScanState.Outcome]) -> Failure? {
    let names =
      left.map { "\($0) went away while it was scanned" }
      + outcomes.map { "\($0.name) was not scanned whole" }
    guard !names.isEmpty else { return nil }
    return .refused(
      """
      \(names.joined(separator: ", and ")). What was known of it stays.
      Is it still there, and well? `jukebox volumes` tells; `jukebox scan` tries again.
      """)
  }

  static func line(_ state: ScanState, columns: Int) -> String {
    var counts = "\(state.examined) of \(StatusText.count(state.found, "file")), \(state.opened) opened"
    if state.unreadable > 0 { counts += ", \(state.unreadable) unreadable" }
    if state.rate > 0 { counts += ", \(state.rate)/s" }
    if let left = state.secondsLeft, left > 0 { counts += ", \(Clock.text(Double(left))) left" }
    let width = min(40, max(0, columns - Columns.width(counts) - 1))
    return Columns.fit("\(Bar.text(state.share, width: width)) \(counts)", columns)
  }
}
