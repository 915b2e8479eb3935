import Client

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
