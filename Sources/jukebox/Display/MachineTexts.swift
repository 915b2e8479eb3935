import Client
import Model

/// The volumes as a list.
enum VolumeText {
  /// A stick that `--unmount` let go and that is still there.
  static func letGo(_ name: String) -> String {
    "\(name) is unmounted and can be pulled; `jukebox volumes --mount \(name)` mounts it again"
  }

  /// Places that are present or configured but cannot be used, with the reason.
  static func lines(unused answer: Answer) -> [String] {
    answer.items(beginningWith: "unused").map { item in
      "\(item["unused"] ?? ""): not used: \(item["reason"] ?? "")"
    }
  }

  /// - Parameter scanned: the names of those that are being scanned.
  static func lines(_ volumes: [Volume], scanned: [String] = []) -> [String] {
    let rows = volumes.map { volume in
      var facts = [volume.kind]
      if let songs = volume.songs { facts.append(StatusText.count(songs, "song")) }
      if !volume.notPlayed.isEmpty { facts.append(volume.notPlayed.text) }
      facts.append(volume.uri.isEmpty ? "paths without prefix" : "path prefix \(volume.uri)/")
      if volume.isReadOnly { facts.append("full or read-only: changes are stored in the jukebox") }
      if scanned.contains(volume.name) { facts.append("being scanned (see `jukebox scan`)") }
      return [volume.name, volume.path, facts.joined(separator: ", ")]
    }
    return Columns.table(rows)
  }
}

/// The inputs as a list.
enum InputText {
  static func lines(_ inputs: [Input]) -> [String] {
    Columns.table(inputs.map { [$0.kind, $0.name, $0.place, state($0)] })
  }

  /// Events of inputs since `before` was read, a line for each input.
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
    if let trouble = input.trouble { return "not available: \(trouble)" }
    if let look = input.look { return look }
    guard let last = input.lastAction, let actions = input.actions else { return "no action yet" }
    return "\(StatusText.count(actions, "action")), last \(last)"
  }
}

/// A scan's progress as one line with a bar.
enum ScanText {
  /// Why a name is not scanned.
  static func nowhere(_ name: String) -> Failure {
    .refused(
      """
      There is no file or folder \(name) in the library or on its volumes: nothing was scanned.
      `jukebox browse folders` shows paths; paths on a stick start with its name (`jukebox volumes`).
      """)
  }

  /// Results of scans that need a message.
  static func lines(_ outcomes: [ScanState.Outcome]) -> [String] {
    outcomes.flatMap { outcome in
      var facts: [String] = []
      if let error = outcome.error { facts.append("the scan was aborted: \(error)") }
      func things(_ count: Int) -> String { count == 1 ? "1 file or folder" : "\(count) files and folders" }
      if outcome.notRead > 0 {
        facts.append("\(things(outcome.notRead)) could not be read; their library entries are kept")
      }
      if outcome.forbidden > 0 {
        facts.append(
          "\(things(outcome.forbidden)) skipped: the user `jukebox` has no permission to read them")
      }
      if outcome.unreadable > 0 {
        facts.append("\(StatusText.count(outcome.unreadable, "file")) cannot be played")
      }
      if !outcome.notPlayed.isEmpty { facts.append(outcome.notPlayed.text) }
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
      left.map { "\($0) was removed during the scan" }
      + outcomes.map { "\($0.name) was scanned only in part" }
    guard !names.isEmpty else { return nil }
    return .refused(
      """
      \(names.joined(separator: ", and ")). Existing library entries are kept.
      Check the stick (`jukebox volumes`), then run `jukebox scan` again.
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
